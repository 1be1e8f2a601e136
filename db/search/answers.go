package search

import (
	"context"
	"sync/atomic"

	"alike/db"
	"alike/fingerprint"
)

// File is a file in an answer. If the answer is about contents, Path is the bytewise
// smallest path of the content.
type File struct {
	Path         string
	Size         int64 // bytes
	Level        int   // of detail, see fingerprint.Rule
	Fingerprints int   // distinct, at its own level
	Copies       int   // other files with the same bytes
	Files        int   // of a unit, without those entirely in PairQuery.Base, as in Size; 0 for a file
	// Generated marks a content that only files set aside have: they claim to be generated.
	Generated bool
	// Aliases says more of the path; usually nil.
	Aliases *Aliases
}

// Missing reports whether no path of the file or content exists, as far as Living or
// DuplicateSet.Look found.
func (f *File) Missing() bool { return f.Aliases != nil && f.Aliases.Missing }

// Aliases are paths besides File.Path, in bytewise order.
type Aliases struct {
	Missing bool // File.Path does not exist, and neither do the others
	// Links are the paths of the same file: hard links, and the same path through another
	// mount or root.
	Links []string
	// Paths are all paths of the content, File.Path included; only from a Living.
	Paths []string
}

// Pair is two similar files. A has the bytewise smaller path or, with PairQuery.Against,
// is the file in Trees.
type Pair struct {
	A, B        File
	Shared      int // fingerprints at the common level
	AInB, BInA  fingerprint.Share
	Resemblance fingerprint.Share
	Distinctive fingerprint.Share
	Identical   bool // the same bytes
	Exact       bool // shares were counted in the files, not estimated
}

// Match is an indexed content that shares fingerprints with the set of a Query.
type Match struct {
	File        File
	Shared      int // fingerprints at the common level
	QueryInFile fingerprint.Share
	FileInQuery fingerprint.Share
	Resemblance fingerprint.Share
	Distinctive fingerprint.Share
	Identical   bool // the same bytes
	Exact       bool // shares were counted in the files, not estimated
}

// DuplicateSet is a set of byte-identical files, in bytewise order of path.
type DuplicateSet struct {
	Size     int64
	Checksum db.Checksum
	Files    []File
	// Kept is how many files at the beginning a rule keeps; 0 means one.
	Kept int
	// Reflinked is how many files share their blocks with an earlier one, as far as
	// FindReflinks was asked.
	Reflinked int

	id     db.ContentID
	copies []copyOf          // by file
	blocks map[string]string // by path, if some are Reflinked
	// Of Files, links are those that are links of an earlier one, and missing those at the
	// end that do not exist.
	links, missing int
	hosts          int // that have the files; 0 if none is on another host
}

// Savings returns how many bytes keeping only one of the files would free, or one on each
// host that has some.
func (d *DuplicateSet) Savings() int64 {
	return d.Size * int64(max(len(d.Files)-d.missing-d.links-d.Reflinked-max(d.hosts, 1), 0))
}

// Hosts returns how many hosts have the files, or 0 if none is on another host.
func (d *DuplicateSet) Hosts() int { return d.hosts }

// DuplicateQuery selects sets of identical files.
type DuplicateQuery struct {
	Trees []string // only files in these trees; nil means all
	// Admit, if not nil, restricts the answer to the paths for which it returns true.
	Admit func(path string) bool
	// Hardlinks counts each path as a file. Otherwise paths with the same device and inode
	// are one file.
	Hardlinks bool
	// Base, if not nil, leaves out the sets of files that are entirely in it.
	Base *Base
}

// Measure names the share that a threshold and an order use.
type Measure int

// The measures; see fingerprint.Shares. Distinctive is the larger of the two containments, or
// their mean under the code view, with each fingerprint weighted by 1/√k. k is the number of
// other live contents of the question that have it, and at least 1. A content weighs at least as
// much as three windows that no other content has (twelve of 12 bytes, two of 12 tokens).
//
// By Distinctive, a pair passes a threshold in one more way, except under the code view and if
// both contents are small: Smaller reaches the threshold, and the distinctive share 60 % of it.
// What few files have is not much less distinctive than what two have.
const (
	Smaller     Measure = iota // the larger of the two containments
	Larger                     // the smaller of the two containments
	Union                      // resemblance
	Distinctive                // weighted containment
)

// By returns the share that a measure names.
func (m *Match) By(measure Measure) fingerprint.Share {
	return measure.of(m.QueryInFile, m.FileInQuery, m.Resemblance, m.Distinctive)
}

// By returns the share of the pair that a measure names.
func (p *Pair) By(measure Measure) fingerprint.Share {
	return measure.of(p.AInB, p.BInA, p.Resemblance, p.Distinctive)
}

func (m Measure) of(aInB, bInA, resemblance, distinctive fingerprint.Share) fingerprint.Share {
	switch m {
	case Larger:
		return min(aInB, bInA)
	case Union:
		return resemblance
	case Distinctive:
		return distinctive
	}
	return max(aInB, bInA)
}

// FewShared is the number of shared fingerprints below which an estimate is rough: its
// standard error exceeds 15 percentage points at 50 %. Two tar files in Go's sources
// agree in all 3 fingerprints but share only 23 % of their windows. Between two versions of
// a program, 62 to 79 % of such pairs reach the share that was estimated; of others 99.7 %.
const FewShared = 10

