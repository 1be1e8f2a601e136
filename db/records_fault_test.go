//go:build linux

package db

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"alike/db/hamming"
	"alike/testdata/storetest"
)

// TestCheckFindsRecords checks that Check finds damaged records, sets and tombstones.
func TestCheckFindsRecords(t *testing.T) {
	row := func(r Record) []byte { return r.encode(nil) }
	key := func(n uint64) rowKey { return rowKey{n, 0} }
	for name, damage := range map[string]func(w *Writer, seg *segmentWriter) error{
		"record beyond the next number": func(_ *Writer, seg *segmentWriter) error { return seg.records.add(key(99), row(Record{})) },
		"duplicate record":              func(_ *Writer, seg *segmentWriter) error { return seg.records.add(key(3), row(Record{})) },
		"record number 0":               func(_ *Writer, seg *segmentWriter) error { return seg.records.add(key(0), row(Record{})) },
		"record in parts":               func(_ *Writer, seg *segmentWriter) error { return seg.records.add(rowKey{7, 1}, row(Record{})) },
		"malformed row":                 func(_ *Writer, seg *segmentWriter) error { return seg.records.add(key(7), []byte{1, 2, 3}) },
		"unknown flags": func(_ *Writer, seg *segmentWriter) error {
			return seg.records.add(key(7), append([]byte{8}, row(Record{})[1:]...))
		},
		"set without record": func(_ *Writer, seg *segmentWriter) error { return seg.sets.add(key(7), []byte("x")) },
		"missing set": func(_ *Writer, seg *segmentWriter) error {
			return seg.records.add(key(7), row(Record{Set: []byte("xyz")}))
		},
		"set too short": func(_ *Writer, seg *segmentWriter) error {
			if err := seg.records.add(key(7), row(Record{Set: []byte("xyz")})); err != nil {
				return err
			}
			return seg.sets.add(key(7), []byte("xy"))
		},
		"set too long": func(_ *Writer, seg *segmentWriter) error {
			if err := seg.records.add(key(7), row(Record{Set: []byte("x")})); err != nil {
				return err
			}
			return seg.sets.add(key(7), []byte("xy"))
		},
		"parts of a set out of order": func(_ *Writer, seg *segmentWriter) error {
			if err := seg.records.add(key(7), row(Record{Set: []byte("xy")})); err != nil {
				return err
			}
			return seg.sets.add(rowKey{7, 1}, []byte("xy"))
		},
		"set of a record that has none": func(_ *Writer, seg *segmentWriter) error {
			if err := seg.records.add(key(7), row(Record{})); err != nil {
				return err
			}
			return seg.sets.add(key(7), []byte("xy"))
		},
		"tombstone without record":      func(_ *Writer, seg *segmentWriter) error { return seg.tombstones.add(key(7), nil) },
		"duplicate tombstone":           func(_ *Writer, seg *segmentWriter) error { return seg.tombstones.add(key(2), nil) },
		"tombstone with payload":        func(_ *Writer, seg *segmentWriter) error { return seg.tombstones.add(key(3), []byte("x")) },
		"tombstone of a counted record": func(_ *Writer, seg *segmentWriter) error { return seg.tombstones.add(key(3), nil) },
		"wrong count":                   func(w *Writer, _ *segmentWriter) error { w.records.live++; return nil },
		"wrong next number":             func(w *Writer, _ *segmentWriter) error { w.records.next = 4; return nil },
		"records missing from the root": func(w *Writer, _ *segmentWriter) error {
			w.records.keeps = false
			return nil
		},
		"rows of files": func(_ *Writer, seg *segmentWriter) error {
			return seg.hashes.add(key(1), encodeHash(nil, hamming.Document{}))
		},
	} {
		t.Run(name, func(t *testing.T) {
			rw := newRecordWorld(t, 0)
			defer func() { must(t, rw.ix.Close()) }()
			for i := range 5 {
				_, err := rw.w.AddRecord(Record{ID: fmt.Append(nil, i), Set: make([]byte, i)})
				must(t, err)
			}
			must(t, rw.w.Commit())
			_, err := rw.w.ForgetRecords(context.Background(), [][]byte{[]byte("1")})
			must(t, err)
			mustCheck(t, rw.ix)
			rw.w.records.next, rw.w.records.dirty = 9, true
			rw.w.begin(rw.w.root.NextContent)
			must(t, damage(rw.w, rw.w.batch.seg))
			must(t, rw.w.Commit())
			report, err := rw.ix.Check(context.Background(), CheckOptions{})
			if err != nil || len(report.Problems) == 0 {
				t.Errorf("Check found %v (%v)", report.Problems, err)
			}
		})
	}
}

