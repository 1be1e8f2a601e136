package scan

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/zeebo/blake3"

	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan/fsys"
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
		periodic := make([]byte, size)
		for i := range periodic {
			periodic[i] = random[i%7]
		}
		tail := append(slices.Clone(random[:size-300_000]), bytes.Repeat(random[:480], 625)...) // the last piece repeats itself
		write(t, root, map[string]string{fmt.Sprint("tail", size): string(tail)})
		write(t, root, map[string]string{fmt.Sprint("periodic", size): string(periodic), fmt.Sprint("zeros", size): string(make([]byte, size))})
	}
	var want int64
	for _, threads := range []int{1, 2, 5} {
		x := newIndex(t)
		o := options()
		o.Threads = threads
		if sum := x.scan(o, root); sum.Read != 24 || sum.ReadBytes != sum.Bytes {
			t.Errorf("%d files, %d of %d bytes were read", sum.Read, sum.ReadBytes, sum.Bytes)
		}
		x.checked()
		if postings := x.ix.Postings(); threads == 1 {
			want = postings
		} else if postings != want {
			t.Errorf("%d threads: %d postings, one thread: %d", threads, postings, want)
		}
	}
}

// TestPiecesOfWindows compares the windows of pieces with those of the whole, at a density at which
// there is a contest at nearly every border.
func TestPiecesOfWindows(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 2))
	data := make([]byte, piecedSize+3*pieceSize/2)
	for i := range data {
		data[i] = byte(r.Uint32() % 64)
	}
	path := quickDir(t) + "/f"
	must(t, os.WriteFile(path, data, 0o644))
	f, err := os.Open(path)
	must(t, err)
	defer f.Close()
	for _, window := range []int{50, 25, 12, 33, 65} {
		rule := fingerprint.Rule{Window: window, Density: 3}
		x := &indexer{walker: walker{settings: &settings{Options: Options{Threads: 3, Rule: rule, View: view.Raw}, progress: &Progress{}}, queue: newQueue()}}
		in := newIndex(t)
		k := &worker{reader: &reader{digester: newDigester(rule, view.Raw), spool: in.w.NewSpool()}}
		if !x.isPieced(k, int64(len(data))) {
			t.Fatalf("window %d: the file is not read in pieces", window)
		}
		k.reader.bytes = fileReader{ctx: t.Context(), progress: x.progress}
		k.reader.bytes.total = int64(len(data))
		k.reader.bytes.reset(int(f.Fd()), int64(len(data)))
		helper := &worker{reader: &reader{digester: newDigester(rule, view.Raw), spool: in.w.NewSpool()}}
		var helped sync.WaitGroup
		helped.Go(func() {
			for { // until there is an invitation
				if next, ok := x.queue.take(); !ok || next.pieced != nil {
					if ok {
						next.pieced.help(helper.reader)
						x.queue.done()
					}
					return
				}
			}
		})
		x.queue.busy++ // the owner
		c, err := x.digestPieces(k, int64(len(data)))
		must(t, err)
		x.queue.done()
		helped.Wait()
		id, _, err := in.w.AddContent(c, k.reader.spool)
		must(t, err)
		must(t, in.w.Commit())
		want, _ := fingerprint.SetOf(rule, data)
		if got, err := in.ix.Fingerprints(id, len(want), nil); err != nil || !slices.Equal(got, want) {
			t.Errorf("window %d: %d fingerprints, want %d (%v)", window, len(got), len(want), err)
		}
		if sum := blake3.Sum256(data); c.Checksum != sum || c.Size != int64(len(data)) || c.Level != 3 {
			t.Errorf("window %d: %+v, want the checksum %x", window, c, sum)
		}
		if n := x.progress.DoneBytes.Load(); n != int64(len(data)) {
			t.Errorf("window %d: the progress has %d bytes of %d", window, n, len(data))
		}
		if len(x.queue.invited) > 0 {
			t.Errorf("window %d: there are invitations left", window)
		}
	}
	x := &indexer{walker: walker{settings: &settings{Options: options()}}}
	x.View = view.Raw
	k := &worker{reader: &reader{digester: newDigester(x.Rule, view.Raw)}}
	if x.isPieced(k, piecedSize-1) || !x.isPieced(k, piecedSize) || x.isPieced(k, math.MaxInt64) {
		t.Error("files of other sizes are read in pieces")
	}
	x.limit = fsys.NewLimit(1e9)
	if x.isPieced(k, piecedSize) {
		t.Error("a scan with a limit reads in pieces")
	}
}

// TestPiecesOfAChangingFile truncates a large file while it is read, and interrupts a scan in it.
func TestPiecesOfAChangingFile(t *testing.T) {
	t.Parallel()
	root := quickDir(t)
	data := make([]byte, 2*piecedSize)
	r := rand.NewChaCha8([32]byte{21})
	_, _ = r.Read(data)
	write(t, root, map[string]string{"f": string(data)})
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
	e, _, err := x.ix.Entry(root + "/f")
	must(t, err)
	want, _ := fingerprint.SetOf(o.Rule, data[:12345]) // nothing of the first try, nor of a helper's
	if got, err := x.ix.Fingerprints(e.Content, len(want), nil); err != nil || !slices.Equal(got, want) {
		t.Errorf("%d fingerprints, want %d (%v)", len(got), len(want), err)
	}
	write(t, root, map[string]string{"g": string(data)})
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
