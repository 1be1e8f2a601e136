package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/terminal"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan"
)

// baseFlags name what everybody was given.
type baseFlags struct{ dirs []string }

func (o *baseFlags) addFlags(fs *pflag.FlagSet) {
	fs.StringArrayVar(&o.dirs, "base", nil, "what stands in `DIR` too, a folder or a file, such as a template or a licence, counts for no file; may be repeated")
}

// baseHelp is the paragraph on --base of the verbs that search the index.
const baseHelp = `With --base DIR what also stands in DIR, in whatever place, counts for no file:
templates, licence texts, what was handed out to everybody. All figures are as if
it stood in no file, fingerprints and --min-shared included, and a file all of which
is there is left out, with its identical copies. DIR is read each time, by the same
rules as the trees, but with what programs and others wrote, and is not put into the
index; it may lie in one of the trees.`

// paths returns the folders and files of the base, each of which is there. Of a tree
// that lies in one of them nothing would be left to compare.
func (o *baseFlags) paths(sides ...[]string) (dirs []string, err error) {
	for _, name := range o.dirs {
		dir, err := absolute(name)
		if err != nil {
			return nil, err
		}
		if err := checkBase(dir); err != nil {
			return nil, err
		}
		for _, tree := range slices.Concat(sides...) {
			if tree, err = absolute(tree); err != nil {
				return nil, err
			}
			if tree == dir || strings.HasPrefix(tree, strings.TrimSuffix(dir, "/")+"/") {
				return nil, advice.Usagef("%s lies in --base %s, so that nothing of it would count: name in --base only what was handed out", terminal.Visible(tree), terminal.Visible(dir))
			}
		}
		dirs = append(dirs, dir)
	}
	return dirs, nil
}

// checkBase says why a base cannot be read, if it cannot.
func checkBase(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return advice.With(fmt.Errorf("reading the base %s: there is no such file or folder", dir),
			"nothing was compared; --base names what was handed out, a folder or a file")
	case err != nil:
		return advice.With(fmt.Errorf("reading the base %s: %w", dir, withoutPath(err)),
			"nothing was compared; name a folder or a file that can be read")
	case !info.IsDir() && !info.Mode().IsRegular():
		return advice.With(fmt.Errorf("reading the base %s: it is neither a folder nor a regular file", dir),
			"nothing was compared; save what comes out of a pipe to a file, and name that")
	}
	return nil
}

// readBase reads a base, with a progress bar, and tells how that went. One in which
// there is nothing is taken for a mistake.
func readBase(ctx context.Context, a *app, dirs []string, o scan.BaseOptions) (*scan.Base, error) {
	warnings := &warnings{screen: a.screen}
	progress := &scan.Progress{}
	o.Warn, o.Progress = warnings.add, progress
	begun := time.Now()
	shown := a.screen.StartBar(scanGauge(progress))
	base, err := scan.ReadBase(ctx, dirs, o)
	shown.Finish()
	warnings.end()
	if errors.Is(err, scan.ErrBaseTooLarge) {
		return nil, advice.With(fmt.Errorf("reading the base: it has more than %s windows of %d bytes, and each takes 8 bytes of memory", terminal.Comma(int64(o.MaxWindows)), o.Rule.Window),
			"name less with --base; pairs and groups take more --memory, and need none for it without --exact")
	}
	if err != nil {
		return nil, fmt.Errorf("reading the base: %w", err)
	}
	a.failed += base.Failed
	if len(base.Empty) > 0 {
		return nil, advice.With(fmt.Errorf("the base %s has no file that was read", base.Empty[0]),
			"name another folder with --base; --hidden, --no-ignore and the like take in what is left out of it")
	}
	a.screen.Note("base: %s (%s) in %s, %s", terminal.Amount(base.Files, "file", "files"), terminal.Size(base.Bytes),
		terminal.Seconds(time.Since(begun)), terminal.Amount(int64(len(base.Fingerprints)), "fingerprint", "fingerprints"))
	return base, nil
}

// readIndexBase reads the base of a question to the index, and for --exact its
// windows as well, which may take up as much memory as the sets of files do, or for
// passages, as compare does; nil if none was named.
func readIndexBase(ctx context.Context, a *app, dirs []string, e *exactness, passages bool, o scan.Options) (*scan.Base, error) {
	if len(dirs) == 0 {
		return nil, nil
	}
	b := scan.BaseOptions{Options: o}
	if passages {
		b.Windows, b.MaxWindows = true, mostBaseWindows
	}
	if e != nil {
		const hashBytes = 8
		b.Windows, b.MaxWindows = true, int(e.memory/hashBytes)
	}
	base, err := readBase(ctx, a, dirs, b)
	if e != nil && base != nil {
		e.base = base.Windows
	}
	return base, err
}

// mostBaseWindows is how many windows a base of compare may have: 512 MB.
const mostBaseWindows = 64 << 20

// readComparedBase reads the base of two files that are compared; nil if none was
// named.
func readComparedBase(ctx context.Context, a *app, dirs []string, rule fingerprint.Rule) (*scan.Base, error) {
	if len(dirs) == 0 {
		return nil, nil
	}
	return readBase(ctx, a, dirs, scan.BaseOptions{
		Options: scan.Options{Rule: rule, View: view.Kind(a.common.view)},
		Windows: true, MaxWindows: mostBaseWindows,
	})
}

// baseJSON is what a base was, and what it took from the files compared.
type baseJSON struct {
	Files        int64  `json:"base_files"`
	Fingerprints int64  `json:"base_fingerprints"`
	Taken        *int64 `json:"base_taken,omitempty"`    // fingerprints of the contents that did not count
	Contents     *int64 `json:"base_contents,omitempty"` // contents all of which is in the base
}

// noteBase tells what the base took away, if there is one.
func noteBase(s *terminal.Screen, b *baseJSON) {
	if b == nil {
		return
	}
	line := terminal.Amount(*b.Taken, "fingerprint", "fingerprints") + " did not count, being in the base"
	if *b.Contents > 0 {
		line += "; " + terminal.Amount(*b.Contents, "content is", "contents are") + " in it as a whole"
	}
	s.Note("%s", line)
}
