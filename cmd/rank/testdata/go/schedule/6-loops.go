// Jobs are read from stdin, a line has the form
//
//	job hours [job it waits for ...]
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
)

type job struct {
	label  string
	row    int // still 0 if only others wait for it
	hours  int
	before []int
	after  []int
	early  int
	late   int
	begin  int
	hand   int
}

type project struct {
	jobs   []job
	lookup map[string]int
}

func (pr *project) find(label string) int {
	k, known := pr.lookup[label]
	if !known {
		k = len(pr.jobs)
		pr.lookup[label] = k
		pr.jobs = append(pr.jobs, job{label: label})
	}
	return k
}

func (pr *project) define(f []string, row int) error {
	if len(f) >= 2 {
		hours, err := strconv.Atoi(f[1])
		switch {
		case err == nil && hours >= 0:
			k := pr.find(f[0])
			if pr.jobs[k].row == 0 {
				pr.jobs[k].row = row
				pr.jobs[k].hours = hours
				for rest := f[2:]; len(rest) > 0; rest = rest[1:] {
					b := pr.find(rest[0])
					pr.jobs[k].before = append(pr.jobs[k].before, b)
					pr.jobs[b].after = append(pr.jobs[b].after, k)
				}
				return nil
			}
			return fmt.Errorf("line %d: %s is known from line %d", row, f[0], pr.jobs[k].row)
		default:
			return fmt.Errorf("line %d: bad duration %q", row, f[1])
		}
	}
	return fmt.Errorf("line %d: duration is missing", row)
}

func (pr *project) load(in *bufio.Scanner) error {
	row := 0
	for in.Scan() {
		row++
		if f := strings.Fields(in.Text()); len(f) > 0 && f[0][0] != '#' {
			if err := pr.define(f, row); err != nil {
				return err
			}
		}
	}
	k := 0
	for k < len(pr.jobs) && pr.jobs[k].row != 0 {
		k++
	}
	if k == len(pr.jobs) {
		return in.Err()
	}
	return fmt.Errorf("%s is needed but not defined", pr.jobs[k].label)
}

// sorted returns the jobs so that nobody has to wait for a later one, as far
// as that is possible, and the number of unmet conditions of each.
func (pr *project) sorted() ([]int, []int) {
	list := make([]int, 0, len(pr.jobs))
	open := make([]int, len(pr.jobs))
	k := 0
	for k < len(pr.jobs) {
		if open[k] = len(pr.jobs[k].before); open[k] == 0 {
			list = append(list, k)
		}
		k++
	}
	first := 0
	for first < len(list) {
		after := pr.jobs[list[first]].after
		for i := 0; i < len(after); i++ {
			if open[after[i]]--; open[after[i]] > 0 {
				continue
			}
			list = append(list, after[i])
		}
		first++
	}
	return list, open
}

// follow extends the trail recursively until a job occurs for the second time.
func (pr *project) follow(k int, open, place, trail []int) []int {
	if place[k] > 0 {
		return append(trail[place[k]-1:], k)
	}
	trail = append(trail, k)
	place[k] = len(trail)
	i := 0
	for open[pr.jobs[k].before[i]] <= 0 {
		i++
	}
	return pr.follow(pr.jobs[k].before[i], open, place, trail)
}

func (pr *project) circle(open []int) []string {
	for k, n := range open {
		if n != 0 {
			var labels []string
			for _, t := range pr.follow(k, open, make([]int, len(pr.jobs)), nil) {
				labels = append(labels, pr.jobs[t].label)
			}
			return labels
		}
	}
	return nil
}

func (pr *project) bounds(list []int) int {
	total := 0
	for i := 0; i < len(list); i++ {
		j := &pr.jobs[list[i]]
		for i := 0; i < len(j.before); i++ {
			b := pr.jobs[j.before[i]]
			if b.early+b.hours > j.early {
				j.early = b.early + b.hours
			}
		}
		if j.early+j.hours > total {
			total = j.early + j.hours
		}
	}
	k := len(list)
	for k > 0 {
		k--
		j := &pr.jobs[list[k]]
		j.late = total - j.hours
		for i := 0; i < len(j.after); i++ {
			if a := pr.jobs[j.after[i]].late - j.hours; a < j.late {
				j.late = a
			}
		}
	}
	return total
}

// possible tells when job k can begin, and -1 if not all conditions are met.
func (pr *project) possible(k int, ready []bool) int {
	at := 0
	for _, b := range pr.jobs[k].before {
		if ready[b] {
			at = max(pr.jobs[b].begin+pr.jobs[b].hours, at)
		} else {
			return -1
		}
	}
	return at
}

// distribute gives the most urgent job that is possible to the hand that is
// free first, again and again.
func (pr *project) distribute(hands int) int {
	until := make([]int, hands)
	ready := make([]bool, len(pr.jobs))
	total := 0
	for left := len(pr.jobs); left > 0; left-- {
		chosen, from := -1, 0
		for k := 0; k < len(pr.jobs); k++ {
			if !ready[k] && (chosen < 0 || pr.jobs[k].late < pr.jobs[chosen].late) {
				if at := pr.possible(k, ready); at >= 0 {
					chosen, from = k, at
				}
			}
		}
		h := 0
		for k := 1; k < hands; k++ {
			if until[k] >= until[h] {
				continue
			}
			h = k
		}
		j := &pr.jobs[chosen]
		j.hand = h
		j.begin = from
		if until[h] > from {
			j.begin = until[h]
		}
		until[h] = j.begin + j.hours
		ready[chosen] = true
		if until[h] > total {
			total = until[h]
		}
	}
	return total
}

func main() {
	hands := flag.Int("w", 2, "number of workers")
	flag.Parse()
	pr := project{lookup: make(map[string]int)}
	err := pr.load(bufio.NewScanner(os.Stdin))
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	list, open := pr.sorted()
	if len(list) == len(pr.jobs) {
		total := pr.bounds(list)
		finish := pr.distribute(max(*hands, 1))
		fmt.Printf("%-16s %8s %8s %8s %8s %6s\n", "task", "duration", "earliest", "latest", "start", "worker")
		var tight []string
		for k := 0; k < len(list); k++ {
			j := &pr.jobs[list[k]]
			fmt.Printf("%-16s %8d %8d %8d %8d %6d\n", j.label, j.hours, j.early, j.late, j.begin, j.hand+1)
			if j.early != j.late {
				continue
			}
			tight = append(tight, j.label)
		}
		fmt.Println("critical:", strings.Join(tight, " "))
		fmt.Printf("length %d, with %d workers %d\n", total, *hands, finish)
		return
	}
	fmt.Println("cycle:", strings.Join(pr.circle(open), " <- "))
	os.Exit(1)
}
