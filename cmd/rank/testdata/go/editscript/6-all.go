package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
)

// node is a place in the grid of both files, linked to where it came from.
// Only ends of diagonals become nodes, they replace copies of the frontier.
type node struct {
	parent   *node
	row, col int
}

type piece struct {
	glyph    rune
	row, col int
}

type document []string

func open(name string) (doc document) {
	f, err := os.Open(name)
	if err == nil {
		defer f.Close()
		s := bufio.NewScanner(f)
		s.Buffer(make([]byte, 65536), 16<<20)
		for s.Scan() {
			doc = append(doc, s.Text())
		}
		err = s.Err()
	}
	if err != nil {
		fail(err)
	}
	return doc
}

func fail(reason any) {
	fmt.Fprintln(os.Stderr, reason)
	os.Exit(2)
}

// glide moves down the diagonal while the lines agree.
func glide(was, is document, from *node, row, col int) *node {
	for row < len(was) && col < len(is) {
		if was[row] != is[col] {
			break
		}
		row, col = row+1, col+1
	}
	return &node{from, row, col}
}

// route explores with growing effort; front maps a diagonal to its last node.
func route(was, is document) *node {
	front := map[int]*node{0: glide(was, is, nil, 0, 0)}
	target := len(was) - len(is)
	for effort := 0; ; effort++ {
		if n := front[target]; n != nil && n.row >= len(was) && n.col >= len(is) {
			return n
		}
		following := map[int]*node{}
		for diag := -effort - 1; diag <= effort+1; diag += 2 {
			upper, lower := front[diag+1], front[diag-1]
			switch {
			case lower == nil, upper != nil && lower.row < upper.row:
				following[diag] = glide(was, is, upper, upper.row, upper.col+1)
			default:
				following[diag] = glide(was, is, lower, lower.row+1, lower.col)
			}
		}
		front = following
	}
}

// unroll writes the way to n as pieces, recursively from the beginning.
func unroll(n *node, pieces []piece) []piece {
	row, col := 0, 0
	if n.parent != nil {
		pieces = unroll(n.parent, pieces)
		row, col = n.parent.row, n.parent.col
		if n.row-n.col > row-col {
			pieces = append(pieces, piece{'-', row, col})
			row++
		} else {
			pieces = append(pieces, piece{'+', row, col})
			col++
		}
	}
	for ; row < n.row; row, col = row+1, col+1 {
		pieces = append(pieces, piece{' ', row, col})
	}
	return pieces
}

// spans finds [from, to) of all groups of changes including their margins.
func spans(pieces []piece, margin int) (out [][2]int) {
	lastChange := -1
	begin := 0
	flush := func() {
		if lastChange >= 0 {
			to := lastChange + 1 + margin
			if to > len(pieces) {
				to = len(pieces)
			}
			out = append(out, [2]int{begin, to})
		}
	}
	for i, p := range pieces {
		if p.glyph == ' ' {
			continue
		}
		if lastChange < 0 || i-lastChange-1 > 2*margin {
			flush()
			begin = i - margin
			if begin < 0 {
				begin = 0
			}
		}
		lastChange = i
	}
	flush()
	return out
}

func tally(pieces []piece) (minus, plus, blank int) {
	for i := range pieces {
		if g := pieces[i].glyph; g == '-' {
			minus++
		} else if g == '+' {
			plus++
		} else {
			blank++
		}
	}
	return
}

func show(was, is document, group []piece) {
	minus, plus, blank := tally(group)
	fmt.Printf("@@ -%d,%d +%d,%d @@\n", 1+group[0].row, blank+minus, 1+group[0].col, blank+plus)
	for len(group) > 0 {
		p := group[0]
		group = group[1:]
		if p.glyph != '-' {
			fmt.Printf("%c%s\n", p.glyph, is[p.col])
		} else {
			fmt.Printf("-%s\n", was[p.row])
		}
	}
}

func main() {
	margin := flag.Int("c", 3, "lines of context")
	flag.Parse()
	if names := flag.Args(); len(names) == 2 && *margin >= 0 {
		was := open(names[0])
		is := open(names[1])
		pieces := unroll(route(was, is), nil)
		for _, s := range spans(pieces, *margin) {
			show(was, is, pieces[s[0]:s[1]])
		}
		minus, plus, blank := tally(pieces)
		equal := 100.0
		if lines := float64(len(was) + len(is)); lines != 0 {
			equal = float64(blank) * 200 / lines
		}
		fmt.Printf("%d removed, %d inserted, %.1f%% similar\n", minus, plus, equal)
		if minus != 0 || plus != 0 {
			os.Exit(1)
		}
		return
	}
	fail("usage: editscript [-c N] OLD NEW")
}
