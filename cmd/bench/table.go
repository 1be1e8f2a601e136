package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// mib is the unit of memory in tables.
const mib = 1 << 20

// writeComparison prints the table for people.
func writeComparison(w io.Writer, c comparison) error {
	fmt.Fprintf(w, "%s\n%d files, %.1f MiB, warm\n\n", c.Machine, c.Files, float64(c.Bytes)/mib)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "× b3sum\tseconds\tleast\tmost\tCPU s\tpeak MiB\trounds\t  command\n")
	for _, r := range c.Rows {
		fmt.Fprintln(t, strings.Join(cells(r), "\t"))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	s := c.Index
	_, err := fmt.Fprintf(w, "\nindex: %.1f MiB, %.1f %% of the tree; %d fingerprints, %.1f bytes on disk for each, all told\n",
		float64(s.DiskBytes)/mib, 100*s.share(), s.Fingerprints, s.each())
	return err
}

// cells are the columns of a row.
func cells(r row) []string {
	name := "  " + r.Name + ": " + r.Does
	if r.Note != "" {
		name += " (" + r.Note + ")"
	}
	if r.Rounds == 0 {
		return []string{"–", "–", "–", "–", "–", "–", "0", name}
	}
	ratio := "–"
	if r.Ratio > 0 {
		ratio = figures(r.Ratio)
	}
	return []string{ratio, figures(r.Seconds), figures(r.Least), figures(r.Most), figures(r.CPU),
		peak(r.Peak, r.AtMost), fmt.Sprint(r.Rounds), name}
}

// figures prints two decimals of small numbers and none of large ones, where
// they would be noise.
func figures(x float64) string {
	if x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	if x >= 10 {
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

func peak(bytes int64, atMost bool) string {
	text := fmt.Sprintf("%.0f", float64(bytes)/mib)
	if atMost {
		return "≤ " + text
	}
	return text
}

// writeGrowth prints the table of grown trees.
func writeGrowth(w io.Writer, g growth) error {
	fmt.Fprintf(w, "%s\ntrees grown with seed %d\n\n", g.Machine, g.Seed)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "files\tMiB\tscan s\tµs/file\tCPU µs/file\tMiB/s\t× b3sum\tpeak MiB\tagain s\tagain µs/file\tagain peak MiB\tindex MiB\t% of tree\tbytes/fingerprint\t\n")
	for _, s := range g.Sizes {
		ratio := "–"
		if s.Scan.Ratio > 0 {
			ratio = figures(s.Scan.Ratio)
		}
		fmt.Fprintf(t, "%d\t%.0f\t%s\t%.0f\t%.0f\t%.0f\t%s\t%s\t%s\t%.1f\t%s\t%.1f\t%.1f\t%.1f\t\n",
			s.Files, float64(s.Bytes)/mib, figures(s.Scan.Seconds), perFile(s.Scan.Seconds, s.Files), perFile(s.Scan.CPU, s.Files),
			float64(s.Bytes)/mib/s.Scan.Seconds, ratio, peak(s.Scan.Peak, s.Scan.AtMost),
			figures(s.Again.Seconds), perFile(s.Again.Seconds, s.Files), peak(s.Again.Peak, s.Again.AtMost),
			float64(s.Index.DiskBytes)/mib, 100*s.Index.share(), s.Index.each())
	}
	return t.Flush()
}

// perFile is microseconds for each file.
func perFile(seconds float64, files int64) float64 { return seconds * 1e6 / float64(files) }
