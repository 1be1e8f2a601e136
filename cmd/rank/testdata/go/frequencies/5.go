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
	path   string
	counts map[string]int
	words  int
	err    error
}

type entry struct {
	word  string
	count int
}

func (e entry) before(other entry) bool {
	if e.count != other.count {
		return e.count > other.count
	}
	return e.word < other.word
}

// ranking keeps at most limit entries, best first.
type ranking struct {
	limit   int
	entries []entry
}

func (r *ranking) offer(e entry) {
	i := len(r.entries)
	if i == r.limit && (i == 0 || !e.before(r.entries[i-1])) {
		return
	}
	if i == r.limit {
		i--
	} else {
		r.entries = append(r.entries, entry{})
	}
	for i > 0 && e.before(r.entries[i-1]) {
		r.entries[i] = r.entries[i-1]
		i--
	}
	r.entries[i] = e
}

func countFile(path string) result {
	r := result{path: path, counts: make(map[string]int)}
	r.err = eachWord(path, func(word string) {
		r.counts[word]++
		r.words++
	})
	return r
}

func countAll(paths []string, n int) <-chan result {
	jobs := make(chan string)
	results := make(chan result, n)
	finished := make(chan bool)
	for i := 0; i < n; i++ {
		go func() {
			for path := range jobs {
				results <- countFile(path)
			}
			finished <- true
		}()
	}
	go func() {
		for _, path := range paths {
			jobs <- path
		}
		close(jobs)
		for i := 0; i < n; i++ {
			<-finished
		}
		close(results)
	}()
	return results
}

func validate() error {
	for name, value := range map[string]int{"workers": *workers, "top": *top} {
		if value < 1 {
			return fmt.Errorf("-%s has to be positive, not %d", name, value)
		}
	}
	if flag.NArg() == 0 {
		return fmt.Errorf("usage: frequencies [-workers N] [-top K] DIRECTORY")
	}
	return nil
}

func main() {
	log.SetFlags(0)
	flag.Parse()
	if err := validate(); err != nil {
		log.Fatal(err)
	}
	var paths []string
	failed := 0
	for _, dir := range flag.Args() {
		found, err := filesBelow(dir)
		if err != nil {
			log.Println(err)
			failed++
		}
		paths = append(paths, found...)
	}
	merged := make(map[string]int)
	words := 0
	for r := range countAll(paths, *workers) {
		if r.err != nil {
			log.Printf("%s: %v", r.path, r.err)
			failed++
			continue
		}
		words += r.words
		for word, count := range r.counts {
			merged[word] += count
		}
	}
	best := ranking{limit: *top}
	for word, count := range merged {
		best.offer(entry{word, count})
	}
	for i, e := range best.entries {
		fmt.Printf("%3d. %-20s %7d %5.2f%%\n", i+1, e.word, e.count, 100*float64(e.count)/float64(words))
	}
	fmt.Printf("%d words, %d different, %d files, %d failed\n", words, len(merged), len(paths), failed)
	if failed > 0 {
		os.Exit(1)
	}
}
