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

type counts map[string]int

// result is what became of one file.
type result struct {
	path   string
	counts counts
	err    error
}

type ranked struct {
	word  string
	count int
}

func countFile(path string) result {
	c := counts{}
	err := eachWord(path, func(word string) { c[word]++ })
	return result{path, c, err}
}

// feed sends the paths and closes the channel behind them.
func feed(paths []string) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		for _, p := range paths {
			out <- p
		}
	}()
	return out
}

func countAll(paths []string, n int) <-chan result {
	in := feed(paths)
	out := make(chan result)
	for i := 0; i < n; i++ {
		go func() {
			for path := range in {
				out <- countFile(path)
			}
		}()
	}
	return out
}

func (c counts) add(other counts) {
	for word, n := range other {
		c[word] += n
	}
}

func (c counts) total() int {
	sum := 0
	for _, n := range c {
		sum += n
	}
	return sum
}

func (r ranked) before(other ranked) bool {
	if r.count != other.count {
		return r.count > other.count
	}
	return r.word < other.word
}

// place keeps best sorted and not longer than limit.
func place(best []ranked, r ranked, limit int) []ranked {
	best = append(best, r)
	for i := len(best) - 1; i > 0 && best[i].before(best[i-1]); i-- {
		best[i], best[i-1] = best[i-1], best[i]
	}
	return best[:min(limit, len(best))]
}

func (c counts) best(limit int) []ranked {
	var best []ranked
	for word, n := range c {
		best = place(best, ranked{word, n}, limit)
	}
	return best
}

func paths(dirs []string) []string {
	var all []string
	for _, dir := range dirs {
		found, err := filesBelow(dir)
		if err != nil {
			log.Fatal(err)
		}
		all = append(all, found...)
	}
	return all
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("frequencies: ")
	flag.Parse()
	if flag.NArg() == 0 || *workers < 1 || *top < 0 {
		log.Fatal("usage: frequencies [-workers N] [-top K] DIRECTORY...")
	}
	files := paths(flag.Args())
	results := countAll(files, *workers)
	merged := counts{}
	var failures []string
	for range files {
		r := <-results
		if r.err != nil {
			failures = append(failures, fmt.Sprintf("%s: %v", filepath.Base(r.path), r.err))
			continue
		}
		merged.add(r.counts)
	}
	for i, r := range merged.best(*top) {
		fmt.Printf("%3d. %-20s %7d\n", i+1, r.word, r.count)
	}
	fmt.Printf("%d words, %d different, %d files\n", merged.total(), len(merged), len(files)-len(failures))
	if len(failures) > 0 {
		log.Print(strings.Join(failures, "\n"))
		os.Exit(1)
	}
}
