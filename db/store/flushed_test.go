package store

import (
	"context"
	"maps"
	"slices"
	"testing"
)

// TestKillDuringCompactionOfFlushedTables kills compactions that start with removals no
// commit has made durable: neither the last commit nor the next one names their table.
func TestKillDuringCompactionOfFlushedTables(t *testing.T) {
	old := makeSample(t)
	keys := slices.Sorted(maps.Keys(old.want))
	dir := copyDir(t, old.dir)
	s := mustOpen(t, dir, smallStore)
	for _, k := range keys[:len(keys)/2] {
		must(t, s.Remove([]byte(k)))
	}
	must(t, s.Flush())

	s.mu.Lock()
	v, err := s.Acquire()
	must(t, err)
	c, err := s.openCompaction(context.Background(), v)
	must(t, err)
	made, err := c.run(context.Background())
	must(t, err)
	next, manifest, err := s.afterCompaction(c, made)
	must(t, err)
	flushedOnly := slices.ContainsFunc(next.dropped, func(n uint64) bool {
		return !slices.ContainsFunc(s.base.tables, func(f tableFile) bool { return f.number == n })
	})
	if !flushedOnly {
		t.Fatal("every table was committed: this tests nothing")
	}
	must(t, folderAt(t, dir).writeFileList(intentName, next))
	before := copyDir(t, dir)
	must(t, s.moveIn(made, manifest, true))
	after := copyDir(t, dir)
	s.cur = next
	c.close()
	s.Release(v)
	s.mu.Unlock()
	_ = s.Close()

	for _, o := range []Options{{ReadOnly: true}, {Memory: 1}} {
		p := &sample{dir: copyDir(t, before), want: maps.Clone(old.want), gen: old.gen}
		s := mustOpen(t, p.dir, o)
		p.checkOpen(t, s) // as committed: nothing is removed
		closeStore(t, s)

		q := &sample{dir: copyDir(t, after), want: maps.Clone(old.want), gen: old.gen}
		if o.ReadOnly {
			s = mustOpen(t, q.dir, o)
			q.checkOpen(t, s) // what DIR/files names, until the next writer
			closeStore(t, s)
		}
		for _, k := range keys[:len(keys)/2] {
			delete(q.want, k)
		}
		s = mustOpen(t, q.dir, Options{Memory: 1})
		q.checkOpen(t, s) // a complete compaction makes removals durable
		closeStore(t, s)
		q.grow(t, 3)
		q.check(t)
	}
}
