// Package inorder runs pieces of work on several goroutines and finishes them in order, and sorts
// what is too long to be sorted to the end after an interrupt.
package inorder

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// Do works on n pieces with several goroutines. work returns a function for each piece;
// these are called one at a time, in the order of the pieces, so results do not depend on
// timing. A goroutine that is ahead waits for its turn and holds only one result. worker
// is the number of the goroutine, below threads. Do returns the first error; after it no
// piece is started or finished.
func Do(n, threads int, work func(worker, piece int) (finish func() error, err error)) error {
	p := New(n)
	var wg sync.WaitGroup
	for worker := range min(threads, n) {
		wg.Go(func() {
			p.Work(func(piece int) (func() error, error) { return work(worker, piece) }, nil)
		})
	}
	wg.Wait()
	return p.Wait()
}

// Pieces is the work of Do, for goroutines that join at any time.
type Pieces struct {
	n int

	mu      sync.Mutex
	turned  sync.Cond
	next    int // next piece to start
	turn    int // next piece to finish
	working int // goroutines in Work
	err     error
}

// New returns n pieces, none of which is started.
func New(n int) *Pieces {
	p := &Pieces{n: n}
	p.turned.L = &p.mu
	return p
}

// Work works on pieces until none is left to start, or one has failed. work is as for Do, and
// belongs to the calling goroutine. So does leave, which Work calls at its end if it has worked on
// a piece and none has failed, and which Wait waits for; it may be nil.
func (p *Pieces) Work(work func(piece int) (finish func() error, err error), leave func() error) {
	p.mu.Lock()
	p.working++
	worked := false
	for p.err == nil && p.next < p.n {
		piece := p.next
		p.next++
		worked = true
		p.mu.Unlock()
		finish, err := work(piece)
		p.mu.Lock()
		for err == nil && p.err == nil && p.turn != piece {
			p.turned.Wait()
		}
		if err == nil && p.err == nil {
			p.mu.Unlock()
			err = finish()
			p.mu.Lock()
			p.turn++
		}
		if p.err == nil {
			p.err = err
		}
		p.turned.Broadcast()
	}
	if worked && leave != nil && p.err == nil {
		p.mu.Unlock()
		err := leave()
		p.mu.Lock()
		p.err = cmp.Or(p.err, err)
	}
	p.working--
	p.turned.Broadcast()
	p.mu.Unlock()
}

// Wait waits until all goroutines have left Work, and returns the first error. Its caller has left
// Work itself, so a goroutine that joins later finds nothing to start.
func (p *Pieces) Wait() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.working > 0 {
		p.turned.Wait()
	}
	return p.err
}

// Sort is slices.SortFunc until ctx is cancelled. Then it returns the error of ctx soon, and all is in
// any order. A million paths take more than a second to sort.
func Sort[T any](ctx context.Context, all []T, compare func(a, b T) int) error {
	compared, cancelled := 0, false
	slices.SortFunc(all, func(a, b T) int {
		if compared++; compared%1024 == 0 {
			cancelled = ctx.Err() != nil
		}
		if cancelled {
			return 0 // equal elements take linear time
		}
		return compare(a, b)
	})
	return ctx.Err()
}
