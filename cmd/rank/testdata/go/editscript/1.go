package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

// An edit: ' ' keep, '-' delete, '+' insert; i and j are line numbers from 0.
type edit struct {
	op   byte
	i, j int
	s    string
}

func lines(path string) []string {
	b, err := os.ReadFile(path)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	s := strings.TrimSuffix(string(b), "\n")
	if s == "" {
		return nil
	}
	return strings.Split(s, "\n")
}

// table: t[i][j] is the length of the longest common part for a[i:] and b[j:].
func table(a, b []string) [][]int {
	t := make([][]int, len(a)+1)
	for i := range t {
		t[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				t[i][j] = t[i+1][j+1] + 1
			} else {
				t[i][j] = max(t[i+1][j], t[i][j+1])
			}
		}
	}
	return t
}

func script(a, b []string) (es []edit, same int) {
	// the common ends need no table
	lo, hi := 0, 0
	for lo < len(a) && lo < len(b) && a[lo] == b[lo] {
		lo++
	}
	for hi < len(a)-lo && hi < len(b)-lo && a[len(a)-1-hi] == b[len(b)-1-hi] {
		hi++
	}
	x, y := a[lo:len(a)-hi], b[lo:len(b)-hi]
	t := table(x, y)
	for i := 0; i < lo; i++ {
		es = append(es, edit{' ', i, i, a[i]})
	}
	i, j := 0, 0
	for i < len(x) || j < len(y) {
		switch {
		case i < len(x) && j < len(y) && x[i] == y[j]:
			es = append(es, edit{' ', lo + i, lo + j, x[i]})
			i++
			j++
		case j == len(y) || i < len(x) && t[i+1][j] >= t[i][j+1]:
			es = append(es, edit{'-', lo + i, lo + j, x[i]})
			i++
		default:
			es = append(es, edit{'+', lo + i, lo + j, y[j]})
			j++
		}
	}
	for k := hi; k > 0; k-- {
		es = append(es, edit{' ', len(a) - k, len(b) - k, a[len(a)-k]})
	}
	return es, lo + hi + t[0][0]
}

func span(first, n int) string {
	if n > 0 {
		first++
	}
	if n == 1 {
		return fmt.Sprint(first)
	}
	return fmt.Sprintf("%d,%d", first, n)
}

func hunks(es []edit, ctx int) int {
	cnt := 0
	for p := 0; p < len(es); {
		if es[p].op == ' ' {
			p++
			continue
		}
		// extend while the next change is at most 2*ctx lines away
		end, gap := p+1, 0
		for k := p + 1; k < len(es) && gap <= 2*ctx; k++ {
			if es[k].op == ' ' {
				gap++
			} else {
				gap = 0
				end = k + 1
			}
		}
		from, to := max(0, p-ctx), min(len(es), end+ctx)
		na, nb := 0, 0
		for k := from; k < to; k++ {
			if es[k].op != '+' {
				na++
			}
			if es[k].op != '-' {
				nb++
			}
		}
		fmt.Printf("@@ -%s +%s @@\n", span(es[from].i, na), span(es[from].j, nb))
		for k := from; k < to; k++ {
			fmt.Printf("%c%s\n", es[k].op, es[k].s)
		}
		cnt++
		p = end
	}
	return cnt
}

func main() {
	ctx := flag.Int("c", 3, "lines of context")
	flag.Parse()
	if flag.NArg() != 2 || *ctx < 0 {
		fmt.Fprintln(os.Stderr, "usage: editscript [-c N] A B")
		os.Exit(2)
	}
	a, b := lines(flag.Arg(0)), lines(flag.Arg(1))
	es, same := script(a, b)
	if same < len(a) || same < len(b) {
		fmt.Printf("--- %s\n+++ %s\n", flag.Arg(0), flag.Arg(1))
	}
	n := hunks(es, *ctx)
	sim := 1.0
	if len(a)+len(b) > 0 {
		sim = 2 * float64(same) / float64(len(a)+len(b))
	}
	fmt.Printf("%d hunks, %d deleted, %d inserted, similarity %.3f\n", n, len(a)-same, len(b)-same, sim)
	if n > 0 {
		os.Exit(1)
	}
}
