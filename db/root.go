package db

import (
	"bytes"
	"fmt"

	"alike/db/hamming"
	"alike/fingerprint"
	"alike/fingerprint/view"
)

// rootDir is the number of "/".
const rootDir DirID = 1

// root is the one mutable value of an index. It lists everything in the index.
type root struct {
	Format int    `json:"format"`
	View   string `json:"view"`
	// ViewRules are the rules that made the views, as in view.Kind.Rules; "" for the
	// raw view.
	ViewRules string `json:"view_rules,omitempty"`
	Window    int    `json:"window"`
	Density   int    `json:"density"`
	// Anchors are the strings after which windows were taken, as fingerprint.Anchors;
	// "" if windows were selected by hash.
	Anchors string `json:"anchors,omitempty"`
	// Small is the size of small windows, 0 if there are none. Contents below LongOnly may
	// be small and yet have none: they are from before version 6.
	Small       int           `json:"small,omitempty"`
	LongOnly    ContentID     `json:"long_only,omitempty"`
	NextContent ContentID     `json:"next_content"`
	NextDir     DirID         `json:"next_dir"`
	NextSegment uint32        `json:"next_segment"`
	Segments    []segmentMeta `json:"segments"`
	// Orphans is the segment with the current list of orphaned and claimed contents, 0 if
	// there are none.
	Orphans uint32 `json:"unnamed,omitempty"`
	// Files counts paths, Named the contents that at least one of them names. Files that
	// are set aside do not count.
	Files int64 `json:"files"`
	Named int64 `json:"named"`
	// Scan is the number of the last scan, counted from 1. Scans are the last scans, in
	// order, back to the first one with tombstones.
	Scan  ScanID       `json:"scan,omitempty"`
	Scans []scanRecord `json:"scans,omitempty"`
	// Simhash describes the simhashes, nil until the first request for them.
	Simhash *simhashMeta `json:"simhash,omitempty"`
	// Trees are the folders that were scanned as roots, see trees.go.
	Trees []scannedTree `json:"trees,omitempty"`
	// Imported says that the files are of other hosts: the folders in "/" are the hosts, with
	// a colon at the end, and paths have no leading slash.
	Imported bool `json:"imported,omitempty"`
	// Volumes says that the index was made on Windows: the folders in "/" are the volumes, such
	// as C:, and paths have no leading slash.
	Volumes bool `json:"volumes,omitempty"`
	// Records describes the records of an index of records. The value is never changed
	// in place.
	Records *recordsMeta `json:"records,omitempty"`
}

// upgradable reports whether the contents can get small windows. Under other views their
// sizes do not tell which ones are small.
func (r *root) upgradable() bool {
	rule := fingerprint.Rule{Window: r.Window, Density: r.Density, Anchors: fingerprint.Anchors(r.Anchors)}
	return r.View == string(view.Raw) && r.Records == nil && rule.WithSmall() != rule
}

// recordsMeta describes the records of an index.
type recordsMeta struct {
	Method string   `json:"way"`  // comparison method and parameters, encoded by the caller
	Next   RecordID `json:"next"` // number of the next record
	Live   int64    `json:"live"` // number of records
	// Run is the state of the last run, encoded by the caller, and Ran the time when it
	// was set, in seconds since 1970.
	Run []byte `json:"run,omitempty"`
	Ran int64  `json:"ran,omitempty"`
}

// segmentMeta describes one segment.
type segmentMeta struct {
	ID uint32 `json:"id"`
	// FirstContent is at most the first content of the segment, and above all contents
	// of earlier segments.
	FirstContent ContentID `json:"first_content"`
	// Tables holds the tables by the name of their kind, except those without rows.
	Tables map[string]tableMeta `json:"tables"`
}

func (m *segmentMeta) rows(kind byte) int64 { return m.Tables[kindName(kind)].Rows }

// rows returns the number of rows of one kind of table in all segments.
func (r *root) rows(kind byte) int64 {
	n := int64(0)
	for _, m := range r.Segments {
		n += m.rows(kind)
	}
	return n
}

