package records

import (
	"context"
	"io"
	"sync"
)

// maxInFlight limits the memory of the batches between reading and deciding, in bytes.
// A single larger batch is still let in.
const maxInFlight = 64 << 20

// Run reads all records, parses and processes them in parallel, and decides on the
// batches in order, in the caller's goroutine. begin is called once per worker and
// returns the worker's function, which may own buffers. A batch is released once it
// is decided on, so decide must not keep any part of it.
//
// Run ends with the first error, or when the context is done. Earlier decisions remain
// valid. It closes the reader, but does not wait for a blocked read, for example
// from a terminal.
func Run[T any](ctx context.Context, r *Reader, workers int, begin func() func(*Batch) (T, error), decide func(*Batch, T) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers = max(1, workers)
	p := &pipeline[T]{
		todo:  make(chan *job[T], workers),
		order: make(chan *job[T], 4*workers),
		gate:  newGate(maxInFlight),
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

// job is a batch in the pipeline.
type job[T any] struct {
	batch  *Batch
	result T
	err    error // of reading or working
	done   chan struct{}
}

type pipeline[T any] struct {
	todo  chan *job[T] // for the workers
	order chan *job[T] // for the decider, in input order
	gate  *gate
}

// read reads batches until the inputs end. Like an error of a worker, a read error is
// reported in order, after the records before it.
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
		} else if !p.gate.enter(ctx, b.memory()) {
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

// work parses and processes batches.
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

// decide passes the batches to the caller, in order.
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
			return err // select chooses at random if both are ready
		}
		if err := decide(j.batch, j.result); err != nil {
			return err
		}
		p.gate.leave(j.batch.memory())
		j.batch.Release()
	}
}

// gate admits batches up to a total size, or one batch of any size.
type gate struct {
	mu    sync.Mutex
	most  int64
	in    int64
	freed chan struct{}
}

func newGate(most int64) *gate { return &gate{most: most, freed: make(chan struct{}, 1)} }

// enter waits for room, and reports false if the context is done first. Only one
// goroutine may wait at a time.
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

// leave makes room for n bytes.
func (g *gate) leave(n int64) {
	g.mu.Lock()
	g.in -= n
	g.mu.Unlock()
	select {
	case g.freed <- struct{}{}:
	default:
	}
}
