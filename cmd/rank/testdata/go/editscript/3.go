// Command editscript tells how to make the second file out of the first.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

// edit is one line of the script; mark is ' ', '-' or '+'.
type edit struct {
	mark byte
	text string
	a, b int // lines of the files that come before
}

type hunk []edit

func lines(path string) ([]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	text := strings.TrimSuffix(string(data), "\n")
	if text == "" {
		return nil, nil
	}
	return strings.Split(text, "\n"), nil
}

// common[i][j] is the length of the longest common subsequence of a[i:], b[j:].
func table(a, b []string) [][]int {
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	return common
}

func script(a, b []string) []edit {
	common := table(a, b)
	var edits []edit
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			edits = append(edits, edit{' ', a[i], i, j})
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			edits = append(edits, edit{'-', a[i], i, j})
			i++
		default:
			edits = append(edits, edit{'+', b[j], i, j})
			j++
		}
	}
	return edits
}

func count(edits []edit, wanted func(edit) bool) int {
	n := 0
	for _, e := range edits {
		if wanted(e) {
			n++
		}
	}
	return n
}

func marked(mark byte) func(edit) bool {
	return func(e edit) bool { return e.mark == mark }
}

func changed(e edit) bool {
	return e.mark != ' '
}

func near(edits []edit, i, context int) bool {
	from, to := max(0, i-context), min(len(edits), i+context+1)
	return count(edits[from:to], changed) > 0
}

// hunks keeps the changes and what is near them, cut where something is left out.
func hunks(edits []edit, context int) []hunk {
	var all []hunk
	open := false
	for i, e := range edits {
		keep := near(edits, i, context)
		if keep && !open {
			all = append(all, nil)
		}
		if keep {
			all[len(all)-1] = append(all[len(all)-1], e)
		}
		open = keep
	}
	return all
}

func (h hunk) String() string {
	same := count(h, marked(' '))
	var out strings.Builder
	fmt.Fprintf(&out, "@@ -%d,%d +%d,%d @@\n", h[0].a+1, same+count(h, marked('-')), h[0].b+1, same+count(h, marked('+')))
	for _, e := range h {
		fmt.Fprintf(&out, "%c%s\n", e.mark, e.text)
	}
	return out.String()
}

func similarity(edits []edit) float64 {
	if len(edits) == 0 {
		return 1
	}
	same := count(edits, marked(' '))
	return 2 * float64(same) / float64(same+len(edits))
}

func main() {
	context := flag.Int("context", 3, "unchanged lines around a change")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: editscript [-context N] OLD NEW")
		os.Exit(2)
	}
	var files [2][]string
	for i, path := range flag.Args() {
		text, err := lines(path)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		files[i] = text
	}
	edits := script(files[0], files[1])
	for _, h := range hunks(edits, *context) {
		fmt.Print(h)
	}
	fmt.Printf("%d removed, %d added, similarity %.1f%%\n",
		count(edits, marked('-')), count(edits, marked('+')), 100*similarity(edits))
	if count(edits, changed) > 0 {
		os.Exit(1)
	}
}
