package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan"
)

type compareOptions struct {
	window  int
	base    baseFlags
	min     flagvalue.Share
	by      string
	passage passageFlags
	out     outputFlags
}

func (a *app) newCompare() *cobra.Command {
	o := compareOptions{window: fingerprint.Window, min: 0.5, by: "smaller"}
	c := a.command(verb{
		use:   "compare [flags] A B",
		short: "what two files have in common, passage by passage",
		long: `Reads both files whole and prints how much of each is in the other, and the
regions that they share: passages of equal bytes, the longest first, no byte in
two of them. It needs no index. - is standard input, for one of the two, and in the
language of the other. With --view text or code they are passages that are the same
but for what that view leaves aside.

Counted are the distinct windows of 50 bytes (--window), all of them, as --exact
does; covered is the share of a file's bytes that lie in regions. Of text it also
says how like each other the documents are: the Jaccard of their sets of words
and its estimate by MinHash, the cosine of their counts of words, and in how many
of 64 bits their simhashes differ. Identical files are one region, however short.

With --base DIR what stands in DIR too, a folder or a file, is in no region and no
window of it is counted: a template, the text of a licence. Covered stays the share
of all bytes, and what compares documents takes them as they are.

To a pipe or a file, text has columns separated by tabs: lines of a name and a
figure, then a line for each region: the word region, bytes, lines in A, lines
in B, bytes in A from the first to the one after the last, the same in B.

-f html is one page with both files side by side and the regions coloured; a
click on one shows its counterpart. It holds all that it needs and asks no
network for anything. Files beyond 2 MiB or 20,000 lines are folded outside of
the regions, and of very many regions it has the longest.

With -f sarif the longest 10 regions are one result for services that show results
beside the code; there is none where the files share no region and are no match.

Both files are held in memory, 256 MiB each at most, and three to six times as
much for the search: a gigabyte for two files of 50 MB.`,
		example: `  alike compare draft.txt final.txt
  git show HEAD~20:main.c | alike compare - main.c
  alike compare --context 3 --lines all old.go new.go
  alike compare --view code theirs.py ours.py
  alike compare --base template.py theirs.py ours.py    beyond the template
  alike compare -f html theirs.go ours.go > page.html
  alike compare -f json --window 25 a.c b.c`,
		run: func(ctx context.Context, args []string) error { return a.runCompare(ctx, o, args) },
	})
	a.group(c, "Which regions", o.addFlags, o.base.addFlags, o.out.addLimit)
	a.group(c, "Output", o.addFormat, o.passage.addFlags, o.addThreshold, o.out.addFailOnMatch)
	return c
}

func (o *compareOptions) addFlags(fs *pflag.FlagSet) {
	fs.Var(flagvalue.NewNumber(&o.window, fingerprint.MinWindow), "window", "length of a window in `BYTES`, and of the shortest region")
}

func (o *compareOptions) addFormat(fs *pflag.FlagSet) {
	o.out.addFormats(fs, "text is for people, JSON Lines for programs, html one page with both files, SARIF for code review", "text", "json", "csv", "html", formatSARIF)
}

// addThreshold adds what --fail-on-match goes by.
func (o *compareOptions) addThreshold(fs *pflag.FlagSet) {
	fs.Var(&o.min, "min", "the least `SHARE` of windows that --fail-on-match takes for a match, as 50% or 0.5")
	fs.Var(flagvalue.NewChoice(&o.by, "smaller", "larger", "union"), "by",
		"of `WHAT` that share is: of the smaller file, of the larger, of the union of both")
}

func (a *app) runCompare(ctx context.Context, o compareOptions, args []string) error {
	rule := fingerprint.Rule{Window: o.window, Density: fingerprint.Auto}
	if err := rule.Validate(); err != nil {
		return usagef("%v", err)
	}
	if len(args) != 2 {
		return usagef("compare takes two files, not %d", len(args))
	}
	if args[0] == stdinName && args[1] == stdinName {
		return usagef("both files are standard input: save one of them to a file and name that")
	}
	if o.out.format == formatSARIF && (args[0] == stdinName || args[1] == stdinName) {
		return usagef("-f sarif points at files: save standard input to one, and name that")
	}
	dirs, err := o.base.paths()
	if err != nil {
		return err
	}
	files, err := a.readBoth(ctx, args, rule)
	if err != nil {
		return err
	}
	base, err := a.readComparedBase(ctx, dirs, rule, files)
	if err != nil {
		return err
	}
	c, err := a.compareFiles(ctx, files, base, o)
	if err != nil {
		return err
	}
	a.matched = o.out.failOnMatch && c.matches(o)
	if o.out.format == formatSARIF {
		return a.reportCompared(ctx, c, o)
	}
	return a.printCompared(c, o)
}

