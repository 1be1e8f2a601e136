package dataset

import (
	"cmp"
	"context"
	"sync"

	"github.com/parquet-go/parquet-go"

	"alike/db/inorder"
)

const (
	// postingsInGroup is about the number of postings in a row group, which takes some 11 MB.
	// Its dictionary of keys stays small.
	postingsInGroup = 2 << 20
	groupsInPart    = 12
	// batch is the number of values that go to a column at a time.
	batch = 4 << 10
	// collectWork is how many postings are collected in the time that one is written.
	collectWork = 5
)

// writePostings writes the table postings. The row groups are encoded in parallel.
func (w *writer) writePostings(ctx context.Context) error {
	t, err := w.newTable(postings)
	if err != nil {
		return err
	}
	p := &postingWriter{writer: w, table: t, groups: inGroups(w.fresh, cmp.Or(w.inGroup, postingsInGroup)), open: map[int]*postingPart{}}
	p.sets = sets{place: w.ix.Place(), room: int(w.Memory / 4)}
	defer p.sets.close()
	collected := int64(0)
	err = p.sets.collect(ctx, w.ix, p.groups, func(n int64) {
		if collected += n; collected >= batch*collectWork {
			w.work.add(collected / collectWork)
			collected %= collectWork
		}
	})
	if err != nil {
		return err
	}
	w.work.add(collected / collectWork)
	buffers := make([]postingBuffer, w.Threads)
	err = inorder.Do(len(p.groups), w.Threads, func(worker, group int) (func() error, error) {
		part, err := p.part(group)
		if err != nil {
			return nil, err
		}
		rows := part.out.BeginRowGroup()
		if err := buffers[worker].fill(ctx, p, rows, group); err != nil {
			return nil, err
		}
		return func() error { return p.commit(part, group, rows) }, nil
	})
	if err != nil {
		p.abandon()
		return err
	}
	w.counts.Postings, err = w.finish(t)
	return err
}

// inGroups cuts contents into those of each row group.
func inGroups(contents []sortedContent, postings int) (groups [][]sortedContent) {
	from, n := 0, 0
	for i, c := range contents {
		if n += int(c.count); n >= postings {
			groups = append(groups, contents[from:i+1])
			from, n = i+1, 0
		}
	}
	if n > 0 {
		groups = append(groups, contents[from:])
	}
	return groups
}

// postingWriter writes the row groups of the table postings.
type postingWriter struct {
	*writer
	table  *table
	groups [][]sortedContent
	sets   sets

	mu   sync.Mutex
	open map[int]*postingPart // by number
}

// postingPart is an open part file.
type postingPart struct {
	file *countedFile
	out  *parquetWriter
}

func (p *postingWriter) groupsInPart() int { return cmp.Or(p.inPart, groupsInPart) }

// part returns the part of a row group.
func (p *postingWriter) part(group int) (*postingPart, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := group / p.groupsInPart()
	if part := p.open[n]; part != nil {
		return part, nil
	}
	if err := p.table.openPart(n); err != nil {
		return nil, err
	}
	p.open[n] = &postingPart{p.table.file, p.table.out}
	p.table.file, p.table.out = nil, nil
	return p.open[n], nil
}

// commit appends a row group to its part, and completes the part with its last one.
func (p *postingWriter) commit(part *postingPart, group int, rows *parquet.ConcurrentRowGroupWriter) error {
	n, err := rows.Commit()
	if err != nil {
		return p.table.failed(err)
	}
	p.table.rows += n
	if (group+1)%p.groupsInPart() != 0 && group+1 < len(p.groups) {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.open, group/p.groupsInPart())
	return p.table.closePart(part.file, part.out)
}

// abandon closes the open parts after an error.
func (p *postingWriter) abandon() {
	for _, part := range p.open {
		_ = part.file.out.Close()
	}
}

// postingBuffer gathers the values of a row group.
type postingBuffer struct {
	keys, prints, levels []parquet.Value
	sets                 groupSets
}

// fill adds the postings of a row group.
func (b *postingBuffer) fill(ctx context.Context, p *postingWriter, rows *parquet.ConcurrentRowGroupWriter, group int) error {
	contents := p.groups[group]
	if err := b.sets.read(&p.sets, group, len(contents)); err != nil {
		return err
	}
	done := int64(0)
	for i, c := range contents {
		key, level := parquet.Int64Value(c.key), parquet.Int32Value(int32(p.all.levels[c.id]))
		err := b.sets.each(i, func(f int64) error {
			b.keys = append(b.keys, key)
			b.prints = append(b.prints, parquet.Int64Value(f))
			b.levels = append(b.levels, level)
			if len(b.keys) < batch {
				return nil
			}
			return b.flush(rows)
		})
		if err != nil {
			return p.table.failed(err)
		}
		if done += int64(c.count); done >= batch {
			p.work.add(done)
			done = 0
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	}
	p.work.add(done)
	return p.table.failed(b.flush(rows))
}

// flush hands the values to the columns.
func (b *postingBuffer) flush(rows *parquet.ConcurrentRowGroupWriter) error {
	columns := rows.ColumnWriters()
	for i, values := range []*[]parquet.Value{&b.keys, &b.prints, &b.levels} {
		if _, err := columns[i].WriteRowValues(*values); err != nil {
			return err
		}
		*values = (*values)[:0]
	}
	return nil
}
