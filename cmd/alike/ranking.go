package main

import (
	"cmp"
	"container/heap"
	"slices"

	"alike/db"
	"alike/fingerprint"
)

// ranking keeps the best of what it is given: all of it without a limit, else
// no more than the limit, in a heap whose root is the worst that is kept.
type ranking[T any] struct {
	limit  int // 0: none
	better func(a, b T) int
	kept   []T
	seen   int64
}

func (r *ranking[T]) add(x T) {
	r.seen++
	switch {
	case r.limit == 0:
		r.kept = append(r.kept, x)
	case len(r.kept) < r.limit:
		heap.Push((*worstFirst[T])(r), x)
	case r.better(x, r.kept[0]) < 0:
		r.kept[0] = x
		heap.Fix((*worstFirst[T])(r), 0)
	}
}

// best returns what was kept, the best first. Nothing can be added any more.
func (r *ranking[T]) best() []T {
	slices.SortFunc(r.kept, r.better)
	return r.kept
}

// worstFirst is a ranking as container/heap sees it.
type worstFirst[T any] ranking[T]

func (w *worstFirst[T]) Len() int           { return len(w.kept) }
func (w *worstFirst[T]) Less(i, j int) bool { return w.better(w.kept[i], w.kept[j]) > 0 }
func (w *worstFirst[T]) Swap(i, j int)      { w.kept[i], w.kept[j] = w.kept[j], w.kept[i] }
func (w *worstFirst[T]) Push(x any)         { w.kept = append(w.kept, x.(T)) }
func (w *worstFirst[T]) Pop() any {
	x := w.kept[len(w.kept)-1]
	w.kept = w.kept[:len(w.kept)-1]
	return x
}

// betterPair orders pairs by the share that a measure names, the largest first,
// then by path. Shares are compared as they are printed, and identical files
// come as a whole however few fingerprints they have.
func betterPair(by db.Measure) func(a, b db.Pair) int {
	return func(a, b db.Pair) int {
		return cmp.Or(
			cmp.Compare(pairShare(b, by).Rounded(), pairShare(a, by).Rounded()),
			cmp.Compare(a.A.Path, b.A.Path),
			cmp.Compare(a.B.Path, b.B.Path),
		)
	}
}

func pairShare(p db.Pair, by db.Measure) fingerprint.Share {
	return measured(by, p.AInB, p.BInA, p.Resemblance, p.Distinctive, p.Identical)
}

func matchShare(m db.Match, by db.Measure) fingerprint.Share {
	return measured(by, m.QueryInFile, m.FileInQuery, m.Resemblance, m.Distinctive, m.Identical)
}

// measured picks the share that a measure names.
func measured(by db.Measure, aInB, bInA, resemblance, distinctive fingerprint.Share, same bool) fingerprint.Share {
	switch {
	case same:
		return 1
	case by == db.Larger:
		return min(aInB, bInA)
	case by == db.Union:
		return resemblance
	case by == db.Distinctive:
		return distinctive
	default:
		return max(aInB, bInA)
	}
}
