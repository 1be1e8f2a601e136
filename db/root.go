package db

import "fmt"

// rootDir is the number of "/".
const rootDir DirID = 1

// root is the one mutable value: what an index consists of at one moment.
type root struct {
	Format int    `json:"format"`
	View   string `json:"view"`
	// ViewRules are those that made the views, as view.Kind.Rules; "" for the raw view.
	ViewRules string `json:"view_rules,omitempty"`
	Window    int    `json:"window"`
	Density   int    `json:"density"`
	// Anchors are those behind which windows were taken, as fingerprint.Anchors; none
	// where windows were selected by hash.
	Anchors     string        `json:"anchors,omitempty"`
	NextContent ContentID     `json:"next_content"`
	NextDir     DirID         `json:"next_dir"`
	NextSegment uint32        `json:"next_segment"`
	Segments    []segmentMeta `json:"segments"`
	// Unnamed is the segment with the list of unnamed contents that counts, 0
	// for none.
	Orphans uint32 `json:"unnamed,omitempty"`
	// Files and Named count paths and the contents that some path names.
	Files int64 `json:"files"`
	Named int64 `json:"named"`
	// Scan is the number of the last scan, the first being 1; Scans are the last
	// ones, in order, back to where files that are gone are remembered.
	Scan  ScanID       `json:"scan,omitempty"`
	Scans []scanRecord `json:"scans,omitempty"`
	// Simhash says how simhashes are made, once somebody has asked for them.
	Simhash *simhashMeta `json:"simhash,omitempty"`
	// Trees are the folders that were scanned as roots, see trees.go.
	Trees []scannedTree `json:"trees,omitempty"`
	// Records says what is kept of records, in an index that holds these. What it
	// points at is not changed.
	Records *recordsMeta `json:"records,omitempty"`
}

// recordsMeta is what the root says of records.
type recordsMeta struct {
	Method string   `json:"way"`  // comparison method and parameters, encoded by the caller
	Next   RecordID `json:"next"` // number of the next one
	Live   int64    `json:"live"` // how many there are
	// Run is the state of the last run, in the encoding of whoever runs, and Ran
	// when it was set, in seconds since 1970.
	Run []byte `json:"run,omitempty"`
	Ran int64  `json:"ran,omitempty"`
}

// segmentMeta is what the root says of one segment.
type segmentMeta struct {
	ID uint32 `json:"id"`
	// FirstContent is not above any content that the segment brought, and above
	// all that earlier segments did.
	FirstContent ContentID `json:"first_content"`
	// Tables by the name of their kind; those without rows are left out.
	Tables map[string]tableMeta `json:"tables"`
}

// rows returns the number of rows of one table.
func (m *segmentMeta) rows(kind byte) int64 { return m.Tables[kindName(kind)].Rows }

// simhashMeta is what the root says of simhashes.
type simhashMeta struct {
	Scheme string `json:"scheme"` // in the words of who makes them
	Blocks int    `json:"blocks"`
}

// tableMeta says how large a table is, so that nothing of it can go missing
// unnoticed.
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

// scanRecord is a scan as the root has it.
type scanRecord struct {
	ID    ScanID `json:"id"`
	Began int64  `json:"began"`           // seconds since 1970
	Ended int64  `json:"ended,omitempty"` // seconds since 1970
	// Next is the number above all contents at the end of the scan: what some
	// path named then is below it, what comes later is not.
	Next ContentID `json:"next,omitempty"`
	// Unnamed is the segment with the list of unnamed contents that counted when
	// the scan began, until it ends; 0 for none.
	Orphans uint32 `json:"unnamed,omitempty"`
}

// checkScans reports what cannot be of the root's scans.
func (r *root) checkScans() error {
	last := int64(-1)
	for _, s := range r.Scans {
		if int64(s.ID) <= last || s.ID > r.Scan || s.Next > r.NextContent {
			return fmt.Errorf("scan %d comes after scan %d of %d, and has contents below %d of %d", s.ID, last, r.Scan, s.Next, r.NextContent)
		}
		last = int64(s.ID)
	}
	return nil
}

// scannedTree is a Tree in the root of the index. JSON encodes the path in
// base64, since it may not be UTF-8.
type scannedTree struct {
	Path    []byte `json:"path"`
	Device  uint64 `json:"device"`
	FSID    uint64 `json:"fsid,omitempty"`
	Scanned int64  `json:"scanned"`
}

func (r *root) kind() Kind {
	switch {
	case r.Records != nil:
		return Records
	case r.NextContent > 1 || r.NextDir > rootDir || r.Scan > 0 || r.Simhash != nil || len(r.Trees) > 0:
		return Files
	}
	return AnyKind
}

func (r *root) checkKind(dir string, want Kind) error {
	if has := r.kind(); has != AnyKind && want != AnyKind && has != want {
		return &KindError{dir, has}
	}
	return nil
}

// KindError is an index that holds records where files were expected, or files
// where records were.
type KindError struct {
	Dir string
	Has Kind
}

func (e *KindError) Error() string {
	holds := "files, not records"
	if e.Has == Records {
		holds = "records, not files"
	}
	return fmt.Sprintf("the index in %s holds %s", e.Dir, holds)
}

// goneBytes returns how many bytes that takes up, and how many it may.
func (r *root) goneBytes() (has, limit int64) {
	all := int64(0)
	for i := range r.Segments {
		all += r.Segments[i].bytes()
		has += r.Segments[i].Tables[kindName(kindGone)].Bytes
	}
	return has, max(goneLeast, int64(goneShare*float64(all-has)))
}

// goneShare is which part of the index what scans found gone may take up, and
// goneLeast what it may anyhow, in bytes.
const (
	goneShare = 1.0 / 16
	goneLeast = 1 << 20
)

// manyTombstones reports whether so many records are gone that it is worth while to
// merge all segments, as for contents that no path names.
func (r *root) manyTombstones() bool {
	if r.Records == nil {
		return false
	}
	var n int64
	for _, m := range r.Segments {
		n += m.rows(kindTombstones)
	}
	return n > 64 && n > r.Records.Live/4
}
