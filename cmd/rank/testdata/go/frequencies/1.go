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

type result struct {
	cnt map[string]int
	err error
}

// worker reports the counts of each of its files.
func worker(in <-chan string, out chan<- result, done chan<- bool) {
	for p := range in {
		c := map[string]int{}
		err := eachWord(p, func(w string) { c[w]++ })
		if err != nil {
			err = fmt.Errorf("%s: %w", p, err)
		}
		out <- result{c, err}
	}
	done <- true
}

func countAll(paths []string, n int) (map[string]int, []error) {
	in := make(chan string)
	out := make(chan result)
	done := make(chan bool)
	for i := 0; i < n; i++ {
		go worker(in, out, done)
	}
	go func() {
		for _, p := range paths {
			in <- p
		}
		close(in)
	}()
	all := map[string]int{}
	var errs []error
	for n > 0 {
		select {
		case r := <-out:
			if r.err != nil {
				errs = append(errs, r.err)
				continue
			}
			for w, k := range r.cnt {
				all[w] += k
			}
		case <-done:
			n--
		}
	}
	return all, errs
}

type entry struct {
	w string
	n int
}

func less(a, b entry) bool {
	return a.n < b.n || a.n == b.n && a.w > b.w
}

func sink(h []entry, i, n int) {
	for 2*i+1 < n {
		c := 2*i + 1
		if c+1 < n && less(h[c+1], h[c]) {
			c++
		}
		if !less(h[c], h[i]) {
			return
		}
		h[i], h[c] = h[c], h[i]
		i = c
	}
}

// best keeps the k greatest in a heap with the least on top, then sorts it.
func best(all map[string]int, k int) []entry {
	var h []entry
	for w, n := range all {
		e := entry{w, n}
		if len(h) < k {
			h = append(h, e)
			for i := len(h) - 1; i > 0 && less(h[i], h[(i-1)/2]); i = (i - 1) / 2 {
				h[i], h[(i-1)/2] = h[(i-1)/2], h[i]
			}
		} else if k > 0 && less(h[0], e) {
			h[0] = e
			sink(h, 0, k)
		}
	}
	for n := len(h) - 1; n > 0; n-- {
		h[0], h[n] = h[n], h[0]
		sink(h, 0, n)
	}
	return h
}

func main() {
	log.SetFlags(0)
	flag.Parse()
	if *workers < 1 || flag.NArg() == 0 {
		log.Fatal("usage: frequencies [-workers N] [-top K] DIR...")
	}
	var paths []string
	bad := 0
	for i := 0; i < flag.NArg(); i++ {
		p, err := filesBelow(flag.Arg(i))
		if err != nil {
			log.Print(err)
			bad++
		}
		paths = append(paths, p...)
	}
	all, errs := countAll(paths, *workers)
	for _, err := range errs {
		log.Print(err)
	}
	total := 0
	for _, n := range all {
		total += n
	}
	for i, e := range best(all, *top) {
		fmt.Printf("%3d. %7d %5.2f%% %s\n", i+1, e.n, 100*float64(e.n)/float64(total), e.w)
	}
	fmt.Printf("%d files, %d words, %d distinct\n", len(paths)-len(errs), total, len(all))
	if bad+len(errs) > 0 {
		os.Exit(1)
	}
}
