package search_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"alike/db"
	"alike/db/hamming"
	"alike/db/search"
	"alike/db/store"
	"alike/fingerprint"
)

// stored is an index as its store holds it.
type stored struct {
	root   []byte
	keys   []string
	values map[string][]byte
}

// readStored returns what the store in a folder holds.
func readStored(t testing.TB, dir string) *stored {
	st, err := store.Open(context.Background(), dir, store.Options{ReadOnly: true})
	must(t, err)
	defer st.Close()
	s := &stored{values: map[string][]byte{}}
	s.root, err = st.Root()
	must(t, err)
	must(t, st.EachKey(nil, func(key []byte, _ int) error {
		s.keys = append(s.keys, string(key))
		return st.Get(key, func(val []byte) error {
			s.values[string(key)] = bytes.Clone(val)
			return nil
		})
	}))
	return s
}

// write writes an index with the checksums of the store.
func (s *stored) write(t testing.TB, dir string) {
	st, err := store.Open(context.Background(), dir, store.Options{Create: true})
	must(t, err)
	defer st.Close()
	for _, key := range slices.Sorted(maps.Keys(s.values)) {
		must(t, st.Put([]byte(key), s.values[key]))
	}
	must(t, st.Commit(s.root))
}

// craftedFrom returns the indexes that are mutated: of files and of records, each with
// several segments, tombstones and most kinds of tables.
func craftedFrom(t testing.TB) []*stored {
	files, kept := filepath.Join(t.TempDir(), "files"), filepath.Join(t.TempDir(), "records")
	r := rand.New(rand.NewPCG(71, 7))
	text := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		return b
	}
	ix, iw := created(t, files, db.Files)
	must(t, iw.KeepHashes("a", 4))
	header := text(900)
	there := map[string]bool{}
	for scan := range int64(4) {
		must(t, iw.BeginScan(time.Unix(1000*scan, 0)))
		iw.Scanned(db.Tree{Path: "/d0"}, db.Tree{Path: fmt.Sprint("/d", scan)})
		for i := range 9 {
			in, err := iw.Directory(fmt.Sprintf("/d%d/e%d", r.IntN(3), r.IntN(2)))
			must(t, err)
			name := fmt.Sprint("f", i)
			if path := fmt.Sprint(in.ID, name); there[path] && i%3 == 0 {
				must(t, iw.Remove(in.ID, name))
				continue
			} else {
				there[path] = true
			}
			must(t, enterDocument(iw, in.ID, name, append(slices.Clone(header), text(300*i)...), hamming.Document{Hash: r.Uint64(), Features: 9, Short: i == 4}))
		}
		must(t, iw.EndScan(time.Unix(1000*scan+500, 0)))
	}
	must(t, ix.Close())

	ix, iw = created(t, kept, db.Records)
	must(t, iw.KeepRecords("dedupe1 method=fingerprints window=50 level=5"))
	for i := range 30 {
		rec := db.Record{ID: fmt.Appendf(nil, "record %d", i), Keys: []uint32{uint32(i), 7}}
		if i%3 > 0 {
			rec.Set = text(100 * i)
		}
		_, err := iw.AddRecord(rec)
		must(t, err)
		if i%10 == 9 {
			iw.SetRun([]byte(`{"version":1}`))
			must(t, iw.Commit())
		}
	}
	_, err := iw.ForgetRecords(context.Background(), [][]byte{[]byte("record 3"), []byte("record 17")})
	must(t, err)
	must(t, ix.Close())
	return []*stored{readStored(t, files), readStored(t, kept)}
}

func created(t testing.TB, dir string, kind db.Kind) (*db.Index, *db.Writer) {
	ix, err := db.Open(context.Background(), dir, db.Options{Write: true, Create: true, Kind: kind})
	must(t, err)
	iw, err := ix.NewWriter()
	must(t, err)
	return ix, iw
}

