package report

import (
	"strconv"

	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/fingerprint"
)

// columns prints text for files and pipes: columns separated by tabs, sizes in bytes,
// whole paths. A result without lines of its own has its values as columns.
type columns struct {
	*setting
	unprinted
	cells []string
}

func (c *columns) print(r result) error {
	if l, ok := r.(lined); ok {
		l.lines(c)
		return c.out.err()
	}
	r.values(c.setting, c)
	c.finish()
	return c.out.err()
}

func (c *columns) end(*Summary) error { return nil }

func (c *columns) begin(string) { c.finish() }

func (c *columns) finish() {
	if len(c.cells) > 0 {
		c.out.columns(c.cells...)
		c.cells = c.cells[:0]
	}
}

func (c *columns) text(_, text string) { c.cells = append(c.cells, terminal.Visible(text)) }

func (c *columns) path(_, path string) { c.text("", path) }

func (c *columns) file(_ string, f *search.File) { c.text("", f.Path) }

func (c *columns) int(_ string, n int64) int64 {
	c.text("", itoa(n))
	return n
}

func (c *columns) flag(_ string, flag bool) bool {
	c.text("", strconv.FormatBool(flag))
	return flag
}

func (c *columns) share(_ string, share *fingerprint.Share) { c.text("", rounded(*share)) }
