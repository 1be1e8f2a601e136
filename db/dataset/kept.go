package dataset

import (
	"alike/db/system"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"sort"

	"github.com/parquet-go/parquet-go"
)

// generation is the part files of one export that later ones keep.
type generation struct {
	stamp string
	parts map[string][]string // names by table
	rows  map[string]int64    // by table
	live  int64               // postings of contents that are still exported
	found int64               // contents that are still exported
	kept  bool
}

// partName matches the names of part files: the time of the export, then a number.
var partName = regexp.MustCompile(`^part-([0-9TZ.]+)-[0-9]{5,}\.parquet$`)

const (
	// stampFormat is the time in the names of part files.
	stampFormat = "20060102T150405.000000Z"
	// smallGeneration is the number of postings up to which a generation is written again with
	// the next new content, so that small files do not pile up: 5 MB.
	smallGeneration = 1 << 20
)

// kept is what an export keeps of the one before.
type kept struct {
	generations []*generation
	contents    []bool // of the sorted contents: in a kept generation
	hashes      []Key  // of the simhashes in kept generations, sorted
}

// keep finds the generations of the export before that the new one keeps: all that were made by
// the same rules, except small ones and those of mostly old contents. Nothing is kept of an export
// that is damaged or incomplete.
//
// A generation is written again together with new content of half its postings or more. So there
// are at most a handful, and each content is rewritten as rarely as in a log-structured merge tree
// (O'Neil et al. 1996).
func (w *writer) keep(ctx context.Context) (*kept, error) {
	k := &kept{contents: make([]bool, len(w.all.sorted))}
	all, err := w.generations(ctx)
	if err != nil || len(all) == 0 {
		return k, err
	}
	of := make([]uint16, len(w.all.sorted)) // generation of each content, counted from 1
	for i, g := range all {
		if err := w.mark(ctx, g, of, uint16(i+1)); err != nil {
			return k, ignoreDamage(err)
		}
	}
	fresh := int64(0) // postings to be written
	news := false
	for i, c := range w.all.sorted {
		if of[i] == 0 {
			fresh += int64(c.count)
			news = true
		}
	}
	order := slices.Clone(all)
	slices.SortStableFunc(order, func(a, b *generation) int { return cmp.Compare(a.rows[postings], b.rows[postings]) })
	for _, g := range order {
		old := 2*g.found < g.rows[contents]
		if old || news && g.rows[postings] < max(2*fresh, cmp.Or(w.small, smallGeneration)) {
			fresh, news = fresh+g.live, true
			continue
		}
		g.kept = true
	}
	for i := range of {
		k.contents[i] = of[i] > 0 && all[of[i]-1].kept
	}
	for _, g := range all {
		if !g.kept {
			continue
		}
		k.generations = append(k.generations, g)
		if err := w.eachKey(ctx, g, simhashes, func(key Key) { k.hashes = append(k.hashes, key) }); err != nil {
			return &kept{contents: make([]bool, len(w.all.sorted))}, ignoreDamage(err)
		}
	}
	slices.Sort(k.hashes)
	return k, nil
}

// damaged reports an export that cannot be kept. The new one replaces it.
type damaged struct{ error }

func ignoreDamage(err error) error {
	if errors.As(err, new(damaged)) {
		return nil
	}
	return err
}

// generations lists the generations of the export before, none if it cannot be kept.
func (w *writer) generations(ctx context.Context) ([]*generation, error) {
	before, err := w.before(ctx)
	if err != nil || before == nil {
		return nil, ignoreDamage(err)
	}
	w.stats.LostRoots = lostRoots(before.Roots, w.export().Roots)
	byStamp := map[string]*generation{}
	total := map[string]int64{}
	for _, table := range []string{contents, postings, simhashes} {
		entries, err := w.stage.entries(hostPrefix + w.Host + "/" + table)
		if err != nil {
			return nil, nil // the folder of the table is missing
		}
		for _, e := range entries {
			m := partName.FindStringSubmatch(e.Name())
			if m == nil {
				return nil, nil
			}
			g := byStamp[m[1]]
			if g == nil {
				g = &generation{stamp: m[1], parts: map[string][]string{}, rows: map[string]int64{}}
				byStamp[m[1]] = g
			}
			n, err := w.stage.rows(ctx, table+"/"+e.Name())
			if err != nil {
				return nil, ignoreDamage(err)
			}
			g.parts[table] = append(g.parts[table], e.Name())
			g.rows[table] += n
			total[table] += n
		}
	}
	if total[contents] != before.Contents || total[postings] != before.Postings || total[simhashes] != before.Hashes {
		return nil, nil
	}
	var all []*generation
	for _, g := range byStamp {
		all = append(all, g)
	}
	slices.SortFunc(all, func(a, b *generation) int { return cmp.Compare(a.stamp, b.stamp) })
	if scheme, _, _ := w.ix.HashScheme(); scheme != before.Scheme {
		for _, g := range all {
			g.rows[simhashes] = 0
			delete(g.parts, simhashes)
		}
	}
	return all, nil
}

