package flags

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/input"
	"alike/cmd/alike/terminal"
)

// Base name what everybody was given.
type Base struct{ Dirs []string }

func (o *Base) AddFlags(fs *pflag.FlagSet) {
	fs.StringArrayVar(&o.Dirs, "base", nil, "what stands in `DIR` too, a folder or a file, such as a template or a licence, counts for no file; may be repeated")
}

// BaseHelp is the paragraph on --base of the verbs that search the index.
const BaseHelp = `With --base DIR what also stands in DIR, in whatever place, counts for no file:
templates, licence texts, what was handed out to everybody. All figures are as if
it stood in no file, fingerprints and --min-shared included, and a file all of which
is there is left out, with its identical copies. DIR is read each time, by the same
rules as the trees, but with what programs and others wrote, and is not put into the
index; it may lie in one of the trees.`

// Paths returns the folders and files of the base, each of which is there. Of a tree
// that lies in one of them nothing would be left to compare.
func (o *Base) Paths(sides ...[]string) (dirs []string, err error) {
	for _, name := range o.Dirs {
		dir, err := input.Absolute(name)
		if err != nil {
			return nil, err
		}
		if err := checkBase(dir); err != nil {
			return nil, err
		}
		for _, tree := range slices.Concat(sides...) {
			if tree, err = input.Absolute(tree); err != nil {
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
		return advice.With(fmt.Errorf("reading the base %s: %w", dir, input.WithoutPath(err)),
			"nothing was compared; name a folder or a file that can be read")
	case !info.IsDir() && !info.Mode().IsRegular():
		return advice.With(fmt.Errorf("reading the base %s: it is neither a folder nor a regular file", dir),
			"nothing was compared; save what comes out of a pipe to a file, and name that")
	}
	return nil
}
