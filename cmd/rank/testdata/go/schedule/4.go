package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// all tasks in lists with the same index
var names []string
var durations []int
var needs [][]string
var start []int
var finish []int

func find(name string) int {
	for i := 0; i < len(names); i++ {
		if names[i] == name {
			return i
		}
	}
	return -1
}

// 0 = new, 1 = on the way, 2 = finished
var state []int
var order []int
var trail []int

// visit goes down into the needed tasks, returns false if there is a cycle
func visit(t int) bool {
	if state[t] == 2 {
		return true
	}
	trail = append(trail, t)
	if state[t] == 1 {
		// print the part of the trail which is the cycle
		text := names[t]
		i := len(trail) - 2
		for trail[i] != t {
			text = text + " needed by " + names[trail[i]]
			i = i - 1
		}
		fmt.Println("cycle:", text, "needed by", names[t])
		return false
	}
	state[t] = 1
	for _, n := range needs[t] {
		if !visit(find(n)) {
			return false
		}
	}
	state[t] = 2
	trail = trail[:len(trail)-1]
	order = append(order, t)
	return true
}

func main() {
	workers := 2
	if len(os.Args) > 1 {
		w, err := strconv.Atoi(os.Args[1])
		if err != nil || w < 1 {
			fmt.Println("usage: schedule WORKERS")
			os.Exit(2)
		}
		workers = w
	}
	// every line is NAME DURATION NEEDED...
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		words := strings.Fields(in.Text())
		if len(words) == 0 {
			continue
		}
		if len(words) == 1 {
			fmt.Println("no duration:", words[0])
			os.Exit(1)
		}
		d, err := strconv.Atoi(words[1])
		if err != nil || d < 0 {
			fmt.Println("bad duration:", words[1])
			os.Exit(1)
		}
		if find(words[0]) != -1 {
			fmt.Println("task is there twice:", words[0])
			os.Exit(1)
		}
		names = append(names, words[0])
		durations = append(durations, d)
		needs = append(needs, words[2:])
	}
	for i := range names {
		for _, n := range needs[i] {
			if find(n) == -1 {
				fmt.Println(names[i], "needs unknown task", n)
				os.Exit(1)
			}
		}
	}
	// topological order
	state = make([]int, len(names))
	for i := range names {
		if !visit(i) {
			os.Exit(1)
		}
	}
	// earliest start, because of the order all needed tasks are done before
	start = make([]int, len(names))
	finish = make([]int, len(names))
	last := -1
	for _, t := range order {
		for _, n := range needs[t] {
			if finish[find(n)] > start[t] {
				start[t] = finish[find(n)]
			}
		}
		finish[t] = start[t] + durations[t]
		fmt.Printf("%-15s start %4d finish %4d\n", names[t], start[t], finish[t])
		if last == -1 || finish[t] > finish[last] {
			last = t
		}
	}
	if last == -1 {
		fmt.Println("no tasks")
		return
	}
	// critical path from the end to the begin
	path := names[last]
	t := last
	for start[t] > 0 {
		for _, n := range needs[t] {
			if finish[find(n)] == start[t] {
				t = find(n)
				path = names[t] + " -> " + path
				break
			}
		}
	}
	fmt.Println("critical path:", path, "time", finish[last])

	// now with workers: the next task goes to the worker who is free first
	free := make([]int, workers)
	end := make([]int, len(names))
	total := 0
	for _, t := range order {
		best := 0
		for w := 1; w < workers; w++ {
			if free[w] < free[best] {
				best = w
			}
		}
		begin := free[best]
		for _, n := range needs[t] {
			if end[find(n)] > begin {
				begin = end[find(n)]
			}
		}
		end[t] = begin + durations[t]
		free[best] = end[t]
		if end[t] > total {
			total = end[t]
		}
		fmt.Printf("worker %d: %s from %d to %d\n", best+1, names[t], begin, end[t])
	}
	fmt.Println("time with", workers, "workers:", total)
}
