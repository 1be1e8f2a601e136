package inorder

import (
	"errors"
	"math/rand/v2"
	"slices"
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
