package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"sort"
	"strconv"
	"strings"
)

// task is one line of the input: NAME DURATION [DEPENDENCY...].
type task struct {
	name          string
	duration      int
	dependencies  []*task
	earliestStart int
	criticalFrom  *task
}

func (t *task) earliestEnd() int {
	return t.earliestStart + t.duration
}

// project keeps the tasks in the order of the input.
type project struct {
	tasks       []*task
	tasksByName map[string]*task
}

func readProject(input io.Reader) (*project, error) {
	result := &project{tasksByName: make(map[string]*task)}
	dependencyNames := make(map[*task][]string)
	lines := bufio.NewScanner(input)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		if len(words) < 2 {
			return nil, fmt.Errorf("%s has no duration", words[0])
		}
		duration, err := strconv.Atoi(words[1])
		if err != nil || duration < 0 {
			return nil, fmt.Errorf("%s has a bad duration", words[0])
		}
		created := &task{name: words[0], duration: duration}
		result.tasks = append(result.tasks, created)
		result.tasksByName[created.name] = created
		dependencyNames[created] = words[2:]
	}
	for _, current := range result.tasks {
		for _, name := range dependencyNames[current] {
			dependency, isKnown := result.tasksByName[name]
			if !isKnown {
				return nil, fmt.Errorf("%s depends on unknown %s", current.name, name)
			}
			current.dependencies = append(current.dependencies, dependency)
		}
	}
	return result, lines.Err()
}

const (
	unvisited = iota
	inProgress
	finished
)

// sorter does a depth-first search and keeps the present path for cycles.
type sorter struct {
	states map[*task]int
	path   []*task
	order  []*task
}

func (s *sorter) visit(current *task) error {
	switch s.states[current] {
	case finished:
		return nil
	case inProgress:
		return fmt.Errorf("cycle: %s", s.describeCycle(current))
	}
	s.states[current] = inProgress
	s.path = append(s.path, current)
	for _, dependency := range current.dependencies {
		if err := s.visit(dependency); err != nil {
			return err
		}
	}
	s.path = s.path[:len(s.path)-1]
	s.states[current] = finished
	s.order = append(s.order, current)
	return nil
}

func (s *sorter) describeCycle(repeated *task) string {
	start := 0
	for s.path[start] != repeated {
		start++
	}
	var names []string
	for _, member := range s.path[start:] {
		names = append(names, member.name)
	}
	return strings.Join(append(names, repeated.name), " -> ")
}

func topologicalOrder(p *project) ([]*task, error) {
	s := &sorter{states: make(map[*task]int)}
	for _, current := range p.tasks {
		if err := s.visit(current); err != nil {
			return nil, err
		}
	}
	return s.order, nil
}

// computeEarliestStarts returns the task that ends last.
func computeEarliestStarts(order []*task) *task {
	var last *task
	for _, current := range order {
		for _, dependency := range current.dependencies {
			if dependency.earliestEnd() > current.earliestStart {
				current.earliestStart = dependency.earliestEnd()
				current.criticalFrom = dependency
			}
		}
		if last == nil || current.earliestEnd() > last.earliestEnd() {
			last = current
		}
	}
	return last
}

func criticalPath(last *task) string {
	path := last.name
	for current := last.criticalFrom; current != nil; current = current.criticalFrom {
		path = current.name + " -> " + path
	}
	return path
}

// assignWorkers gives each task to the worker that is free first.
func assignWorkers(order []*task, workerCount int, output io.Writer) int {
	byStart := append([]*task(nil), order...)
	sort.SliceStable(byStart, func(i, j int) bool { return byStart[i].earliestStart < byStart[j].earliestStart })
	freeAt := make([]int, workerCount)
	endOf := make(map[*task]int)
	makespan := 0
	for _, current := range byStart {
		worker := 0
		for candidate := range freeAt {
			if freeAt[candidate] < freeAt[worker] {
				worker = candidate
			}
		}
		start := freeAt[worker]
		for _, dependency := range current.dependencies {
			start = max(start, endOf[dependency])
		}
		freeAt[worker] = start + current.duration
		endOf[current] = freeAt[worker]
		makespan = max(makespan, freeAt[worker])
		fmt.Fprintf(output, "worker %d: %4d-%4d %s\n", worker+1, start, freeAt[worker], current.name)
	}
	return makespan
}

func run(input io.Reader, output io.Writer, workerCount int) error {
	p, err := readProject(input)
	if err != nil {
		return err
	}
	order, err := topologicalOrder(p)
	if err != nil || len(order) == 0 {
		return err
	}
	last := computeEarliestStarts(order)
	for _, current := range order {
		fmt.Fprintf(output, "%-12s %4d %4d\n", current.name, current.earliestStart, current.earliestEnd())
	}
	fmt.Fprintf(output, "critical path: %s (%d)\n", criticalPath(last), last.earliestEnd())
	fmt.Fprintf(output, "with %d workers: %d\n", workerCount, assignWorkers(order, workerCount, output))
	return nil
}

func main() {
	workerCount := 2
	if len(os.Args) > 1 {
		if number, err := strconv.Atoi(os.Args[1]); err == nil && number > 0 {
			workerCount = number
		}
	}
	if err := run(os.Stdin, os.Stdout, workerCount); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
