package ranking

import "container/heap"

// sorted yields results in order, from memory or from a run.
type sorted[T any] struct {
	head   T
	rest   []T
	run    *runReader // nil: from memory
	decode func(r *Record) T
}

// next advances head to the next result; more is false at the end.
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
	r := Record{data: data}
	if s.head = s.decode(&r); r.bad || len(r.data) > 0 {
		return false, s.run.damaged("a record is malformed")
	}
	return true, nil
}

// merging merges sorted results: a heap with the best head at the root.
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
