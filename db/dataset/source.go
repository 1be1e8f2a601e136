package dataset

import (
	"context"
	"fmt"
	"os"
	"slices"
)

// source reads the rows of a table in order. Each of its files is in order; those of an export
// that was added to are merged.
type source[T any] struct {
	host, path string            // of its folder
	compare    func(a, b *T) int // of rows that a file may not have twice: 0
	cursors    []*cursor[T]      // with the smallest next row first
	total      int64             // rows of all files
}

// cursor is the place in one file of a table.
type cursor[T any] struct {
	*sourceFile[T]
	batch, rest []T
	last        T
}

// openSource opens all files of a table.
func openSource[T any](ctx context.Context, root *os.Root, h *Host, name string, compare func(a, b *T) int) (*source[T], error) {
	t := &source[T]{host: h.Host, path: joined(h.Dir, name), compare: compare}
	names, err := partNames(root, name)
	if err != nil {
		return nil, &ExportError{h.Host, t.path, err}
	}
	for _, name := range names {
		p, err := openSourceFile[T](ctx, root, h.Dir, name, h.inspected)
		if err != nil {
			t.close()
			return nil, &ExportError{h.Host, joined(h.Dir, name), err}
		}
		t.cursors = append(t.cursors, &cursor[T]{sourceFile: p})
		t.total += p.left
		if err := t.cursors[len(t.cursors)-1].fill(); err != nil {
			t.close()
			return nil, &ExportError{h.Host, p.path, err}
		}
	}
	t.drop()
	slices.SortStableFunc(t.cursors, func(a, b *cursor[T]) int { return compare(&a.rest[0], &b.rest[0]) })
	return t, nil
}

// drop closes and removes the cursors without rows.
func (t *source[T]) drop() {
	t.cursors = slices.DeleteFunc(t.cursors, func(c *cursor[T]) bool {
		if len(c.rest) == 0 {
			c.close()
			return true
		}
		return false
	})
}

// close closes all files. t may be nil.
func (t *source[T]) close() {
	if t == nil {
		return
	}
	for _, c := range t.cursors {
		c.close()
	}
	t.cursors = nil
}

func (c *cursor[T]) fill() error {
	if c.batch == nil {
		c.batch = make([]T, min(int64(c.atOnce), c.left))
	}
	n, err := c.read(c.batch)
	c.rest = c.batch[:n]
	return err
}

// peek returns the next row, nil at the end. It is valid until next is called.
func (t *source[T]) peek() *T {
	if len(t.cursors) == 0 {
		return nil
	}
	return &t.cursors[0].rest[0]
}

// next advances by one row.
func (t *source[T]) next() error {
	c := t.cursors[0]
	c.last = c.rest[0]
	c.rest = c.rest[1:]
	if len(c.rest) == 0 {
		if err := c.fill(); err != nil {
			return t.wrong(c, "%w", err)
		}
		if len(c.rest) == 0 {
			t.drop()
			return nil
		}
	}
	if t.compare(&c.last, &c.rest[0]) >= 0 {
		return t.wrong(c, "the rows are out of order, or there is one twice")
	}
	for i := 1; i < len(t.cursors) && t.compare(&t.cursors[i].rest[0], &t.cursors[i-1].rest[0]) < 0; i++ {
		t.cursors[i-1], t.cursors[i] = t.cursors[i], t.cursors[i-1]
	}
	return nil
}

// fail returns an *ExportError about the next row.
func (t *source[T]) fail(format string, args ...any) error {
	if len(t.cursors) == 0 {
		return &ExportError{t.host, t.path, fmt.Errorf(format, args...)}
	}
	return t.wrong(t.cursors[0], format, args...)
}

func (t *source[T]) wrong(c *cursor[T], format string, args ...any) error {
	return &ExportError{t.host, c.path, fmt.Errorf(format, args...)}
}
