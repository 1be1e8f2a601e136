package db

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An arena keeps what is appended, in memory and in a file, and leaves no file.
func TestArena(t *testing.T) {
	for _, budget := range []int64{0, 3 << 20, 1 << 30} {
		dir := t.TempDir()
		r := newRoom(budget, filepath.Join(dir, "missing"), dir)
		const n = 3_000_000
		a, err := newArena[uint32](r, n)
		if err != nil {
			t.Fatal(err)
		}
		var some []uint32
		for i := range uint32(n) {
			if some = append(some, i*7); len(some) == 5000 || i == n-1 {
				if err := a.append(some...); err != nil {
					t.Fatal(err)
				}
				some = some[:0]
			}
		}
		b, err := newArena[ContentID](r, 10)
		if err != nil || b.extend(10) != nil || len(b.values()) != 10 || b.values()[9] != 0 {
			t.Fatalf("%v, %v", b, err)
		}
		b.values()[9] = 1
		if got := a.values(); len(got) != n {
			t.Fatalf("%d numbers of %d", len(got), n)
		}
		for i, x := range a.values() {
			if x != uint32(i)*7 {
				t.Fatalf("budget %d: number %d is %d", budget, i, x)
			}
		}
		if err := a.append(make([]uint32, 4_000_000)...); err == nil {
			t.Error("an arena holds more than it was made for")
		}
		if files, err := os.ReadDir(dir); err != nil || len(files) > 0 || budget == 0 && r.file == nil {
			t.Errorf("budget %d: %d files, %v", budget, len(files), err)
		}
		r.close()
	}
	empty, err := newArena[uint32](newRoom(0), 0)
	if err != nil || len(empty.values()) != 0 || empty.append() != nil {
		t.Errorf("an empty arena: %v", err)
	}
}

// Where there is no room on disk that is an error, and it says what to change.
func TestArenaWithoutRoom(t *testing.T) {
	r := newRoom(0, filepath.Join(t.TempDir(), "missing"))
	defer r.close()
	a, err := newArena[uint32](r, 10)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.append(1); err == nil || !strings.Contains(err.Error(), "--memory") || !strings.Contains(err.Error(), "TMPDIR") {
		t.Errorf("appended to nothing: %v", err)
	}
}
