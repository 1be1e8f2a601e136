package report

// columns prints text for files and pipes: columns separated by tabs, sizes in bytes,
// whole paths. A result without lines of its own has the cells of CSV as columns.
type columns struct{ csvRows }

func newColumns(s *setting) columns {
	return columns{csvRows{setting: s, headed: true, plain: true}}
}

func (c *columns) print(r result) error {
	if l, ok := r.(lined); ok {
		l.lines(c)
		return c.out.err()
	}
	return c.csvRows.print(r)
}

func (c *columns) end(*Summary) error { return nil }
