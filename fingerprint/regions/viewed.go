package regions

import "sort"

// Viewed is a file as it is compared, with the way back to its bytes: what a
// view has folded, dropped or replaced is compared, and the bytes of the file are
// what regions are told in.
type Viewed struct {
	Bytes []byte // what is compared
	// Steps is the way back, ascending; nil if Bytes are those of the file, as
	// they are of the raw view.
	Steps []Step
}

// Step says that the bytes from At on, up to the next step or the end, stand for
// the bytes Start to End of the file. If these are as many, they do one by one;
// else all of them do together, as one letter does for an identifier, and a
// region that holds some of them takes in all that they stand for. What lies
// between the End of a step and the Start of the next is left out of the view.
type Step struct {
	At         int
	Start, End int
}

// Raw is the view that changes nothing.
func Raw(data []byte) Viewed { return Viewed{Bytes: data} }

// Origin returns which bytes of the file the bytes from ≤ i < to stand for; from
// must be less than to.
func (v Viewed) Origin(from, to int) (start, end int) {
	if v.Steps == nil {
		return from, to
	}
	first, last := v.step(from), v.step(to-1)
	if start = v.Steps[first].Start; v.oneByOne(first) {
		start += from - v.Steps[first].At
	}
	if end = v.Steps[last].End; v.oneByOne(last) {
		end = v.Steps[last].Start + to - v.Steps[last].At
	}
	return start, end
}

// step returns the number of the step that a byte belongs to.
func (v Viewed) step(at int) int {
	return sort.Search(len(v.Steps), func(i int) bool { return v.Steps[i].At > at }) - 1
}

// oneByOne reports whether the bytes of a step stand for as many of the file.
func (v Viewed) oneByOne(i int) bool {
	next := len(v.Bytes)
	if i+1 < len(v.Steps) {
		next = v.Steps[i+1].At
	}
	s := v.Steps[i]
	return next-s.At == s.End-s.Start
}
