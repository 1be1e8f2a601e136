package store

import (
	"bytes"
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sort"

	"github.com/dgraph-io/badger/v4"
	sst "github.com/dgraph-io/badger/v4/table"
	"github.com/dgraph-io/badger/v4/y"
)

// A compaction is due at this many tables at level 0, because every read searches each
// of them, or at this many small tables, because each takes a file descriptor and 20 µs
// to open.
const (
	tooManyShallow = 16
	tooManySmall   = 64
)

// small reports whether a table of this size is smaller than a quarter of a full one.
func (s *Store) small(size int64) bool { return size < s.tableSize()/4 }

// WantsCompaction reports whether enough keys are removed, or the tables are fragmented
// enough, for a compaction to pay off.
func (s *Store) WantsCompaction() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	var shallow, small int
	var keys, removed uint64
	for _, t := range s.cur.tables {
		keys += t.keys
		removed += t.removed
		if t.level == 0 {
			shallow++
		}
		if s.small(t.size) {
			small++
		}
	}
	// A removal is itself an entry, in addition to the one it removes.
	return shallow >= tooManyShallow || small >= tooManySmall || removed > 0 && removed*4 >= keys-removed
}

// Compact frees the space of removed keys and moves all tables to the last level.
// It rewrites only tables that hold removed entries or are above others. Everything put
// before is kept, committed or not. It reads these tables twice, writes them once and
// needs as much free disk space as they take.
func (s *Store) Compact(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.writable(); err != nil {
		return err
	}
	if err := s.flushLocked(); err != nil {
		return s.fail(err)
	}
	v, err := s.Acquire()
	if err != nil {
		return err
	}
	err = s.compactView(ctx, v)
	s.Release(v)
	if err == nil && len(s.cur.dropped) > 0 {
		err = s.fail(s.openNewTables())
	}
	if err != nil {
		return fmt.Errorf("compacting the index %s: %w", s.dir.name, err)
	}
	return nil
}

// openNewTables opens Badger on the new tables, so that the replaced ones can be removed where the
// system removes no open file.
func (s *Store) openNewTables() error {
	v, err := s.Acquire()
	if err != nil {
		return err
	}
	s.Release(v)
	s.tablesLock.Lock()
	defer s.tablesLock.Unlock()
	return s.tidy()
}

func (s *Store) compactView(ctx context.Context, v *View) error {
	c, err := s.openCompaction(ctx, v)
	if err != nil || len(c.numbers) == 0 {
		return err
	}
	defer c.close()
	made, err := c.run(ctx)
	if err != nil {
		s.writer.maker.discard()
		for _, t := range made {
			_ = s.dir.remove(tmpName + "/" + t.name())
		}
		return err
	}
	c.close() // first, because Windows does not remove open tables
	return s.fail(s.replaceTables(c, made))
}

// afterCompaction returns the list of files after the compaction, and the MANIFEST.
func (s *Store) afterCompaction(c *compaction, made []madeTable) (next *fileList, manifest []byte, err error) {
	next = s.cur.clone()
	next.next, next.version = s.writer.next, s.writer.version
	next.tables = slices.DeleteFunc(next.tables, func(t tableFile) bool {
		if c.numbers[t.number] {
			next.dropped = append(next.dropped, t.number)
		}
		return c.numbers[t.number]
	})
	next.tables = append(next.tables, tableFiles(made)...)
	if manifest, err = wholeManifest(next.tables); err != nil {
		return nil, nil, err
	}
	next.manifest = fileSum{int64(len(manifest)), sumOf(manifest)}
	return next, manifest, nil
}

// replaceTables puts the new tables in place of the compacted ones.
func (s *Store) replaceTables(c *compaction, made []madeTable) error {
	next, manifest, err := s.afterCompaction(c, made)
	if err != nil {
		return err
	}
	// Held to the end: Badger, opened on the new MANIFEST, would remove the tables that
	// the MANIFEST no longer names, and fails if they vanish at the same time.
	s.tablesLock.Lock()
	defer s.tablesLock.Unlock()
	if err := s.installAndAdopt(next, made, manifest); err != nil {
		return err
	}
	if err := s.tidy(); err != nil {
		return err
	}
	s.writer.replaceRanges(c.numbers, made)
	return nil
}

// compaction merges tables into new ones for the last level.
type compaction struct {
	s       *Store
	shallow []*sst.Table // level 0, newest first
	deep    []*sst.Table // the last level, in order of keys
	numbers map[uint64]bool
	files   []tableFile // their entries in the sidecar
	walls   [][]byte    // first keys of the tables of the last level that stay
}

// openCompaction picks the tables of a compaction, checks every byte of them and opens
// them: all of level 0, and at the last level the tables with keys in the same range and
// small ones.
func (s *Store) openCompaction(ctx context.Context, v *View) (_ *compaction, err error) {
	c := &compaction{s: s, numbers: map[uint64]bool{}}
	defer func() {
		if err != nil {
			c.close()
		}
	}()
	var deep []badger.TableInfo
	infos := slices.Clone(v.infos)
	sort.Slice(infos, func(i, j int) bool { return infos[i].ID > infos[j].ID })
	for _, t := range infos {
		if t.Level == lastLevel {
			deep = append(deep, t)
			continue
		}
		opened, err := c.open(ctx, t.ID)
		if err != nil {
			return nil, err
		}
		c.shallow = append(c.shallow, opened)
	}
	sort.Slice(deep, func(i, j int) bool { return bytes.Compare(deep[i].Left, deep[j].Left) < 0 })
	touched := c.touched(deep)
	c.addSmall(deep, touched)
	for i, t := range deep {
		if !touched[i] {
			c.walls = append(c.walls, y.ParseKey(t.Left))
			continue
		}
		opened, err := c.open(ctx, t.ID)
		if err != nil {
			return nil, err
		}
		c.deep = append(c.deep, opened)
	}
	return c, nil
}

