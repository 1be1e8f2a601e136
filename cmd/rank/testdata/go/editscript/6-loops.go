package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"strings"
)

const (
	common  = ' '
	deleted = '-'
	added   = '+'
)

// edit is a line of the result, i and j say where it is in both files.
type edit struct {
	sign byte
	i, j int
}

// dictionary numbers the different lines.
type dictionary struct {
	ids   map[string]int32
	texts []string
}

func (dict *dictionary) read(name string) ([]int32, error) {
	handle, err := os.Open(name)
	if err == nil {
		defer handle.Close()
		var codes []int32
		scanner := bufio.NewScanner(handle)
		scanner.Buffer(make([]byte, 1<<16), 1<<24)
		more := scanner.Scan()
		for more {
			id, known := dict.ids[scanner.Text()]
			if known {
				codes = append(codes, id)
			} else {
				id = int32(len(dict.texts))
				dict.ids[scanner.Text()] = id
				dict.texts = append(dict.texts, scanner.Text())
				codes = append(codes, id)
			}
			more = scanner.Scan()
		}
		return codes, scanner.Err()
	}
	return nil, err
}

// fromAbove decides from which neighbour diagonal k is reached in round r.
func fromAbove(best []int, centre, k, r int) bool {
	switch k {
	case -r:
		return true
	case r:
		return false
	}
	return best[centre+k-1] < best[centre+k+1]
}

// slide follows equal lines as far as possible.
func slide(left, right []int32, i, j int) int {
	if i == len(left) || j == len(right) || i > len(left) || j > len(right) || left[i] != right[j] {
		return i
	}
	return slide(left, right, i+1, j+1)
}

// forward runs Myers' rounds until both ends are reached and returns what was
// known before every round.
func forward(left, right []int32) [][]int {
	most := len(left) + len(right)
	centre := most + 1
	best := make([]int, 2*most+3)
	var history [][]int
	finished := false
	for r := 0; !finished; r++ {
		history = append(history, append([]int(nil), best[centre-r-1:centre+r+2]...))
		k := -r
		for !finished && k <= r {
			var i int
			if fromAbove(best, centre, k, r) {
				i = best[centre+k+1]
			} else {
				i = best[centre+k-1] + 1
			}
			i = slide(left, right, i, i-k)
			best[centre+k] = i
			finished = i >= len(left) && i-k >= len(right)
			k += 2
		}
	}
	return history
}

// backward walks from the ends to the beginnings and fills edits from the back.
func backward(left, right []int32, history [][]int) []edit {
	edits := make([]edit, len(left)+len(right))
	free := len(edits)
	i, j := len(left), len(right)
	r := len(history) - 1
	for r > 0 {
		known := history[r]
		above := fromAbove(known, r+1, i-j, r)
		var oldI, oldJ int
		if !above {
			oldI = known[r+i-j] + 1
			oldJ = oldI - (i - j)
		} else {
			oldI = known[r+2+i-j]
			oldJ = oldI - (i - j)
		}
		// here begins the diagonal run of the round
		for i > oldI && j > oldJ {
			i, j, free = i-1, j-1, free-1
			edits[free] = edit{common, i, j}
		}
		free--
		if !above {
			i--
			edits[free] = edit{deleted, i, j}
		} else {
			j--
			edits[free] = edit{added, i, j}
		}
		r--
	}
	for i > 0 {
		i, j, free = i-1, j-1, free-1
		edits[free] = edit{common, i, j}
	}
	return edits[free:]
}

// blockEnd looks for the end of the block whose first change is at p.
func blockEnd(edits []edit, p, around int) int {
	stop, q := p, p
	for {
		switch {
		case q >= len(edits) || q-stop > 2*around:
			return stop
		case edits[q].sign == common:
			q++
		default:
			q++
			stop = q
		}
	}
}

func main() {
	around := flag.Int("c", 3, "lines of context")
	flag.Parse()
	if !(flag.NArg() == 2 && *around >= 0) {
		fmt.Fprintln(os.Stderr, "usage: editscript [-c N] OLD NEW")
		os.Exit(2)
	}
	dict := dictionary{ids: make(map[string]int32)}
	var sides [2][]int32
	side := 0
	for side < 2 {
		codes, err := dict.read(flag.Arg(side))
		if err == nil {
			sides[side] = codes
			side++
			continue
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	edits := backward(sides[0], sides[1], forward(sides[0], sides[1]))

	var result strings.Builder
	totals := map[byte]int{}
	for p := 0; p < len(edits); p++ {
		totals[edits[p].sign]++
	}
	p := 0
	for p < len(edits) {
		if edits[p].sign != common {
			stop := blockEnd(edits, p, *around)
			low, high := p-*around, stop+*around
			if low < 0 {
				low = 0
			}
			if high > len(edits) {
				high = len(edits)
			}
			before, after := 0, 0
			for q := low; q < high; q++ {
				switch edits[q].sign {
				case added:
					after++
				case deleted:
					before++
				default:
					before++
					after++
				}
			}
			fmt.Fprintf(&result, "@@ -%d,%d +%d,%d @@\n", edits[low].i+1, before, edits[low].j+1, after)
			for q := low; q < high; q++ {
				e := edits[q]
				switch e.sign {
				case deleted:
					fmt.Fprintf(&result, "-%s\n", dict.texts[sides[0][e.i]])
				default:
					fmt.Fprintf(&result, "%c%s\n", e.sign, dict.texts[sides[1][e.j]])
				}
			}
			p = stop
		} else {
			p++
		}
	}
	fmt.Print(result.String())
	likeness := 100.0
	switch n := len(sides[0]) + len(sides[1]); {
	case n != 0:
		likeness = 200 * float64(totals[common]) / float64(n)
	}
	fmt.Printf("%d removed, %d inserted, %.1f%% similar\n", totals[deleted], totals[added], likeness)
	if totals[deleted] == 0 && totals[added] == 0 {
		return
	}
	os.Exit(1)
}
