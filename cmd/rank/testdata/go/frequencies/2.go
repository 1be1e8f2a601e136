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

// fileResult is what a worker found in one file.
type fileResult struct {
	path   string
	counts map[string]int
	err    error
}

type wordCount struct {
	word  string
	count int
}

// precedes orders by descending count and, on ties, alphabetically.
func (w wordCount) precedes(other wordCount) bool {
	if w.count != other.count {
		return w.count > other.count
	}
	return w.word < other.word
}

func countFile(path string) fileResult {
	counts := make(map[string]int)
	err := eachWord(path, func(word string) { counts[word]++ })
	return fileResult{path: path, counts: counts, err: err}
}

func runWorker(paths <-chan string, results chan<- fileResult) {
	for path := range paths {
		results <- countFile(path)
	}
}

// countConcurrently starts the workers; exactly one result per path is sent.
func countConcurrently(paths []string, workerCount int) <-chan fileResult {
	pathQueue := make(chan string)
	results := make(chan fileResult)
	for i := 0; i < workerCount; i++ {
		go runWorker(pathQueue, results)
	}
	go func() {
		for _, path := range paths {
			pathQueue <- path
		}
		close(pathQueue)
	}()
	return results
}

// mergeResults adds the counts of all files and collects the errors.
func mergeResults(results <-chan fileResult, expected int) (map[string]int, []error) {
	merged := make(map[string]int)
	var failures []error
	for i := 0; i < expected; i++ {
		result := <-results
		if result.err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", result.path, result.err))
			continue
		}
		for word, count := range result.counts {
			merged[word] += count
		}
	}
	return merged, failures
}

// selectTop keeps a sorted list of the best words only.
func selectTop(counts map[string]int, limit int) []wordCount {
	var best []wordCount
	for word, count := range counts {
		candidate := wordCount{word, count}
		position := len(best)
		for position > 0 && candidate.precedes(best[position-1]) {
			position--
		}
		if position >= limit {
			continue
		}
		best = append(best, candidate)
		copy(best[position+1:], best[position:])
		best[position] = candidate
		if len(best) > limit {
			best = best[:limit]
		}
	}
	return best
}

func collectPaths(directories []string) ([]string, error) {
	var paths []string
	for _, directory := range directories {
		found, err := filesBelow(directory)
		if err != nil {
			return nil, err
		}
		paths = append(paths, found...)
	}
	return paths, nil
}

func main() {
	log.SetFlags(0)
	flag.Parse()
	if flag.NArg() == 0 || *workers < 1 {
		log.Fatal("usage: frequencies [-workers N] [-top K] DIRECTORY...")
	}
	paths, err := collectPaths(flag.Args())
	if err != nil {
		log.Fatal(err)
	}
	counts, failures := mergeResults(countConcurrently(paths, *workers), len(paths))
	for _, entry := range selectTop(counts, *top) {
		fmt.Printf("%8d %s\n", entry.count, entry.word)
	}
	fmt.Printf("%d files, %d distinct words\n", len(paths), len(counts))
	for _, failure := range failures {
		log.Print(failure)
	}
	if len(failures) > 0 {
		os.Exit(1)
	}
}
