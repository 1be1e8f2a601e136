package db

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"alike/db/hamming"
	"alike/testdata"
)

// recordWorld is the expected content of an index of records.
type recordWorld struct {
	t                  *testing.T
	dir                string
	memory             int64
	r                  *rand.Rand
	ix                 *Index
	w                  *Writer
	entered, committed recordState // with and without uncommitted changes
}

type recordState struct {
	records map[RecordID]Record
	run     []byte
}

func (s recordState) clone() recordState {
	c := recordState{map[RecordID]Record{}, s.run}
	for n, r := range s.records {
		c.records[n] = r
	}
	return c
}

func newRecordWorld(t *testing.T, seed uint64) *recordWorld {
	rw := &recordWorld{t: t, dir: filepath.Join(t.TempDir(), "index"), r: rand.New(rand.NewPCG(seed, 9))}
	rw.memory = []int64{0, 1 << 10}[seed%2] // the minimum, which spills every 64 KiB
	rw.entered = recordState{records: map[RecordID]Record{}}
	rw.committed = rw.entered.clone()
	rw.open()
	return rw
}

func (rw *recordWorld) open() {
	rw.t.Helper()
	var err error
	rw.ix, err = Open(context.Background(), rw.dir, Options{Write: true, Create: true, Kind: Records, Memory: rw.memory})
	must(rw.t, err)
	rw.w, err = rw.ix.NewWriter()
	must(rw.t, err)
	must(rw.t, rw.w.KeepRecords("simhash"))
}

func (rw *recordWorld) random() Record {
	r := rw.r
	rec := Record{
		ID:   fmt.Appendf(nil, "id\x00%d", r.IntN(300)),
		Hash: hamming.Document{Hash: r.Uint64(), Features: r.Uint32() >> r.UintN(32), Short: r.IntN(5) == 0},
	}
	if r.IntN(20) == 0 {
		rec.ID = []byte(strings.Repeat("\xff", r.IntN(40_000)))
	}
	for range r.IntN(3) * r.IntN(20) {
		rec.Keys = append(rec.Keys, r.Uint32())
	}
	switch r.IntN(10) {
	case 0: // whole parts, and a byte less or more
		rec.Set = make([]byte, max(0, r.IntN(3)*recordSetPart+r.IntN(3)-1))
	case 1, 2, 3:
		rec.Set = make([]byte, r.IntN(3000))
	}
	for i := range rec.Set {
		rec.Set[i] = byte(r.Uint32())
	}
	return rec
}

func (rw *recordWorld) add() {
	rw.t.Helper()
	r := rw.random()
	want := rw.w.NextRecord()
	given := Record{bytes.Clone(r.ID), r.Hash, slices.Clone(r.Keys), bytes.Clone(r.Set)}
	n, err := rw.w.AddRecord(given)
	if err != nil || n != want || n == 0 {
		rw.t.Fatalf("AddRecord = %d, %v; want %d", n, err, want)
	}
	if _, has := rw.entered.records[n]; has {
		rw.t.Fatalf("number %d was used twice", n)
	}
	clear(given.ID)
	clear(given.Keys)
	clear(given.Set)
	rw.entered.records[n] = r
}

func (rw *recordWorld) commit() {
	rw.t.Helper()
	must(rw.t, rw.w.Commit())
	rw.committed = rw.entered.clone()
}

func (rw *recordWorld) drop() {
	rw.t.Helper()
	from := rw.w.NextRecord() - RecordID(rw.r.IntN(min(200, int(rw.w.NextRecord()))))
	want := int64(0)
	for n := range rw.entered.records {
		if n >= from {
			delete(rw.entered.records, n)
			want++
		}
	}
	if n, err := rw.w.DropRecords(context.Background(), from); err != nil || n != want {
		rw.t.Fatalf("DropRecords(%d) = %d, %v; want %d", from, n, err, want)
	}
}

func (rw *recordWorld) forget() {
	rw.t.Helper()
	var ids [][]byte
	named := map[string]bool{}
	for range 1 + rw.r.IntN(40) {
		id := fmt.Appendf(nil, "id\x00%d", rw.r.IntN(330))
		ids, named[string(id)] = append(ids, id), true
	}
	want := int64(0)
	for n, r := range rw.entered.records {
		if named[string(r.ID)] {
			delete(rw.entered.records, n)
			want++
		}
	}
	if n, err := rw.w.ForgetRecords(context.Background(), ids); err != nil || n != want {
		rw.t.Fatalf("ForgetRecords = %d, %v; want %d", n, err, want)
	}
	rw.committed = rw.entered.clone()
}

func (rw *recordWorld) step() {
	switch n := rw.r.IntN(100); {
	case n < 70:
		for range rw.r.IntN(60) {
			rw.add()
		}
	case n < 72:
		rw.drop()
	case n < 76:
		rw.forget()
	case n < 84:
		rw.commit()
	case n < 88:
		state := fmt.Appendf(nil, "{\"a\": <\x00 %d", n)
		rw.w.SetRun(state)
		rw.entered.run = state
	case n < 91:
		rw.commit()
		must(rw.t, rw.w.Merge(context.Background()))
	case n < 93:
		rw.commit()
		if segs := len(rw.w.root.Segments); segs > 0 {
			must(rw.t, rw.w.merge(context.Background(), rw.r.IntN(segs)))
		}
	case n < 96:
		rw.reopen()
	default:
		rw.compare()
	}
}

