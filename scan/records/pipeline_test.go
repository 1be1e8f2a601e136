package records

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"
)

// numbered returns n lines.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return b.String()
}

func lineReader(t *testing.T, in io.Reader, batch int) *Reader {
	t.Helper()
	r, err := NewReader([]Input{{Name: "-", From: in}}, Options{Layout: Layout{Format: Lines}, BatchBytes: batch})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRunKeepsOrder(t *testing.T) {
	t.Parallel()
	text := numbered(20_000)
	for _, workers := range []int{0, 1, 2, 7} {
		var got strings.Builder
		var begun atomic.Int64
		begin := func() func(*Batch) (string, error) {
			begun.Add(1)
			return func(b *Batch) (string, error) {
				if rand.IntN(10) == 0 {
					time.Sleep(time.Duration(rand.IntN(100)) * time.Microsecond)
				}
				var all string
				for _, rec := range b.Records {
					all += string(rec.Texts[0]) + "\n"
				}
				return all, nil
			}
		}
		err := Run(t.Context(), lineReader(t, strings.NewReader(text), 64), workers, begin, func(_ *Batch, s string) error {
			got.WriteString(s)
			return nil
		})
		if err != nil || got.String() != text || begun.Load() != int64(max(1, workers)) {
			t.Errorf("%d workers: %d bytes, want %d; %d begun; %v", workers, got.Len(), len(text), begun.Load(), err)
		}
	}
}

func TestRunStopsAtFirstError(t *testing.T) {
	t.Parallel()
	text := numbered(5000)
	boom := errors.New("boom")
	for _, where := range []string{"read", "work", "decide"} {
		in := io.Reader(strings.NewReader(text))
		if where == "read" {
			in = io.MultiReader(strings.NewReader(numbered(2500)), iotest.ErrReader(boom))
		}
		fail := func(b *Batch, here string) error {
			if where == here && b.Records[len(b.Records)-1].Line >= 2500 {
				return fmt.Errorf("at %d: %w", b.Records[0].Line, boom)
			}
			return nil
		}
		begin := func() func(*Batch) (struct{}, error) {
			return func(b *Batch) (struct{}, error) { return struct{}{}, fail(b, "work") }
		}
		decided := int64(0)
		err := Run(t.Context(), lineReader(t, in, 64), 3, begin, func(b *Batch, _ struct{}) error {
			if err := fail(b, "decide"); err != nil {
				return err
			}
			decided = b.Records[len(b.Records)-1].Line
			return nil
		})
		// Everything before the error is decided on, nothing after it.
		if !errors.Is(err, boom) || decided < 2485 || decided > 2500 {
			t.Errorf("%s: %v after line %d", where, err, decided)
		}
	}
}

func TestRunCancelled(t *testing.T) {
	t.Parallel()
	// A read that never returns.
	hang, _ := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	err := Run(ctx, lineReader(t, io.MultiReader(strings.NewReader("one\n"), hang), 64), 2, nothing, func(*Batch, struct{}) error {
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a blocked read: %v", err)
	}
	// The queue in front of a slow decider is bounded.
	text := numbered(50_000)
	const batch = 4096
	r := lineReader(t, strings.NewReader(text), batch)
	ctx, cancel = context.WithCancel(t.Context())
	decided := 0
	err = Run(ctx, r, 2, nothing, func(*Batch, struct{}) error {
		decided++
		time.Sleep(50 * time.Millisecond)
		// peeked is the reader's own buffer.
		if ahead := r.BytesRead(); ahead > peeked+20*batch {
			t.Errorf("%d bytes were read for the first batch", ahead)
		}
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) || decided != 1 {
		t.Errorf("a slow decider: %v after %d batches", err, decided)
	}
}

// TestGate checks that the gate limits the bytes in flight, and admits one batch of
// any size.
func TestGate(t *testing.T) {
	t.Parallel()
	g := newGate(100)
	ctx, cancel := context.WithCancel(t.Context())
	if !g.enter(ctx, 1000) {
		t.Fatal("the first batch is not admitted")
	}
	entered := make(chan bool)
	go func() { entered <- g.enter(ctx, 60) }()
	select {
	case <-entered:
		t.Fatal("a second batch is admitted beside it")
	case <-time.After(20 * time.Millisecond):
	}
	g.leave(1000)
	if !<-entered {
		t.Fatal("the second batch is not admitted after it")
	}
	if !g.enter(ctx, 40) {
		t.Fatal("a third batch is not admitted though there is room")
	}
	cancel()
	if g.enter(ctx, 1) {
		t.Fatal("a fourth batch is admitted without room")
	}
}
