package store

import (
	"context"
	"fmt"
	"math/rand"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"alike/testdata"
)

// writeGeneration takes a store to its next generation, using every way of writing.
// generationContent returns the expected content.
func writeGeneration(s *Store, gen uint64) error {
	for k, v := range batchContent(gen) {
		if err := s.Put([]byte(k), []byte(v)); err != nil {
			return err
		}
	}
	if gen%2 == 0 {
		if err := s.Flush(); err != nil {
			return err
		}
	}
	if gen > 4 {
		for k := range batchContent(gen - 4) {
			if err := s.Remove([]byte(k)); err != nil {
				return err
			}
		}
	}
	if gen%4 == 1 {
		if err := s.Flush(); err != nil {
			return err
		}
	}
	if err := s.Commit(fmt.Appendf(nil, "root %d", gen)); err != nil {
		return err
	}
	if gen%3 == 0 {
		return s.Compact(context.Background())
	}
	return nil
}

// checkGeneration compares every byte of a store with the content of its generation.
func checkGeneration(t *testing.T, s *Store) {
	t.Helper()
	gen := s.Generation()
	p := &sample{want: generationContent(gen), gen: gen}
	p.checkOpen(t, s)
}

// TestReadersBesideAWriter opens readers at any moment while a process flushes,
// commits, compacts and starts again. Some readers stay open for a long time.
func TestReadersBesideAWriter(t *testing.T) {
	dir, tmp := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", tmp)
	generations := uint64(testdata.Rounds(10, 40))
	s := mustOpen(t, dir, smallStore)
	var committed atomic.Uint64
	must(t, writeGeneration(s, 1))
	committed.Store(1)
	written := make(chan error, 1)
	var ended atomic.Bool
	go func() {
		defer ended.Store(true)
		written <- func() error {
			for gen := uint64(2); gen <= generations; gen++ {
				if err := writeGeneration(s, gen); err != nil {
					return fmt.Errorf("generation %d: %w", gen, err)
				}
				committed.Store(gen)
				if gen%7 == 0 {
					if err := s.Close(); err != nil {
						return err
					}
					var err error
					if s, err = Open(context.Background(), dir, smallStore); err != nil {
						return err
					}
				}
			}
			return s.Close()
		}()
	}()
	var opened atomic.Int64
	seen := sync.Map{}
	var readers sync.WaitGroup
	for id := range 2 {
		readers.Go(func() {
			var old *Store
			for n := 0; !ended.Load(); n++ {
				before := committed.Load()
				r, err := Open(context.Background(), dir, readStore)
				if err != nil {
					t.Errorf("opening after generation %d: %v", before, err)
					return
				}
				gen := r.Generation()
				if after := committed.Load(); gen < before || gen > after+1 {
					t.Errorf("generation %d was opened between %d and %d", gen, before, after)
				}
				checkGeneration(t, r)
				opened.Add(1)
				seen.Store(gen, true)
				if id == 0 && n%5 == 0 { // and once more when it is old
					r, old = old, r
					if r == nil {
						continue
					}
					checkGeneration(t, r)
				}
				closeStore(t, r)
			}
			if old != nil {
				checkGeneration(t, old)
				closeStore(t, old)
			}
		})
	}
	readers.Wait()
	must(t, <-written)
	n := 0
	seen.Range(func(any, any) bool { n++; return true })
	if n < 5 {
		t.Errorf("only %d of %d generations were read", n, generations)
	}
	t.Logf("%d readers saw %d of %d generations", opened.Load(), n, generations)
	r := mustOpen(t, dir, readStore)
	checkGeneration(t, r)
	closeStore(t, r)
	wantEmpty(t, tmp)
}

func wantEmpty(t *testing.T, dir string) {
	t.Helper()
	names, err := folderAt(t, dir).names(".")
	must(t, err)
	if len(names) > 0 {
		t.Errorf("%s is not empty: %q", dir, names)
	}
}

// TestReadersOfAKilledWriter reads at random moments beside a process that is killed
// now and then.
func TestReadersOfAKilledWriter(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	dir := filepath.Join(t.TempDir(), "index")
	for tries := 1; killOnce(t, dir, 300*time.Millisecond) == 0; tries++ { // until there is something
		if tries == 20 {
			t.Fatalf("the process was killed before its first commit %d times", tries)
		}
	}
	r := rand.New(rand.NewSource(time.Now().UnixNano()))
	read := func() uint64 {
		s := mustOpen(t, dir, readStore)
		defer closeStore(t, s)
		checkGeneration(t, s)
		return s.Generation()
	}
	reads, beside := 0, 0
	for last := read(); reads < testdata.Rounds(8, 50); {
		killed := make(chan uint64, 1)
		go func() { killed <- killOnce(t, dir, time.Duration(200+r.Intn(200))*time.Millisecond) }()
		for running := true; running; {
			select {
			case printed := <-killed:
				running = false
				if printed == 0 { // killed before it had opened the index
					printed = last
				}
				if gen := read(); gen != printed && gen != printed+1 {
					t.Fatalf("generation %d, but the killed process printed %d", gen, printed)
				}
			case <-time.After(time.Duration(rand.Intn(40)) * time.Millisecond):
				beside++
			}
			gen := read()
			if gen < last {
				t.Fatalf("generation %d after %d", gen, last)
			}
			last = gen
			reads++
		}
	}
	t.Logf("%d reads, %d of them beside a process that wrote", reads, beside)
}
