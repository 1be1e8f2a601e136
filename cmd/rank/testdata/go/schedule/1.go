// Schedule reads "name duration [dep ...]" lines and plans them.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
)

var (
	name  []string
	dur   []int
	deps  [][]int
	known []bool
	index = map[string]int{}
)

func id(s string) int {
	i, ok := index[s]
	if !ok {
		i = len(name)
		index[s] = i
		name = append(name, s)
		dur = append(dur, 0)
		deps = append(deps, nil)
		known = append(known, false)
	}
	return i
}

func read() error {
	in := bufio.NewScanner(os.Stdin)
	for n := 1; in.Scan(); n++ {
		w := strings.Fields(in.Text())
		if len(w) == 0 || w[0][0] == '#' {
			continue
		}
		if len(w) < 2 {
			return fmt.Errorf("line %d: duration missing", n)
		}
		d, err := strconv.Atoi(w[1])
		if err != nil || d < 0 {
			return fmt.Errorf("line %d: bad duration %q", n, w[1])
		}
		i := id(w[0])
		if known[i] {
			return fmt.Errorf("line %d: %s again", n, w[0])
		}
		known[i] = true
		dur[i] = d
		for j := 2; j < len(w); j++ {
			k := id(w[j])
			deps[i] = append(deps[i], k)
		}
	}
	for i := range known {
		if !known[i] {
			return fmt.Errorf("no task %s", name[i])
		}
	}
	return in.Err()
}

// order returns the tasks in topological order; left tells which remain.
func order() (ord []int, left []bool) {
	n := len(name)
	left = make([]bool, n)
	for i := range left {
		left[i] = true
	}
	for found := true; found; {
		found = false
		for i := 0; i < n; i++ {
			ok := left[i]
			for j := 0; ok && j < len(deps[i]); j++ {
				ok = !left[deps[i][j]]
			}
			if ok {
				left[i] = false
				ord = append(ord, i)
				found = true
			}
		}
	}
	return ord, left
}

// Every task that is left has a dependency that is left: walk until one repeats.
func cycle(left []bool) []string {
	at := make([]int, len(left))
	i := 0
	for !left[i] {
		i++
	}
	var walk []int
	for at[i] == 0 {
		walk = append(walk, i)
		at[i] = len(walk)
		for _, j := range deps[i] {
			if left[j] {
				i = j
				break
			}
		}
	}
	var s []string
	for k := len(walk) - 1; k >= at[i]-1; k-- {
		s = append(s, name[walk[k]])
	}
	return s
}

func critical(ord []int) (start, via []int, last int) {
	start = make([]int, len(ord))
	via = make([]int, len(ord))
	last = -1
	for _, i := range ord {
		via[i] = -1
		for _, j := range deps[i] {
			if e := start[j] + dur[j]; via[i] < 0 || e > start[i] {
				start[i] = e
				via[i] = j
			}
		}
		if last < 0 || start[i]+dur[i] > start[last]+dur[last] {
			last = i
		}
	}
	return start, via, last
}

// plan gives each task in order to the worker that can begin it first.
func plan(ord []int, w int) int {
	free := make([]int, w)
	end := make([]int, len(ord))
	total := 0
	for _, i := range ord {
		ready, b := 0, 0
		for _, j := range deps[i] {
			ready = max(ready, end[j])
		}
		for k := 1; k < w; k++ {
			if max(free[k], ready) < max(free[b], ready) {
				b = k
			}
		}
		s := max(free[b], ready)
		end[i] = s + dur[i]
		free[b] = end[i]
		total = max(total, end[i])
		fmt.Printf("%5d %5d  worker %d  %s\n", s, end[i], b+1, name[i])
	}
	return total
}

func main() {
	w := flag.Int("w", 2, "workers")
	flag.Parse()
	if *w < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := read(); err != nil {
		fmt.Fprintln(os.Stderr, "schedule:", err)
		os.Exit(1)
	}
	ord, left := order()
	if len(ord) < len(name) {
		fmt.Println("cycle:", strings.Join(cycle(left), " -> "))
		os.Exit(1)
	}
	if len(ord) == 0 {
		return
	}
	start, via, last := critical(ord)
	for _, i := range ord {
		fmt.Printf("%-12s earliest %d\n", name[i], start[i])
	}
	path := name[last]
	for i := via[last]; i >= 0; i = via[i] {
		path = name[i] + " " + path
	}
	fmt.Printf("critical path (%d): %s\n", start[last]+dur[last], path)
	fmt.Printf("with %d workers: %d\n", *w, plan(ord, *w))
}
