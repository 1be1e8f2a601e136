package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

type action byte

const (
	keep   action = ' '
	remove action = '-'
	insert action = '+'
)

type step struct {
	action action
	text   string
	a, b   int // line numbers before the step, from 0
}

func readLines(path string) ([]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if len(data) == 0 {
		return nil, nil
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n"), nil
}

// intern replaces equal lines by equal numbers, so that the table compares ints.
func intern(files ...[]string) [][]int {
	codes := make(map[string]int)
	result := make([][]int, len(files))
	for i, lines := range files {
		for _, line := range lines {
			code, ok := codes[line]
			if !ok {
				code = len(codes)
				codes[line] = code
			}
			result[i] = append(result[i], code)
		}
	}
	return result
}

// suffixes returns the lengths of the longest common subsequences of all suffixes.
func suffixes(a, b []int) [][]int {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				table[i][j] = table[i+1][j+1] + 1
			} else {
				table[i][j] = max(table[i+1][j], table[i][j+1])
			}
		}
	}
	return table
}

func script(a, b []string) (steps []step, common int) {
	codes := intern(a, b)
	table := suffixes(codes[0], codes[1])
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && codes[0][i] == codes[1][j]:
			steps = append(steps, step{keep, a[i], i, j})
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && table[i+1][j] >= table[i][j+1]:
			steps = append(steps, step{remove, a[i], i, j})
			i++
		default:
			steps = append(steps, step{insert, b[j], i, j})
			j++
		}
	}
	return steps, table[0][0]
}

// hunks yields the ranges of steps to show: changes with context around them.
func hunks(steps []step, context int, yield func(from, to int)) {
	from, to := -1, -1
	for i, s := range steps {
		if s.action == keep {
			continue
		}
		low, high := max(0, i-context), min(len(steps), i+context+1)
		if from >= 0 && low > to {
			yield(from, to)
			from = -1
		}
		if from < 0 {
			from = low
		}
		to = high
	}
	if from >= 0 {
		yield(from, to)
	}
}

func main() {
	context := flag.Int("c", 3, "lines of context")
	flag.Parse()
	if flag.NArg() != 2 || *context < 0 {
		fmt.Fprintln(os.Stderr, "usage: editscript [-c N] OLD NEW")
		os.Exit(2)
	}
	var files [2][]string
	for i := range files {
		lines, err := readLines(flag.Arg(i))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		files[i] = lines
	}
	steps, common := script(files[0], files[1])
	totals := make(map[action]int)
	for _, s := range steps {
		totals[s.action]++
	}
	if totals[remove]+totals[insert] > 0 {
		fmt.Printf("--- %s\n+++ %s\n", flag.Arg(0), flag.Arg(1))
	}
	hunks(steps, *context, func(from, to int) {
		counts := make(map[action]int)
		for _, s := range steps[from:to] {
			counts[s.action]++
		}
		first := steps[from]
		fmt.Printf("@@ -%d,%d +%d,%d @@\n", first.a+1, counts[keep]+counts[remove], first.b+1, counts[keep]+counts[insert])
		for _, s := range steps[from:to] {
			fmt.Printf("%c%s\n", s.action, s.text)
		}
	})
	similarity := 1.0
	if n := len(files[0]) + len(files[1]); n > 0 {
		similarity = 2 * float64(common) / float64(n)
	}
	fmt.Printf("%d removed, %d inserted, similarity %.1f%%\n", totals[remove], totals[insert], 100*similarity)
}
