package db

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"alike/fingerprint"
)

// Pieces are finished in order, whoever was faster, and after an error none is.
func TestInOrder(t *testing.T) {
	for _, threads := range []int{1, 2, 7} {
		for _, fails := range []int{-1, 0, 13} {
			var got []int
			bad := errors.New("bad")
			err := inOrder(40, threads, func(_, piece int) (func() error, error) {
				time.Sleep(time.Duration(rand.IntN(300)) * time.Microsecond)
				if piece == fails {
					return nil, bad
				}
				return func() error { got = append(got, piece); return nil }, nil
			})
			want := 40
			if fails >= 0 {
				want = fails
			}
			if fails >= 0 && err != bad || fails < 0 && err != nil {
				t.Errorf("%d threads, piece %d fails: %v", threads, fails, err)
			}
			// A piece before the one that fails may not have been finished yet.
			if len(got) > want || fails < 0 && len(got) != want || !slices.IsSorted(got) {
				t.Errorf("%d threads, piece %d fails: finished %v", threads, fails, got)
			}
		}
	}
}

// Ranges hold all postings of all segments, in order, each once.
func TestRangesHoldAllPostings(t *testing.T) {
	w := newWorld(t, 11)
	w.grow(60)
	for range 5 {
		w.scan(40, false)
	}
	ix := w.open(Options{})
	defer ix.Close()
	defer mustCheck(t, ix)
	var want []posting
	for _, seg := range ix.segments {
		table := seg.table(kindPostings)
		if err := table.load(); err != nil {
			t.Fatal(err)
		}
		for block := range table.blocks {
			if err := table.appendPostings(block, &want); err != nil {
				t.Fatal(err)
			}
		}
	}
	slices.SortFunc(want, func(p, q posting) int { return cmp.Or(cmp.Compare(p.fp, q.fp), cmp.Compare(p.content, q.content)) })
	if len(want) < 1000 || len(ix.segments) < 2 {
		t.Fatalf("%d postings in %d segments", len(want), len(ix.segments))
	}
	all, err := postingRanges(ix.segments)
	if err != nil || len(all) == 0 || all[0].from != 0 || all[len(all)-1].to != endOfFingerprints {
		t.Fatalf("ranges %v, %v", all, err)
	}
	for _, cuts := range []int{0, 1, 50} {
		at := []fingerprint.Fingerprint{0}
		for range cuts {
			at = append(at, want[w.r.IntN(len(want))].fp+fingerprint.Fingerprint(w.r.IntN(2)))
		}
		slices.Sort(at)
		at = append(at, endOfFingerprints)
		r := rangeReader{segments: ix.segments}
		var got []posting
		for i := range at[1:] {
			ps, err := r.read(fpRange{at[i], at[i+1]})
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, ps...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("cut %d times: %d postings, want %d", cuts, len(got), len(want))
		}
	}
}

// What is read does not stay resident, and giving it back harms nobody who reads.
func TestPagesAreGivenBack(t *testing.T) {
	w := newWorld(t, 12)
	w.grow(30)
	w.scan(60, true)
	ix := w.open(Options{})
	defer ix.Close()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 200 {
			releasePages(ix.dir)
		}
	}()
	for range 3 {
		mustCheck(t, ix)
		if _, err := ix.Status(context.Background()); err != nil {
			t.Error(err)
		}
	}
	<-done
	for line, want := range map[string]bool{
		"7f0daaa00000-7f0daafb6000 r--s 00000000 fe:00 9978835 /x/badger/000056.sst": true,
		"7f0daaa00000-7f0daafb6000 rw-p 00000000 fe:00 9978835 /x/badger/000056.sst": false,
		"7f0daaa00000 r--s": false,
		"x-y r--s ":         false,
	} {
		if from, to, ok := addresses(line); ok != want || ok && (from != 0x7f0daaa00000 || to != 0x7f0daafb6000) {
			t.Errorf("%q: %x, %x, %v", line, from, to, ok)
		}
	}
}

// Pages are given back by address, so that no table may be unmapped meanwhile:
// what is mapped in its place would lose its bytes.
func TestNoTableIsUnmappedWhilePagesAreGivenBack(t *testing.T) {
	w := newWorld(t, 13)
	w.grow(30)
	w.scan(60, true)
	ix := w.open(Options{})
	defer ix.Close()
	defer mustCheck(t, ix)
	v, err := openView(ix.dir, ix.st.cur)
	if err != nil {
		t.Fatal(err)
	}
	waits := func(what string, do func()) (done chan struct{}) {
		done = make(chan struct{})
		go func() { do(); close(done) }()
		select {
		case <-done:
			t.Errorf("%s does not wait", what)
		case <-time.After(50 * time.Millisecond):
		}
		return done
	}
	tablesMapped.RLock()
	released := waits("giving pages back", func() { releasePages(filepath.Join(ix.dir, badgerName)) })
	tablesMapped.RUnlock()
	<-released
	tablesMapped.Lock()
	closed := waits("closing a view", func() { _ = v.close() })
	tablesMapped.Unlock()
	<-closed
	tablesMapped.Lock()
	compacted := waits("closing a compaction", (&compaction{}).close)
	tablesMapped.Unlock()
	<-compacted
}
