package scan

import (
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"alike/scan/fsys"
)

// The clock of synctest advances when all goroutines wait, so the times of
// TestReadLimit are exact.

// TestReadLimit reads two files of 1 MB concurrently at 100 kB/s.
func TestReadLimit(t *testing.T) {
	path := t.TempDir() + "/f"
	must(t, os.WriteFile(path, make([]byte, 1e6), 0o644))
	synctest.Test(t, func(t *testing.T) {
		const perSecond = 100_000
		limit := fsys.NewLimit(perSecond)
		begun := time.Now()
		var workers sync.WaitGroup
		for range 2 {
			workers.Go(func() {
				f, err := os.Open(path)
				if err != nil {
					t.Error(err)
					return
				}
				defer f.Close()
				r := fileReader{ctx: t.Context(), progress: &Progress{}, limit: limit}
				r.reset(int(f.Fd()), 1e6)
				if n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, &r, make([]byte, bufferSize)); n != 1e6 || err != nil {
					t.Errorf("read %d bytes, %v", n, err)
				}
			})
		}
		workers.Wait()
		took := time.Since(begun)
		least := time.Duration((2e6 - perSecond/10) / float64(perSecond) * float64(time.Second))
		if took < least || took > 20*time.Second {
			t.Errorf("2 MB at 100 kB/s took %v, want %v to 20 s", took, least)
		}
	})
}

// TestScanWithReadLimit scans 160 kB at 200 kB/s and counts the bytes. It uses the real
// clock and checks no upper bound, which depends on the machine.
func TestScanWithReadLimit(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	random := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		var b strings.Builder
		for range 40_000 {
			b.WriteByte(byte(random.Uint32()))
		}
		return b.String()
	}
	a := text()
	files := map[string]string{"a": a, "b": a[:20_000] + text()[:20_000], "d/c": text(), "d/e": text()}
	write(t, root, files)
	const size, perSecond = 160_000, 200_000
	atLeast := func(what string, begun time.Time, bytes float64) {
		t.Helper()
		least := time.Duration((bytes - perSecond/10) / perSecond * float64(time.Second))
		if took := time.Since(begun); took < least {
			t.Errorf("%s of %.0f bytes at %d bytes/s took %v, want at least %v", what, bytes, perSecond, took, least)
		}
	}
	o := options()
	o.ReadLimit = perSecond
	x := newIndex(t)
	begun := time.Now()
	sum := x.scan(o, root)
	atLeast("a scan", begun, size)
	if sum.ReadBytes != size {
		t.Errorf("read %d bytes, want %d", sum.ReadBytes, size)
	}
	for name, content := range files {
		if !x.sameAs(root, name, content) {
			t.Errorf("%s has another content", name)
		}
	}
}
