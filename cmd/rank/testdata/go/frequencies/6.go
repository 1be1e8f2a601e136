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
	counts map[string]int
	errs   []error
	files  int
}

type entry struct {
	word  string
	count int
}

// less orders entries by falling count, then by word.
func (e entry) less(o entry) bool {
	if e.count != o.count {
		return e.count > o.count
	}
	return e.word < o.word
}

// work counts the paths with an index congruent to id modulo stride, so that
// the workers share nothing but the channel of their results.
func work(paths []string, id, stride int, out chan<- result) {
	r := result{counts: make(map[string]int)}
	for i := id; i < len(paths); i += stride {
		err := eachWord(paths[i], func(word string) { r.counts[word]++ })
		if err != nil {
			r.errs = append(r.errs, err)
			continue
		}
		r.files++
	}
	out <- r
}

func merge(into *result, r result) {
	into.files += r.files
	into.errs = append(into.errs, r.errs...)
	if len(r.counts) > len(into.counts) {
		into.counts, r.counts = r.counts, into.counts
	}
	for word, n := range r.counts {
		into.counts[word] += n
	}
}

// best keeps the k first entries in a heap with the last of them at the root.
func best(counts map[string]int, k int) []entry {
	heap := make([]entry, 0, k)
	for word, n := range counts {
		e := entry{word, n}
		if len(heap) < k {
			heap = append(heap, e)
			i := len(heap) - 1
			for i > 0 && heap[(i-1)/2].less(e) {
				heap[i] = heap[(i-1)/2]
				i = (i - 1) / 2
			}
			heap[i] = e
		} else if k > 0 && e.less(heap[0]) {
			heap[0] = e
			sink(heap, 0)
		}
	}
	for n := len(heap) - 1; n > 0; n-- {
		heap[0], heap[n] = heap[n], heap[0]
		sink(heap[:n], 0)
	}
	return heap
}

func sink(heap []entry, i int) {
	e := heap[i]
	for {
		c := 2*i + 1
		if c >= len(heap) {
			break
		}
		if c+1 < len(heap) && heap[c].less(heap[c+1]) {
			c++
		}
		if !e.less(heap[c]) {
			break
		}
		heap[i] = heap[c]
		i = c
	}
	heap[i] = e
}

func main() {
	flag.Parse()
	log.SetFlags(0)
	if flag.NArg() == 0 || *workers < 1 || *top < 0 {
		log.Fatal("usage: frequencies [-workers N] [-top K] DIR...")
	}
	var paths []string
	for _, dir := range flag.Args() {
		found, err := filesBelow(dir)
		if err != nil {
			log.Fatal(err)
		}
		paths = append(paths, found...)
	}
	n := min(*workers, len(paths))
	out := make(chan result, n)
	for id := 0; id < n; id++ {
		go work(paths, id, n, out)
	}
	all := result{counts: make(map[string]int)}
	for id := 0; id < n; id++ {
		merge(&all, <-out)
	}
	total := 0
	for _, n := range all.counts {
		total += n
	}
	for _, e := range best(all.counts, *top) {
		fmt.Printf("%8d %6.2f%% %s\n", e.count, 100*float64(e.count)/float64(total), e.word)
	}
	fmt.Printf("%d words, %d distinct, %d files\n", total, len(all.counts), all.files)
	for _, err := range all.errs {
		log.Print(err)
	}
	if len(all.errs) > 0 {
		os.Exit(1)
	}
}