func (c *compaction) open(ctx context.Context, number uint64) (t *sst.Table, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	at := slices.IndexFunc(c.s.cur.tables, func(t tableFile) bool { return t.number == number })
	f := c.s.cur.tables[at]
	if t, err = c.s.dir.openTable(f); err != nil {
		return nil, err
	}
	c.numbers[number] = true
	c.files = append(c.files, f)
	return t, nil
}

// close unmaps the tables. It does not drop the last reference to them, because Badger
// then deletes the files.
func (c *compaction) close() {
	for _, t := range slices.Concat(c.shallow, c.deep) {
		_ = t.Close(-1)
	}
	c.shallow, c.deep = nil, nil
}

// touched reports which tables of the last level have a key of level 0 between their
// first key and their last. The others need no rewriting, even if a table of level 0
// spans them.
func (c *compaction) touched(deep []badger.TableInfo) []bool {
	hit := make([]bool, len(deep))
	if len(c.shallow) == 0 || len(deep) == 0 {
		return hit
	}
	it := sst.NewMergeIterator(c.iterators(false), false)
	defer it.Close()
	i := 0
	for it.Rewind(); it.Valid() && i < len(deep); it.Next() {
		key := y.ParseKey(it.Key())
		for i < len(deep) && bytes.Compare(y.ParseKey(deep[i].Right), key) < 0 {
			i++
		}
		if i < len(deep) && bytes.Compare(y.ParseKey(deep[i].Left), key) <= 0 {
			hit[i] = true
		}
	}
	return hit
}

// addSmall adds small tables that have a small neighbour. Many small commits leave such
// tables.
func (c *compaction) addSmall(deep []badger.TableInfo, touched []bool) {
	sizes := map[uint64]int64{}
	for _, t := range c.s.cur.tables {
		sizes[t.number] = t.size
	}
	small := func(i int) bool {
		return i >= 0 && i < len(deep) && c.s.small(sizes[deep[i].ID])
	}
	for i := range deep {
		if small(i) && (small(i-1) || small(i+1)) {
			touched[i] = true
		}
	}
}

// iterators returns an iterator for each table of level 0, newest first, and with all
// one more for the last level.
func (c *compaction) iterators(all bool) []y.Iterator {
	var its []y.Iterator
	for _, t := range c.shallow {
		its = append(its, t.NewIterator(sst.NOCACHE))
	}
	if all && len(c.deep) > 0 {
		its = append(its, sst.NewConcatIterator(c.deep, sst.NOCACHE))
	}
	return its
}

// run writes the new tables into tmp. It returns the tables it has written, even on
// failure.
func (c *compaction) run(ctx context.Context) (made []madeTable, err error) {
	defer caught(c.s.dir.path(badgerName), &err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	var size int64
	var entries, seen uint64
	for _, f := range c.files {
		size += f.size
		entries += f.keys
	}
	if err := c.s.CheckSpace(size); err != nil {
		return nil, err
	}
	out := &compactOutput{c: c}
	defer func() { made = out.made }()
	it := sst.NewMergeIterator(c.iterators(true), false)
	defer it.Close()
	var last []byte
	for it.Rewind(); it.Valid(); it.Next() {
		if seen++; seen%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		key, val := y.ParseKey(it.Key()), it.Value()
		if seen > 1 && bytes.Equal(key, last) {
			continue // an older version
		}
		last = append(last[:0], key...)
		if val.Meta&bitDelete != 0 {
			continue // everything that it removes is among the inputs
		}
		if err := out.add(key, val.Value, y.ParseTs(it.Key())); err != nil {
			return nil, err
		}
	}
	// The iterators end silently at a block that cannot be read.
	if seen != entries {
		return nil, &DamagedError{Path: c.s.dir.name, Problem: fmt.Sprintf("%d of %d entries could be read", seen, entries)}
	}
	if err := out.finish(); err != nil {
		return nil, err
	}
	return nil, c.s.writer.maker.sync()
}

// compactOutput cuts the merged entries into tables. An output table must not
// span a table that stays.
type compactOutput struct {
	c    *compaction
	made []madeTable
	wall int // index of the next of c.walls
}

func (o *compactOutput) add(key, val []byte, version uint64) error {
	m := o.c.s.writer.maker
	walls := o.c.walls
	beyond := o.wall < len(walls) && bytes.Compare(walls[o.wall], key) < 0
	if m.full() || beyond && !m.empty() {
		if err := o.finish(); err != nil {
			return err
		}
	}
	for o.wall < len(walls) && bytes.Compare(walls[o.wall], key) < 0 {
		o.wall++
	}
	if m.empty() {
		m.begin(o.c.s.writer.take())
	}
	m.add(key, val, version)
	return m.err
}

func (o *compactOutput) finish() error {
	w := o.c.s.writer
	if w.maker.empty() {
		return nil
	}
	t, err := w.maker.finish()
	if err != nil {
		return err
	}
	t.level = lastLevel
	o.made = append(o.made, t)
	return nil
}