// enterDocument enters a file with a simhash.
func enterDocument(iw *db.Writer, dir db.DirID, name string, data []byte, h hamming.Document) error {
	spool := iw.NewSpool()
	defer spool.Close()
	rule := db.DefaultParams.Rule
	c := db.Content{Checksum: sha256.Sum256(data), Size: int64(len(data)), Level: rule.Level(int64(len(data)))}
	if err := spool.Add(fingerprint.Select(rule, data)); err != nil {
		return err
	}
	id, _, err := iw.AddDocument(c, spool, h)
	if err != nil {
		return err
	}
	return iw.Put(dir, db.Entry{Name: name, Content: id, Stat: db.Stat{Size: c.Size, Inode: h.Hash, Device: 5}})
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// program mutates an index. It reads what to do from its bytes, which may end anywhere.
type program struct{ rest []byte }

func (p *program) byte() int {
	if len(p.rest) == 0 {
		return 0
	}
	b := p.rest[0]
	p.rest = p.rest[1:]
	return int(b)
}

// below returns a number below n.
func (p *program) below(n int) int { return (p.byte()<<8 | p.byte()) % max(n, 1) }

// number returns an extreme number, one beside was, or any.
func (p *program) number(was int64) json.Number {
	extremes := []uint64{0, 1, 2, 3, 255, 4096, 4097, 1 << 16, 1 << 20, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1<<46 - 1, 1 << 46, 1<<63 - 1, 1 << 63, math.MaxUint64}
	switch b := p.byte(); {
	case b < len(extremes):
		return json.Number(fmt.Sprint(extremes[b]))
	case b < 2*len(extremes):
		return json.Number(fmt.Sprint(-int64(extremes[b-len(extremes)])))
	case b < 120:
		return json.Number(fmt.Sprint(was + int64(b) - 80))
	case b < 160:
		return json.Number(fmt.Sprint(was * int64(b-118)))
	}
	return json.Number(fmt.Sprint(p.uint64()))
}

func (p *program) uint64() uint64 {
	var b [8]byte
	for i := range b {
		b[i] = byte(p.byte())
	}
	return binary.LittleEndian.Uint64(b[:])
}

// mutate runs the program on a copy of an index.
func (p *program) mutate(s *stored) *stored {
	m := &stored{root: s.root, keys: s.keys, values: maps.Clone(s.values)}
	for step := 0; step < 12 && len(p.rest) > 8; step++ {
		if p.byte()%3 == 0 {
			m.root = p.mutateRoot(m.root)
			continue
		}
		key := m.keys[p.below(len(m.keys))]
		val := bytes.Clone(m.values[key])
		switch at := p.below(len(val) + 1); p.byte() % 9 {
		case 0, 1:
			if at < len(val) {
				val[at] = byte(p.byte())
			}
		case 2, 3, 4: // a number in place of a byte
			n, _ := p.number(0).Int64()
			val = slices.Replace(val, at, min(at+1, len(val)), binary.AppendUvarint(nil, uint64(n))...)
		case 5:
			val = val[:at]
		case 6:
			val = slices.Insert(val, at, val[min(at, p.below(len(val)+1)):at]...)
		case 7:
			val = m.values[m.keys[p.below(len(m.keys))]]
		case 8: // under another key
			other := []byte(key)
			other[p.below(len(other))] = byte(p.byte())
			if delete(m.values, key); p.byte()%2 == 0 {
				key = string(other)
			}
		}
		if len(val) < 1<<20 {
			m.values[key] = val
		}
	}
	return m
}

// mutateRoot changes one value of a root.
func (p *program) mutateRoot(root []byte) []byte {
	var v any
	d := json.NewDecoder(bytes.NewReader(root))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return root
	}
	var all []func() // each changes a value
	collect(v, func(any) {}, p, &all)
	if len(all) > 0 {
		all[p.below(len(all))]()
	}
	changed, err := json.Marshal(v)
	if err != nil {
		return root
	}
	return changed
}

