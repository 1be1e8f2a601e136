package scan

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// cachedPages returns the number of cached pages in a part of a file.
func cachedPages(t *testing.T, f *os.File, off, length int64) int {
	t.Helper()
	var stat unix.Cachestat_t
	err := unix.Cachestat(uint(f.Fd()), &unix.CachestatRange{Off: uint64(off), Len: uint64(length)}, &stat, 0)
	if err != nil {
		t.Skipf("cachestat: %v", err)
	}
	return int(stat.Cache)
}

// TestPageCacheUnchanged checks that pages which the scan brought in are dropped and
// those cached before remain.
func TestPageCacheUnchanged(t *testing.T) {
	const cacheWindow = 8 << 20 // as in package fsys
	const size = 3*cacheWindow + 12345
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(bytes.Repeat([]byte("page cache "), size/11+1)[:size]); err != nil {
		t.Fatal(err)
	}
	if err := f.Sync(); err != nil {
		t.Fatal(err)
	}
	// A stream and pieces; a page that is asked about at once, and one that is not.
	for threads, used := range map[int]int64{1: cacheWindow + 8192, 2: cacheWindow * 3 / 2} {
		if err := unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED); err != nil {
			t.Fatal(err)
		}
		if n := cachedPages(t, f, 0, size); n > 0 {
			t.Skipf("this file system keeps %d pages cached in spite of the advice", n)
		}
		// Another program uses the second window.
		if err := unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_RANDOM); err != nil {
			t.Fatal(err)
		}
		if _, err := f.ReadAt(make([]byte, 4096), used); err != nil {
			t.Fatal(err)
		}
		if n := cachedPages(t, f, 0, size); n == 0 || cachedPages(t, f, cacheWindow, cacheWindow) != n {
			t.Fatalf("%d pages are cached before the scan, not all in the second window", n)
		}
		o := options()
		o.Threads = threads
		if sum := newIndex(t).scan(o, f.Name()); sum.ReadBytes != size {
			t.Fatalf("%d bytes were read", sum.ReadBytes)
		}
		if n := cachedPages(t, f, 0, cacheWindow) + cachedPages(t, f, 2*cacheWindow, size); n > 0 {
			t.Errorf("%d threads: %d pages of cold windows are cached after the scan", threads, n)
		}
		if n := cachedPages(t, f, cacheWindow, cacheWindow); n == 0 {
			t.Errorf("%d threads: the page that was cached before the scan is gone", threads)
		}
	}
}