// PairQuery selects pairs of similar files.
type PairQuery struct {
	// Min is the threshold on the share that By names, 0 to 1.
	Min float64
	// MinShared is the minimum number of shared fingerprints. Below db.MinShared a licence
	// header makes a pair.
	MinShared int
	// FixedShared makes MinShared hold for small files too. Otherwise two that are counted by
	// Distinctive need to share only a quarter of the fingerprints of one of them.
	FixedShared bool
	By          Measure
	// Trees restricts the answer to files in these trees; nil means all files.
	Trees []string
	// Admit, if not nil, restricts the answer to the files with a path for which it
	// returns true. It is called from one goroutine.
	Admit func(path string) bool
	// Unit, if not nil, makes units of files: all for which it returns the same path are one,
	// and Pair and Group are about units. It does not combine with New.
	Unit func(path string) string
	// UnitFiles, if not nil, is called with each unit and its files, one of each content, before
	// Count is. Without it, units are not counted. A path on both sides is two units.
	UnitFiles func(unit string, files []string)
	// AdmitSize, if not nil, restricts units to the files with a size for which it returns true.
	AdmitSize func(size int64) bool
	// Isolate makes them about files as without Unit, but leaves out pairs within a unit. A
	// file with several paths is in the unit of the smallest. A content is shown by its
	// smallest path, or, beside a file of the same unit, by the smallest in another one.
	Isolate bool
	// SizeWithin leaves out pairs whose sizes differ by more than this fraction of the
	// larger one; 0 sets no limit.
	SizeWithin float64
	// Against restricts the answer to pairs of one file in Trees, Pair.A, and one file
	// in these trees. If trees are nested, a file belongs to the innermost.
	Against []string
	// New restricts the answer to what the scans after After found: pairs with a new
	// content, and pairs of identical files if one of them is new. It does not combine
	// with Against.
	New   bool
	After db.ScanID
	// Hardlinks counts each path as a file. Otherwise paths with the same device and inode
	// are one file, which File.Aliases names.
	Hardlinks bool
	// LeftOut, if not nil, is set if a search by Distinctive finds a pair that only Smaller
	// admits. It does not look for one at length.
	LeftOut *atomic.Bool
	// Except is a file to leave out, for a query about an indexed one.
	Except Except
	// Base, if not nil, is left out of every content. Count must leave it out too.
	Base    *Base
	Threads int // 0 means one for each processor
	// Count counts what two files share by reading them. It is called from several
	// goroutines, for each pair that shares fewer than CountBelow fingerprints and, unless
	// that is 0, for each pair of small contents and each whose estimate by Distinctive is near
	// a threshold. 0 means none, math.MaxInt all. Such a pair is reported with these figures,
	// and only if they pass Min. Its estimate may fall short of Min by up to Deviations
	// standard deviations, or fewer if it shares CountBelow fingerprints or more. ok is false if the files could not be counted. Then the estimate decides
	// if OrEstimate is set, and the pair is left out otherwise. Identical files are
	// counted only if CountBelow is math.MaxInt and OrEstimate is not set.
	Count      func(ctx context.Context, a, b File, weigh Weigher) (c Counts, ok bool, err error)
	CountBelow int
	Deviations float64
	OrEstimate bool
	// Progress, if not nil, is called from time to time with the work done so far.
	Progress func(done, total int64)

	liveOnly bool // without contents that only files set aside have
	weighing weighing
	// small is set in the query for pairs of small contents, which may share fewer than
	// the askedShared fingerprints that MinShared asks of others. See forSmall.
	small       bool
	askedShared int

	// For tests: many replaces manyCandidates unless it is 0, and -1 filters none; compareAll compares all
	// contents even if few are new.
	many       int
	compareAll bool
}

// Except is a file to leave out of an answer: its path and, unless each path counts as a
// file, all others of the same file in the same state.
type Except struct {
	Path string
	Stat db.Stat // may be zero
}

// ofUnits reports whether pairs and groups are about units.
func (q *PairQuery) ofUnits() bool { return q.Unit != nil && !q.Isolate }

// isolates reports whether pairs within a unit are left out.
func (q *PairQuery) isolates() bool { return q.Unit != nil && q.Isolate }

// Change is a file that is new, has changed or is gone since a scan.
type Change struct {
	Kind ChangeKind
	File File
}

// NewRoot is a root that was scanned for the first time. The caller counts.
type NewRoot struct {
	Path         string
	First        db.ScanID
	Files, Bytes int64 // that this scan found
	Pairs        int64 // of two files that such scans found, in the root of the first

	later map[string]bool // paths whose content was found by a later scan
}

// ChangeKind is the kind of a Change.
type ChangeKind int

// The kinds of changes, in the order of the report.
const (
	FileNew ChangeKind = iota
	FileChanged
	FileGone
)

// Group is a representative and the files similar to it. No file is in two groups. A
// file is in none if all files similar to it are members of other groups.
type Group struct {
	Representative File
	Members        []Member // most similar first, then by path
}

// Member is a file of a group and its relation to the representative. Files with the
// same bytes are one member; File.Copies counts the others.
type Member struct {
	File
	Shared           int               // fingerprints at the common level
	InRepresentative fingerprint.Share // of the member, in the representative
	Representative   fingerprint.Share // of the representative, in the member
	Resemblance      fingerprint.Share
	Distinctive      fingerprint.Share
	Exact            bool // shares were counted in the files, not estimated
}

// By returns the share that a measure names.
func (m *Member) By(measure Measure) fingerprint.Share {
	return measure.of(m.InRepresentative, m.Representative, m.Resemblance, m.Distinctive)
}

// PairStats describes the work of a search.
type PairStats struct {
	Contents         int64 // compared, or of the units that are
	Units            int64 // compared
	TooFew           int64 // of these, with fewer than MinShared fingerprints: only identical files match
	Compared         int64 // candidate pairs that were scored
	Pairs            int64 // emitted, identical ones included
	BaseContents     int64 // entirely in the base, and so in no pair
	BaseFingerprints int64 // of the contents, in the base, and so not counted
}
