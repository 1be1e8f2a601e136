// Program to find out when the steps of an undertaking can take place.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
)

const (
	heading = "%-16s %8s %8s %8s %8s %6s\n"
	row     = "%-16s %8d %8d %8d %8d %6d\n"
)

func main() {
	steps := network{numbers: make(map[string]int)}
	people := flag.Int("w", 2, "number of workers")
	flag.Parse()
	input := bufio.NewScanner(os.Stdin)
	if err := steps.parse(input); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	lacking, sequence := steps.arrange()
	if len(steps.nodes) > len(sequence) {
		ring := steps.ring(lacking)
		fmt.Println("cycle:", strings.Join(ring, " <- "))
		os.Exit(1)
	}
	shortest := steps.compute(sequence)
	real := steps.employ(max(1, *people))
	var urgent []string
	fmt.Printf(heading, "task", "duration", "earliest", "latest", "start", "worker")
	for _, s := range sequence {
		n := &steps.nodes[s]
		if n.last == n.first {
			urgent = append(urgent, n.id)
		}
		person := 1 + n.person
		fmt.Printf(row, n.id, n.time, n.first, n.last, n.chosen, person)
	}
	fmt.Println("critical:", strings.Join(urgent, " "))
	fmt.Printf("length %d, with %d workers %d\n", shortest, *people, real)
}

// employ simulates the people; the step with the smallest deadline is next.
func (w *network) employ(people int) int {
	total := 0
	finished := make([]bool, len(w.nodes))
	busy := make([]int, people)
	for range w.nodes {
		who := 0
		for q := range busy {
			if busy[who] > busy[q] {
				who = q
			}
		}
		possible, pick := 0, -1
	outer:
		for s := range w.nodes {
			n := &w.nodes[s]
			if 0 <= pick && n.last >= w.nodes[pick].last || finished[s] {
				continue
			}
			moment := 0
			for _, d := range n.inputs {
				if !finished[d] {
					continue outer
				}
				moment = max(w.nodes[d].time+w.nodes[d].chosen, moment)
			}
			possible, pick = moment, s
		}
		finished[pick] = true
		n := &w.nodes[pick]
		n.chosen = max(possible, busy[who])
		n.person = who
		busy[who] = n.time + n.chosen
		total = max(busy[who], total)
	}
	return total
}

// compute sets the first and the last possible moment of every step.
func (w *network) compute(sequence []int) int {
	total := 0
	for _, s := range sequence {
		n := &w.nodes[s]
		for _, d := range n.inputs {
			source := &w.nodes[d]
			n.first = max(source.time+source.first, n.first)
		}
		total = max(n.time+n.first, total)
	}
	for back := len(sequence) - 1; 0 <= back; back-- {
		n := &w.nodes[sequence[back]]
		n.last = total - n.time
		for _, o := range n.outputs {
			sink := &w.nodes[o]
			n.last = min(sink.last-n.time, n.last)
		}
	}
	return total
}

// ring names the members of a circular dependency.
func (w *network) ring(lacking []int) []string {
	var walked []int
	met := make([]int, len(w.nodes))
	here := 0
	for 0 == lacking[here] {
		here++
	}
	for 0 == met[here] {
		met[here] = 1 + len(walked)
		walked = append(walked, here)
		for _, d := range w.nodes[here].inputs {
			if 0 < lacking[d] {
				here = d
				break
			}
		}
	}
	var result []string
	start := met[here] - 1
	for _, s := range walked[start:] {
		result = append(result, w.nodes[s].id)
	}
	return append(result, w.nodes[here].id)
}

// arrange removes steps without open inputs one after the other.
func (w *network) arrange() ([]int, []int) {
	size := len(w.nodes)
	lacking := make([]int, size)
	sequence := make([]int, 0, size)
	for s := range w.nodes {
		lacking[s] = len(w.nodes[s].inputs)
		if 0 == lacking[s] {
			sequence = append(sequence, s)
		}
	}
	for front := 0; len(sequence) > front; front++ {
		done := &w.nodes[sequence[front]]
		for _, o := range done.outputs {
			lacking[o]--
			if 0 == lacking[o] {
				sequence = append(sequence, o)
			}
		}
	}
	return lacking, sequence
}

func (w *network) parse(input *bufio.Scanner) error {
	for count := 1; input.Scan(); count++ {
		parts := strings.Fields(input.Text())
		if 0 == len(parts) || '#' == parts[0][0] {
			continue
		}
		if 2 > len(parts) {
			return fmt.Errorf("line %d: duration is missing", count)
		}
		time, err := strconv.Atoi(parts[1])
		if 0 > time || nil != err {
			return fmt.Errorf("line %d: bad duration %q", count, parts[1])
		}
		s := w.number(parts[0])
		if 0 != w.nodes[s].source {
			return fmt.Errorf("line %d: %s is known from line %d", count, parts[0], w.nodes[s].source)
		}
		w.nodes[s].time = time
		w.nodes[s].source = count
		for _, other := range parts[2:] {
			d := w.number(other)
			w.nodes[d].outputs = append(w.nodes[d].outputs, s)
			w.nodes[s].inputs = append(w.nodes[s].inputs, d)
		}
	}
	for s := range w.nodes {
		if 0 == w.nodes[s].source {
			return fmt.Errorf("%s is needed but not defined", w.nodes[s].id)
		}
	}
	return input.Err()
}

func (w *network) number(id string) int {
	if s, ok := w.numbers[id]; ok {
		return s
	}
	fresh := node{id: id}
	s := len(w.nodes)
	w.nodes = append(w.nodes, fresh)
	w.numbers[id] = s
	return s
}

type network struct {
	numbers map[string]int
	nodes   []node
}

type node struct {
	person  int
	chosen  int
	last    int
	first   int
	outputs []int
	inputs  []int
	time    int
	source  int
	id      string
}