// TestLostRecords checks that readers and Check notice a lost block of records.
func TestLostRecords(t *testing.T) {
	for _, kind := range []byte{kindRecords, kindSets, kindTombstones} {
		rw := newRecordWorld(t, 0)
		for i := range 3000 {
			_, err := rw.w.AddRecord(Record{ID: fmt.Append(nil, i), Set: make([]byte, 100)})
			must(t, err)
		}
		must(t, rw.w.Commit())
		_, err := rw.w.ForgetRecords(context.Background(), [][]byte{[]byte("2")})
		must(t, err)
		must(t, rw.ix.Close())
		rw.open()
		segs := rw.ix.segments
		lost := segs[0].table(kind)
		if kind == kindTombstones {
			lost = segs[1].table(kind)
		}
		must(t, lost.load())
		must(t, rw.ix.st.Remove(blockKey(lost.segment, lost.kind, lost.blocks[0].first)))
		must(t, rw.ix.commitRoot(rw.ix.root))
		damaged := new(DamagedError)
		if _, _, err := rw.ix.Record(1); !errors.As(err, &damaged) || !damaged.Records {
			t.Errorf("table %c: Record: %v", kind, err)
		}
		err = rw.ix.EachRecord(context.Background(), func(RecordID, Record) error { return nil })
		if kind != kindSets && !errors.As(err, &damaged) {
			t.Errorf("table %c: EachRecord: %v", kind, err)
		}
		if _, err := rw.w.ForgetRecords(context.Background(), [][]byte{[]byte("5")}); kind != kindSets && !errors.As(err, &damaged) {
			t.Errorf("table %c: ForgetRecords: %v", kind, err)
		}
		report, err := rw.ix.Check(context.Background(), CheckOptions{})
		if err != nil || len(report.Problems) == 0 {
			t.Errorf("table %c: Check found %v (%v)", kind, report.Problems, err)
		}
		must(t, rw.ix.Close())
	}
}

// TestRecordsOnAFullDisk fills the disk while records wait or at their commit. The run
// must fail and keep what was committed.
func TestRecordsOnAFullDisk(t *testing.T) {
	for spills := range uint64(2) {
		disk := storetest.SmallDisk(t, 40<<20)
		rw := newRecordWorld(t, spills)
		must(t, rw.ix.Close())
		rw.dir = filepath.Join(disk, "index")
		rw.open()
		for range 300 {
			rw.add()
		}
		rw.commit()
		full := storetest.Fill(t, disk, 5<<20) // 4 MiB of them are the margin, a tenth of the file system
		err := error(nil)
		for i := 0; i < 2000 && err == nil; i++ {
			_, err = rw.w.AddRecord(Record{Set: make([]byte, 5000)})
		}
		if (err != nil) != (spills == 1) {
			t.Errorf("with %d bytes of memory, AddRecord: %v", rw.memory, err)
		}
		if err == nil {
			rw.w.SetRun([]byte("lost"))
			err = rw.w.Commit()
		}
		if full := new(NoSpaceError); !errors.As(err, &full) {
			t.Fatalf("on a full disk: %v, want a NoSpaceError", err)
		}
		if err := rw.w.Commit(); err == nil {
			t.Error("Commit succeeds after a failed write")
		}
		if _, err := rw.w.AddRecord(Record{}); err == nil {
			t.Error("AddRecord succeeds after a failed write")
		}
		full()
		rw.reopen()
		for range 300 {
			rw.add()
		}
		rw.commit()
		rw.compare()
		mustCheck(t, rw.ix)
		must(t, rw.ix.Close())
	}
}

