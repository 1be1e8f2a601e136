package flags

import (
	"path"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/terminal"
	"alike/db/search"
)

// Units makes folders units, which are compared as wholes or keep their files apart.
type Units struct {
	dir     string
	given   *pflag.Flag // --unit-dir
	isolate bool

	found, asked bool // by the function of query: a folder is a unit, and any file is there
}

// UnitsHelp is the paragraph of --help on --unit-dir.
const UnitsHelp = `With --unit-dir 1, each folder directly in DIR is compared as a whole, such as the
submissions of a course: it has the fingerprints of all its files, and its files are not
compared with each other. --unit-dir 2 takes the folders one deeper, a GLOB such as
'*/src' the outermost folders whose path below DIR it matches. A file outside them is a
unit of its own. Files that --min-size, --max-size, --only and --not leave out count in no
unit.

` + IsolateHelp

// IsolateHelp is the paragraph of --help on --isolate.
const IsolateHelp = `With --isolate, files are compared, but not with files of the same unit: what the folders
in DIR have of each other. --unit-dir says what the units are; without, 1.`

// AddFlags adds --unit-dir and --isolate.
func (o *Units) AddFlags(fs *pflag.FlagSet) {
	fs.StringVar(&o.dir, "unit-dir", "", "compare folders as wholes: `DEPTH` below DIR, or a glob\n1: each folder directly in DIR, with all that it contains.")
	o.given = fs.Lookup("unit-dir")
	fs.BoolVar(&o.isolate, "isolate", false, "compare files, but none with those of its own unit\nThe units are those of --unit-dir, by default 1.")
}

// Wholes reports whether units are compared with each other.
func (o *Units) Wholes() bool { return o.is() && !o.isolate }

// Isolated reports whether the files of different units are compared with each other.
func (o *Units) Isolated() bool { return o.isolate }

func (o *Units) is() bool { return o.given != nil && o.given.Changed }

// Check reports a value that is neither a depth nor a glob, or that matches no folder.
func (o *Units) Check() error {
	if !o.is() {
		return nil
	}
	if n, err := strconv.Atoi(o.dir); err == nil && n > 0 {
		return nil
	} else if _, bad := path.Match(o.dir, ""); err == nil || bad != nil || o.dir == "" {
		return advice.Usagef("--unit-dir %q: give a depth such as 1 or 2, or a glob such as '*/src'", terminal.Visible(o.dir))
	}
	meant := strings.Trim(path.Clean("/"+o.dir), "/")
	switch {
	case strings.Contains("/"+o.dir+"/", "/**/"):
		return advice.Usagef("--unit-dir %s: one * is the name of one folder, so give a depth such as 2, or a glob such as '*/src'", terminal.Visible(o.dir))
	case strings.Contains("/"+o.dir+"/", "/../") || meant == "":
		return advice.Usagef("--unit-dir %s: units are folders below DIR, so give a depth such as 1, or a glob such as '*/src'", terminal.Visible(o.dir))
	case meant != o.dir:
		return advice.Usagef("--unit-dir %s matches no path below DIR: give %s", terminal.Visible(o.dir), terminal.Visible(meant))
	}
	return nil
}

// Words says what the units are, or nothing without units.
func (o *Units) Words() string {
	if !o.is() && !o.isolate {
		return ""
	}
	units := "the outermost folders that match " + o.depth()
	if n, err := strconv.Atoi(o.depth()); err == nil {
		units = "the folders at depth " + strconv.Itoa(n)
	}
	if o.isolate {
		return "no file with another of the same unit; units are " + units
	}
	return "units are " + units
}

// Apply makes a query one about the units below these trees, of the files that a filter admits.
func (o *Units) Apply(q *search.PairQuery, trees []string, sizes *Filter) {
	q.Unit, q.Isolate, q.AdmitSize = o.of(trees), o.isolate, sizes.Admits
}

// Note says that no folder was a unit, if so.
func (o *Units) Note(s *terminal.Screen) {
	if !o.asked || o.found {
		return
	}
	if n, err := strconv.Atoi(o.depth()); err == nil {
		s.Note("no folder at depth %d below DIR has files: each file is a unit of its own", n)
		return
	}
	s.Note("no folder with files matches --unit-dir %s below DIR: each file is a unit of its own", terminal.Visible(o.dir))
}

// depth returns the depth or the glob.
func (o *Units) depth() string {
	if o.isolate && !o.is() {
		return "1"
	}
	return o.dir
}

// of returns the function that maps a path below one of these trees to its unit, or nil
// without units.
func (o *Units) of(trees []string) func(file string) string {
	if !o.is() && !o.isolate {
		return nil
	}
	glob := o.depth()
	is := func(below []string) bool {
		ok, err := path.Match(glob, strings.Join(below, "/"))
		return ok && err == nil
	}
	if depth, err := strconv.Atoi(glob); err == nil {
		is = func(below []string) bool { return len(below) == depth }
	}
	return func(file string) string {
		o.asked = true
		tree, found := "", false // the outermost tree; "" is the root of the file system
		for _, t := range trees {
			if t = strings.TrimSuffix(t, "/"); strings.HasPrefix(file, t+"/") && (!found || len(t) < len(tree)) {
				tree, found = t, true
			}
		}
		names := strings.Split(strings.TrimPrefix(file, tree+"/"), "/")
		for n := 1; n < len(names); n++ {
			if is(names[:n]) {
				o.found = true
				return tree + "/" + strings.Join(names[:n], "/")
			}
		}
		return file
	}
}
