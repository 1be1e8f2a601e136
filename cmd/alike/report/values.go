package report

import (
	"alike/db/search"
	"alike/fingerprint"
)

// result is what a verb prints. Each kind of result declares its values once, in its own
// file. JSON, CSV, -0, the properties of SARIF and the file that sorts results on disk
// follow from that, and so does text, unless the kind has a form for people: see lined and
// laidOut.
type result interface {
	// values names the values of a result in the order of output.
	values(s *setting, v values)
}

// lined is a result with lines of its own in text for files and pipes.
type lined interface{ lines(c *columns) }

// laidOut is a result with a layout of its own in text for a terminal.
type laidOut interface{ layOut(t *table) }

// completed is a result that lacks what is only needed of those that are printed.
type completed interface{ complete(s *setting) error }

// values takes the named values of results. Methods with a result return the value, or the one
// that was stored, if results are read back from disk.
type values interface {
	// begin starts an object of a type, or a row.
	begin(kind string)
	// rows reports whether a result is rows with a file each, instead of an object.
	rows() bool
	// known says whether the next values are known; if not, each is null, or an empty cell.
	known(known bool)
	// open starts a part of an object: names until close are below its name. In rows they
	// follow it and an underscore.
	open(name string)
	close()

	text(name, text string)
	path(name, path string)                      // or its base 64, see escaped
	file(name string, f *search.File)            // of the answer
	asked(name string, f *search.File)           // of the question
	int(name string, n int64) int64              // a number, or bytes
	flag(name string, flag bool) bool            // true or false
	share(name string, share *fingerprint.Share) // of six decimals, or undefined

	// list starts a list of n objects, and returns their number; rows have no lists.
	list(name string, n int) int
	// element starts element i of n, or ends the list if i is n.
	element(i, n int) bool
}

// count names a number.
func count[N ~int | ~int64](v values, name string, n *N) { *n = N(v.int(name, int64(*n))) }

// list names the elements of a list and returns them.
func list[T any](v values, name string, all []T, each func(*T)) []T {
	n := v.list(name, len(all))
	for i := 0; v.element(i, n); i++ {
		if i == len(all) {
			all = append(all, *new(T))
		}
		each(&all[i])
	}
	return all
}

// unprinted ignores values.
type unprinted struct{}

func (unprinted) begin(string)                     {}
func (unprinted) rows() bool                       { return true }
func (unprinted) known(bool)                       {}
func (unprinted) open(string)                      {}
func (unprinted) close()                           {}
func (unprinted) text(string, string)              {}
func (unprinted) path(string, string)              {}
func (unprinted) file(string, *search.File)        {}
func (unprinted) asked(string, *search.File)       {}
func (unprinted) int(_ string, n int64) int64      { return n }
func (unprinted) flag(_ string, flag bool) bool    { return flag }
func (unprinted) share(string, *fingerprint.Share) {}
func (unprinted) list(string, int) int             { return 0 }
func (unprinted) element(int, int) bool            { return false }
