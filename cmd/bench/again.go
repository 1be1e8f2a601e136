//go:build linux

package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"text/tabwriter"
)

// rescans is the result of a run with --again.
type rescans struct {
	Machine machine  `json:"machine"`
	Tree    string   `json:"tree"` // origin of the files
	Grown   bool     `json:"grown"`
	Seed    uint64   `json:"seed"`
	Files   int64    `json:"files"`
	Bytes   int64    `json:"bytes"`
	Scans   nightly  `json:"scans"`
	Queries querying `json:"queries"`
	Space   space    `json:"space"`
}

// again measures what scheduled scans cost: rescans with no file and with one file
// changed, queries during a scan, and the space that old contents still take.
func (b *bench) again(ctx context.Context) error {
	t, err := newTemplates(ctx, b.tree, b.seed)
	if err != nil {
		return err
	}
	out := rescans{Machine: thisMachine(), Tree: b.tree, Grown: b.files > 0, Seed: b.seed}
	tree := filepath.Join(b.dir, "tree")
	if err := b.plant(ctx, t, tree); err != nil {
		return err
	}
	var typical string
	if out.Files, out.Bytes, typical, err = survey(ctx, tree); err != nil {
		return err
	}
	n := nights{bench: b, tree: tree, files: out.Files, file: typical}
	if out.Scans, err = n.measure(ctx); err != nil {
		return err
	}
	if out.Queries, err = b.queryBesideScans(ctx, t, typical, out.Files); err != nil {
		return fmt.Errorf("queries beside scans: %w", err)
	}
	if out.Space, err = b.rewrite(ctx, t, out.Files); err != nil {
		return fmt.Errorf("scans of a rewritten tree: %w", err)
	}
	return b.print(out, out.write)
}

// plant creates the tree to scan. It copies TREE or grows a tree from it, because
// bench changes the files that it scans.
func (b *bench) plant(ctx context.Context, t *templates, tree string) error {
	if b.files > 0 {
		b.say("growing a tree of %d files", b.files)
		if err := t.grow(ctx, tree, 0, b.files); err != nil {
			return fmt.Errorf("grow a tree of %d files: %w", b.files, err)
		}
		return nil
	}
	b.say("copying %d files", len(t.paths))
	if err := t.copyTo(ctx, tree); err != nil {
		return fmt.Errorf("copy the files of %s: %w", b.tree, err)
	}
	return nil
}

func (r rescans) write(w io.Writer) error {
	from := "copied from " + r.Tree
	if r.Grown {
		from = fmt.Sprintf("grown from %s with seed %d", r.Tree, r.Seed)
	}
	fmt.Fprintf(w, "%s\n%d files, %.1f MiB, %s, warm; find lists %d entries\n\n", r.Machine, r.Files, float64(r.Bytes)/mib, from, r.Scans.Entries)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "ratio\tms\tleast\tmost\tCPU ms\tpeak MiB\trounds\t  command\n")
	for _, l := range r.lines() {
		fmt.Fprintln(t, strings.Join(l, "\t"))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	last := r.Space.Index[len(r.Space.Index)-1]
	_, err := fmt.Fprintf(w, "\none file changed: %+.1f ms\nspace: %s × a fresh index: %.2f MiB after %d scans with all %d files (%.1f MiB) changed, %.2f MiB fresh; after each scan: %s\n",
		r.Scans.More, figures(r.Space.Ratio), float64(last)/mib, len(r.Space.Index), r.Space.Files, float64(r.Space.Bytes)/mib,
		float64(r.Space.Fresh)/mib, r.Space.perScan())
	return err
}

// lines returns the rows of the table, with ratios to find and to the idle query.
func (r rescans) lines() [][]string {
	s, q := r.Scans, r.Queries
	toFind := func(of row) string { return ratioOf(of.Seconds, s.Find.Seconds, "× find") }
	return [][]string{
		cells(s.Find, toFind(s.Find), milliseconds),
		cells(s.Unchanged, toFind(s.Unchanged), milliseconds),
		cells(s.Changed, toFind(s.Changed), milliseconds),
		cells(q.Idle, ratioOf(q.Idle.Seconds, q.Idle.Seconds, "× idle"), milliseconds),
		cells(q.Beside, ratioOf(q.Beside.Seconds, q.Idle.Seconds, "× idle"), milliseconds),
		cells(q.Scan, "", milliseconds),
	}
}

// ratioOf formats a ratio and names its denominator.
func ratioOf(seconds, unit float64, to string) string {
	if seconds == 0 || unit == 0 {
		return "–"
	}
	return figures(seconds/unit) + " " + to
}

func milliseconds(seconds float64) string { return fmt.Sprintf("%.1f", seconds*1000) }