// bytes returns the size of one kind of table in all segments.
func (r *root) bytes(kind byte) int64 {
	n := int64(0)
	for _, m := range r.Segments {
		n += m.Tables[kindName(kind)].Bytes
	}
	return n
}

// simhashMeta describes the simhashes of an index.
type simhashMeta struct {
	Scheme string `json:"scheme"` // encoded by the caller
	Blocks int    `json:"blocks"`
}

// tableMeta is the size of a table. A missing part always contradicts it.
type tableMeta struct {
	Blocks int   `json:"blocks"`
	Rows   int64 `json:"rows"`
	Bytes  int64 `json:"bytes"`
}

// bytes returns the size of the segment's tables.
func (m *segmentMeta) bytes() int64 {
	var n int64
	for _, t := range m.Tables {
		n += t.Bytes
	}
	return n
}

type scanRecord struct {
	ID    ScanID `json:"id"`
	Began int64  `json:"began"`           // seconds since 1970
	Ended int64  `json:"ended,omitempty"` // seconds since 1970
	// Next is a number above all contents at the end of the scan, and not above any
	// later one.
	Next ContentID `json:"next,omitempty"`
	// Orphans is the segment with the list of orphaned and claimed contents that was
	// current when the scan began, until the scan ends; 0 if there was none.
	Orphans uint32 `json:"unnamed,omitempty"`
	// Took is how long the scan ran, in milliseconds, without the time between an
	// interruption and the scan that resumed it. 0 in indexes of older versions.
	Took int64 `json:"took_ms,omitempty"`
}

// check reports an impossible root, or one that claims more than size bytes of tables can
// hold. Its numbers decide how much memory is allocated and how long loops run.
func (r *root) check(size int64) error {
	if err := r.checkTables(size); err != nil {
		return err
	}
	if m := r.Simhash; m != nil && hamming.CheckBlocks(m.Blocks) != nil {
		return fmt.Errorf("it has simhashes in %d blocks", m.Blocks)
	}
	contents, dirs := r.rows(kindContents), r.rows(kindDirs)
	if r.NextContent == 0 || int64(r.NextContent) > maxNext(contents) || r.NextDir == 0 || int64(r.NextDir) > maxNext(dirs) {
		return fmt.Errorf("its next content is %d and its next directory %d, but it has %d contents and %d directories",
			r.NextContent, r.NextDir, contents, dirs)
	}
	if r.LongOnly > r.NextContent {
		return fmt.Errorf("contents below %d may lack small windows, but the next is %d", r.LongOnly, r.NextContent)
	}
	if r.Named < 0 || r.Named > contents || r.Files < 0 || r.Files > r.bytes(kindDirs)/leastEntry {
		return fmt.Errorf("it has %d live contents and %d files, more than its tables hold", r.Named, r.Files)
	}
	if m := r.Records; m != nil && (m.Next == 0 || m.Live < 0 || m.Live > r.rows(kindRecords)) {
		return fmt.Errorf("it has %d records and the next is %d, but its tables hold %d", m.Live, m.Next, r.rows(kindRecords))
	}
	if err := r.checkScans(); err != nil {
		return err
	}
	for i, t := range r.Trees {
		if t.First > r.Scan || i > 0 && bytes.Compare(r.Trees[i-1].Path, t.Path) >= 0 {
			return fmt.Errorf("the tree %q, first scanned by scan %d of %d, is out of order", t.Path, t.First, r.Scan)
		}
	}
	return nil
}

// leastEntry is the smallest size of a file in a directory in bytes.
const leastEntry = 8

// maxNext returns the largest number that may follow the ids of n rows. Ids are dense
// except for dropped rows; a merge renumbers them long before the bound, see sparse.
func maxNext(n int64) int64 { return 64*n + 4<<20 }

// sparse reports whether so few ids are in use that a merge of all segments should
// renumber them.
func (r *root) sparse() bool {
	few := func(next uint32, n int64) bool { return int64(next) > 32*n+1<<20 }
	return few(uint32(r.NextContent), r.rows(kindContents)) || few(uint32(r.NextDir), r.rows(kindDirs))
}

