package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// smallStore builds tables of 128 KiB, so that a test has several of them.
var smallStore = Options{Create: true, Memory: 1}

// folderAt opens the folder of an index until the end of the test.
func folderAt(t testing.TB, dir string) *folder {
	t.Helper()
	d, err := openFolder(dir)
	must(t, err)
	t.Cleanup(d.close)
	return d
}

func mustOpen(t testing.TB, dir string, o Options) *Store {
	t.Helper()
	s, err := Open(context.Background(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func closeStore(t testing.TB, s *Store) {
	t.Helper()
	must(t, s.Close())
}

// contents reads all keys and values, each value twice: EachKey gives its size, Get its
// bytes.
func contents(t testing.TB, s *Store) map[string]string {
	t.Helper()
	all := map[string]string{}
	var last []byte
	err := s.EachKey(nil, func(key []byte, size int) error {
		if bytes.Compare(key, last) <= 0 {
			t.Errorf("key %q comes after %q", key, last)
		}
		last = append(last[:0], key...)
		return s.Get(key, func(val []byte) error {
			if len(val) != size {
				t.Errorf("the value of %q has %d bytes, EachKey reports %d", key, len(val), size)
			}
			all[string(key)] = string(val)
			return nil
		})
	})
	must(t, err)
	return all
}

func wantContents(t testing.TB, s *Store, want map[string]string) {
	t.Helper()
	got := contents(t, s)
	for k, v := range want {
		if g, ok := got[k]; !ok || g != v {
			t.Fatalf("key %q has %d bytes, exists: %v; want %d bytes", k, len(g), ok, len(v))
		}
	}
	for k := range got {
		if _, ok := want[k]; !ok {
			t.Fatalf("key %q should not be there", k)
		}
	}
}

func randomValue(r *rand.Rand, size int) string {
	b := make([]byte, size)
	r.Read(b)
	return string(b)
}

func TestEmptyStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "index")
	if _, err := Open(context.Background(), dir, Options{}); !errors.Is(err, ErrNoIndex) {
		t.Errorf("opening a missing folder: %v, want ErrNoIndex", err)
	}
	s := mustOpen(t, dir, smallStore)
	root, err := s.Root()
	if root != nil || err != nil || s.Generation() != 0 {
		t.Errorf("root %q, %v, generation %d; want none, 0", root, err, s.Generation())
	}
	if err := s.Get([]byte("a"), nil); err != ErrMissing {
		t.Errorf("Get: %v, want ErrMissing", err)
	}
	if k, err := s.SkipTo(nil, nil); k != nil || err != nil {
		t.Errorf("SkipTo: %q, %v, want none", k, err)
	}
	wantContents(t, s, nil)
	closeStore(t, s)
	info, err := os.Stat(dir)
	must(t, err)
	if info.Mode().Perm() != 0o700 && !snapshotStays { // Windows has access lists
		t.Errorf("the folder has mode %v, want 0700", info.Mode())
	}
	ro := mustOpen(t, dir, Options{ReadOnly: true})
	wantContents(t, ro, nil)
	if err := ro.Put([]byte("a"), nil); err == nil {
		t.Error("Put works on a store that is open for reading only")
	}
	closeStore(t, ro)
}

func TestCommit(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir, smallStore)
	must(t, s.Put([]byte("a"), []byte("one")))
	must(t, s.Put([]byte("b"), nil))
	if err := s.Get([]byte("a"), nil); err != ErrMissing {
		t.Errorf("before Flush: %v, want ErrMissing", err)
	}
	must(t, s.Flush())
	wantContents(t, s, map[string]string{"a": "one", "b": ""})
	must(t, s.Commit([]byte("first")))
	must(t, s.Put([]byte("c"), []byte("three")))
	must(t, s.Remove([]byte("a")))
	must(t, s.Flush())
	wantContents(t, s, map[string]string{"b": "", "c": "three"})
	closeStore(t, s)

	s = mustOpen(t, dir, smallStore)
	wantContents(t, s, map[string]string{"a": "one", "b": ""})
	root, err := s.Root()
	if string(root) != "first" || err != nil || s.Generation() != 1 {
		t.Errorf("root %q, %v, generation %d; want first, 1", root, err, s.Generation())
	}
	must(t, s.Remove([]byte("a")))
	must(t, s.Put([]byte("a"), []byte("again")))
	must(t, s.Put([]byte("d"), []byte("gone")))
	must(t, s.Remove([]byte("d")))
	must(t, s.Commit([]byte{}))
	wantContents(t, s, map[string]string{"a": "again", "b": ""})
	if root, _ := s.Root(); root == nil || len(root) != 0 {
		t.Errorf("root %v, want an empty one", root)
	}
	closeStore(t, s)
}