// collect collects the changes of a value and of everything in it. set replaces it.
func collect(v any, set func(any), p *program, all *[]func()) {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			collect(v[k], func(n any) { v[k] = n }, p, all)
			*all = append(*all, func() { delete(v, k) })
		}
	case []any:
		for i := range v {
			collect(v[i], func(n any) { v[i] = n }, p, all)
		}
		if len(v) > 0 {
			*all = append(*all, func() { set(v[:p.below(len(v))]) }, func() { set(append(slices.Clone(v), v[p.below(len(v))])) },
				func() { v[0], v[len(v)-1] = v[len(v)-1], v[0] })
		}
	case json.Number:
		was, _ := v.Int64()
		*all = append(*all, func() { set(p.number(was)) })
	case string:
		*all = append(*all, func() { set(v[:p.below(len(v)+1)]) })
	}
}

// mutateSidecar changes a number, or repeats or drops a line, in the list of the files of an
// index, and corrects its checksum.
func (p *program) mutateSidecar(t testing.TB, dir string) {
	path := filepath.Join(dir, "files")
	text, err := os.ReadFile(path)
	must(t, err)
	head, root, _ := strings.Cut(string(text), "\nroot ")
	lines := strings.Split(head, "\n")
	at := p.below(len(lines))
	words := strings.Split(lines[at], " ")
	switch p.byte() % 6 {
	case 0:
		lines = slices.Insert(lines, at, lines[at])
	case 1:
		lines = slices.Delete(lines, at, at+1)
	default:
		word := &words[p.below(len(words))]
		if n, err := strconv.ParseInt(*word, 10, 64); err == nil {
			*word = string(p.number(n))
		}
		lines[at] = strings.Join(words, " ")
	}
	sidecar := strings.Join(lines, "\n") + "\nroot " + root
	sidecar = sidecar[:strings.LastIndex(sidecar, "sum ")]
	sidecar += fmt.Sprintf("sum %08x\n", crc32.Checksum([]byte(sidecar), crc32.MakeTable(crc32.Castagnoli)))
	must(t, os.WriteFile(path, []byte(sidecar), 0o600))
}

// use reads an index in every way and then writes to it, and returns the errors.
func use(dir string) (errs []error) {
	ctx := context.Background()
	note := func(err error) { errs = append(errs, err) }
	var records []db.RecordID
	read := func(ix *db.Index) {
		_, err := ix.Check(ctx, db.CheckOptions{})
		note(err)
		_, err = ix.Status(ctx)
		note(err)
		note(ix.EachFile(ctx, func(db.FilePath, *db.DirEntry) error { return nil }))
		_, err = ix.SameBytes()
		note(err)
		note(ix.MissingHashes(ctx, nil, func(db.MissingHash) error { return nil }))
		_, _, err = ix.Entry("/d0/e0/f1")
		note(err)
		for _, q := range []search.PairQuery{{Min: .5, MinShared: 3}, {Min: .5, By: search.Distinctive, Trees: []string{"/d0"}, Against: []string{"/d1"}}, {Min: .3, New: true, After: 1}} {
			_, err = search.Pairs(ctx, ix, q, func(search.Pair) error { return nil })
			note(err)
		}
		_, err = search.Groups(ctx, ix, search.PairQuery{Min: .5, MinShared: 1}, func(search.Group) error { return nil })
		note(err)
		note(search.Duplicates(ctx, ix, search.DuplicateQuery{}, func(search.DuplicateSet) error { return nil }))
		_, err = search.NearPairs(ctx, ix, search.NearPairQuery{Distance: 6}, func(search.NearPair) error { return nil })
		note(err)
		note(search.Near(ctx, ix, search.NearQuery{Hash: hamming.Document{Hash: 7}, Distance: 20}, func(search.NearMatch) error { return nil }))
		for _, s := range append(ix.Scans(), db.Scan{}) {
			note(search.Changes(ctx, ix, s.ID, nil, func(search.Change) error { return nil }))
			_, err := search.NewRoots(ctx, ix, s.ID)
			note(err)
			ix.BeforeLast(int(s.ID))
			ix.Before(s.Began)
		}
		note(ix.EachRecord(ctx, func(n db.RecordID, _ db.Record) error {
			if len(records) < 100 {
				records = append(records, n)
			}
			return nil
		}))
		for _, n := range records {
			_, _, err := ix.Record(n)
			note(err)
		}
	}
	ix, err := db.Open(ctx, dir, db.Options{Kind: db.AnyKind, Memory: 64 << 20})
	if note(err); err != nil {
		return errs
	}
	read(ix)
	note(ix.Close())
	if ix, err = db.Open(ctx, dir, db.Options{Kind: db.AnyKind, Memory: 64 << 20, Write: true}); err != nil {
		return append(errs, err)
	}
	iw, err := ix.NewWriter()
	if note(err); err == nil {
		if ix.Kind() == db.Records {
			_, err = iw.DropRecords(context.Background(), 20)
			note(err)
			_, err = iw.ForgetRecords(context.Background(), [][]byte{[]byte("record 1")})
			note(err)
		} else {
			scanAgain(iw, note)
		}
		note(iw.Merge(ctx))
		note(iw.MergeFrom(ctx, 0))
		read(ix)
	}
	return append(errs, ix.Close())
}

