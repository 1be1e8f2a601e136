package search

import (
	"context"

	"alike/db"
	"alike/fingerprint"
)

// File is a file in an answer: the smallest path of a content, where the
// answer is about contents.
type File struct {
	Path         string
	Size         int64
	Level        int
	Fingerprints int // distinct, at its own level
	Copies       int // further files with the same bytes
}

// Pair is two similar files. A is the bytewise smaller path.
type Pair struct {
	A, B        File
	Shared      int // fingerprints at the common level
	AInB, BInA  fingerprint.Share
	Resemblance fingerprint.Share
	Distinctive fingerprint.Share
	Identical   bool // the same bytes
	Exact       bool // shares counted on the files themselves
}

// Match is an indexed content that shares fingerprints with what was asked.
type Match struct {
	File        File
	Shared      int
	QueryInFile fingerprint.Share
	FileInQuery fingerprint.Share
	Resemblance fingerprint.Share
	Distinctive fingerprint.Share
	Identical   bool
	Exact       bool // shares counted on the files themselves
}

// DuplicateSet is a set of byte-identical files, in bytewise order of path.
type DuplicateSet struct {
	Size     int64
	Checksum db.Checksum
	Files    []File

	id   db.ContentID
	came []db.ScanID // of Files, where that matters: the scans that brought them
}

// Measure is the share that a threshold and an order use.
type Measure int

// The measures, see design of shares in package fingerprint.
const (
	Smaller     Measure = iota // max of the two containments
	Larger                     // min of the two containments
	Union                      // resemblance
	Distinctive                // max of the containments, fingerprints weighted by ln(1+N/df)
)

// PairQuery says which pairs are asked for.
type PairQuery struct {
	// Min is the threshold on the share that By names, 0 to 1.
	Min float64
	// MinShared is the least number of shared fingerprints; 3 is sensible.
	MinShared int
	By        Measure
	// Trees restricts the answer to files in these trees; nil asks for all.
	Trees []string
	// SizeWithin leaves out pairs whose sizes differ by more than this part of
	// the larger one; 0 asks for no such limit.
	SizeWithin float64
	// Against asks for pairs of one file in Trees and one in these; Pair.A is the
	// former. Where trees lie in each other, a file belongs to the innermost.
	Against []string
	// New asks only for what came after a scan: pairs of which one content did, and
	// pairs of files with the same bytes of which one did. Not together with Against.
	New   bool
	After db.ScanID
	// Except is a path that is not reported, for a query about an indexed file.
	Except string
	// Base, if not nil, is what counts for no content. Exact must leave it out as well.
	Base    *Base
	Threads int // 0: as many as there are processors
	// Exact, if not nil, counts on the files themselves what two of them share: a
	// pair is reported with these figures, and only if they pass Min. Candidates
	// are the pairs whose estimate falls short of Min by no more than Deviations
	// standard deviations. ok is false for a pair that cannot be counted, which is
	// then not reported. It is called from several goroutines.
	Exact      func(ctx context.Context, a, b File) (s fingerprint.Shares, ok bool, err error)
	Deviations float64
	// Progress, if not nil, is told now and then how much of the work is done.
	Progress func(done, total int64)

	// In tests: many stands for manyCandidates, and new contents are not looked up one
	// by one.
	many       int
	compareAll bool
}

// Change is a file that is not what it was after some scan.
type Change struct {
	Kind ChangeKind
	File File
}

// ChangeKind is what happened to a file.
type ChangeKind int

// The kinds of changes, in the order in which they are reported.
const (
	FileNew ChangeKind = iota
	FileChanged
	FileGone
)

// Group is a file and those that are similar to it. No file is in two groups; one
// whose likes are all members of other groups is in none.
type Group struct {
	Representative File
	Members        []Member // the most similar first, then by path
}

// Member is a file of a group and how it relates to the representative. Files
// with the same bytes are one member: File.Copies counts the others.
type Member struct {
	File
	Shared           int               // fingerprints at the common level
	InRepresentative fingerprint.Share // how much of the member is in the representative
	Representative   fingerprint.Share // how much of the representative is in the member
	Resemblance      fingerprint.Share
	Distinctive      fingerprint.Share
	Exact            bool
}

// By returns the share that a measure names.
func (m *Member) By(measure Measure) fingerprint.Share {
	return measure.of(m.InRepresentative, m.Representative, m.Resemblance, m.Distinctive)
}

// PairStats counts what an answer was made of.
type PairStats struct {
	Contents int64 // that were compared
	TooFew   int64 // of these, with fewer than MinShared fingerprints: matched only as identical
	Compared int64 // candidate pairs that were scored
	Pairs    int64 // emitted, identical ones included
	Given    int64 // contents that are in the base as a whole: matched not at all
	Taken    int64 // fingerprints of the contents that the base has, and that did not count
}
