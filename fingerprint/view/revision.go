package view

import "fmt"

// Revisions of the rules that make a view. A revision must be raised whenever any
// file may get a different view, even if only a keyword is added: fingerprints of the
// same file from two revisions do not match, and an index of an older revision must
// not be added to. A test compares the views of many texts with the recorded ones and
// reports when to raise a revision.
//
// The raw view has no revision. Characters defined by a later version of Unicode are
// normalised and folded from the Go release on that supports them; they are too rare
// to matter.
const (
	textRevision = 2
	codeRevision = 6 // words of files in no known language are folded by the text view, so both count
)

// Older reports whether rules, as Rules returned them, are those of an earlier revision. "" is
// older than the first.
func (k Kind) Older(rules string) bool {
	var was [2]int
	_, _ = fmt.Sscanf(rules, "text %d, code %d", &was[0], &was[1])
	switch k {
	case FoldText:
		return was[0] < textRevision
	case FoldCode:
		return was[0] <= textRevision && was[1] <= codeRevision && was != [2]int{textRevision, codeRevision}
	}
	return false
}

// Rules returns the revisions of the rules that make the view, such as "text 1, code
// 1", or "" for the raw view. Fingerprints are comparable only if their rules are
// equal.
func (k Kind) Rules() string {
	switch k {
	case FoldText:
		return fmt.Sprintf("text %d", textRevision)
	case FoldCode:
		return fmt.Sprintf("text %d, code %d", textRevision, codeRevision)
	default:
		return ""
	}
}
