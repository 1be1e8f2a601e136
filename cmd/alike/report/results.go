package report

import (
	"math"

	"alike/db"
	"alike/db/hamming"
	"alike/db/search"
	"alike/fingerprint"
	"alike/scan/compare"
)

// Fingerprints are the fingerprints of a file, in order of offset.
type Fingerprints struct {
	Path     string
	Selected []fingerprint.Selected
}

// Simhash is the simhash of a file.
type Simhash struct {
	Path string
	Hash hamming.Document
}

// Forgotten is a path dropped from the index, with all files at or below it.
type Forgotten struct {
	Path  string
	Files int64
}

// ForgottenRecord is an id dropped from the index, with all its records.
type ForgottenRecord struct {
	ID      string
	Records int64
}

// problem is an inconsistency that a check found.
type problem string

// version is the version of the program.
type version struct {
	Type        string `json:"type"`
	Version     string `json:"version"`
	Revision    string `json:"revision,omitempty"`
	Modified    bool   `json:"modified"`
	Go          string `json:"go"`
	Platform    string `json:"platform"`
	IndexFormat int    `json:"index_format"`
	Kernel      string `json:"kernel"`
}

// NewPair is a pair with a file that is new or has changed.
type NewPair struct{ search.Pair }

// ChangeKinds are the kinds of changes in the order of output.
var ChangeKinds = []string{"pair", "new", "changed", "gone", "root"}

// FileChange returns the kind of change of a file.
func FileChange(c search.Change) string {
	return map[search.ChangeKind]string{search.FileNew: "new", search.FileChanged: "changed", search.FileGone: "gone"}[c.Kind]
}

// Matches are the indexed files that resemble a file.
type Matches struct {
	Query   search.File
	Found   []search.Match     // the best first
	Omitted int64              // beyond --limit, which applies to each query
	RestsOn [][]compare.Region // with --why: of each match, the rarest regions; Sides[0] is Query
}

// restsOn returns the rarest regions of a match, with --why.
func (m *Matches) restsOn(match int) []compare.Region {
	if m.RestsOn == nil {
		return nil
	}
	return m.RestsOn[match]
}

// Group is a representative and the files that resemble it.
type Group struct {
	search.Group
	// Common is the number of bytes that the other files share with the
	// representative: all bytes of identical files, an estimate for members.
	Common int64
}

// NewGroup returns a group with its bytes in common.
func NewGroup(found search.Group) Group {
	g := Group{found, found.Representative.Size * int64(found.Representative.Copies)}
	for _, m := range g.Members {
		if share := m.InRepresentative.Rounded(); share.Defined() {
			g.Common += int64(math.Round(float64(share)*float64(m.Size))) * int64(1+m.Copies)
		}
	}
	return g
}

// files counts the files of the group, including identical copies.
func (g *Group) files() int64 {
	n := int64(1 + g.Representative.Copies)
	for _, m := range g.Members {
		n += int64(1 + m.Copies)
	}
	return n
}

// eachPath calls use with the path of each file of the group.
func (g Group) eachPath(use func(path string)) {
	use(g.Representative.Path)
	for _, m := range g.Members {
		use(m.Path)
	}
}

// Near is a pair of documents with simhashes that differ in few bits, or with many words
// in common.
type Near struct {
	A, B         search.File
	IDA, IDB     db.ContentID
	SameA, SameB int               // further documents with the simhash of A or of B, all represented by this pair
	Distance     int               // bits that differ, of 64
	Jaccard      fingerprint.Share // words that both have, of those of either; with About.Jaccard
	Short        bool              // compared by the whole text
	Identical    bool              // the bytes are the same
	Score        search.Score
}

// Swap exchanges A and B.
func (n *Near) Swap() {
	n.A, n.B, n.IDA, n.IDB, n.SameA, n.SameB = n.B, n.A, n.IDB, n.IDA, n.SameB, n.SameA
	n.Score.AInB, n.Score.BInA = n.Score.BInA, n.Score.AInB
}

// Neighbours are the indexed documents near a file.
type Neighbours struct {
	Path    string // of the file
	Size    int64
	Hash    hamming.Document
	Found   []Near // the nearest first; A is the file
	Omitted int64  // beyond --limit, which applies to each file
}

// compared is a comparison of two files and the regions to print.
type compared struct {
	*compare.Comparison
	shown []compare.Region // a format may shorten it
	match bool             // for --fail-on-match
}

// eachPath calls use with a file under each of its paths that --all-paths asks for, the
// shown one first.
func eachPath(f search.File, use func(search.File)) {
	use(f)
	if f.Aliases == nil {
		return
	}
	for _, path := range f.Aliases.Paths {
		if path != f.Path {
			other := f
			other.Path = path
			use(other)
		}
	}
}

// eachCopy calls use with a pair, then with a and each other path of b, then with each
// other path of a and b: never with each path and each.
func eachCopy(p search.Pair, use func(search.Pair)) {
	if p.A.Aliases == nil && p.B.Aliases == nil {
		use(p)
		return
	}
	eachPath(p.B, func(b search.File) {
		other := p
		other.B = b
		use(other)
	})
	eachPath(p.A, func(a search.File) {
		if a.Path != p.A.Path {
			other := p
			other.A = a
			use(other)
		}
	})
}
