package arena

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"alike/db/spill"
)

// overflows reports whether arrays beyond the budget are kept in a file. Windows has its page file.
const overflows = runtime.GOOS != "windows"

// TestArena checks that an arena keeps its numbers, in memory and in a file, and leaves
// no file behind.
func TestArena(t *testing.T) {
	for _, budget := range []int64{0, 3 << 20, 1 << 30} {
		dir := t.TempDir()
		r := NewRoom(budget, spill.In(filepath.Join(dir, "missing")), spill.In(dir))
		const n = 3_000_000
		a, err := New[uint32](r, n)
		if err != nil {
			t.Fatal(err)
		}
		var some []uint32
		for i := range uint32(n) {
			if some = append(some, i*7); len(some) == 5000 || i == n-1 {
				if err := a.Append(some...); err != nil {
					t.Fatal(err)
				}
				some = some[:0]
			}
		}
		b, err := New[uint32](r, 10)
		if err != nil || b.Extend(10) != nil || len(b.Values()) != 10 || b.Values()[9] != 0 {
			t.Fatalf("%v, %v", b, err)
		}
		b.Values()[9] = 1
		if got := a.Values(); len(got) != n {
			t.Fatalf("%d numbers, want %d", len(got), n)
		}
		for i, x := range a.Values() {
			if x != uint32(i)*7 {
				t.Fatalf("budget %d: number %d is %d", budget, i, x)
			}
		}
		if err := a.Append(make([]uint32, 4_000_000)...); err == nil {
			t.Error("an arena grows beyond its length")
		}
		if files, err := os.ReadDir(dir); err != nil || len(files) > 0 || budget == 0 && (r.file != nil) != overflows {
			t.Errorf("budget %d: %d files, %v", budget, len(files), err)
		}
		r.Close()
	}
	empty, err := New[uint32](NewRoom(0), 0)
	if err != nil || len(empty.Values()) != 0 || empty.Append() != nil {
		t.Errorf("an empty arena: %v", err)
	}
}

// TestArenaWithoutRoom checks that the error on a full disk names the folder.
func TestArenaWithoutRoom(t *testing.T) {
	if !overflows {
		t.Skip("beyond the budget the page file is used, not a folder")
	}
	r := NewRoom(0, spill.In(filepath.Join(t.TempDir(), "missing")))
	defer r.Close()
	a, err := New[uint32](r, 10)
	if err != nil {
		t.Fatal(err)
	}
	var full *FullError
	if err := a.Append(1); !errors.As(err, &full) || !strings.Contains(err.Error(), "missing") {
		t.Errorf("Append without room: %v", err)
	}
}

// TestRecords checks that records keep their words, in memory and in a file.
func TestRecords(t *testing.T) {
	for _, budget := range []int64{0, 1 << 20, 1 << 30} {
		whole := NewRoom(budget, spill.In(t.TempDir()))
		first, err := New[uint32](whole, 10)
		if err == nil {
			err = first.Extend(10)
		}
		if err != nil {
			t.Fatal(err)
		}
		r := whole.Rest()
		records := NewRecords(r, 5)
		const n = 4 << 20 // more than one chunk
		for i := range uint32(n) {
			if err := records.Append(i, i+1, i+2, i+3, i+4); err != nil {
				t.Fatal(err)
			}
		}
		for i := range uint32(n) {
			if w := records.At(int(i)); len(w) != 5 || w[0] != i || w[4] != i+4 {
				t.Fatalf("budget %d: record %d is %v", budget, i, w)
			}
		}
		if records.Len() != n || (r.file != nil) != (overflows && budget < 5*4*n) {
			t.Errorf("budget %d: %d records, in a file: %v", budget, records.Len(), r.file != nil)
		}
		r.Close()
		whole.Close()
	}
}