// TestRecordsBesideAWriter reads records with several goroutines while others are
// entered, committed, merged and forgotten.
func TestRecordsBesideAWriter(t *testing.T) {
	rw := newRecordWorld(t, 1)
	const kept = 500
	setOf := func(n int) string { return strings.Repeat(fmt.Sprint("set of ", n), 500) } // so large that each has its own block
	for i := range kept {
		_, err := rw.w.AddRecord(Record{ID: fmt.Append(nil, i+1), Set: []byte(setOf(i + 1))})
		must(t, err)
	}
	must(t, rw.w.Commit())
	done := make(chan struct{})
	var wg sync.WaitGroup
	for reader := range 3 {
		wg.Go(func() {
			for i := uint64(reader); ; i++ {
				select {
				case <-done:
					return
				default:
				}
				n := RecordID(1 + mix(i)%kept)
				read := rw.ix.Record
				if i%2 == 0 {
					read = rw.w.Record
				}
				r, ok, err := read(n)
				if err != nil || !ok || string(r.ID) != fmt.Sprint(n) || string(r.Set) != setOf(int(n)) {
					t.Errorf("record %d: %q, a set of %d bytes, %v, %v", n, r.ID, len(r.Set), ok, err)
					return
				}
			}
		})
	}
	for round, end := 0, time.Now().Add(1500*time.Millisecond); time.Now().Before(end); round++ {
		from := rw.w.NextRecord()
		for range 50 {
			_, err := rw.w.AddRecord(Record{ID: []byte("passing"), Set: make([]byte, 300)})
			must(t, err)
		}
		must(t, rw.w.Commit())
		switch round % 3 {
		case 0:
			_, err := rw.w.DropRecords(context.Background(), from)
			must(t, err)
		case 1:
			_, err := rw.w.ForgetRecords(context.Background(), [][]byte{[]byte("passing")})
			must(t, err)
		default:
			must(t, rw.w.merge(context.Background(), round%len(rw.w.root.Segments)))
		}
	}
	close(done)
	wg.Wait()
	must(t, rw.w.Commit())
	mustCheck(t, rw.ix)
	must(t, rw.ix.Close())
}

// TestRun checks that the state of a run is committed, even if nothing else is.
func TestRun(t *testing.T) {
	rw := newRecordWorld(t, 0)
	must(t, rw.w.Commit())
	state := []byte("{<\x00>\xff")
	rw.w.SetRun(state)
	rw.entered.run = []byte("{<\x00>\xff")
	clear(state)
	if rw.ix.Run() != nil || !rw.ix.RanAt().IsZero() {
		t.Errorf("Run = %q before the commit", rw.ix.Run())
	}
	rw.commit()
	rw.reopen()
	if ago := time.Since(rw.ix.RanAt()); ago < -time.Second || ago > time.Hour {
		t.Errorf("RanAt was %v ago", ago)
	}
	rw.w.SetRun([]byte("lost"))
	rw.reopen()
	rw.w.SetRun(nil)
	rw.entered.run = nil
	rw.commit()
	rw.reopen()
	if !rw.ix.RanAt().IsZero() {
		t.Errorf("RanAt = %v without a run", rw.ix.RanAt())
	}
	must(t, rw.ix.Close())
}

