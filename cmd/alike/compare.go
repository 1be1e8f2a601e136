package main

import (
	"bytes"
	"context"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/regions"
)

type compareOptions struct {
	view    string
	window  int
	min     shareValue
	by      string
	passage passageFlags
	out     outputFlags
}

func (a *app) newCompare() *cobra.Command {
	o := compareOptions{view: defaultView, window: fingerprint.Window, min: 0.5, by: "smaller"}
	c := a.command(verb{
		use:   "compare [flags] A B",
		short: "what two files have in common, passage by passage",
		long: `Reads both files whole and prints how much of each is in the other, and the
regions that they share: passages of equal bytes, the longest first, no byte in
two of them. It needs no index. - is standard input, for one of the two.

Counted are the distinct windows of 50 bytes (--window), all of them, as --exact
does; covered is the share of a file's bytes that lie in regions. Of text it also
says how like each other the documents are: the Jaccard of their sets of words
and its estimate by MinHash, the cosine of their counts of words, and in how many
of 64 bits their simhashes differ. Identical files are one region, however short.

To a pipe or a file, text has columns separated by tabs: lines of a name and a
figure, then a line for each region: the word region, bytes, lines in A, lines
in B, bytes in A from the first to the one after the last, the same in B.

Both files are held in memory, 256 MiB each at most, and three to six times as
much for the search: a gigabyte for two files of 50 MB.`,
		example: `  alike compare draft.txt final.txt
  git show HEAD~20:main.c | alike compare - main.c
  alike compare --context 3 --lines all old.go new.go
  alike compare -f json --window 25 a.c b.c`,
		run: func(ctx context.Context, args []string) error { return a.runCompare(ctx, o, args) },
	})
	a.group(c, "Which regions", o.addFlags, o.out.addLimit)
	a.group(c, "Output", o.out.addFormat, o.passage.addFlags, o.addThreshold, o.out.addFailOnMatch)
	return c
}

func (o *compareOptions) addFlags(fs *pflag.FlagSet) {
	fs.Var(choiceValue{word: &o.view, among: []string{"raw"}}, "view", "how files are looked at: raw, byte for byte")
	fs.Var(numberValue{&o.window, fingerprint.MinWindow}, "window", "length of a window in `BYTES`, and of the shortest region")
}

// addThreshold adds what --fail-on-match goes by.
func (o *compareOptions) addThreshold(fs *pflag.FlagSet) {
	fs.Var(&o.min, "min", "the least `SHARE` of windows that --fail-on-match takes for a match, as 50% or 0.5")
	fs.Var(choiceValue{word: &o.by, among: []string{"smaller", "larger", "union"}}, "by",
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
	files, err := a.readBoth(ctx, args, rule)
	if err != nil {
		return err
	}
	c, err := a.compareFiles(ctx, files, o)
	if err != nil {
		return err
	}
	a.matched = o.out.failOnMatch && (c.identical || c.share(measures[o.by]).Defined() && c.share(measures[o.by]) >= fingerprint.Share(o.min))
	return a.printCompared(c, o)
}

// compared is what two files have in common.
type compared struct {
	files     [2]*wholeFile
	windows   fingerprint.Shares
	identical bool
	regions   []region // the longest first
	figures   figures
	view      string
	window    int
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
func (a *app) compareFiles(ctx context.Context, files [2]*wholeFile, o compareOptions) (*compared, error) {
	c := &compared{files: files, view: o.view, window: o.window,
		identical: bytes.Equal(files[0].data, files[1].data)}
	shown := a.screen.startBar((&progressCounter{}).gauge("comparing"))
	defer shown.finish()
	done := make(chan error, 1)
	go func() {
		c.windows = fingerprint.CompareWindows(files[0].data, files[1].data, o.window)
		c.findRegions()
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

// findRegions finds the regions under the view and leads them back to the bytes
// and lines of the files.
func (c *compared) findRegions() {
	viewed := [2]regions.Viewed{regions.Raw(c.files[0].data), regions.Raw(c.files[1].data)}
	found := regions.Find(viewed[0].Bytes, viewed[1].Bytes, c.window)
	if n := len(c.files[0].data); c.identical && n > 0 {
		found = []regions.Region{{A: 0, B: 0, Len: n}}
	}
	c.regions = make([]region, len(found))
	for i, r := range found {
		for side, at := range [2]int{r.A, r.B} {
			start, end := viewed[side].Origin(at, at+r.Len)
			lines := c.files[side].lines
			c.regions[i].sides[side] = extent{start, end, lines.At(start), lines.At(end - 1)}
		}
	}
}

// covered is the share of a file's bytes that lie in regions.
func (c *compared) covered(side int) fingerprint.Share {
	n := 0
	for _, r := range c.regions {
		n += r.sides[side].bytes()
	}
	return fingerprint.Ratio(float64(n), float64(len(c.files[side].data)))
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
