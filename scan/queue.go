package scan

import "sync"

// queue is the work that is left: folders to walk and batches of files to read.
// It is a stack, so that the walk is depth-first and holds no more than the
// siblings along one path for each worker. Batches come before folders, so that
// what was walked is read before more is walked.
type queue struct {
	mu      sync.Mutex
	wake    sync.Cond
	folders []*folder
	batches []batch
	busy    int // workers that may still add work
	closed  bool
}

func newQueue() *queue {
	q := &queue{}
	q.wake.L = &q.mu
	return q
}

// addFolders adds folders, the first of which is to be walked first.
func (q *queue) addFolders(folders []*folder) {
	if len(folders) == 0 {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	for i := len(folders) - 1; i >= 0; i-- {
		q.folders = append(q.folders, folders[i])
	}
	q.rouse(len(folders))
}

// addBatches adds batches, the first of which is to be read first.
func (q *queue) addBatches(batches []batch) {
	if len(batches) == 0 {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	for i := len(batches) - 1; i >= 0; i-- {
		q.batches = append(q.batches, batches[i])
	}
	q.rouse(len(batches))
}

func (q *queue) rouse(items int) {
	if items == 1 {
		q.wake.Signal()
	} else {
		q.wake.Broadcast()
	}
}

// take waits for work and hands it out, either a folder or a batch. It returns
// false when all is done or the queue was closed. After the work, done must be
// called.
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

// done says that work that was taken is finished.
func (q *queue) done() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.busy--
	if q.busy == 0 && len(q.batches) == 0 && len(q.folders) == 0 {
		q.wake.Broadcast()
	}
}

// close makes take hand out nothing more.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.wake.Broadcast()
}

// drain releases what the batches hold that nobody took.
func (q *queue) drain() {
	for _, b := range q.batches {
		b.dir.release()
	}
	q.batches, q.folders = nil, nil
}