// TestKinds checks that files and records never share an index, nor do records of
// different methods.
func TestKinds(t *testing.T) {
	ctx := context.Background()
	rw := newRecordWorld(t, 0)
	must(t, rw.w.Commit())
	method := new(MethodError)
	if err := rw.w.KeepRecords("cosine"); !errors.As(err, &method) || method.Has != "simhash" || method.Want != "cosine" {
		t.Errorf("KeepRecords with another method: %v", err)
	}
	kind := new(KindError)
	isKind := func(what string, has Kind, err error) {
		t.Helper()
		if !errors.As(err, &kind) || kind.Has != has {
			t.Errorf("%s: %v", what, err)
		}
	}
	spool := rw.w.NewSpool()
	_, _, err := rw.w.AddContent(Content{}, spool)
	isKind("a content", Records, err)
	isKind("files", Records, rw.w.Put(1, Entry{Name: "x"}))
	_, err = rw.w.Directory("/")
	isKind("a directory", Records, err)
	isKind("a scan", Records, rw.w.BeginScan(time.Unix(1, 0)))
	isKind("simhashes", Records, rw.w.KeepHashes("a", 4))
	must(t, rw.ix.Close())
	_, err = Open(ctx, rw.dir, Options{})
	isKind("an index opened for files", Records, err)
	for _, k := range []Kind{Records, AnyKind} {
		ix, err := Open(ctx, rw.dir, Options{Kind: k})
		must(t, err)
		if has, ok := ix.RecordMethod(); ix.Kind() != Records || has != "simhash" || !ok {
			t.Errorf("RecordMethod = %q, %v", has, ok)
		}
		mustCheck(t, ix)
		must(t, ix.Close())
	}

	w := newWorld(t, 5)
	w.addDoc(w.bytes(500))
	ix := w.open(Options{Write: true, Create: true, Kind: Records}) // of no kind yet
	iw, err := ix.NewWriter()
	must(t, err)
	if _, err := iw.AddRecord(Record{}); err == nil {
		t.Error("AddRecord succeeds before KeepRecords")
	}
	w.put(iw, "/a", 0)
	isKind("records among files that wait", Files, iw.KeepRecords("simhash"))
	must(t, iw.Commit())
	must(t, ix.Close())
	_, err = Open(ctx, w.dir, Options{Kind: Records})
	isKind("an index opened for records", Files, err)
	ix = w.open(Options{})
	if err := ix.EachRecord(ctx, func(RecordID, Record) error { return errors.New("called") }); err != nil || ix.Records() != 0 || ix.Run() != nil {
		t.Errorf("an index of files has records (%v)", err)
	}
	must(t, ix.Close())
}

// TestRecordTooLarge checks that a record beyond the limits is refused and that the run
// can continue.
func TestRecordTooLarge(t *testing.T) {
	rw := newRecordWorld(t, 0)
	for _, r := range []Record{{ID: make([]byte, MaxIDBytes+1)}, {Keys: make([]uint32, MaxKeys+1)}, {Hash: hamming.Document{NoDocument: true}}} {
		if _, err := rw.w.AddRecord(r); err == nil {
			t.Error("AddRecord accepts an invalid record")
		}
	}
	large := Record{ID: make([]byte, MaxIDBytes), Keys: make([]uint32, MaxKeys), Set: make([]byte, 20<<20)}
	n, err := rw.w.AddRecord(large)
	must(t, err)
	rw.entered.records[n] = large
	rw.compare()
	rw.commit()
	rw.compare()
	mustCheck(t, rw.ix)
	must(t, rw.ix.Close())
}

// TestRecordsWait checks that waiting records stay within their share of memory, and that
// the commit frees the file with the rest.
func TestRecordsWait(t *testing.T) {
	rw := newRecordWorld(t, 1)
	s := &rw.w.records.spool
	const n, size = 1000, 5000
	for i := range n {
		_, err := rw.w.AddRecord(Record{ID: fmt.Append(nil, i), Set: make([]byte, size)})
		must(t, err)
		if cap(s.buf) > 2*s.limit+size {
			t.Fatalf("the buffer has %d bytes, the limit is %d", cap(s.buf), s.limit)
		}
	}
	if s.file == nil || s.end < n*size*9/10 {
		t.Fatalf("the file has %d bytes", s.end)
	}
	if files, err := os.ReadDir(rw.ix.st.TempPlace().Dir()); err != nil || len(files) > 0 {
		t.Errorf("%s has files %v (%v), want none", rw.ix.st.TempPlace().Dir(), files, err)
	}
	must(t, rw.w.Commit())
	if s.file != nil || len(s.ends) > 0 {
		t.Error("the spool is not empty after the commit")
	}
	for _, n := range []RecordID{1, n / 2, n} {
		if r, ok, err := rw.ix.Record(n); err != nil || !ok || string(r.ID) != fmt.Sprint(n-1) || len(r.Set) != size {
			t.Errorf("record %d: %v, %v", n, ok, err)
		}
	}
	mustCheck(t, rw.ix)
	must(t, rw.ix.Close())
}
