package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"strings"
)

const (
	keep   = ' '
	remove = '-'
	insert = '+'
)

// step is one line of the script; a and b are the positions before it.
type step struct {
	op   byte
	a, b int
}

// intern turns lines into small numbers, so that comparing them is cheap.
type intern struct {
	number map[string]int32
	lines  []string
}

func (t *intern) load(path string) ([]int32, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var out []int32
	in := bufio.NewScanner(file)
	in.Buffer(make([]byte, 1<<16), 1<<24)
	for in.Scan() {
		n, ok := t.number[in.Text()]
		if !ok {
			n = int32(len(t.lines))
			t.number[in.Text()] = n
			t.lines = append(t.lines, in.Text())
		}
		out = append(out, n)
	}
	return out, in.Err()
}

// diff is the greedy algorithm of Myers. The furthest x of every diagonal k
// is v[k+off]; a copy per round is kept to find the way back.
func diff(a, b []int32) []step {
	limit := len(a) + len(b)
	off := limit + 1
	v := make([]int, 2*limit+3)
	var rounds [][]int
	d := 0
search:
	for ; d <= limit; d++ {
		rounds = append(rounds, append([]int(nil), v[off-d-1:off+d+2]...))
		for k := -d; k <= d; k += 2 {
			x := v[off+k-1] + 1
			if k == -d || k != d && v[off+k-1] < v[off+k+1] {
				x = v[off+k+1]
			}
			y := x - k
			for x < len(a) && y < len(b) && a[x] == b[y] {
				x++
				y++
			}
			v[off+k] = x
			if x >= len(a) && y >= len(b) {
				break search
			}
		}
	}

	// Filled from the end: there are at most limit steps.
	script := make([]step, limit)
	at := limit
	x, y := len(a), len(b)
	for ; d >= 0; d-- {
		w := rounds[d]
		mid := d + 1
		k := x - y
		down := k == -d || k != d && w[mid+k-1] < w[mid+k+1]
		px := 0
		if down {
			px = w[mid+k+1]
		} else {
			px = w[mid+k-1]
		}
		py := px - k + 1
		if down {
			py = px - k - 1
		}
		if d == 0 {
			px, py = 0, 0
		}
		for x > px && y > py && a[x-1] == b[y-1] {
			x--
			y--
			at--
			script[at] = step{keep, x, y}
		}
		if d == 0 {
			break
		}
		at--
		if down {
			y--
			script[at] = step{insert, x, y}
		} else {
			x--
			script[at] = step{remove, x, y}
		}
	}
	return script[at:]
}

// hunk finds the end of the hunk that begins with the change at i.
func hunk(script []step, i, context int) int {
	end := i
	for j := i; j < len(script) && j-end <= 2*context; j++ {
		if script[j].op != keep {
			end = j + 1
		}
	}
	return end
}

func main() {
	context := flag.Int("c", 3, "lines of context")
	flag.Parse()
	if flag.NArg() != 2 || *context < 0 {
		fmt.Fprintln(os.Stderr, "usage: editscript [-c N] OLD NEW")
		os.Exit(2)
	}
	t := intern{number: make(map[string]int32)}
	var file [2][]int32
	for i := range file {
		var err error
		if file[i], err = t.load(flag.Arg(i)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
	script := diff(file[0], file[1])

	var out strings.Builder
	same, removed, inserted := 0, 0, 0
	for _, s := range script {
		switch s.op {
		case keep:
			same++
		case remove:
			removed++
		case insert:
			inserted++
		}
	}
	for i := 0; i < len(script); i++ {
		if script[i].op == keep {
			continue
		}
		end := hunk(script, i, *context)
		from := max(i-*context, 0)
		to := min(end+*context, len(script))
		var oldLines, newLines int
		for _, s := range script[from:to] {
			if s.op != insert {
				oldLines++
			}
			if s.op != remove {
				newLines++
			}
		}
		fmt.Fprintf(&out, "@@ -%d,%d +%d,%d @@\n", script[from].a+1, oldLines, script[from].b+1, newLines)
		for _, s := range script[from:to] {
			var n int32
			if s.op == remove {
				n = file[0][s.a]
			} else {
				n = file[1][s.b]
			}
			fmt.Fprintf(&out, "%c%s\n", s.op, t.lines[n])
		}
		i = end - 1
	}
	fmt.Print(out.String())
	similarity := 100.0
	if n := len(file[0]) + len(file[1]); n > 0 {
		similarity = 200 * float64(same) / float64(n)
	}
	fmt.Printf("%d removed, %d inserted, %.1f%% similar\n", removed, inserted, similarity)
	if removed+inserted > 0 {
		os.Exit(1)
	}
}
