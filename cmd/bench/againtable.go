package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// writeRescans prints the table of re-scans.
func writeRescans(w io.Writer, r rescans) error {
	from := "copies of those in " + r.Tree
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
	_, err := fmt.Fprintf(w, "\none file changed: %+.1f ms\nspace: %s × a fresh index: %.2f MiB after %d scans of %d files (%.1f MiB) that all change, %.2f MiB fresh; after each: %s\n",
		r.Scans.More, figures(r.Space.Ratio), r.Space.last(), len(r.Space.Index), r.Space.Files, float64(r.Space.Bytes)/mib,
		float64(r.Space.Fresh)/mib, r.Space.course())
	return err
}

// lines are the rows of processes. A ratio is to find's row or to the idle query.
func (r rescans) lines() [][]string {
	s, q := r.Scans, r.Queries
	toFind := func(of row) string { return ratioOf(of.Seconds, s.Find.Seconds, "× find") }
	return [][]string{
		timed(toFind(s.Find), s.Find),
		timed(toFind(s.Unchanged), s.Unchanged),
		timed(toFind(s.Changed), s.Changed),
		timed(ratioOf(q.Idle.Seconds, q.Idle.Seconds, "× idle"), q.Idle),
		timed(ratioOf(q.Beside.Seconds, q.Idle.Seconds, "× idle"), q.Beside),
		timed("", q.Scan),
	}
}

// ratioOf prints a ratio with what it is to.
func ratioOf(seconds, unit float64, to string) string {
	if seconds == 0 || unit == 0 {
		return "–"
	}
	return figures(seconds/unit) + " " + to
}

// timed are the columns of a row.
func timed(ratio string, r row) []string {
	name := "  " + r.Name + ": " + r.Does
	if r.Note != "" {
		name += " (" + r.Note + ")"
	}
	if r.Rounds == 0 {
		return []string{"–", "–", "–", "–", "–", "–", "0", name}
	}
	ms := func(seconds float64) string { return fmt.Sprintf("%.1f", seconds*1000) }
	return []string{ratio, ms(r.Seconds), ms(r.Least), ms(r.Most), ms(r.CPU), peak(r.Peak, r.AtMost), fmt.Sprint(r.Rounds), name}
}

// last is the size of the index in the end, in MiB.
func (s space) last() float64 {
	if len(s.Index) == 0 {
		return 0
	}
	return float64(s.Index[len(s.Index)-1]) / mib
}

// course is how the size of the index went, in MiB.
func (s space) course() string {
	var sizes []string
	for _, n := range s.Index {
		sizes = append(sizes, fmt.Sprintf("%.2f", float64(n)/mib))
	}
	return strings.Join(sizes, " ")
}
