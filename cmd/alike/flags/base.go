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

// Base names content to ignore in every file, such as a template.
type Base struct{ Dirs []string }

// AddFlags adds --base.
func (o *Base) AddFlags(fs *pflag.FlagSet) {
	fs.StringArrayVar(&o.Dirs, "base", nil, "ignore content that `DIR` has too, such as a template\nDIR is a folder or a file. May be repeated.")
}

// BaseHelp is the paragraph of --help on --base.
const BaseHelp = `With --base DIR, content that also occurs anywhere in DIR is ignored: templates, licence
texts, handouts. DIR is read on every run and is not added to the index.`

// Paths returns the absolute paths of the base and checks that it can be read. A side
// inside the base is an error, since nothing of it would be left to compare.
func (o *Base) Paths(sides ...[]string) (dirs []string, err error) {
	for _, name := range o.Dirs {
		if path, ok := input.OnHost(name); ok {
			return nil, advice.With(fmt.Errorf("the base %s is on another host", path),
				"nothing was compared; copy it to this host, and name the copy with --base")
		}
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
				return nil, advice.Usagef("%s is inside --base %s, so nothing in it would count: name only a template or the like with --base", terminal.Visible(tree), terminal.Visible(dir))
			}
		}
		dirs = append(dirs, dir)
	}
	return dirs, nil
}

// checkBase reports why a folder or file cannot be a base.
func checkBase(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return advice.With(fmt.Errorf("reading the base %s: no such file or folder", dir),
			"nothing was compared; name a folder or a file with --base")
	case err != nil:
		return advice.With(fmt.Errorf("reading the base %s: %w", dir, input.WithoutPath(err)),
			"nothing was compared; name a folder or a file that can be read")
	case !info.IsDir() && !info.Mode().IsRegular():
		return advice.With(fmt.Errorf("reading the base %s: it is neither a folder nor a regular file", dir),
			"nothing was compared; save the output of a pipe to a file and name that")
	}
	return nil
}
