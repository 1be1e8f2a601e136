//go:build linux

package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"text/tabwriter"
	"time"

	"golang.org/x/sys/unix"
)

// growth is the result of a run with --grow.
type growth struct {
	Machine machine `json:"machine"`
	Seed    uint64  `json:"seed"`
	Sizes   []size  `json:"sizes"`
}

// size holds the results for one tree.
type size struct {
	Files int64 `json:"files"`
	Bytes int64 `json:"bytes"`
	Scan  row   `json:"scan"`
	Again row   `json:"again"`
	Sum   row   `json:"b3sum"`
	// Of the index: the pairs of files, estimated and counted, and those of folders.
	Estimate row       `json:"estimate"`
	Pairs    row       `json:"pairs"`
	Folders  row       `json:"folders"`
	Index    indexSize `json:"index"`
}

// grow measures a tree of each size. Each tree contains the previous one, so all
// hold the same kind of files.
func (b *bench) grow(ctx context.Context) error {
	t, err := newTemplates(ctx, b.tree, b.seed)
	if err != nil {
		return err
	}
	g := growth{Machine: thisMachine(), Seed: b.seed}
	tree := filepath.Join(b.dir, "grown")
	have := 0
	for _, files := range b.sizes {
		b.say("growing %d files to %d", have, files)
		if err := t.grow(ctx, tree, have, files); err != nil {
			return fmt.Errorf("grow a tree of %d files: %w", files, err)
		}
		have = files
		s, err := b.measureSize(ctx, tree)
		if err != nil {
			return err
		}
		g.Sizes = append(g.Sizes, s)
	}
	return b.print(g, g.write)
}

func (b *bench) measureSize(ctx context.Context, tree string) (s size, err error) {
	if err := b.settle(ctx); err != nil {
		return s, err
	}
	l, err := b.listFiles(ctx, tree)
	if err != nil {
		return s, err
	}
	s.Files, s.Bytes = l.files, l.bytes
	rows, err := b.measureRounds(ctx, slices.Concat(b.ours(tree)[:2], b.answers(), []command{sum(l)}))
	if err != nil {
		return s, err
	}
	s.Scan, s.Again, s.Estimate, s.Pairs, s.Folders, s.Sum = rows[0], rows[1], rows[2], rows[3], rows[4], rows[5]
	if s.Index, err = b.status(ctx, b.index()); err != nil {
		return s, err
	}
	if s.Index.Files != s.Files {
		return s, fmt.Errorf("alike indexed %d of the %d files in the tree", s.Index.Files, s.Files)
	}
	return s, nil
}

// answers are the searches for all pairs, of files and of folders.
func (b *bench) answers() []command {
	verb := func(name, does string, args ...string) command {
		return command{name: name, does: does, kept: true, args: append([]string{b.alike, "--index", b.index(), "-q"}, args...)}
	}
	return []command{
		verb("alike pairs --estimate, of the index", "every similar pair, estimated", "pairs", "--estimate", "-f", "csv"),
		verb("alike pairs, of the index", "every similar pair", "pairs", "-f", "csv"),
		verb("alike folders, of the index", "similar folders", "folders", "-f", "csv"),
	}
}

// settle writes dirty pages to disk, so that they are not written during the
// measurement, and waits. Without the wait the next scan would reread the files: a
// file that changed within two seconds before a scan may have changed again in the
// same tick of the clock.
func (b *bench) settle(ctx context.Context) error {
	unix.Sync()
	select {
	case <-time.After(b.settling):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (g growth) write(w io.Writer) error {
	fmt.Fprintf(w, "%s\ntrees grown with seed %d\n\n", g.Machine, g.Seed)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "files\tMiB\tscan s\tµs/file\tCPU µs/file\tMiB/s\t× b3sum\tpeak MiB\tagain s\tagain µs/file\tagain peak MiB\tindex MiB\t% of tree\tbytes/fingerprint\t\n")
	for _, s := range g.Sizes {
		perFile := func(seconds float64) float64 { return seconds * 1e6 / float64(s.Files) } // in µs
		fmt.Fprintf(t, "%d\t%.0f\t%s\t%.0f\t%.0f\t%.0f\t%s\t%s\t%s\t%.1f\t%s\t%.1f\t%.1f\t%.1f\t\n",
			s.Files, float64(s.Bytes)/mib, figures(s.Scan.Seconds), perFile(s.Scan.Seconds), perFile(s.Scan.CPU),
			float64(s.Bytes)/mib/s.Scan.Seconds, ratioText(s.Scan.Ratio), peak(s.Scan.Peak, s.Scan.AtMost),
			figures(s.Again.Seconds), perFile(s.Again.Seconds), peak(s.Again.Peak, s.Again.AtMost),
			float64(s.Index.DiskBytes)/mib, 100*s.Index.share(), s.Index.perFingerprint())
	}
	fmt.Fprint(t, "\nfiles\tpairs --estimate s\tpairs s\tfolders s\t× pairs --estimate\t× pairs\tCPU µs/file\tpeak MiB\t\n")
	for _, s := range g.Sizes {
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%.2f\t%.2f\t%.0f\t%s\t\n", s.Files,
			figures(s.Estimate.Seconds), figures(s.Pairs.Seconds), figures(s.Folders.Seconds),
			s.Folders.Seconds/s.Estimate.Seconds, s.Folders.Seconds/s.Pairs.Seconds,
			s.Folders.CPU*1e6/float64(s.Files), peak(s.Folders.Peak, s.Folders.AtMost))
	}
	return t.Flush()
}
