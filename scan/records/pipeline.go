package records

import (
	"context"
	"io"
	"sync"
)

// heldBytes is how much the batches between reading and deciding may hold, unless
// a single one has more.
const heldBytes = 64 << 20

// Run reads all records, parses them and works on them with a number of workers,
// and decides on each batch in order, in the goroutine of the caller. begin is
// called once for each worker and returns its function, which may keep memory of
// its own. Batches are released once they are decided on: nothing of them may be
// kept. The first error ends it, and so does the context; what was decided on
// until then stands. Run closes the reader, but does not wait for a read that
// hangs, as of a terminal.
func Run[T any](ctx context.Context, r *Reader, workers int, begin func() func(*Batch) (T, error), decide func(*Batch, T) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers = max(1, workers)
	p := &pipeline[T]{
		todo:  make(chan *job[T], workers),
		order: make(chan *job[T], 4*workers),
		held:  newGate(heldBytes),
	}
	go p.read(ctx, r)
	var working sync.WaitGroup
	for range workers {
		working.Go(func() { p.work(ctx, begin()) })
	}
	err := p.decide(ctx, decide)
	cancel()
	working.Wait()
	return err
}

// job is a batch on its way.
type job[T any] struct {
	batch  *Batch
	result T
	err    error // of reading or working
	done   chan struct{}
}

type pipeline[T any] struct {
	todo  chan *job[T] // for the workers
	order chan *job[T] // for the decider, in the order of the input
	held  *gate
}

// read reads batches until the end of the inputs. An error stands behind the
// records before it, as one that a worker has.
func (p *pipeline[T]) read(ctx context.Context, r *Reader) {
	defer close(p.todo)
	defer close(p.order)
	defer r.Close()
	for ctx.Err() == nil {
		b, err := r.Next()
		if err == io.EOF {
			return
		}
		j := &job[T]{batch: b, err: err, done: make(chan struct{})}
		if err != nil {
			close(j.done)
		} else if !p.held.enter(ctx, b.held()) {
			return
		}
		select {
		case p.order <- j:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
		select {
		case p.todo <- j:
		case <-ctx.Done():
			return
		}
	}
}

// work does what there is to be done for batches.
func (p *pipeline[T]) work(ctx context.Context, do func(*Batch) (T, error)) {
	for {
		select {
		case <-ctx.Done():
			return
		case j, ok := <-p.todo:
			if !ok {
				return
			}
			j.batch.Parse()
			j.result, j.err = do(j.batch)
			close(j.done)
		}
	}
}

// decide takes the batches in order.
func (p *pipeline[T]) decide(ctx context.Context, decide func(*Batch, T) error) error {
	for {
		var j *job[T]
		var ok bool
		select {
		case <-ctx.Done():
			return ctx.Err()
		case j, ok = <-p.order:
		}
		if !ok {
			return ctx.Err()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-j.done:
		}
		if j.err != nil {
			return j.err
		}
		if err := ctx.Err(); err != nil {
			return err // though both could be taken
		}
		if err := decide(j.batch, j.result); err != nil {
			return err
		}
		p.held.leave(j.batch.held())
		j.batch.Release()
	}
}

// gate lets so many bytes in, or one batch of any size.
type gate struct {
	mu    sync.Mutex
	most  int64
	in    int64
	freed chan struct{}
}

func newGate(most int64) *gate { return &gate{most: most, freed: make(chan struct{}, 1)} }

// enter waits for room and reports whether there came to be some. One goroutine
// may wait at a time.
func (g *gate) enter(ctx context.Context, n int64) bool {
	for {
		g.mu.Lock()
		if g.in == 0 || g.in+n <= g.most {
			g.in += n
			g.mu.Unlock()
			return true
		}
		g.mu.Unlock()
		select {
		case <-ctx.Done():
			return false
		case <-g.freed:
		}
	}
}

func (g *gate) leave(n int64) {
	g.mu.Lock()
	g.in -= n
	g.mu.Unlock()
	select {
	case g.freed <- struct{}{}:
	default:
	}
}
