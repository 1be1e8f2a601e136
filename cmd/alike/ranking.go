package main

import (
	"cmp"
	"container/heap"
	"context"
	"slices"

	"alike/cmd/alike/flags"
	"alike/db/search"
	"alike/fingerprint"
)

// ranking gives back in order what it is given: with a limit no more than the
// best, which it keeps in a heap whose root is the worst of them; else all of
// it, which may be more than fits in memory. What exceeds room is sorted and put
// aside in a file, as a run of many that are merged at the end.
type ranking[T any] struct {
	kind[T]
	limit int   // 0: none
	room  int64 // bytes that the results in memory may take up, without a limit
	kept  []T
	used  int64   // of room
	seen  int64   // results
	all   folding // of the paths of all results, without a limit
	aside runFile
}

// kind is what ranking has to know of the results that it ranks.
type kind[T any] struct {
	better func(a, b T) int // a total order: no two results are equal
	paths  func(x T, use func(path string))
	encode func(data []byte, x T) []byte
	decode func(r *record) T
}

// sortRoom is how much memory results may take up while they are sorted, unless
// --memory asks for something else: 220,000 pairs with paths of 80 bytes.
const sortRoom = 64 << 20

// pathBytes is about what a result takes up in memory for each path in it,
// beside the path itself: search.Pair has 144 bytes for two, search.Member 96 for one,
// and a slice that grows has up to a quarter more than it needs.
const pathBytes = 128

// rankingOf returns a ranking of what is to be printed by p.
func rankingOf[T any](p *printer, memory flags.Memory, k kind[T]) *ranking[T] {
	room := p.app.sortRoom
	if memory.Bytes > 0 {
		room = int64(memory.Bytes) / 4
	}
	return &ranking[T]{kind: k, limit: p.limit, room: room}
}

func (r *ranking[T]) add(x T) error {
	r.seen++
	switch {
	case r.limit == 0:
		return r.keep(x)
	case len(r.kept) < r.limit:
		heap.Push((*worstFirst[T])(r), x)
	case r.better(x, r.kept[0]) < 0:
		r.kept[0] = x
		heap.Fix((*worstFirst[T])(r), 0)
	}
	return nil
}

func (r *ranking[T]) keep(x T) error {
	r.kept = append(r.kept, x)
	r.paths(x, func(path string) {
		r.used += pathBytes + int64(len(path))
		r.all.add(path)
	})
	if r.used < r.room {
		return nil
	}
	return r.putAside()
}

// putAside makes room by turning what is kept into a run in the file.
func (r *ranking[T]) putAside() error {
	slices.SortFunc(r.kept, r.better)
	if err := r.aside.begin(); err != nil {
		return err
	}
	var data []byte
	for _, x := range r.kept {
		data = r.encode(data[:0], x)
		if err := r.aside.add(data); err != nil {
			return err
		}
	}
	clear(r.kept) // or the paths would stay in memory
	r.kept, r.used = r.kept[:0], 0
	return r.aside.end()
}

// left returns how many results there are to be given back.
func (r *ranking[T]) left() int64 {
	if r.limit > 0 {
		return int64(len(r.kept))
	}
	return r.seen
}

// folder returns the folder that all results to be given back lie in.
func (r *ranking[T]) folder() string {
	if r.limit == 0 {
		return r.all.folder()
	}
	var kept folding
	for _, x := range r.kept {
		r.paths(x, kept.add)
	}
	return kept.folder()
}

// each calls use with what was kept, the best first. Nothing can be added any
// more.
func (r *ranking[T]) each(ctx context.Context, use func(T) error) error {
	slices.SortFunc(r.kept, r.better)
	m := &merging[T]{better: r.better}
	if err := m.add(&sorted[T]{rest: r.kept}); err != nil {
		return err
	}
	for i := range r.aside.runs {
		run := r.aside.open(i, r.room/2)
		if err := m.add(&sorted[T]{run: run, decode: r.decode}); err != nil {
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

// close frees the space on disk that was needed for sorting.
func (r *ranking[T]) close() { r.aside.close() }

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

// sorted yields results in order, from memory or from a run.
type sorted[T any] struct {
	head   T
	rest   []T
	run    *runReader // nil: from memory
	decode func(r *record) T
}

// next moves on to the next result; more is false at the end.
func (s *sorted[T]) next() (more bool, err error) {
	if s.run == nil {
		if len(s.rest) == 0 {
			return false, nil
		}
		s.head, s.rest = s.rest[0], s.rest[1:]
		return true, nil
	}
	data, err := s.run.next()
	if data == nil || err != nil {
		return false, err
	}
	r := record{data: data}
	if s.head = s.decode(&r); r.bad || len(r.data) > 0 {
		return false, s.run.damaged("a record in it makes no sense")
	}
	return true, nil
}

// merging merges sorted results: a heap whose root has the best head.
type merging[T any] struct {
	better func(a, b T) int
	heads  []*sorted[T]
}

func (m *merging[T]) add(s *sorted[T]) error {
	more, err := s.next()
	if more {
		heap.Push(m, s)
	}
	return err
}

// next drops the best head.
func (m *merging[T]) next() error {
	more, err := m.heads[0].next()
	switch {
	case err != nil:
		return err
	case more:
		heap.Fix(m, 0)
	default:
		heap.Pop(m)
	}
	return nil
}

func (m *merging[T]) Len() int           { return len(m.heads) }
func (m *merging[T]) Less(i, j int) bool { return m.better(m.heads[i].head, m.heads[j].head) < 0 }
func (m *merging[T]) Swap(i, j int)      { m.heads[i], m.heads[j] = m.heads[j], m.heads[i] }
func (m *merging[T]) Push(x any)         { m.heads = append(m.heads, x.(*sorted[T])) }
func (m *merging[T]) Pop() any {
	s := m.heads[len(m.heads)-1]
	m.heads = m.heads[:len(m.heads)-1]
	return s
}

// betterPair orders pairs by the share that a measure names, the largest first,
// then by that of the next measure, then by path. Shares are compared as they are
// printed, and identical files come as a whole however few fingerprints they have.
func betterPair(order ...search.Measure) func(a, b search.Pair) int {
	return func(a, b search.Pair) int {
		for _, by := range order {
			if c := cmp.Compare(pairShare(b, by).Rounded(), pairShare(a, by).Rounded()); c != 0 {
				return c
			}
		}
		return cmp.Or(cmp.Compare(a.A.Path, b.A.Path), cmp.Compare(a.B.Path, b.B.Path))
	}
}

// betterMatch does so with the matches of one file.
func betterMatch(order ...search.Measure) func(a, b search.Match) int {
	return func(a, b search.Match) int {
		for _, by := range order {
			if c := cmp.Compare(matchShare(b, by).Rounded(), matchShare(a, by).Rounded()); c != 0 {
				return c
			}
		}
		return cmp.Compare(a.File.Path, b.File.Path)
	}
}

func pairKind(order ...search.Measure) kind[search.Pair] {
	return kind[search.Pair]{
		better: betterPair(order...),
		paths: func(p search.Pair, use func(string)) {
			use(p.A.Path)
			use(p.B.Path)
		},
		encode: appendPair,
		decode: (*record).pair,
	}
}

// pairShare is the share by which a pair is ordered: identical files share
// everything, even where they have no fingerprints to say so.
func pairShare(p search.Pair, by search.Measure) fingerprint.Share {
	if p.Identical {
		return 1
	}
	return p.By(by)
}

func matchShare(m search.Match, by search.Measure) fingerprint.Share {
	if m.Identical {
		return 1
	}
	return m.By(by)
}
