package store

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"testing"
)

// TestTableInPieces writes tables that are much larger than what is written at a time, by a commit and
// by a compaction.
func TestTableInPieces(t *testing.T) {
	dir := t.TempDir() + "/index"
	o := Options{Create: true, Memory: 16 << 20}
	s := mustOpen(t, dir, o)
	r := rand.New(rand.NewSource(5))
	want := map[string]string{}
	for i := range 400 {
		key := fmt.Sprintf("key %04d", i)
		want[key] = randomValue(r, 1+r.Intn(9000))
		must(t, s.Put([]byte(key), []byte(want[key])))
	}
	must(t, s.Commit([]byte("1")))
	if n := len(s.cur.tables); n != 1 || s.cur.tables[0].size < 8*writeSize {
		t.Fatalf("%d tables, the first of %d bytes", n, s.cur.tables[0].size)
	}
	for round := range 2 {
		closeStore(t, s)
		s = mustOpen(t, dir, o)
		wantContents(t, s, want)
		if round == 0 {
			for i := range 200 {
				key := fmt.Sprintf("key %04d", 2*i)
				must(t, s.Remove([]byte(key)))
				delete(want, key)
			}
			must(t, s.Commit([]byte("2")))
			must(t, s.Compact(context.Background()))
		}
	}
	closeStore(t, s)
}

// TestTableThatCannotBeWritten checks that an error in the middle of a table is returned, leaves no
// file, and does not affect the next table.
func TestTableThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	must(t, os.MkdirAll(dir+"/"+tmpName, 0o700))
	d := folderAt(t, dir)
	m := newTableMaker(d, 1<<20)
	fill := func(number uint64, entries int) {
		m.begin(number)
		for i := range entries {
			m.add(fmt.Appendf(nil, "key %04d", i), make([]byte, 3000), 1)
		}
	}
	left := func() int {
		entries, err := os.ReadDir(dir + "/" + tmpName)
		must(t, err)
		return len(entries)
	}
	for _, discarded := range []bool{true, false} {
		fill(1, 100)
		if m.file == nil || left() != 1 {
			t.Fatal("nothing was written ahead")
		}
		must(t, m.file.Close())
		for i := range 100 {
			m.add(fmt.Appendf(nil, "later %04d", i), make([]byte, 3000), 1)
		}
		if discarded {
			m.discard()
		} else if _, err := m.finish(); err == nil {
			t.Error("a table that cannot be written is finished")
		}
		if left() != 0 {
			t.Error("a part of the table is left")
		}
		fill(2, 200)
		made, err := m.finish()
		must(t, err)
		must(t, m.sync())
		f, err := d.openChecked(tmpName+"/"+made.name(), made.size, false, made.spans())
		must(t, err)
		must(t, f.Close())
		must(t, d.remove(tmpName+"/"+made.name()))
	}
	m.close()
}
