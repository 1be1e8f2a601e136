package view

import "fmt"

// Revisions of the rules that make a view. One is raised whenever a file may get
// another view than before, be it by a keyword: fingerprints of the same file made by
// both do not match, and an index of views of the older one must not be added to. A
// test compares the views of many texts with those of the revision, and tells when to
// raise it.
//
// The raw view has none. Characters that a later version of Unicode defines are
// normalised and folded from the version of Go on that knows them; nobody has files
// full of them.
const (
	TextRevision = 1
	CodeRevision = 1 // files in no language are seen as text: both count
)

// Rules names the revisions of the rules that make a view, "" for the raw one.
// Fingerprints of the same file are the same only where these are.
func (k Kind) Rules() string {
	switch k {
	case FoldText:
		return fmt.Sprintf("text %d", TextRevision)
	case FoldCode:
		return fmt.Sprintf("text %d, code %d", TextRevision, CodeRevision)
	default:
		return ""
	}
}