// checkTables checks the sizes of all tables.
func (r *root) checkTables(size int64) error {
	for i := range r.Segments {
		m := &r.Segments[i]
		if m.ID >= r.NextSegment {
			return fmt.Errorf("segment %d is not below the next number, %d", m.ID, r.NextSegment)
		}
		for name, t := range m.Tables {
			kind, known := kindsByName[name]
			inBlock, bits := rowLimits(kind)
			if !known || t.Blocks < 0 || t.Rows < int64(t.Blocks) || t.Bytes < 0 || t.Bytes > size ||
				int64(t.Blocks) > t.Bytes/leastBlock || (t.Rows+inBlock-1)/inBlock > int64(t.Blocks) || t.Rows > t.Bytes*8/bits {
				return fmt.Errorf("segment %d has a table %q of %d rows in %d blocks and %d bytes, but %d bytes are left",
					m.ID, name, t.Rows, t.Blocks, t.Bytes, size)
			}
			size -= t.Bytes
		}
	}
	return nil
}

// checkScans reports impossible scans in the root.
func (r *root) checkScans() error {
	last := int64(-1)
	for _, s := range r.Scans {
		if int64(s.ID) <= last || s.ID > r.Scan || s.Next > r.NextContent {
			return fmt.Errorf("scan %d follows scan %d of %d and has contents below %d of %d", s.ID, last, r.Scan, s.Next, r.NextContent)
		}
		last = int64(s.ID)
	}
	if r.Scan > 0 && last != int64(r.Scan) {
		return fmt.Errorf("its last scan is %d, but scan %d is missing", r.Scan, r.Scan)
	}
	return nil
}

// scannedTree is a Tree in the root. JSON encodes the path in base64, because it may
// not be UTF-8.
type scannedTree struct {
	Path    []byte `json:"path"`
	Device  uint64 `json:"device"`
	FSID    uint64 `json:"fsid,omitempty"`
	Scanned int64  `json:"scanned"`
	First   ScanID `json:"first,omitempty"`
	// Selection and the counts are absent in indexes of older versions.
	Selection string `json:"selection,omitempty"`
	Generated int64  `json:"generated,omitempty"`
	Vendored  int64  `json:"vendored,omitempty"`
}

// top returns the path of the outermost directory: "/", or "" in front of hosts and volumes.
func (r *root) top() string {
	if r.Imported || r.Volumes {
		return ""
	}
	return "/"
}

func (r *root) kind() Kind {
	switch {
	case r.Records != nil:
		return Records
	case r.Imported:
		return Hosts
	case r.NextContent > 1 || r.NextDir > rootDir || r.Scan > 0 || r.Simhash != nil || len(r.Trees) > 0:
		return Files
	}
	return AnyKind
}

// KindError reports an index that holds something else than asked for.
type KindError struct {
	Dir       string
	Has, Want Kind
}

func (e *KindError) Error() string {
	return fmt.Sprintf("the index in %s holds %s, not %s", e.Dir, e.Has.among(e.Want), e.Want.among(e.Has))
}

// among names what an index of the kind holds, beside another kind.
func (k Kind) among(other Kind) string {
	switch {
	case k == Records:
		return "records"
	case other == Records:
		return "files"
	case k == Hosts:
		return "files of other hosts"
	}
	return "files of this host"
}

// goneBytes returns the size of all tombstones of files in bytes, and its limit.
func (r *root) goneBytes() (has, limit int64) {
	all := int64(0)
	for i := range r.Segments {
		all += r.Segments[i].bytes()
		has += r.Segments[i].Tables[kindName(kindGone)].Bytes
	}
	return has, max(goneLeast, int64(goneShare*float64(all-has)))
}

// goneShare is the largest share of an index that tombstones of files may take. They may
// always take goneLeast bytes.
const (
	goneShare = 1.0 / 16
	goneLeast = 1 << 20
)

// manyTombstones reports whether enough records are deleted to merge all segments, by the
// same limits as for orphaned contents.
func (r *root) manyTombstones() bool {
	if r.Records == nil {
		return false
	}
	n := r.rows(kindTombstones)
	return n > 64 && n > r.Records.Live/4
}
