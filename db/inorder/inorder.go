// Package inorder runs pieces of work on several goroutines and finishes them in order.
package inorder

import "sync"

// Do works on n pieces with several goroutines. work returns a function for each piece;
// these are called one at a time, in the order of the pieces, so results do not depend on
// timing. A goroutine that is ahead waits for its turn and holds only one result. worker
// is the number of the goroutine, below threads. Do returns the first error; after it no
// piece is started or finished.
func Do(n, threads int, work func(worker, piece int) (finish func() error, err error)) error {
	o := &ordered{n: n, work: work}
	o.turned.L = &o.mu
	var wg sync.WaitGroup
	for worker := range min(threads, n) {
		wg.Go(func() { o.run(worker) })
	}
	wg.Wait()
	return o.err
}

type ordered struct {
	n    int
	work func(worker, piece int) (func() error, error)

	mu     sync.Mutex
	turned sync.Cond
	next   int // next piece to start
	turn   int // next piece to finish
	err    error
}

func (o *ordered) run(worker int) {
	for {
		o.mu.Lock()
		piece := o.next
		o.next++
		done := o.err != nil || piece >= o.n
		o.mu.Unlock()
		if done {
			return
		}
		finish, err := o.work(worker, piece)
		if !o.await(piece, err) {
			return
		}
		if err := finish(); err != nil {
			o.fail(err)
			return
		}
		o.mu.Lock()
		o.turn++
		o.mu.Unlock()
		o.turned.Broadcast()
	}
}

// await waits for the piece's turn. It returns false if there was an error.
func (o *ordered) await(piece int, err error) bool {
	if err != nil {
		o.fail(err)
		return false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.turn != piece && o.err == nil {
		o.turned.Wait()
	}
	return o.err == nil
}

func (o *ordered) fail(err error) {
	o.mu.Lock()
	if o.err == nil {
		o.err = err
	}
	o.mu.Unlock()
	o.turned.Broadcast()
}
