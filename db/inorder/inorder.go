// Package inorder runs pieces of work on several goroutines and finishes them in order.
package inorder

import "sync"

// Do does n pieces of work on several goroutines. What a piece returns is
// called one after the other, in the order of the pieces: results do not depend
// on who was faster. A goroutine that is ahead waits for its turn, so that no
// more than one result for each is held. worker tells the goroutines apart. It
// returns the first error, after which nothing further is begun or called.
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
	next   int // piece to be begun
	turn   int // piece to be finished
	err    error
}

func (o *ordered) run(worker int) {
	for {
		o.mu.Lock()
		piece := o.next
		o.next++
		over := o.err != nil || piece >= o.n
		o.mu.Unlock()
		if over {
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

// await waits until it is the piece's turn, and reports whether that has come.
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