// TestRemoveManyKeys removes more keys than the store keeps in memory, some twice, and
// puts some again.
func TestRemoveManyKeys(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir, smallStore)
	want := map[string]string{}
	for i := range 6000 {
		must(t, s.Put(fmt.Appendf(nil, "%05d", i), []byte("x")))
	}
	must(t, s.Commit([]byte("root 1")))
	for i := range 6000 {
		must(t, s.Remove(fmt.Appendf(nil, "%05d", i)))
		if i%3 == 0 {
			must(t, s.Remove(fmt.Appendf(nil, "%05d", i/2)))
		}
		if i%500 == 77 {
			k := fmt.Sprintf("%05d", i)
			must(t, s.Put([]byte(k), []byte("again")))
			want[k] = "again"
		}
		if i%700 == 600 {
			k := fmt.Sprintf("new %05d", i)
			must(t, s.Put([]byte(k), []byte("new")))
			want[k] = "new"
		}
	}
	for i := range 6000 {
		if i%3 == 0 {
			delete(want, fmt.Sprintf("%05d", i/2))
		}
	}
	for k := range want {
		must(t, s.Put([]byte(k), []byte(want[k])))
	}
	must(t, s.Commit([]byte("root 2")))
	if n := len(s.cur.tables); n < 8 {
		t.Errorf("only %d tables: too few for this test", n)
	}
	wantContents(t, s, want)
	must(t, s.Compact(context.Background()))
	wantContents(t, s, want)
	if n := len(s.cur.tables); n != 1 {
		t.Errorf("after a compaction there are %d tables, want 1", n)
	}
	closeStore(t, s)
	closeStore(t, s)
}

func TestLargeValues(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir, smallStore)
	want := map[string]string{"small": "x"}
	for i := range 3 {
		want[fmt.Sprintf("large %d", i)] = randomValue(rand.New(rand.NewSource(int64(i))), 3<<20)
	}
	for k, v := range want {
		must(t, s.Put([]byte(k), []byte(v)))
	}
	must(t, s.Commit([]byte(randomValue(rand.New(rand.NewSource(9)), 1<<20))))
	for _, v := range [][]byte{make([]byte, valueLimit), nil} {
		if err := s.Put(make([]byte, len(v)/1000), v); err == nil {
			t.Errorf("Put took a key of %d bytes with a value of %d bytes", len(v)/1000, len(v))
		}
	}
	closeStore(t, s)
	s = mustOpen(t, dir, Options{ReadOnly: true})
	wantContents(t, s, want)
	if root, _ := s.Root(); len(root) != 1<<20 {
		t.Errorf("the root has %d bytes", len(root))
	}
	closeStore(t, s)
}

func TestSkipTo(t *testing.T) {
	s := mustOpen(t, t.TempDir(), smallStore)
	defer closeStore(t, s)
	for _, k := range []string{"a1", "a3", "b2", "b4", "c"} {
		must(t, s.Put([]byte(k), []byte(k)))
	}
	must(t, s.Flush())
	for _, c := range []struct{ prefix, from, want string }{
		{"", "", "a1"}, {"a", "", "a1"}, {"a", "a2", "a3"}, {"a", "a4", ""}, {"b", "a2", "b2"},
		{"b", "b2", "b2"}, {"b", "b3", "b4"}, {"b", "c", ""}, {"", "b5", "c"}, {"", "d", ""},
	} {
		k, err := s.SkipTo([]byte(c.prefix), []byte(c.from))
		if string(k) != c.want || err != nil {
			t.Errorf("SkipTo(%q, %q) = %q, %v; want %q", c.prefix, c.from, k, err, c.want)
		}
	}
}

