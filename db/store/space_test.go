//go:build linux

package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"alike/db/system"
	"alike/testdata/storetest"
)

// putUntilFull commits blocks until the disk is full, and records what was committed.
func putUntilFull(t *testing.T, s *Store, p *sample) {
	t.Helper()
	r := rand.New(rand.NewSource(2))
	for n := 0; ; n++ {
		now := maps.Clone(p.want)
		for i := range 200 {
			k := fmt.Sprintf("z%05d %04d", n, i)
			now[k] = randomValue(r, 5000)
			if err := s.Put([]byte(k), []byte(now[k])); err != nil {
				wantNoSpace(t, err)
				return
			}
		}
		if err := s.Commit(fmt.Appendf(nil, "root %d", p.gen+1)); err != nil {
			wantNoSpace(t, err)
			return
		}
		p.gen++
		p.want = now
	}
}

func wantNoSpace(t *testing.T, err error) {
	t.Helper()
	full := new(NoSpaceError)
	if !errors.As(err, &full) || full.Need <= full.Free || full.Dir == "" {
		t.Fatalf("on a full disk: %v, want a NoSpaceError", err)
	}
}

func TestFullDisk(t *testing.T) {
	const size = 24 << 20
	disk := storetest.SmallDisk(t, size)
	p := &sample{dir: filepath.Join(disk, "index"), want: map[string]string{}}
	for range 3 {
		s := mustOpen(t, p.dir, smallStore)
		putUntilFull(t, s, p)
		if err := s.Put([]byte("more"), nil); err == nil {
			t.Error("Put works after a failed write")
		}
		if err := s.Commit([]byte("more")); err == nil {
			t.Error("Commit works after a failed write")
		}
		wantContents(t, s, p.want)
		closeStore(t, s)
		p.check(t)
		free, _, err := system.Space(disk)
		must(t, err)
		if free < size/20 || len(p.want)*5000 < size/2 {
			t.Errorf("%d keys fill the disk, %d bytes are free", len(p.want), free)
		}
	}
}

// TestDiskFillsUp lets another process take all space but a few pages at any step of a
// commit or a compaction.
func TestDiskFillsUp(t *testing.T) {
	const page = 4 << 10
	disk := storetest.SmallDisk(t, 40<<20)
	refused, done := 0, 0
	for pages := int64(0); pages < 250; pages += 2 + pages/4 {
		for _, compact := range []bool{false, true} {
			dir := filepath.Join(disk, "index")
			p := &sample{dir: dir, want: map[string]string{}}
			p.grow(t, 50)
			s := mustOpen(t, dir, smallStore)
			s.margin = 0
			k, v := "b1", randomValue(rand.New(rand.NewSource(pages)), 100<<10)
			must(t, s.Put([]byte(k), []byte(v)))
			must(t, s.Remove([]byte("a0000 01")))
			if compact {
				must(t, s.Flush())
			}
			empty := storetest.Fill(t, disk, pages*page)
			var err error
			if compact {
				err = s.Compact(context.Background())
			} else if err = s.Commit([]byte("root 2")); err == nil {
				p.gen++
			}
			if err != nil {
				wantNoSpace(t, err)
				refused++
			} else {
				done++
				p.want[k] = v
				delete(p.want, "a0000 01")
			}
			closeStore(t, s)
			p.check(t)
			empty()
			s = mustOpen(t, dir, smallStore)
			wantContents(t, s, p.want)
			must(t, s.Put([]byte("c"), nil))
			must(t, s.Commit([]byte("root")))
			closeStore(t, s)
			must(t, os.RemoveAll(dir))
		}
	}
	if refused < 10 || done < 10 {
		t.Errorf("%d refused, %d done: this does not test both", refused, done)
	}
	t.Logf("%d times refused, %d times done", refused, done)
}

func TestReadOnlyDisk(t *testing.T) {
	disk := storetest.SmallDisk(t, 40<<20)
	p := &sample{dir: filepath.Join(disk, "index"), want: map[string]string{}}
	p.grow(t, 50)
	must(t, syscall.Mount("", disk, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""))
	p.check(t)
	for _, o := range []Options{{}, smallStore} {
		if _, err := Open(context.Background(), p.dir, o); !errors.Is(err, syscall.EROFS) {
			t.Errorf("opening for writing: %v, want EROFS", err)
		}
	}
}
