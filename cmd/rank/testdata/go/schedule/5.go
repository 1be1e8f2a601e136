// Reads lines "NAME DURATION [DEPENDENCY...]" and plans the tasks.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"sort"
	"strconv"
	"strings"
)

type task struct {
	name     string
	duration int
	needs    []string

	start, slack int
}

type plan struct {
	tasks map[string]*task
	names []string // in the order of the input
	order []*task
}

type state int

const (
	fresh state = iota
	active
	finished
)

type cycleError []string

func (c cycleError) Error() string {
	return "cycle: " + strings.Join(c, " -> ")
}

func read(in io.Reader) (*plan, error) {
	p := &plan{tasks: make(map[string]*task)}
	scanner := bufio.NewScanner(in)
	for number := 1; scanner.Scan(); number++ {
		words := strings.Fields(scanner.Text())
		switch {
		case len(words) == 0 || strings.HasPrefix(words[0], "#"):
			continue
		case len(words) == 1:
			return nil, fmt.Errorf("line %d: %s has no duration", number, words[0])
		case p.tasks[words[0]] != nil:
			return nil, fmt.Errorf("line %d: %s is there twice", number, words[0])
		}
		duration, err := strconv.Atoi(words[1])
		if err != nil || duration < 0 {
			return nil, fmt.Errorf("line %d: bad duration %q", number, words[1])
		}
		p.tasks[words[0]] = &task{name: words[0], duration: duration, needs: words[2:]}
		p.names = append(p.names, words[0])
	}
	for _, name := range p.names {
		for _, need := range p.tasks[name].needs {
			if p.tasks[need] == nil {
				return nil, fmt.Errorf("%s needs %s, which does not exist", name, need)
			}
		}
	}
	return p, scanner.Err()
}

func (p *plan) sort() error {
	states := make(map[string]state)
	var trail []string
	var visit func(name string) error
	visit = func(name string) error {
		switch states[name] {
		case finished:
			return nil
		case active:
			first := 0
			for trail[first] != name {
				first++
			}
			return append(cycleError(trail[first:]), name)
		}
		states[name] = active
		trail = append(trail, name)
		for _, need := range p.tasks[name].needs {
			if err := visit(need); err != nil {
				return err
			}
		}
		trail = trail[:len(trail)-1]
		states[name] = finished
		p.order = append(p.order, p.tasks[name])
		return nil
	}
	for _, name := range p.names {
		if err := visit(name); err != nil {
			return err
		}
	}
	return nil
}

// times fills start and slack and returns the length of the whole.
func (p *plan) times() int {
	total := 0
	for _, t := range p.order {
		for _, need := range t.needs {
			n := p.tasks[need]
			t.start = max(t.start, n.start+n.duration)
		}
		total = max(total, t.start+t.duration)
	}
	latest := make(map[string]int)
	for i := len(p.order) - 1; i >= 0; i-- {
		t := p.order[i]
		end, ok := latest[t.name]
		if !ok {
			end = total
		}
		t.slack = end - t.duration - t.start
		for _, need := range t.needs {
			if old, ok := latest[need]; !ok || end-t.duration < old {
				latest[need] = end - t.duration
			}
		}
	}
	return total
}

// assign gives the tasks to workers; less slack goes first among the ready ones.
func (p *plan) assign(workers int) (rows []string, total int) {
	free := make([]int, workers)
	done := make(map[string]int)
	waiting := append([]*task(nil), p.order...)
	ready := func(t *task) (int, bool) {
		at := 0
		for _, need := range t.needs {
			end, ok := done[need]
			if !ok {
				return 0, false
			}
			at = max(at, end)
		}
		return at, true
	}
	for len(waiting) > 0 {
		sort.SliceStable(waiting, func(i, j int) bool { return waiting[i].slack < waiting[j].slack })
		who := 0
		for w := range free {
			if free[w] < free[who] {
				who = w
			}
		}
		chosen, begin := -1, 0
		for i, t := range waiting {
			if at, ok := ready(t); ok && (chosen < 0 || max(at, free[who]) < begin) {
				chosen, begin = i, max(at, free[who])
			}
		}
		t := waiting[chosen]
		waiting = append(waiting[:chosen], waiting[chosen+1:]...)
		free[who] = begin + t.duration
		done[t.name] = free[who]
		total = max(total, free[who])
		rows = append(rows, fmt.Sprintf("worker %d: %5d-%-5d %s", who+1, begin, free[who], t.name))
	}
	return rows, total
}

func main() {
	workers := flag.Int("w", 2, "number of workers")
	flag.Parse()
	p, err := read(os.Stdin)
	if err == nil && *workers < 1 {
		err = fmt.Errorf("-w has to be positive, not %d", *workers)
	}
	if err == nil {
		err = p.sort()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "schedule:", err)
		os.Exit(1)
	}
	total := p.times()
	var critical []string
	for _, t := range p.order {
		fmt.Printf("%-12s start %4d  end %4d  slack %4d\n", t.name, t.start, t.start+t.duration, t.slack)
		if t.slack == 0 {
			critical = append(critical, t.name)
		}
	}
	fmt.Printf("length %d, critical: %s\n", total, strings.Join(critical, " "))
	rows, end := p.assign(*workers)
	fmt.Println(strings.Join(rows, "\n"))
	fmt.Printf("with %d workers: %d\n", *workers, end)
}
