//go:build linux

package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// comparison is the result of a run with the peers.
type comparison struct {
	Machine machine   `json:"machine"`
	Tree    string    `json:"tree"`
	Files   int64     `json:"files"`
	Bytes   int64     `json:"bytes"`
	Rows    []row     `json:"rows"`
	Index   indexSize `json:"index"`
}

// compare measures alike and its peers on the tree.
func (b *bench) compare(ctx context.Context) error {
	l, err := b.listFiles(ctx, b.tree)
	if err != nil {
		return fmt.Errorf("list the files of %s: %w", b.tree, err)
	}
	peers, err := b.peers(l)
	if err != nil {
		return err
	}
	c := comparison{Machine: thisMachine(), Tree: b.tree, Files: l.files, Bytes: l.bytes}
	commands := append(append(b.ours(b.tree), peers...), b.slowPeers(l)...)
	if c.Rows, err = b.measureRounds(ctx, commands); err != nil {
		return err
	}
	if c.Index, err = b.status(ctx, b.index()); err != nil {
		return err
	}
	if c.Index.Files != l.files {
		fmt.Fprintf(b.stderr, "alike indexed %d files, its peers read %d: the ratios compare different work\n", c.Index.Files, l.files)
	}
	return b.print(c, c.write)
}

func (c comparison) write(w io.Writer) error {
	fmt.Fprintf(w, "%s\n%d files, %.1f MiB, warm\n\n", c.Machine, c.Files, float64(c.Bytes)/mib)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "× b3sum\tseconds\tleast\tmost\tCPU s\tpeak MiB\trounds\t  command\n")
	for _, r := range c.Rows {
		fmt.Fprintln(t, strings.Join(cells(r, ratioText(r.Ratio), figures), "\t"))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	s := c.Index
	_, err := fmt.Fprintf(w, "\nindex: %.1f MiB, %.1f %% of the tree; %d fingerprints, %.1f bytes on disk each, paths and checksums included\n",
		float64(s.DiskBytes)/mib, 100*s.share(), s.Fingerprints, s.perFingerprint())
	return err
}