// TestSpaceIsGivenBack removes and rewrites its contents ten times.
func TestSpaceIsGivenBack(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir, smallStore)
	r := rand.New(rand.NewSource(1))
	write := func(round int) {
		for i := range 400 {
			must(t, s.Put(fmt.Appendf(nil, "%03d %05d", round, i), []byte(randomValue(r, 5000))))
		}
		if round > 0 {
			must(t, s.EachKey(fmt.Appendf(nil, "%03d ", round-1), func(key []byte, _ int) error { return s.Remove(key) }))
		}
		must(t, s.Commit([]byte("root")))
	}
	write(0)
	fresh := s.DiskSize()
	for round := range 10 {
		write(round + 1)
		if !s.WantsCompaction() {
			t.Errorf("round %d: no compaction is wanted with half of the index removed", round)
		}
		must(t, s.Compact(context.Background()))
	}
	if size := s.DiskSize(); size > fresh*5/4 {
		t.Errorf("the index grew from %d to %d bytes", fresh, size)
	}
	if n := len(contents(t, s)); n != 400 {
		t.Errorf("%d keys, want 400", n)
	}
	closeStore(t, s)
}

// TestReadsBesideWrites reads what was committed from several goroutines, beside
// flushes, commits and compactions.
func TestReadsBesideWrites(t *testing.T) {
	s := mustOpen(t, t.TempDir(), smallStore)
	want := map[string]string{}
	r := rand.New(rand.NewSource(3))
	for i := range 300 {
		k := fmt.Sprintf("a%04d", i)
		want[k] = randomValue(r, 5000)
		must(t, s.Put([]byte(k), []byte(want[k])))
	}
	must(t, s.Commit([]byte("root")))
	stop, failed := make(chan struct{}), make(chan error, 4)
	for range 3 {
		go func() { failed <- readUntil(s, want, stop) }()
	}
	for round := range 10 {
		for i := range 100 {
			must(t, s.Put(fmt.Appendf(nil, "b%04d %04d", round, i), []byte(randomValue(r, 5000))))
		}
		must(t, s.Flush())
		must(t, s.EachKey(fmt.Appendf(nil, "b%04d", round-1), func(key []byte, _ int) error { return s.Remove(key) }))
		must(t, s.Commit([]byte("root")))
		must(t, s.Compact(context.Background()))
	}
	close(stop)
	for range 3 {
		must(t, <-failed)
	}
	closeStore(t, s)
}

func readUntil(s *Store, want map[string]string, stop chan struct{}) error {
	for {
		for k, v := range want {
			err := s.Get([]byte(k), func(val []byte) error {
				if string(val) != v {
					return fmt.Errorf("%q has another value", k)
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		n := 0
		if err := s.EachKey([]byte("a"), func([]byte, int) error { n++; return nil }); err != nil || n != len(want) {
			return fmt.Errorf("%d of %d keys: %w", n, len(want), err)
		}
		select {
		case <-stop:
			return nil
		default:
		}
	}
}

func TestInterruptedCompaction(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir, smallStore)
	must(t, s.Put([]byte("a"), []byte("b")))
	must(t, s.Commit([]byte("root")))
	must(t, s.Remove([]byte("a")))
	must(t, s.Commit([]byte("root")))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.Compact(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Compact: %v, want context.Canceled", err)
	}
	must(t, s.Compact(context.Background()))
	wantContents(t, s, nil)
	must(t, s.Put([]byte("c"), []byte("d")))
	must(t, s.Commit([]byte("root")))
	closeStore(t, s)
	s = mustOpen(t, dir, Options{ReadOnly: true})
	wantContents(t, s, map[string]string{"c": "d"})
	closeStore(t, s)
}

func TestForeignFolder(t *testing.T) {
	ctx := context.Background()
	for _, o := range []Options{smallStore, {}, {ReadOnly: true}} {
		dir := t.TempDir()
		must(t, os.WriteFile(filepath.Join(dir, "letter.txt"), []byte("dear"), 0o600))
		_, err := Open(ctx, dir, o)
		if de := new(DamagedError); !errors.As(err, &de) || de.Path != filepath.ToSlash(dir) || !strings.Contains(err.Error(), "letter.txt") {
			t.Errorf("a foreign folder: %v", err)
		}
		names, err := folderAt(t, dir).names(".")
		if must(t, err); !slices.Equal(names, []string{"letter.txt"}) {
			t.Errorf("the foreign folder now holds %q", names)
		}
		file := filepath.Join(dir, "letter.txt")
		_, err = Open(ctx, file, o)
		if de := new(DamagedError); !errors.As(err, &de) || de.Path != filepath.ToSlash(file) {
			t.Errorf("a file: %v", err)
		}
	}
	if _, err := Open(ctx, t.TempDir(), Options{}); !errors.Is(err, ErrNoIndex) {
		t.Errorf("an empty folder: %v, want ErrNoIndex", err)
	}
}
