// Command schedule plans tasks. Each line is NAME DURATION [DEPENDENCY...].
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

type task struct {
	name     string
	duration int
	needs    []string
}

type graph map[string]task

type slot struct {
	task       string
	worker     int
	start, end int
}

type cycleError []string

func (c cycleError) Error() string {
	return "cycle: " + strings.Join(c, " -> ")
}

func parse(line string) (task, error) {
	words := strings.Fields(line)
	if len(words) < 2 {
		return task{}, fmt.Errorf("incomplete line %q", line)
	}
	duration, err := strconv.Atoi(words[1])
	if err != nil || duration < 0 {
		return task{}, fmt.Errorf("bad duration %q", words[1])
	}
	return task{words[0], duration, words[2:]}, nil
}

func read(in *bufio.Scanner) (graph, error) {
	g := graph{}
	for in.Scan() {
		if strings.TrimSpace(in.Text()) == "" {
			continue
		}
		t, err := parse(in.Text())
		if err != nil {
			return nil, err
		}
		if _, twice := g[t.name]; twice {
			return nil, fmt.Errorf("task %s comes twice", t.name)
		}
		g[t.name] = t
	}
	for _, t := range g {
		for _, n := range t.needs {
			if _, ok := g[n]; !ok {
				return nil, fmt.Errorf("%s needs unknown %s", t.name, n)
			}
		}
	}
	return g, in.Err()
}

func (g graph) names() []string {
	var all []string
	for name := range g {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

// order visits depth first, dependencies before the tasks that need them.
func (g graph) order() ([]string, error) {
	var done []string
	var visit func(name string, path []string) error
	visit = func(name string, path []string) error {
		if slices.Contains(done, name) {
			return nil
		}
		if at := slices.Index(path, name); at >= 0 {
			return append(cycleError(slices.Clone(path[at:])), name)
		}
		path = append(slices.Clone(path), name)
		for _, n := range g[name].needs {
			if err := visit(n, path); err != nil {
				return err
			}
		}
		done = append(done, name)
		return nil
	}
	for _, name := range g.names() {
		if err := visit(name, nil); err != nil {
			return nil, err
		}
	}
	return done, nil
}

// latest gives the need that ends last, and when that is.
func (g graph) latest(name string, end map[string]int) (string, int) {
	last, at := "", 0
	for _, n := range g[name].needs {
		if last == "" || end[n] > at {
			last, at = n, end[n]
		}
	}
	return last, at
}

func (g graph) ends(order []string) map[string]int {
	end := map[string]int{}
	for _, name := range order {
		_, start := g.latest(name, end)
		end[name] = start + g[name].duration
	}
	return end
}

func (g graph) critical(end map[string]int) []string {
	last := slices.MaxFunc(g.names(), func(a, b string) int { return end[a] - end[b] })
	var back func(name string) []string
	back = func(name string) []string {
		if name == "" {
			return nil
		}
		before, _ := g.latest(name, end)
		return append(back(before), name)
	}
	return back(last)
}

// assign gives each task, in topological order, to the worker free first.
func (g graph) assign(order []string, workers int) []slot {
	free := make([]int, workers)
	end := map[string]int{}
	var plan []slot
	for _, name := range order {
		worker := slices.Index(free, slices.Min(free))
		_, ready := g.latest(name, end)
		s := slot{name, worker, max(free[worker], ready), 0}
		s.end = s.start + g[name].duration
		free[worker], end[name] = s.end, s.end
		plan = append(plan, s)
	}
	return plan
}

func main() {
	workers := flag.Int("workers", 2, "number of workers")
	flag.Parse()
	g, err := read(bufio.NewScanner(os.Stdin))
	var order []string
	if err == nil {
		order, err = g.order()
	}
	if err != nil || len(order) == 0 || *workers < 1 {
		fmt.Fprintln(os.Stderr, "schedule: nothing planned:", err)
		os.Exit(1)
	}
	end := g.ends(order)
	for _, name := range order {
		fmt.Printf("%-12s %4d - %4d\n", name, end[name]-g[name].duration, end[name])
	}
	path := g.critical(end)
	fmt.Printf("critical path: %s (%d)\n", strings.Join(path, " "), end[path[len(path)-1]])
	total := 0
	for _, s := range g.assign(order, *workers) {
		fmt.Printf("worker %d: %s at %d\n", s.worker+1, s.task, s.start)
		total = max(total, s.end)
	}
	fmt.Printf("%d workers need %d\n", *workers, total)
}
