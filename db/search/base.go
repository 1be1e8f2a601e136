package search

import (
	"slices"

	"alike/db"
	"alike/fingerprint"
)

// Base is material that all contents may have in common, such as a template or the text
// of a licence. All figures are computed as if no content had its fingerprints, like the
// base files of MOSS (Schleimer, Wilkerson and Aiken, Winnowing: Local Algorithms for Document
// Fingerprinting, 2003, section 5).
type Base struct {
	// Fingerprints are left out of every content. They include all candidates of the
	// base, see fingerprint.Candidates, but no small windows: with a base, small files are
	// compared by the windows of all files.
	Fingerprints fingerprint.Set
	// Contents are the files of the base. A content is in no answer if it is one of them
	// or if all its fingerprints are in the base. It is not reported as identical either,
	// or a handed-out file would appear once for each copy.
	Contents map[db.ContentKey]bool
}

// Without returns a set without the fingerprints of the base; set itself does not change.
// A nil base has none.
func (b *Base) Without(set fingerprint.Set) fingerprint.Set {
	if b == nil {
		return set
	}
	return slices.Clone(set).Without(b.Fingerprints)
}

// covers reports whether the base contains a whole content, and returns the part of its
// set that is not in the base.
func (b *Base) covers(c db.Content, set fingerprint.Set) (left fingerprint.Set, covered bool) {
	if b == nil {
		return set, false
	}
	left = b.Without(set)
	return left, b.Contents[c.Key()] || len(set) > 0 && len(left) == 0
}
