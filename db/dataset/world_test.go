package dataset

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/zeebo/blake3"

	"alike/db"
	"alike/db/hamming"
	"alike/fingerprint"
)

// world is a model of an index.
type world struct {
	t     testing.TB
	r     *rand.Rand
	ix    *db.Index
	files map[string]file
}

// file is a file of the model.
type file struct {
	db.Entry
	db.Content
	data string
	set  fingerprint.Set
}

// newWorld creates an index.
func newWorld(t testing.TB, seed uint64, params db.Params) *world {
	w := &world{t: t, r: rand.New(rand.NewPCG(seed, 1)), files: map[string]file{}}
	ix, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "index"), db.Options{Write: true, Create: true, Params: &params})
	w.must(err)
	w.ix = ix
	t.Cleanup(func() { w.must(ix.Close()) })
	return w
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// hostileNames are names that engines might stumble over.
var hostileNames = []string{
	"a", "a.b", "a-", "a b", "tab\there", "line\nfeed", `"quoted"`, "'", "comma,", "\\", "<b>&amp;", "\xff\xfe", "a\xc3", "\xed\xa0\x80",
	"ünï", "\u202egnp", "=1+1", "host=x", "%2F", "\x01", "\ufffd", "\ufffd\xff", strings.Repeat("x", 255),
}

// scan enters random files as a scan of its own, and drops some.
func (w *world) scan(now time.Time, n int) {
	w.t.Helper()
	iw, err := w.ix.NewWriter()
	w.must(err)
	w.must(iw.BeginScan(now))
	for range n {
		w.add(iw)
	}
	for _, path := range slices.Sorted(maps.Keys(w.files)) {
		if w.r.IntN(8) == 0 {
			listing, err := iw.Directory(filepath.Dir(path))
			w.must(err)
			w.must(iw.Remove(listing.ID, filepath.Base(path)))
			delete(w.files, path)
		}
	}
	w.must(iw.EndScan(now))
	w.check()
}

func (w *world) check() {
	w.t.Helper()
	report, err := w.ix.Check(w.t.Context(), db.CheckOptions{})
	w.must(err)
	for _, p := range report.Problems {
		w.t.Error(p)
	}
}

// add enters a random file.
func (w *world) add(iw *db.Writer) {
	w.t.Helper()
	dir := "/srv"
	for range w.r.IntN(4) {
		dir += "/" + hostileNames[w.r.IntN(len(hostileNames))] + "d"
	}
	path := dir + "/" + hostileNames[w.r.IntN(len(hostileNames))]
	f := w.content()
	f.Stat = db.Stat{
		Size: f.Size, MTime: w.r.Int64(), CTime: -w.r.Int64N(1 << 40), Inode: w.r.Uint64() >> w.r.IntN(64), Device: w.r.Uint64() >> w.r.IntN(64),
	}
	f.Generated = w.r.IntN(6) == 0
	f.SetAside = f.Generated && w.r.IntN(2) == 0
	spool := iw.NewSpool()
	defer spool.Close()
	w.must(spool.Add(fingerprint.Select(w.ix.Params().Rule, []byte(f.data))))
	var err error
	if _, ok := iw.HashScheme(); ok {
		f.Entry.Content, _, err = iw.AddDocument(f.Content, spool, w.hash(f))
	} else {
		f.Entry.Content, _, err = iw.AddContent(f.Content, spool)
	}
	w.must(err)
	listing, err := iw.Directory(dir)
	w.must(err)
	f.Name = filepath.Base(path)
	w.must(iw.Put(listing.ID, f.Entry))
	w.files[path] = f
}

// content makes a content, often one of another file.
func (w *world) content() (f file) {
	if w.r.IntN(3) == 0 {
		for _, other := range w.files {
			return file{Content: other.Content, data: other.data, set: other.set}
		}
	}
	var data []byte
	for range []int{0, 20, 100, 500, 3000, 40_000}[w.r.IntN(6)] {
		data = append(data, byte(w.r.IntN(8)))
	}
	f.data = string(data)
	f.set, f.Level = fingerprint.SetOf(w.ix.Params().Rule, data)
	f.Content.Size, f.Checksum = int64(len(data)), blake3.Sum256(data)
	if w.ix.Params().View == "code" {
		f.Language = []string{"", "go", "c"}[w.r.IntN(3)]
	}
	return f
}

// hash returns a simhash of a content.
func (w *world) hash(f file) hamming.Document {
	h := binary.BigEndian.Uint64(f.Checksum[8:])
	switch {
	case f.Size < 30:
		return hamming.Document{NoDocument: true}
	case f.Size < 200:
		return hamming.Document{Hash: h, Features: 2, Short: true}
	}
	return hamming.Document{Hash: h, Features: 20}
}

// key is a second implementation of KeyOf.
func key(c db.Content) Key {
	sum := c.Checksum[:]
	if c.Language != "" {
		s := blake3.Sum256([]byte(string(sum) + c.Language))
		sum = s[:]
	}
	k := Key(0)
	for i := range 8 {
		k |= Key(sum[i]) << (8 * i)
	}
	return k
}

