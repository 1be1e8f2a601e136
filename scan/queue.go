package scan

import (
	"slices"
	"sync"
)

// queue holds the remaining work: folders to walk and batches of files to read. It is a
// stack, so the walk is depth-first and holds at most the siblings along one path per
// worker. Batches come before folders, so that walked files are read before more
// folders are walked.
type queue struct {
	mu      sync.Mutex
	wake    sync.Cond
	folders []*folder
	batches []batch
	busy    int // workers that may add work
	closed  bool
}

func newQueue() *queue {
	q := &queue{}
	q.wake.L = &q.mu
	return q
}

// addFolders adds folders to be walked in this order.
func (q *queue) addFolders(folders []*folder) {
	push(q, &q.folders, folders)
}

// addBatches adds batches to be read in this order.
func (q *queue) addBatches(batches []batch) {
	push(q, &q.batches, batches)
}

// push adds items to one of the queue's stacks, the last one first.
func push[T any](q *queue, stack *[]T, items []T) {
	if len(items) == 0 {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, item := range slices.Backward(items) {
		*stack = append(*stack, item)
	}
	if len(items) == 1 {
		q.wake.Signal()
	} else {
		q.wake.Broadcast()
	}
}

// take waits for work and returns a folder or a batch. It returns false when all work
// is done or the queue is closed. The caller must call done after the work.
func (q *queue) take() (f *folder, b batch, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		if q.closed {
			return nil, batch{}, false
		}
		if n := len(q.batches); n > 0 {
			b = q.batches[n-1]
			q.batches[n-1] = batch{}
			q.batches = q.batches[:n-1]
			q.busy++
			return nil, b, true
		}
		if n := len(q.folders); n > 0 {
			f = q.folders[n-1]
			q.folders[n-1] = nil
			q.folders = q.folders[:n-1]
			q.busy++
			return f, batch{}, true
		}
		if q.busy == 0 {
			return nil, batch{}, false
		}
		q.wake.Wait()
	}
}

// done ends the work of a take.
func (q *queue) done() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.busy--
	if q.busy == 0 && len(q.batches) == 0 && len(q.folders) == 0 {
		q.wake.Broadcast()
	}
}

// close makes take return false.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.wake.Broadcast()
}

// drain releases the remaining batches.
func (q *queue) drain() {
	for _, b := range q.batches {
		b.dir.release()
	}
	q.batches, q.folders = nil, nil
}
