// Schedule plans tasks read from stdin, one per line:
//
//	name duration [dependency ...]
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
)

type task struct {
	name     string
	line     int // 0 while only mentioned as a dependency
	duration int
	needs    []int
	users    []int
	earliest int
	latest   int
	start    int
	worker   int
}

type plan struct {
	tasks []task
	index map[string]int
}

func (p *plan) id(name string) int {
	if i, ok := p.index[name]; ok {
		return i
	}
	i := len(p.tasks)
	p.index[name] = i
	p.tasks = append(p.tasks, task{name: name})
	return i
}

func (p *plan) read(in *bufio.Scanner) error {
	for line := 1; in.Scan(); line++ {
		w := strings.Fields(in.Text())
		if len(w) == 0 || w[0][0] == '#' {
			continue
		}
		if len(w) < 2 {
			return fmt.Errorf("line %d: duration is missing", line)
		}
		d, err := strconv.Atoi(w[1])
		if err != nil || d < 0 {
			return fmt.Errorf("line %d: bad duration %q", line, w[1])
		}
		t := p.id(w[0])
		if p.tasks[t].line != 0 {
			return fmt.Errorf("line %d: %s is known from line %d", line, w[0], p.tasks[t].line)
		}
		p.tasks[t].line = line
		p.tasks[t].duration = d
		for _, name := range w[2:] {
			n := p.id(name)
			p.tasks[t].needs = append(p.tasks[t].needs, n)
			p.tasks[n].users = append(p.tasks[n].users, t)
		}
	}
	for i := range p.tasks {
		if p.tasks[i].line == 0 {
			return fmt.Errorf("%s is needed but not defined", p.tasks[i].name)
		}
	}
	return in.Err()
}

// order returns a topological order; it is shorter than the tasks on a cycle.
// The result serves as the queue at the same time.
func (p *plan) order() ([]int, []int) {
	queue := make([]int, 0, len(p.tasks))
	missing := make([]int, len(p.tasks))
	for i := range p.tasks {
		missing[i] = len(p.tasks[i].needs)
		if missing[i] == 0 {
			queue = append(queue, i)
		}
	}
	for head := 0; head < len(queue); head++ {
		for _, u := range p.tasks[queue[head]].users {
			missing[u]--
			if missing[u] == 0 {
				queue = append(queue, u)
			}
		}
	}
	return queue, missing
}

// cycle walks backwards over unfinished tasks until it meets its own trail.
func (p *plan) cycle(missing []int) []string {
	at := 0
	for missing[at] == 0 {
		at++
	}
	seen := make([]int, len(p.tasks))
	var trail []int
	for seen[at] == 0 {
		trail = append(trail, at)
		seen[at] = len(trail)
		for _, n := range p.tasks[at].needs {
			if missing[n] > 0 {
				at = n
				break
			}
		}
	}
	var names []string
	for _, t := range trail[seen[at]-1:] {
		names = append(names, p.tasks[t].name)
	}
	return append(names, p.tasks[at].name)
}

func (p *plan) times(order []int) int {
	end := 0
	for _, i := range order {
		t := &p.tasks[i]
		for _, n := range t.needs {
			t.earliest = max(t.earliest, p.tasks[n].earliest+p.tasks[n].duration)
		}
		end = max(end, t.earliest+t.duration)
	}
	for k := len(order) - 1; k >= 0; k-- {
		t := &p.tasks[order[k]]
		t.latest = end - t.duration
		for _, u := range t.users {
			t.latest = min(t.latest, p.tasks[u].latest-t.duration)
		}
	}
	return end
}

// assign is list scheduling: of all ready tasks the most urgent one goes to
// the worker who is free first.
func (p *plan) assign(workers int) int {
	free := make([]int, workers)
	done := make([]bool, len(p.tasks))
	end := 0
	for range p.tasks {
		best, ready := -1, 0
	next:
		for i := range p.tasks {
			t := &p.tasks[i]
			if done[i] || best >= 0 && p.tasks[best].latest <= t.latest {
				continue
			}
			from := 0
			for _, n := range t.needs {
				if !done[n] {
					continue next
				}
				from = max(from, p.tasks[n].start+p.tasks[n].duration)
			}
			best, ready = i, from
		}
		w := 0
		for k := range free {
			if free[k] < free[w] {
				w = k
			}
		}
		t := &p.tasks[best]
		t.worker = w
		t.start = max(free[w], ready)
		free[w] = t.start + t.duration
		done[best] = true
		end = max(end, free[w])
	}
	return end
}

func main() {
	workers := flag.Int("w", 2, "number of workers")
	flag.Parse()
	p := plan{index: make(map[string]int)}
	if err := p.read(bufio.NewScanner(os.Stdin)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	order, missing := p.order()
	if len(order) < len(p.tasks) {
		fmt.Println("cycle:", strings.Join(p.cycle(missing), " <- "))
		os.Exit(1)
	}
	end := p.times(order)
	finish := p.assign(max(*workers, 1))
	fmt.Printf("%-16s %8s %8s %8s %8s %6s\n", "task", "duration", "earliest", "latest", "start", "worker")
	var critical []string
	for _, i := range order {
		t := &p.tasks[i]
		fmt.Printf("%-16s %8d %8d %8d %8d %6d\n", t.name, t.duration, t.earliest, t.latest, t.start, t.worker+1)
		if t.earliest == t.latest {
			critical = append(critical, t.name)
		}
	}
	fmt.Println("critical:", strings.Join(critical, " "))
	fmt.Printf("length %d, with %d workers %d\n", end, *workers, finish)
}
