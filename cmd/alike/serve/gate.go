package serve

import (
	"context"
	"net/http"
	"time"
)

// gate limits how many requests do something at once, and how many wait for it.
type gate struct {
	running, waiting chan struct{}
	wait             time.Duration
}

func newGate(running, waiting int, wait time.Duration) *gate {
	return &gate{make(chan struct{}, running), make(chan struct{}, waiting), wait}
}

var errFull = Errorf(http.StatusServiceUnavailable, "too many requests at once: try again")

// enter waits for a turn. leave ends it.
func (g *gate) enter(ctx context.Context) error {
	select {
	case g.running <- struct{}{}:
		return nil
	default:
	}
	select {
	case g.waiting <- struct{}{}:
		defer func() { <-g.waiting }()
	default:
		return errFull
	}
	late := time.NewTimer(g.wait)
	defer late.Stop()
	select {
	case g.running <- struct{}{}:
		return nil
	case <-late.C:
		return errFull
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (g *gate) leave() { <-g.running }