// scanAgain enters and removes files.
func scanAgain(iw *db.Writer, note func(error)) {
	note(iw.BeginScan(time.Unix(9000, 0)))
	iw.Scanned(db.Tree{Path: "/d9"})
	note(iw.EachBelow("/", func(db.Entry) error { return nil }))
	_, err := iw.FindInode(5, 77)
	note(err)
	for _, dir := range []string{"/d0/e0", "/d1/new", "/d2"} {
		l, err := iw.Directory(dir)
		note(err)
		for _, e := range l.Files {
			note(iw.Remove(l.ID, e.Name))
		}
		_, err = iw.LacksHash(db.Content{})
		note(err)
		if _, ok := iw.HashScheme(); !ok {
			continue
		}
		note(enterDocument(iw, l.ID, "new", []byte("new"), hamming.Document{NoDocument: true}))
	}
	_, err = iw.Forget(context.Background(), "/d2/e1")
	note(err)
	note(iw.EndScan(time.Unix(9500, 0)))
	_, err = iw.Forget(context.Background(), "/")
	note(err)
	note(iw.Commit())
}

// FuzzCrafted checks that an index with right checksums can claim anything: reading it and
// writing to it ends soon, takes little memory, and fails only by reporting damage.
func FuzzCrafted(f *testing.F) {
	from := sync.OnceValue(func() []*stored { return craftedFrom(f) })
	for _, seed := range []string{
		"", "f\x00\x00\x11\x0b", "r\x00\x00\x20\x12", "f\x01\x00\x05\x00\x03\x02\x0b", "r\x01\x00\x05\x00\x03\x02\x11",
	} {
		f.Add([]byte(seed))
	}
	from()
	f.Fuzz(func(t *testing.T, data []byte) {
		p := &program{data}
		base := from()[p.byte()%2]
		dir := t.TempDir() + "/index"
		sidecar := p.byte()%4 == 1
		p.mutate(base).write(t, dir)
		if sidecar {
			p.mutateSidecar(t, dir)
		}
		stop := time.AfterFunc(20*time.Second, func() {
			debug.SetTraceback("all")
			panic("it takes too long")
		})
		defer stop.Stop()
		before := allocated()
		for _, err := range use(dir) {
			if err != nil && !isDamage(err) {
				t.Errorf("%T: %v", err, err)
			}
		}
		if n := allocated() - before; n > 1<<30 {
			t.Errorf("%d MB are allocated", n>>20)
		}
	})
}

func isDamage(err error) bool {
	return errors.As(err, new(*db.DamagedError))
}

// allocated returns how many bytes this process has allocated so far.
func allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
