package flags

import (
	"context"
	"errors"
	"path"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/terminal"
	"alike/db"
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
submissions of a course; --unit-dir 2 takes the folders one deeper, a GLOB such as
'*/src' the outermost folders whose path below DIR it matches. With --isolate, files are
compared, but not with files of the same unit.`

// AddFlags adds --unit-dir and --isolate.
func (o *Units) AddFlags(fs *pflag.FlagSet) {
	fs.StringVar(&o.dir, "unit-dir", "", "compare folders as wholes: `DEPTH` below DIR, or a glob")
	o.given = fs.Lookup("unit-dir")
	fs.BoolVar(&o.isolate, "isolate", false, "compare files, but none with those of its own unit")
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
	n, err := strconv.Atoi(o.dir)
	if err == nil && n > 0 {
		return nil
	}
	number := err == nil || strings.Trim(o.dir, "0123456789 .,+-") == "" && strings.ContainsAny(o.dir, "0123456789")
	if _, bad := path.Match(o.dir, ""); number || bad != nil || o.dir == "" {
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

// errFound ends a walk of the index.
var errFound = errors.New("found")

// Find reports a --unit-dir by which none of the files of a query is in a unit. It reads the
// index up to the first one that is.
func (o *Units) Find(ctx context.Context, ix *db.Index, q *search.PairQuery) error {
	if !o.is() {
		return nil
	}
	files := false
	err := ix.EachFile(ctx, func(f db.FilePath, e *db.DirEntry) error {
		file := f.String()
		if !db.InTrees(file, q.Trees) && (len(q.Against) == 0 || !db.InTrees(file, q.Against)) ||
			q.Admit != nil && !q.Admit(file) || !q.AdmitSize(e.Size) {
			return nil
		}
		files = true
		if q.Unit(file) != file {
			return errFound
		}
		return nil
	})
	switch n, number := strconv.Atoi(o.dir); {
	case errors.Is(err, errFound):
		return nil
	case err != nil || !files:
		return err
	case number == nil:
		return advice.Usagef("--unit-dir %d: no folder at depth %d below DIR has files that count", n, n)
	}
	return advice.Usagef("--unit-dir %s: no folder with files that count matches it; it is compared with the path below DIR, such as '*/src'", terminal.Visible(o.dir))
}

// Note says that --isolate alone found no folder, if so.
func (o *Units) Note(s *terminal.Screen) {
	if o.isolate && !o.is() && o.asked && !o.found {
		s.Note("no folder directly in DIR has files: each file is a unit of its own")
	}
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
