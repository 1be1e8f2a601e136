package scan

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync/atomic"
	"testing"

	"alike/db"
	"alike/fingerprint"
)

// TestPieces scans large files around the sizes at which pieces and levels change, with several
// numbers of workers. The check afterwards reads each file once more as a stream.
func TestPieces(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 1))
	root := quickDir(t)
	random := make([]byte, 2*piecedSize+3)
	for i := range random {
		random[i] = byte(r.Uint32())
	}
	for _, size := range []int{piecedSize - 1, piecedSize, piecedSize + 1, piecedSize + pieceSize, piecedSize + pieceSize + 70, 2*piecedSize + 3} {
		write(t, root, map[string]string{fmt.Sprint("random", size): string(random[:size])})
		periodic := make([]byte, size) // a candidate at every seventh window
		for i := range periodic {
			periodic[i] = random[i%7]
		}
		write(t, root, map[string]string{fmt.Sprint("periodic", size): string(periodic), fmt.Sprint("zeros", size): string(make([]byte, size))})
	}
	for _, threads := range []int{1, 2, 5} {
		x := newIndex(t)
		o := options()
		o.Threads = threads
		if sum := x.scan(o, root); sum.Read != 18 || sum.ReadBytes != sum.Bytes {
			t.Errorf("%d files, %d of %d bytes were read", sum.Read, sum.ReadBytes, sum.Bytes)
		}
		x.checked()
	}
}

// TestPiecesOfWindows compares pieces with a stream for every window that has a kernel, and one
// that has none.
func TestPiecesOfWindows(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 2))
	data := make([]byte, piecedSize+pieceSize/2)
	for i := range data {
		data[i] = byte(r.Uint32() % 64)
	}
	root := quickDir(t)
	write(t, root, map[string]string{"f": string(data)})
	for _, window := range []int{50, 25, 12, 33} {
		params := db.DefaultParams
		params.Rule = fingerprint.Rule{Window: window, Density: fingerprint.Auto}
		x := newIndexWith(t, params)
		o := options()
		o.Rule = params.Rule
		x.scan(o, root)
		x.checked()
		want, level := fingerprint.SetOf(params.Rule, data)
		row, err := x.ix.Content(x.files(root)["f"].Content)
		must(t, err)
		if n := row.Fingerprints(); row.Level != level || n != len(want) || n == 0 {
			t.Errorf("window %d: %d fingerprints of level %d, want %d of %d", window, n, row.Level, len(want), level)
		}
	}
}

// TestPiecesOfAChangingFile truncates a large file while it is read, and interrupts a scan in it.
func TestPiecesOfAChangingFile(t *testing.T) {
	t.Parallel()
	root := quickDir(t)
	write(t, root, map[string]string{"f": string(make([]byte, 2*piecedSize))})
	x := newIndex(t)
	o := options()
	var reads atomic.Int64
	o.beforeRead = func(string, int64) {
		if reads.Add(1) == 5 {
			must(t, os.Truncate(root+"/f", 12345))
		}
	}
	if sum := x.scan(o, root); sum.Read != 1 || sum.Bytes != 12345 {
		t.Errorf("read %d files of %d bytes", sum.Read, sum.Bytes)
	}
	x.checked()
	write(t, root, map[string]string{"g": string(make([]byte, 2*piecedSize))})
	ctx, cancel := context.WithCancel(t.Context())
	reads.Store(0)
	o.beforeRead = func(string, int64) {
		if reads.Add(1) == 5 {
			cancel()
		}
	}
	if _, err := Run(ctx, x.w, []string{root}, o); !errors.Is(err, context.Canceled) || reads.Load() > 8 {
		t.Errorf("%v after %d reads", err, reads.Load())
	}
	if names := x.names(root); len(names) != 1 {
		t.Errorf("the index has %q", names)
	}
	x.checked()
}