// reopen loses uncommitted changes.
func (rw *recordWorld) reopen() {
	rw.t.Helper()
	must(rw.t, rw.ix.Close())
	rw.entered = rw.committed.clone()
	rw.open()
	rw.compare()
}

// compare checks everything through the writer and through the index.
func (rw *recordWorld) compare() {
	rw.t.Helper()
	for n := RecordID(0); n < rw.w.NextRecord()+3; n++ {
		r, ok, err := rw.w.Record(n)
		wantRecord(rw.t, "writer", n, r, ok, err, rw.entered)
		r, ok, err = rw.ix.Record(n)
		wantRecord(rw.t, "index", n, r, ok, err, rw.committed)
	}
	wantRecords(rw.t, rw.ix, rw.committed)
}

func wantRecord(t *testing.T, by string, n RecordID, got Record, ok bool, err error, s recordState) {
	t.Helper()
	want, has := s.records[n]
	if err != nil || ok != has {
		t.Fatalf("%s: record %d: %v, %v; want %v", by, n, ok, err, has)
	}
	if ok && !equalRecords(got, want) {
		t.Fatalf("%s: record %d is %+v, want %+v", by, n, got, want)
	}
}

func equalRecords(a, b Record) bool {
	return bytes.Equal(a.ID, b.ID) && a.Hash == b.Hash && slices.Equal(a.Keys, b.Keys) && bytes.Equal(a.Set, b.Set) &&
		(a.Set == nil) == (b.Set == nil)
}

func wantRecords(t *testing.T, ix *Index, want recordState) {
	t.Helper()
	last, count := RecordID(0), 0
	err := ix.EachRecord(context.Background(), func(n RecordID, r Record) error {
		w, ok := want.records[n]
		w.Set = nil
		if n <= last || !ok || !equalRecords(r, w) {
			t.Fatalf("record %d after %d is %+v, want %+v (%v)", n, last, r, w, ok)
		}
		last = n
		count++
		return nil
	})
	if err != nil || count != len(want.records) || ix.Records() != int64(count) {
		t.Fatalf("%d records, %d counted, %v; want %d", count, ix.Records(), err, len(want.records))
	}
	if !reflect.DeepEqual(ix.Run(), want.run) {
		t.Fatalf("Run = %q, want %q", ix.Run(), want.run)
	}
}

// TestRecordsAgainstMap compares an index of records with a map over random operations.
func TestRecordsAgainstMap(t *testing.T) {
	testdata.Sequential(t)
	for seed := range uint64(testdata.Rounds(1, 6)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			rw := newRecordWorld(t, seed)
			for range 150 {
				rw.step()
			}
			rw.commit()
			rw.compare()
			if got := mustCheck(t, rw.ix).Records; got != int64(len(rw.committed.records)) {
				t.Errorf("Check counts %d records, want %d", got, len(rw.committed.records))
			}
			must(t, rw.ix.Close())
		})
	}
}

// TestExampleRecords checks that the examples of the format are what is written.
func TestExampleRecords(t *testing.T) {
	rw := newRecordWorld(t, 0)
	defer rw.ix.Close()
	b := &rw.w.records
	b.first, b.next, rw.w.root.NextSegment = 7, 7, 3
	_, err := rw.w.AddRecord(Record{ID: []byte("a"), Hash: hamming.Document{Hash: exampleFirst, Features: 300}, Set: []byte("xyz")})
	must(t, err)
	_, err = rw.w.AddRecord(Record{})
	must(t, err)
	_, err = rw.w.AddRecord(Record{Hash: hamming.Document{Hash: 5, Features: 1, Short: true}, Keys: []uint32{1, 0x01020304}})
	must(t, err)
	b.gone.add(8)
	b.live--
	must(t, rw.w.Commit())
	for key, want := range map[string]string{exampleRecordKey: exampleRecord, exampleSetKey: exampleSet} {
		key, err := hex.DecodeString(strings.ReplaceAll(key, " ", ""))
		must(t, err)
		err = rw.ix.st.Get(key, func(val []byte) error {
			if got := hex.EncodeToString(val); got != strings.ReplaceAll(want, " ", "") {
				t.Errorf("%x holds %s, want %s", key, got, want)
			}
			return nil
		})
		if err != nil {
			t.Errorf("%x: %v", key, err)
		}
	}
	r, ok, err := rw.ix.Record(7)
	if err != nil || !ok || string(r.ID) != "a" || string(r.Set) != "xyz" || r.Keys != nil || r.Hash != (hamming.Document{Hash: exampleFirst, Features: 300}) {
		t.Errorf("record 7 is %+v, %v, %v", r, ok, err)
	}
}