// wanted is what a dataset should hold of a host, in the order of its tables.
type wanted struct {
	contents []Content
	files    []File
	postings []Posting
	hashes   []Hash
}

// want works out the tables.
func (w *world) want(host string) (want wanted) {
	_, _, hashed := w.ix.HashScheme()
	contents := map[Key]file{}
	live := map[Key]bool{}
	for path, f := range w.files {
		k := key(f.Content)
		contents[k] = f
		live[k] = live[k] || !f.SetAside
		row := File{
			Host: host, Path: path, Key: k, Size: f.Stat.Size, MTime: f.MTime, CTime: f.CTime,
			Device: int64(f.Device), Inode: int64(f.Inode), Generated: f.Generated, SetAside: f.SetAside,
		}
		if valid := strings.ToValidUTF8(path, "\ufffd"); valid != path {
			row.Path, row.PathBytes = valid, []byte(path)
		}
		want.files = append(want.files, row)
	}
	slices.SortFunc(want.files, func(a, b File) int { return strings.Compare(pathOf(a), pathOf(b)) })
	for k, f := range contents {
		c := Content{Key: k, Checksum: f.Checksum, Size: f.Content.Size, Level: int32(f.Level), Language: f.Language}
		for set, level := f.set, f.Level; len(set) > 0 && level <= fingerprint.MaxLevel; level++ {
			if set = set.AtLevel(level); len(set) > 0 {
				c.Counts = append(c.Counts, int32(len(set)))
			}
		}
		want.contents = append(want.contents, c)
		for _, p := range f.set {
			want.postings = append(want.postings, Posting{k, int64(p), int32(f.Level)})
		}
		if h := w.hash(f); hashed && live[k] && !h.NoDocument {
			want.hashes = append(want.hashes, Hash{k, int64(h.Hash), h.Short})
		}
	}
	want.sort()
	return want
}

func (w *wanted) sort() {
	slices.SortFunc(w.contents, func(a, b Content) int { return cmp.Compare(a.Key, b.Key) })
	slices.SortFunc(w.postings, func(a, b Posting) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	slices.SortFunc(w.hashes, func(a, b Hash) int { return cmp.Compare(a.Key, b.Key) })
}

// pathOf returns the path of a file as it is.
func pathOf(f File) string {
	if f.PathBytes != nil {
		return string(f.PathBytes)
	}
	return f.Path
}

// readTable reads the part files of a table.
func readTable[T any](t testing.TB, dir, host, table string) (rows []T) {
	t.Helper()
	parts, err := filepath.Glob(filepath.Join(dir, "host="+host, table, "*"))
	if err != nil || len(parts) == 0 {
		t.Fatalf("no parts of %s: %v", table, err)
	}
	for _, part := range parts {
		r, err := parquet.ReadFile[T](part)
		if err != nil {
			t.Fatalf("%s: %v", part, err)
		}
		rows = append(rows, r...)
	}
	return rows
}

// written reads what a dataset holds of a host.
func written(t testing.TB, dir, host string) (w wanted) {
	t.Helper()
	return wanted{
		readTable[Content](t, dir, host, contents), readTable[File](t, dir, host, files),
		readTable[Posting](t, dir, host, postings), readTable[Hash](t, dir, host, simhashes),
	}
}

// compare compares what is written with what should be.
func (w *wanted) compare(t testing.TB, got wanted) {
	t.Helper()
	sameRows(t, contents, got.contents, w.contents, func(a, b Content) bool {
		counts := slices.Equal(a.Counts, b.Counts)
		a.Counts, b.Counts = nil, nil
		return counts && fmt.Sprint(a) == fmt.Sprint(b)
	})
	sameRows(t, files, got.files, w.files, func(a, b File) bool {
		same := bytes.Equal(a.PathBytes, b.PathBytes) && (a.PathBytes == nil) == (b.PathBytes == nil)
		a.PathBytes, b.PathBytes = nil, nil
		return same && fmt.Sprint(a) == fmt.Sprint(b)
	})
	sameRows(t, postings, got.postings, w.postings, func(a, b Posting) bool { return a == b })
	sameRows(t, simhashes, got.hashes, w.hashes, func(a, b Hash) bool { return a == b })
}

func sameRows[T any](t testing.TB, table string, got, want []T, same func(a, b T) bool) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d rows, want %d", table, len(got), len(want))
		return
	}
	for i := range got {
		if !same(got[i], want[i]) {
			t.Errorf("%s: row %d is %+v, want %+v", table, i, got[i], want[i])
			return
		}
	}
}

// export writes the index to a dataset.
func (w *world) export(o Options) (Stats, error) {
	if o.Now.IsZero() {
		o.Now = time.Unix(1_800_000_000, 5)
	}
	return Write(context.Background(), w.ix, o)
}