// before returns the row of the export before, or nil if there is none by the same rules.
func (w *writer) before(ctx context.Context) (*Export, error) {
	table := hostPrefix + w.Host + "/" + exports
	entries, err := w.stage.entries(table)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) != 1 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var row Export
	schema := parquet.SchemaOf(row)
	err = w.stage.read(ctx, exports+"/"+entries[0].Name(), func(f *parquet.File) error {
		if f.NumRows() != 1 || !parquet.EqualNodes(f.Schema(), schema) {
			return damaged{errors.New("it has other columns")}
		}
		rows := f.RowGroups()[0].Rows()
		defer rows.Close()
		buffer := make([]parquet.Row, 1)
		if n, err := rows.ReadRows(buffer); n != 1 { // with the last row err is io.EOF
			return err
		}
		return schema.Reconstruct(&row, buffer[0])
	})
	if err != nil {
		return nil, err
	}
	now := w.export()
	if row.Layout != Layout || row.Host != now.Host || row.View != now.View || row.Rules != now.Rules || row.Window != now.Window ||
		row.Density != now.Density || row.Small != now.Small || row.Anchors != now.Anchors {
		return nil, nil
	}
	return &row, nil
}

// mark notes which contents are in a generation.
func (w *writer) mark(ctx context.Context, g *generation, of []uint16, n uint16) error {
	return w.eachKey(ctx, g, contents, func(key Key) {
		i := sort.Search(len(w.all.sorted), func(i int) bool { return w.all.sorted[i].key >= key })
		if i < len(of) && w.all.sorted[i].key == key && of[i] == 0 {
			of[i] = n
			g.found++
			g.live += int64(w.all.sorted[i].count)
		}
	})
}

// eachKey calls use for the keys in a table of a generation.
func (w *writer) eachKey(ctx context.Context, g *generation, table string, use func(Key)) error {
	for _, name := range g.parts[table] {
		err := w.stage.read(ctx, table+"/"+name, func(f *parquet.File) error {
			for _, group := range f.RowGroups() {
				if err := eachInt64(ctx, group.ColumnChunks()[0], use); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// eachInt64 calls use for the values of a column.
func eachInt64(ctx context.Context, column parquet.ColumnChunk, use func(int64)) error {
	pages := column.Pages()
	defer pages.Close()
	values := make([]parquet.Value, batch)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		page, err := pages.ReadPage()
		if err != nil {
			if err == io.EOF {
				return nil
			}
			return err
		}
		for r := page.Values(); err == nil; {
			var n int
			n, err = r.ReadValues(values)
			for _, v := range values[:n] {
				use(v.Int64())
			}
		}
		parquet.Release(page)
		if err != io.EOF {
			return err
		}
	}
}

// link adds the kept parts of a table to the export. It returns their rows and bytes.
func (w *writer) link(table string) (rows, bytes int64, err error) {
	for _, g := range w.kept.generations {
		rows += g.rows[table]
		for _, name := range g.parts[table] {
			n, err := w.stage.link(table + "/" + name)
			if err != nil {
				return 0, 0, err
			}
			bytes += n
		}
	}
	return rows, bytes, nil
}

// rows returns the number of rows of a part of the export before.
func (s *stage) rows(ctx context.Context, part string) (n int64, err error) {
	err = s.read(ctx, part, func(f *parquet.File) error {
		n = f.NumRows()
		return nil
	})
	return n, err
}

// read opens a part of the export before. An error about its content is damaged. It reads the
// whole part the first time: the Parquet library trusts sizes, and a damaged part that is kept
// would never be written again.
func (s *stage) read(ctx context.Context, part string, use func(f *parquet.File) error) (err error) {
	path := hostPrefix + s.host + "/" + part
	defer func() {
		if r := recover(); r != nil { // parquet-go may panic on damaged files
			err = damaged{fmt.Errorf("reading %s: %v", path, r)}
		}
	}()
	file, err := s.root.OpenFile(path, os.O_RDONLY|system.Large, 0)
	if err != nil {
		return s.outer("reading", path, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return s.outer("reading", path, err)
	}
	_, err = s.inspected.inspect(ctx, path, file, info)
	var f *parquet.File
	if err == nil {
		f, err = parquet.OpenFile(file, info.Size(), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	}
	if err == nil {
		err = use(f)
	}
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return damaged{fmt.Errorf("reading %s: %w", path, err)}
	}
	return nil
}

// link adds a part of the export before to the new one: as a hard link, or a copy if the file
// system has none. It returns its size.
func (s *stage) link(part string) (int64, error) {
	from, to := hostPrefix+s.host+"/"+part, newPrefix+s.host+"/"+part
	info, err := s.root.Lstat(from)
	if err != nil {
		return 0, s.outer("reading", from, err)
	}
	if err := s.root.Link(from, to); err == nil {
		return info.Size(), nil
	}
	in, err := s.root.OpenFile(from, os.O_RDONLY|system.Large, 0)
	if err != nil {
		return 0, s.outer("reading", from, err)
	}
	defer in.Close()
	out, err := s.root.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL|system.Large, 0o666)
	if err != nil {
		return 0, s.outer("creating", to, err)
	}
	_, err = io.Copy(out, in)
	if err == nil {
		err = out.Sync()
	}
	if err = errors.Join(err, out.Close()); err != nil {
		return 0, s.outer("writing", to, err)
	}
	if err := s.root.Chtimes(to, info.ModTime(), info.ModTime()); err != nil {
		return 0, s.outer("writing", to, err)
	}
	return info.Size(), nil
}
