package flags

import (
	"path"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/terminal"
)

// Units makes folders the units that are compared.
type Units struct{ dir string }

// UnitsHelp is the paragraph of --help on --unit-dir.
const UnitsHelp = `With --unit-dir 1, each folder directly in DIR is compared as a whole, such as the
submissions of a course: it has the fingerprints of all its files, and its files are not
compared with each other. --unit-dir 2 takes the folders one deeper, a GLOB such as
'*/src' the outermost folders whose path below DIR it matches. A file outside them is a
unit of its own. Shares of units are estimates.`

// AddFlags adds --unit-dir.
func (o *Units) AddFlags(fs *pflag.FlagSet) {
	fs.StringVar(&o.dir, "unit-dir", "", "compare folders as wholes: `DEPTH` below DIR, or a glob\n1: each folder directly in DIR, with all that it contains.")
}

// Given reports whether --unit-dir is given.
func (o *Units) Given() bool { return o.dir != "" }

// Check reports a value that is neither a depth nor a glob.
func (o *Units) Check() error {
	n, err := strconv.Atoi(o.dir)
	_, badGlob := path.Match(o.dir, "")
	switch {
	case !o.Given(), err == nil && n > 0:
		return nil
	case err == nil, badGlob != nil:
		return advice.Usagef("--unit-dir %s: give a depth such as 1 or 2, or a glob such as '*/src'", terminal.Visible(o.dir))
	}
	return nil
}

// Of returns the function that maps a path below one of these trees to its unit, or nil
// without --unit-dir.
func (o *Units) Of(trees []string) func(file string) string {
	if !o.Given() {
		return nil
	}
	is := func(below []string) bool {
		ok, err := path.Match(o.dir, strings.Join(below, "/"))
		return ok && err == nil
	}
	if depth, err := strconv.Atoi(o.dir); err == nil {
		is = func(below []string) bool { return len(below) == depth }
	}
	return func(file string) string {
		tree, found := "", false // the outermost tree; "" is the root of the file system
		for _, t := range trees {
			if t = strings.TrimSuffix(t, "/"); strings.HasPrefix(file, t+"/") && (!found || len(t) < len(tree)) {
				tree, found = t, true
			}
		}
		names := strings.Split(strings.TrimPrefix(file, tree+"/"), "/")
		for n := 1; n < len(names); n++ {
			if is(names[:n]) {
				return tree + "/" + strings.Join(names[:n], "/")
			}
		}
		return file
	}
}