// compared is what two files have in common.
type compared struct {
	files     [2]*wholeFile
	windows   fingerprint.Shares
	identical bool
	regions   []region // the longest first
	figures   figures
	view      view.Kind
	window    int
	base      *scan.Base // what counts for neither; may be nil
}

// region is a passage that both files have, in bytes of the files.
type region struct{ sides [2]extent }

// extent is a stretch of a file.
type extent struct {
	start, end    int // bytes, half open
	line, endLine int // lines, from 1 on, both in it
}

func (e extent) bytes() int { return e.end - e.start }

// compareFiles does the work in goroutines of its own, so that an interruption
// ends the wait for it.
func (a *app) compareFiles(ctx context.Context, files [2]*wholeFile, base *scan.Base, o compareOptions) (*compared, error) {
	c := &compared{files: files, view: view.Kind(a.common.view), window: o.window, base: base,
		identical: bytes.Equal(files[0].data, files[1].data)}
	shown := a.screen.StartBar((&terminal.Counter{}).Gauge("comparing"))
	defer shown.Finish()
	done := make(chan error, 1)
	go func() {
		var viewed [2]*viewedFile
		for i, f := range files {
			viewed[i] = seen(f, c.view)
		}
		c.countWindows(viewed)
		c.findRegions(viewed)
		var err error
		c.figures, err = compareDocuments(files[0].data, files[1].data)
		done <- err
	}()
	select {
	case err := <-done:
		if err != nil {
			return nil, fmt.Errorf("comparing the words of both files: %w", err)
		}
		return c, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// viewedFile is a file as its view shows it.
type viewedFile struct {
	bytes  []byte
	viewer *view.Viewer // nil for the raw view
}

func seen(f *wholeFile, kind view.Kind) *viewedFile {
	if kind == view.Raw {
		return &viewedFile{bytes: f.data}
	}
	v := view.NewViewer(kind, true)
	v.Reset(f.name)
	return &viewedFile{v.Write(f.data, true), v}
}

// origin returns the bytes of the file that a run of bytes of the view stands for.
func (v *viewedFile) origin(start, end int) (int, int) {
	if v.viewer == nil {
		return start, end
	}
	return v.viewer.Original(start, end)
}

// findRegions finds the regions under the view and leads them back to the bytes
// and lines of the files.
func (c *compared) findRegions(viewed [2]*viewedFile) {
	if n := len(c.files[0].data); c.identical && n > 0 && c.base == nil {
		lines := c.files[0].lines
		whole := extent{0, n, lines.At(0), lines.At(n - 1)}
		c.regions = []region{{[2]extent{whole, whole}}}
		return
	}
	found := c.find(viewed)
	c.regions = make([]region, len(found))
	for i, r := range found {
		for side, at := range [2]int{r.A, r.B} {
			start, end := viewed[side].origin(at, at+r.Len)
			lines := c.files[side].lines
			c.regions[i].sides[side] = extent{start, end, lines.At(start), lines.At(end - 1)}
		}
	}
}

// covered is the share of a file's bytes that lie in regions. Two regions of a view
// may both have a part of one character of the file.
func (c *compared) covered(side int) fingerprint.Share {
	extents := make([]extent, len(c.regions))
	for i, r := range c.regions {
		extents[i] = r.sides[side]
	}
	slices.SortFunc(extents, func(a, b extent) int { return cmp.Compare(a.start, b.start) })
	n, last := 0, 0
	for _, e := range extents {
		n += max(0, e.end-max(e.start, last))
		last = max(last, e.end)
	}
	return fingerprint.Ratio(float64(n), float64(len(c.files[side].data)))
}

// matches reports whether files are a match for --fail-on-match.
func (c *compared) matches(o compareOptions) bool {
	share := c.share(measures[o.by])
	return c.identical && c.base == nil || share.Defined() && share >= fingerprint.Share(o.min)
}

// share is the one that --by names.
func (c *compared) share(by db.Measure) fingerprint.Share {
	a, b := c.windows.AInB(), c.windows.BInA()
	switch by {
	case db.Union:
		return c.windows.Resemblance()
	case db.Larger:
		return min(a, b)
	default:
		return max(a, b)
	}
}
