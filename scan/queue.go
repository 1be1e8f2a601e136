package scan

import (
	"slices"
	"sync"
)

// queue holds the remaining work: folders to walk and batches of files to read. It is a
// stack, so the walk is depth-first and holds at most the siblings along one path per
// worker. Batches come before folders, so that walked files are read before more
// folders are walked. Invitations to help with a large file come last: a worker accepts one
// when nothing else is left for it.
type queue struct {
	mu      sync.Mutex
	wake    sync.Cond
	folders []*folder
	batches []batch
	invited []*pieced
	busy    int // workers that may add work
	closed  bool
}

func newQueue() *queue {
	q := &queue{}
	q.wake.L = &q.mu
	return q
}

// addFolders adds folders to be walked in this order. A caller that takes the next work at once
// takes one of them, so one worker less is woken: in a chain of folders none.
func (q *queue) addFolders(folders []*folder, takesNext bool) {
	wake := len(folders)
	if takesNext {
		wake--
	}
	push(q, &q.folders, folders, wake)
}

// addBatches adds batches to be read in this order.
func (q *queue) addBatches(batches []batch) {
	push(q, &q.batches, batches, len(batches))
}

// push adds items to one of the queue's stacks, the last one first, and wakes some workers.
func push[T any](q *queue, stack *[]T, items []T, wake int) {
	if len(items) == 0 {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, item := range slices.Backward(items) {
		*stack = append(*stack, item)
	}
	switch {
	case wake == 1:
		q.wake.Signal()
	case wake > 1:
		q.wake.Broadcast()
	}
}

// invite adds n invitations to help with a large file.
func (q *queue) invite(p *pieced, n int) {
	push(q, &q.invited, slices.Repeat([]*pieced{p}, n), n)
}

// uninvite removes the invitations to help with a file that were not accepted.
func (q *queue) uninvite(p *pieced) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.invited = slices.DeleteFunc(q.invited, func(i *pieced) bool { return i == p })
}

// work is a folder to walk, a batch of files to read, or a large file to help with. Only one field is
// set.
type work struct {
	folder *folder
	batch  batch
	pieced *pieced
}

// take waits for work. It returns false when all work is done or the queue is closed. The caller
// must call done after the work.
func (q *queue) take() (w work, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		if q.closed {
			return work{}, false
		}
		switch {
		case len(q.batches) > 0:
			w.batch = pop(&q.batches)
		case len(q.folders) > 0:
			w.folder = pop(&q.folders)
		case len(q.invited) > 0:
			w.pieced = pop(&q.invited)
		case q.busy == 0:
			return work{}, false
		default:
			q.wake.Wait()
			continue
		}
		q.busy++
		return w, true
	}
}

// pop removes the item on top of a stack.
func pop[T any](stack *[]T) T {
	top := len(*stack) - 1
	item := (*stack)[top]
	clear((*stack)[top:])
	*stack = (*stack)[:top]
	return item
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
