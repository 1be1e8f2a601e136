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

// what one worker gives back for one file
type result struct {
	path   string
	counts map[string]int
	err    error
}

// takes paths until there are no more
func work(paths chan string, results chan result) {
	for path := range paths {
		counts := make(map[string]int)
		err := eachWord(path, func(word string) {
			counts[word] = counts[word] + 1
		})
		var r result
		r.path = path
		r.counts = counts
		r.err = err
		results <- r
	}
}

func main() {
	log.SetFlags(0)
	flag.Parse()
	if *workers < 1 || *top < 1 {
		log.Fatal("workers and top have to be at least 1")
	}
	dirs := flag.Args()
	if len(dirs) == 0 {
		dirs = []string{"."}
	}
	// collect all files first
	files := []string{}
	problems := []string{}
	for _, dir := range dirs {
		found, err := filesBelow(dir)
		if err != nil {
			problems = append(problems, err.Error())
		}
		for _, path := range found {
			files = append(files, path)
		}
	}

	// start the workers
	paths := make(chan string)
	results := make(chan result)
	for i := 0; i < *workers; i++ {
		go work(paths, results)
	}
	// another goroutine sends the paths
	go func() {
		for _, path := range files {
			paths <- path
		}
		close(paths)
	}()

	// every file gives exactly one result
	all := make(map[string]int)
	total := 0
	good := 0
	for i := 0; i < len(files); i++ {
		r := <-results
		if r.err != nil {
			problems = append(problems, r.path+": "+r.err.Error())
			continue
		}
		good = good + 1
		for word, n := range r.counts {
			all[word] = all[word] + n
			total = total + n
		}
	}

	// print the biggest and delete it, again and again
	distinct := len(all)
	fmt.Printf("%d files, %d words, %d different\n", good, total, distinct)
	for n := 1; n <= *top && len(all) > 0; n++ {
		best := ""
		for word, count := range all {
			if best == "" {
				best = word
			} else if count > all[best] {
				best = word
			} else if count == all[best] && word < best {
				best = word
			}
		}
		percent := 100 * float64(all[best]) / float64(total)
		fmt.Printf("%3d. %-20s %6d %5.1f%%\n", n, best, all[best], percent)
		delete(all, best)
	}

	// errors come at the end, sorted by hand
	for i := 0; i < len(problems); i++ {
		for j := i + 1; j < len(problems); j++ {
			if problems[j] < problems[i] {
				problems[i], problems[j] = problems[j], problems[i]
			}
		}
		log.Println("error:", problems[i])
	}
	if len(problems) > 0 {
		os.Exit(1)
	}
}
