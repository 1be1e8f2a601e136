// Package ranking sorts the results of a search, best first. It returns the best few, or
// all of them even if they do not fit in memory.
package ranking

import (
	"container/heap"
	"context"
	"sort"
)

// Methods are the methods of a Ranking for results of one type.
type Methods[T any] struct {
	Better func(a, b T) int              // negative if a precedes b; no two results are equal
	Size   func(x T) int64               // bytes of memory, roughly
	Encode func(data []byte, x T) []byte // appends x to data
	Decode func(r *Record) T             // reads what Encode wrote
}

// Ranking collects results and returns them in order. With a limit it keeps only the best,
// in a heap with the worst of them at the root. Without a limit it keeps all. When they
// exceed its room, it sorts them into a run of a temporary file; Each merges the runs.
type Ranking[T any] struct {
	Methods[T]
	limit int   // 0: none
	room  int64 // bytes of memory for results, without a limit
	kept  []T
	used  int64 // of room
	seen  int64 // results
	aside runFile
}

// New returns an empty ranking of the limit best results, or of all results if limit is
// 0. It then holds about room bytes of results in memory.
func New[T any](methods Methods[T], limit int, room int64) *Ranking[T] {
	return &Ranking[T]{Methods: methods, limit: limit, room: room}
}

// Add adds a result. Its error wraps a spill.Error.
func (r *Ranking[T]) Add(x T) error {
	r.seen++
	switch {
	case r.limit == 0:
		return r.keep(x)
	case len(r.kept) < r.limit:
		heap.Push((*worstFirst[T])(r), x)
	case r.Better(x, r.kept[0]) < 0:
		r.kept[0] = x
		heap.Fix((*worstFirst[T])(r), 0)
	}
	return nil
}

func (r *Ranking[T]) keep(x T) error {
	r.kept = append(r.kept, x)
	r.used += r.Size(x)
	if r.used < r.room {
		return nil
	}
	return r.putAside()
}

// sort puts the best first. slices.SortFunc is compiled for each type of results, with some
// 20 KB of the program each.
func (r *Ranking[T]) sort() {
	sort.Slice(r.kept, func(i, j int) bool { return r.Better(r.kept[i], r.kept[j]) < 0 })
}

// putAside moves the results in memory to a run of the file.
func (r *Ranking[T]) putAside() error {
	r.sort()
	if err := r.aside.begin(); err != nil {
		return err
	}
	var data []byte
	for _, x := range r.kept {
		data = r.Encode(data[:0], x)
		if err := r.aside.add(data); err != nil {
			return err
		}
	}
	clear(r.kept) // frees the strings in them
	r.kept, r.used = r.kept[:0], 0
	return r.aside.end()
}

// Seen returns the number of results added.
func (r *Ranking[T]) Seen() int64 { return r.seen }

// Len returns the number of results that Each will return.
func (r *Ranking[T]) Len() int64 {
	if r.limit > 0 {
		return int64(len(r.kept))
	}
	return r.seen
}

// Best returns the results within the limit, unsorted, for the caller to complete. Their
// order must not change. It returns nil if there is no limit.
func (r *Ranking[T]) Best() []T {
	if r.limit == 0 {
		return nil
	}
	return r.kept
}

// Revise calls revise with each of the results within the limit, and drops those for
// which it returns false. No result may be added afterwards. Without a limit it does
// nothing.
func (r *Ranking[T]) Revise(revise func(*T) (bool, error)) error {
	if r.limit == 0 {
		return nil
	}
	kept := r.kept[:0]
	for _, x := range r.kept {
		ok, err := revise(&x)
		if err != nil {
			return err
		}
		if ok {
			kept = append(kept, x)
		}
	}
	r.seen -= int64(len(r.kept) - len(kept))
	r.kept = kept
	return nil
}

// Each calls use with each result, best first. No result may be added afterwards. It
// returns the errors of use and of ctx, a spill.Error or a DamageError.
func (r *Ranking[T]) Each(ctx context.Context, use func(T) error) error {
	r.sort()
	m := &merging[T]{better: r.Better}
	if err := m.add(&sorted[T]{rest: r.kept}); err != nil {
		return err
	}
	for i := range r.aside.runs {
		run := r.aside.open(i, r.room/2)
		if err := m.add(&sorted[T]{run: run, decode: r.Decode}); err != nil {
			return err
		}
	}
	for len(m.heads) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := use(m.heads[0].head); err != nil {
			return err
		}
		if err := m.next(); err != nil {
			return err
		}
	}
	return nil
}

// Close frees the disk space used for sorting.
func (r *Ranking[T]) Close() { r.aside.close() }

// worstFirst implements heap.Interface for a ranking.
type worstFirst[T any] Ranking[T]

func (w *worstFirst[T]) Len() int           { return len(w.kept) }
func (w *worstFirst[T]) Less(i, j int) bool { return w.Better(w.kept[i], w.kept[j]) > 0 }
func (w *worstFirst[T]) Swap(i, j int)      { w.kept[i], w.kept[j] = w.kept[j], w.kept[i] }
func (w *worstFirst[T]) Push(x any)         { w.kept = append(w.kept, x.(T)) }
func (w *worstFirst[T]) Pop() any {
	x := w.kept[len(w.kept)-1]
	w.kept = w.kept[:len(w.kept)-1]
	return x
}
