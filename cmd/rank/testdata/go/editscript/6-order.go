package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"strings"
)

const usage = "usage: editscript [-c N] OLD NEW"

func main() {
	border := flag.Int("c", 3, "lines of context")
	flag.Parse()
	if 0 > *border || 2 != flag.NArg() {
		fmt.Fprintln(os.Stderr, usage)
		os.Exit(2)
	}
	var text [2][]int32
	numbers := table{codes: make(map[string]int32)}
	for n := range text {
		var problem error
		if text[n], problem = numbers.scan(flag.Arg(n)); nil != problem {
			fmt.Fprintln(os.Stderr, problem)
			os.Exit(2)
		}
	}
	second, first := text[1], text[0]
	changes := compare(second, first)

	plusses, minusses, blanks := 0, 0, 0
	for _, c := range changes {
		switch c.what {
		case fresh:
			plusses++
		case gone:
			minusses++
		case both:
			blanks++
		}
	}
	var printed strings.Builder
	size := len(changes)
	for p := 0; size > p; p++ {
		if both == changes[p].what {
			continue
		}
		last := extent(*border, p, changes)
		stop := min(size, *border+last)
		start := max(0, p-*border)
		chosen := changes[start:stop]
		var right, left int
		for _, c := range chosen {
			if gone != c.what {
				right++
			}
			if fresh != c.what {
				left++
			}
		}
		head := changes[start]
		fmt.Fprintf(&printed, "@@ -%d,%d +%d,%d @@\n", 1+head.p, left, 1+head.q, right)
		for _, c := range chosen {
			var code int32
			if gone != c.what {
				code = second[c.q]
			} else {
				code = first[c.p]
			}
			fmt.Fprintf(&printed, "%c%s\n", c.what, numbers.strings[code])
		}
		p = last - 1
	}
	equality := 100.0
	if sum := len(second) + len(first); 0 < sum {
		equality = float64(blanks) * 200 / float64(sum)
	}
	fmt.Print(printed.String())
	fmt.Printf("%d removed, %d inserted, %.1f%% similar\n", minusses, plusses, equality)
	if 0 < plusses+minusses {
		os.Exit(1)
	}
}

// extent joins changes that are near to each other.
func extent(border, p int, changes []change) int {
	last := p
	for r := p; 2*border >= r-last && len(changes) > r; r++ {
		if both != changes[r].what {
			last = 1 + r
		}
	}
	return last
}

// compare finds a shortest script. In round e diagonal g (old minus new
// position) is at old position far[g+mid].
func compare(second, first []int32) []change {
	var stages [][]int
	all := len(second) + len(first)
	mid := 1 + all
	far := make([]int, 3+2*all)
	e := 0
outer:
	for ; all >= e; e++ {
		stage := append([]int(nil), far[mid-1-e:mid+2+e]...)
		stages = append(stages, stage)
		for g := -e; e >= g; g += 2 {
			p := 1 + far[mid-1+g]
			if g != e && far[mid+1+g] > far[mid-1+g] || g == -e {
				p = far[mid+1+g]
			}
			q := p - g
			for len(second) > q && len(first) > p && second[q] == first[p] {
				q++
				p++
			}
			far[mid+g] = p
			if len(second) <= q && len(first) <= p {
				break outer
			}
		}
	}

	// And now the way back.
	q, p := len(second), len(first)
	position := all
	changes := make([]change, all)
	for ; 0 <= e; e-- {
		g := p - q
		centre := 1 + e
		stage := stages[e]
		vertical := g != e && stage[centre+1+g] > stage[centre-1+g] || g == -e
		oldP := 0
		if vertical {
			oldP = stage[centre+1+g]
		} else {
			oldP = stage[centre-1+g]
		}
		oldQ := oldP + 1 - g
		if vertical {
			oldQ = oldP - 1 - g
		}
		if 0 == e {
			oldQ, oldP = 0, 0
		}
		for q > oldQ && p > oldP && second[q-1] == first[p-1] {
			position--
			q--
			p--
			changes[position] = change{q: q, p: p, what: both}
		}
		if 0 == e {
			break
		}
		position--
		if vertical {
			q--
			changes[position] = change{q: q, p: p, what: fresh}
		} else {
			p--
			changes[position] = change{q: q, p: p, what: gone}
		}
	}
	return changes[position:]
}

// scan reads a file and replaces each line by its code.
func (t *table) scan(name string) ([]int32, error) {
	f, problem := os.Open(name)
	if nil != problem {
		return nil, problem
	}
	defer f.Close()
	var result []int32
	lines := bufio.NewScanner(f)
	const biggest = 1 << 24
	lines.Buffer(make([]byte, 1<<16), biggest)
	for lines.Scan() {
		current := lines.Text()
		code, ok := t.codes[current]
		if !ok {
			code = int32(len(t.strings))
			t.strings = append(t.strings, current)
			t.codes[current] = code
		}
		result = append(result, code)
	}
	return result, lines.Err()
}

type table struct {
	strings []string
	codes   map[string]int32
}

type change struct {
	q, p int
	what byte
}

const (
	fresh = '+'
	gone  = '-'
	both  = ' '
)
