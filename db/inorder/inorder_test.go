package inorder

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// TestDo checks that pieces finish in order, and that none does after an error.
func TestDo(t *testing.T) {
	for _, threads := range []int{1, 2, 7} {
		for _, fails := range []int{-1, 0, 13} {
			var got []int
			bad := errors.New("bad")
			err := Do(40, threads, func(_, piece int) (func() error, error) {
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
			// Pieces before the failed one may not have finished.
			if len(got) > want || fails < 0 && len(got) != want || !slices.IsSorted(got) {
				t.Errorf("%d threads, piece %d fails: finished %v", threads, fails, got)
			}
		}
	}
}

// TestPieces checks that a goroutine can join at any time, that Wait waits for it, and that the
// error of a function that finishes a piece ends the work.
func TestPieces(t *testing.T) {
	bad := errors.New("bad")
	for _, fails := range []int{-1, 0, 5} {
		p := New(10)
		var finished []int
		joined, release := make(chan bool), make(chan bool)
		var left atomic.Int32
		leave := func() error { left.Add(1); return nil }
		work := func(piece int) (func() error, error) {
			return func() error {
				if piece == fails {
					return bad
				}
				finished = append(finished, piece)
				return nil
			}, nil
		}
		go p.Work(func(piece int) (func() error, error) {
			joined <- true
			<-release // this piece is started first and ends last
			return work(piece)
		}, leave)
		<-joined
		go func() {
			time.Sleep(10 * time.Millisecond)
			close(release)
			for range joined {
			}
		}()
		p.Work(work, leave)
		err := p.Wait()
		if want := map[bool]int32{true: 2}[fails < 0]; left.Load() != want {
			t.Errorf("piece %d fails: %d goroutines left in peace", fails, left.Load())
		}
		if fails < 0 && err != nil || fails >= 0 && err != bad {
			t.Errorf("piece %d fails: %v", fails, err)
		}
		if want := cmp.Or(fails+1, 11) - 1; len(finished) != want || !slices.IsSorted(finished) {
			t.Errorf("piece %d fails: finished %v", fails, finished)
		}
		p.Work(func(int) (func() error, error) { t.Error("a piece is started after the end"); return nil, bad }, leave)
		close(joined)
	}
}

// TestPiecesLeave checks that Wait waits for the function that leaves, and returns its error.
func TestPiecesLeave(t *testing.T) {
	bad := errors.New("bad")
	p := New(1)
	started := make(chan bool)
	go p.Work(func(int) (func() error, error) { close(started); return func() error { return nil }, nil }, func() error {
		time.Sleep(10 * time.Millisecond)
		return bad
	})
	<-started
	if err := p.Wait(); err != bad {
		t.Errorf("the error is %v", err)
	}
}

// TestSort checks that Sort sorts, and that it gives up once its context is cancelled.
func TestSort(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	numbers := make([]int, 100_000)
	for i := range numbers {
		numbers[i] = random.IntN(50_000)
	}
	sorted := slices.Clone(numbers)
	if err := Sort(t.Context(), sorted, cmp.Compare); err != nil || !slices.IsSorted(sorted) {
		t.Fatalf("not sorted, %v", err)
	}
	for _, after := range []int{0, 1, 5_000, 100_000} {
		ctx, cancel := context.WithCancel(t.Context())
		left, compared := slices.Clone(numbers), 0
		err := Sort(ctx, left, func(a, b int) int {
			if compared++; compared == max(after, 1) {
				cancel()
			}
			return cmp.Compare(a, b)
		})
		if !errors.Is(err, context.Canceled) || compared > after+1024 {
			t.Errorf("cancelled after %d comparisons, it made %d and returned %v", after, compared, err)
		}
		slices.Sort(left)
		if !slices.Equal(left, sorted) {
			t.Error("elements were lost")
		}
		cancel()
	}
}
