// -- given --
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

var (
	workers = flag.Int("workers", 4, "goroutines that read")
	top     = flag.Int("top", 10, "words to print")
)

func filesBelow(dir string) ([]string, error) {
	var paths []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Type().IsRegular() && strings.HasSuffix(path, ".txt") {
			paths = append(paths, path)
		}
		return nil
	})
	return paths, err
}

func eachWord(path string, f func(word string)) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	in := bufio.NewScanner(file)
	in.Split(bufio.ScanWords)
	for in.Scan() {
		word := strings.TrimFunc(in.Text(), func(r rune) bool { return !unicode.IsLetter(r) })
		if word != "" {
			f(strings.ToLower(word))
		}
	}
	return in.Err()
}

// -- own --

type partial struct {
	table    map[string]int
	problems []error
	done     int
}

type pair struct {
	text  string
	times int
}

// precedes: more frequent pairs come first, equal ones alphabetically.
func (p pair) precedes(q pair) bool {
	switch {
	case p.times > q.times:
		return true
	case p.times < q.times:
		return false
	default:
		return p.text < q.text
	}
}

// reader counts every n-th file beginning with the first-th one; readers only
// share the channel to which they send.
func reader(files []string, first, n int, results chan<- partial) {
	p := partial{table: make(map[string]int)}
	next := first
	for next < len(files) {
		if err := eachWord(files[next], func(text string) { p.table[text]++ }); err == nil {
			p.done++
		} else {
			p.problems = append(p.problems, err)
		}
		next += n
	}
	results <- p
}

func combine(sum *partial, p partial) {
	sum.done += p.done
	for _, err := range p.problems {
		sum.problems = append(sum.problems, err)
	}
	small, big := p.table, sum.table
	if len(small) > len(big) {
		small, big = big, small
	}
	for text, times := range small {
		big[text] += times
	}
	sum.table = big
}

// raise lets p climb from place i towards the root.
func raise(tree []pair, i int, p pair) {
	up := (i - 1) / 2
	if i == 0 || !tree[up].precedes(p) {
		tree[i] = p
		return
	}
	tree[i] = tree[up]
	raise(tree, up, p)
}

// lower lets p fall from place i.
func lower(tree []pair, i int, p pair) {
	child := 2*i + 1
	if other := child + 1; other < len(tree) && tree[child].precedes(tree[other]) {
		child = other
	}
	if child < len(tree) && p.precedes(tree[child]) {
		tree[i] = tree[child]
		lower(tree, child, p)
	} else {
		tree[i] = p
	}
}

// selection returns the first limit pairs; while it collects them the worst
// one is at the root of a heap.
func selection(table map[string]int, limit int) []pair {
	tree := make([]pair, 0, limit)
	for text, times := range table {
		p := pair{text, times}
		switch {
		case len(tree) < limit:
			tree = append(tree, p)
			raise(tree, len(tree)-1, p)
		case limit == 0:
		case p.precedes(tree[0]):
			lower(tree, 0, p)
		}
	}
	rest := len(tree)
	for rest > 1 {
		rest--
		last := tree[rest]
		tree[rest] = tree[0]
		lower(tree[:rest], 0, last)
	}
	return tree
}

func collect(dirs []string) []string {
	if len(dirs) == 0 {
		return nil
	}
	files, err := filesBelow(dirs[0])
	if err == nil {
		return append(files, collect(dirs[1:])...)
	}
	log.Fatal(err)
	return nil
}

func main() {
	flag.Parse()
	log.SetFlags(0)
	if !(flag.NArg() > 0 && *workers > 0 && *top >= 0) {
		log.Fatal("usage: frequencies [-workers N] [-top K] DIR...")
	}
	files := collect(flag.Args())
	n := *workers
	if len(files) < n {
		n = len(files)
	}
	results := make(chan partial, n)
	for left := n; left > 0; left-- {
		go reader(files, left-1, n, results)
	}
	sum := partial{table: make(map[string]int)}
	for range n {
		combine(&sum, <-results)
	}
	all := 0
	for text := range sum.table {
		all += sum.table[text]
	}
	list := selection(sum.table, *top)
	for i := 0; i < len(list); i++ {
		fmt.Printf("%8d %6.2f%% %s\n", list[i].times, 100*float64(list[i].times)/float64(all), list[i].text)
	}
	fmt.Printf("%d words, %d distinct, %d files\n", all, len(sum.table), sum.done)
	status := 0
	for i := 0; i < len(sum.problems); i++ {
		log.Print(sum.problems[i])
		status = 1
	}
	if status != 0 {
		os.Exit(status)
	}
}
