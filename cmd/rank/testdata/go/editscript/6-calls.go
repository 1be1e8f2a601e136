package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
)

const (
	equal = ' '
	minus = '-'
	plus  = '+'
)

type move struct {
	right, left int
	mark        byte
}

// comparison holds both files as numbers of lines and what is found out.
type comparison struct {
	codes   map[string]int32
	content []string
	old     []int32
	new     []int32
	reach   []int
	zero    int
	saved   [][]int
	moves   []move
	next    int
}

func quit(why any) {
	fmt.Fprintln(os.Stderr, why)
	os.Exit(2)
}

func (c *comparison) code(text string) int32 {
	n, ok := c.codes[text]
	if !ok {
		n = int32(len(c.content))
		c.codes[text] = n
		c.content = append(c.content, text)
	}
	return n
}

func (c *comparison) encode(r io.Reader) (out []int32, err error) {
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 1<<16), 1<<24)
	for in.Scan() {
		out = append(out, c.code(in.Text()))
	}
	return out, in.Err()
}

func (c *comparison) mustLoad(path string) []int32 {
	file, err := os.Open(path)
	if err != nil {
		quit(err)
	}
	defer file.Close()
	out, err := c.encode(file)
	if err != nil {
		quit(err)
	}
	return out
}

func goesDown(k, d, zero int, reach []int) bool {
	return k == -d || k != d && reach[zero+k-1] < reach[zero+k+1]
}

func (c *comparison) remember(d int) {
	window := c.reach[c.zero-d-1 : c.zero+d+2]
	c.saved = append(c.saved, append([]int(nil), window...))
}

// advance extends diagonal k and tells whether the end is reached.
func (c *comparison) advance(k, d int) bool {
	x := c.reach[c.zero+k-1] + 1
	if goesDown(k, d, c.zero, c.reach) {
		x = c.reach[c.zero+k+1]
	}
	y := x - k
	for x < len(c.old) && y < len(c.new) && c.old[x] == c.new[y] {
		x++
		y++
	}
	c.reach[c.zero+k] = x
	return x >= len(c.old) && y >= len(c.new)
}

// search returns the number of differences.
func (c *comparison) search() int {
	limit := len(c.old) + len(c.new)
	c.zero = limit + 1
	c.reach = make([]int, 2*limit+3)
	for d := 0; ; d++ {
		c.remember(d)
		for k := -d; k <= d; k += 2 {
			if c.advance(k, d) {
				return d
			}
		}
	}
}

// before returns the point from which round d came to diagonal k.
func before(w []int, d, k int) (y, x int, down bool) {
	if d == 0 {
		return 0, 0, true
	}
	if goesDown(k, d, d+1, w) {
		x = w[d+1+k+1]
		return x - k - 1, x, true
	}
	x = w[d+1+k-1]
	return x - k + 1, x, false
}

func (c *comparison) emit(mark byte, right, left int) {
	c.next--
	c.moves[c.next] = move{right, left, mark}
}

func (c *comparison) trace(d int) {
	c.moves = make([]move, len(c.old)+len(c.new))
	c.next = len(c.moves)
	x, y := len(c.old), len(c.new)
	for ; d >= 0; d-- {
		py, px, down := before(c.saved[d], d, x-y)
		for x > px && y > py && c.old[x-1] == c.new[y-1] {
			x--
			y--
			c.emit(equal, y, x)
		}
		if d == 0 {
			break
		}
		if down {
			y--
			c.emit(plus, y, x)
		} else {
			x--
			c.emit(minus, y, x)
		}
	}
	c.moves = c.moves[c.next:]
}

func count(marks string, moves []move) int {
	n := 0
	for _, m := range moves {
		for i := range marks {
			if marks[i] == m.mark {
				n++
			}
		}
	}
	return n
}

func (c *comparison) text(m move) string {
	if m.mark == minus {
		return c.content[c.old[m.left]]
	}
	return c.content[c.new[m.right]]
}

func (c *comparison) printHunk(w io.Writer, part []move) {
	fmt.Fprintf(w, "@@ -%d,%d +%d,%d @@\n", part[0].left+1, count(" -", part), part[0].right+1, count(" +", part))
	for _, m := range part {
		fmt.Fprintf(w, "%c%s\n", m.mark, c.text(m))
	}
}

func (c *comparison) printAll(context int) {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for i := 0; i < len(c.moves); i++ {
		if c.moves[i].mark == equal {
			continue
		}
		end := i
		for j := i; j < len(c.moves) && j-end <= 2*context; j++ {
			if c.moves[j].mark != equal {
				end = j + 1
			}
		}
		c.printHunk(out, c.moves[max(i-context, 0):min(end+context, len(c.moves))])
		i = end - 1
	}
}

func percent(same, lines int) float64 {
	if lines == 0 {
		return 100
	}
	return 200 * float64(same) / float64(lines)
}

func main() {
	context := flag.Int("c", 3, "lines of context")
	flag.Parse()
	if flag.NArg() != 2 || *context < 0 {
		quit("usage: editscript [-c N] OLD NEW")
	}
	c := comparison{codes: make(map[string]int32)}
	c.old = c.mustLoad(flag.Arg(0))
	c.new = c.mustLoad(flag.Arg(1))
	d := c.search()
	c.trace(d)
	c.printAll(*context)
	similarity := percent(count(" ", c.moves), len(c.old)+len(c.new))
	fmt.Printf("%d removed, %d inserted, %.1f%% similar\n", count("-", c.moves), count("+", c.moves), similarity)
	if d > 0 {
		os.Exit(1)
	}
}
