package db

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestEndWith checks that an index does nothing more once its context was cancelled and the grace is
// over, not even in methods without a context, and that it then holds the last commit.
func TestEndWith(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "index")
	put := func(w *Writer, from, to int) error {
		for i := from; i < to; i++ {
			spool := w.NewSpool()
			id, _, err := w.AddContent(Content{Checksum: Checksum{byte(i), byte(i >> 8), 1}, Size: 1}, spool)
			if closing := spool.Close(); err == nil {
				err = closing
			}
			if err != nil {
				return err
			}
			l, err := w.Directory(fmt.Sprintf("/r/%d", i%7))
			if err == nil {
				err = w.Put(l.ID, Entry{Name: fmt.Sprint(i), Content: id, Stat: Stat{Size: 1, Inode: uint64(i)}})
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	open := func(grace time.Duration) (ix *Index, w *Writer, cancel func()) {
		t.Helper()
		ix, err := Open(t.Context(), dir, Options{Write: true, Create: true})
		if err == nil {
			w, err = ix.NewWriter()
		}
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ix.EndWith(ctx, grace)
		return ix, w, cancel
	}
	count := func(ix *Index) (files int, err error) {
		err = ix.EachFile(context.Background(), func(FilePath, *DirEntry) error { files++; return nil })
		return files, err
	}

	ix, w, cancel := open(time.Hour)
	if err := put(w, 0, 300); err != nil {
		t.Fatal(err)
	}
	cancel() // what was done can be committed in the time of grace
	if err := w.EndScan(time.Now()); err != nil {
		t.Fatal(err)
	}
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
	for name, do := range map[string]func(ix *Index, w *Writer) error{
		"EachContent": func(ix *Index, _ *Writer) error {
			return ix.EachContent(func(ContentID, StoredContent) error { return nil })
		},
		"Sizes":     func(ix *Index, _ *Writer) error { _, err := ix.Sizes(); return err },
		"Status":    func(ix *Index, _ *Writer) error { _, err := ix.Status(context.Background()); return err },
		"NewWriter": func(ix *Index, _ *Writer) error { _, err := ix.NewWriter(); return err },
		"FindInode": func(_ *Index, w *Writer) error { _, err := w.FindInode(0, 1); return err },
		"Forget":    func(_ *Index, w *Writer) error { _, err := w.Forget(context.Background(), "/r"); return err },
		"Merge":     func(_ *Index, w *Writer) error { return w.MergeFrom(context.Background(), 0) },
		"Check": func(ix *Index, _ *Writer) error {
			_, err := ix.Check(context.Background(), CheckOptions{})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			ix, w, cancel := open(0)
			if err := put(w, 300, 340); err != nil { // which the next commit would bring
				t.Fatal(err)
			}
			cancel()
			for ix.st.Flush() == nil { // the timer has yet to run
				time.Sleep(time.Millisecond)
			}
			if err := do(ix, w); !errors.Is(err, context.Canceled) {
				t.Errorf("it returns %v", err)
			}
			if err := w.Commit(); !errors.Is(err, context.Canceled) {
				t.Errorf("Commit returns %v", err)
			}
			if err := ix.Close(); err != nil {
				t.Error(err)
			}
			ix, _, cancel = open(time.Hour)
			defer cancel()
			defer ix.Close()
			report, err := ix.Check(t.Context(), CheckOptions{})
			if err != nil || len(report.Problems) > 0 {
				t.Error(report.Problems, err)
			}
			if files, err := count(ix); files != 300 || err != nil {
				t.Errorf("it has %d files, %v", files, err)
			}
		})
	}
}

// countdown is a context that is cancelled after its error was asked for a number of times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestDropCancelled cancels Drop wherever it looks at its context. What is committed then must be sound,
// and a second Drop must drop the rest.
func TestDropCancelled(t *testing.T) {
	t.Parallel()
	looks := 0
	for n := 0; ; n++ {
		ix, err := Open(t.Context(), filepath.Join(t.TempDir(), "index"), Options{Write: true, Create: true})
		if err != nil {
			t.Fatal(err)
		}
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatalf("cancelled at look %d: %v", n, err)
			}
		}
		w, err := ix.NewWriter()
		must(err)
		spool := w.NewSpool()
		id, _, err := w.AddContent(Content{Checksum: Checksum{1}, Size: 1}, spool)
		must(err)
		must(spool.Close())
		for i, path := range []string{"/r" + strings.Repeat("/d", 600), "/r/d/d/e", "/r/f"} {
			l, err := w.Directory(path)
			must(err)
			for k := range 300 * (i + 1) {
				must(w.Put(l.ID, Entry{Name: fmt.Sprint(k), Content: id, Stat: Stat{Size: 1}}))
			}
		}
		must(w.Commit())
		l, err := w.Directory("/")
		must(err)
		dropped, err := w.Drop(&countdown{t.Context(), n}, l.ID, "r")
		whole := err == nil
		if !whole && !errors.Is(err, context.Canceled) {
			must(err)
		}
		must(w.Commit())
		sound := func() {
			t.Helper()
			report, err := ix.Check(t.Context(), CheckOptions{})
			must(err)
			if len(report.Problems) > 0 {
				t.Fatalf("cancelled at look %d: %s", n, report.Problems)
			}
		}
		sound()
		rest, err := w.Drop(t.Context(), l.ID, "r")
		must(err)
		must(w.Commit())
		sound()
		if dropped+rest != 1800 || whole && rest > 0 || ix.root.Files != 0 {
			t.Fatalf("cancelled at look %d: it dropped %d files, then %d, and %d are left", n, dropped, rest, ix.root.Files)
		}
		must(ix.Close())
		if whole {
			looks = n
			break
		}
		if n > 10 && n < 550 { // the folders of the chain without files are alike
			n += 40
		}
	}
	if looks < 600 {
		t.Errorf("it looked at its context %d times", looks)
	}
}
