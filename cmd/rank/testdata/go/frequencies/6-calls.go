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

type share struct {
	failed []error
	seen   map[string]int
	read   int
}

type line struct {
	n    int
	term string
}

// countFile adds the words of one file.
func (s *share) countFile(name string) {
	err := eachWord(name, func(term string) { s.seen[term]++ })
	if err != nil {
		s.failed = append(s.failed, err)
		return
	}
	s.read++
}

// Every goroutine takes the names of its own residue class.
func countSome(send chan<- share, residue, modulus int, names []string) {
	s := share{seen: make(map[string]int)}
	for i := residue; i < len(names); i += modulus {
		s.countFile(names[i])
	}
	send <- s
}

func addCounts(from, to map[string]int) map[string]int {
	if len(from) > len(to) {
		from, to = to, from
	}
	for term, n := range from {
		to[term] += n
	}
	return to
}

func countAll(names []string, goroutines int) share {
	receive := make(chan share, goroutines)
	for g := 0; g < goroutines; g++ {
		go countSome(receive, g, goroutines, names)
	}
	total := share{seen: make(map[string]int)}
	for g := 0; g < goroutines; g++ {
		s := <-receive
		total.read += s.read
		total.failed = append(total.failed, s.failed...)
		total.seen = addCounts(s.seen, total.seen)
	}
	return total
}

func better(b, a line) bool {
	if a.n != b.n {
		return a.n > b.n
	}
	return a.term < b.term
}

func pushLine(l line, h []line) []line {
	h = append(h, l)
	i := len(h) - 1
	for i > 0 && better(l, h[(i-1)/2]) {
		h[i] = h[(i-1)/2]
		i = (i - 1) / 2
	}
	h[i] = l
	return h
}

// worseChild returns the child that ranks lower, -1 for a leaf.
func worseChild(i int, h []line) int {
	c := 2*i + 1
	if c >= len(h) {
		return -1
	}
	if c+1 < len(h) && better(h[c+1], h[c]) {
		c++
	}
	return c
}

func settle(h []line) {
	l := h[0]
	i := 0
	for {
		c := worseChild(i, h)
		if c < 0 || !better(h[c], l) {
			break
		}
		h[i] = h[c]
		i = c
	}
	h[i] = l
}

func sortHeap(h []line) {
	for n := len(h) - 1; n > 0; n-- {
		h[0], h[n] = h[n], h[0]
		settle(h[:n])
	}
}

func firstLines(k int, seen map[string]int) []line {
	h := make([]line, 0, k)
	for term, n := range seen {
		l := line{n, term}
		if len(h) < k {
			h = pushLine(l, h)
		} else if k > 0 && better(h[0], l) {
			h[0] = l
			settle(h)
		}
	}
	sortHeap(h)
	return h
}

func options() (dirs []string, goroutines, k int) {
	flag.Parse()
	log.SetFlags(0)
	if flag.NArg() == 0 || *workers < 1 || *top < 0 {
		log.Fatal("usage: frequencies [-workers N] [-top K] DIR...")
	}
	return flag.Args(), *workers, *top
}

func allFiles(dirs []string) (names []string) {
	for _, dir := range dirs {
		found, err := filesBelow(dir)
		if err != nil {
			log.Fatal(err)
		}
		names = append(names, found...)
	}
	return names
}

func printLines(k int, s share) {
	words := 0
	for _, n := range s.seen {
		words += n
	}
	for _, l := range firstLines(k, s.seen) {
		percent := 100 * float64(l.n) / float64(words)
		fmt.Printf("%8d %6.2f%% %s\n", l.n, percent, l.term)
	}
	fmt.Printf("%d words, %d distinct, %d files\n", words, len(s.seen), s.read)
}

func complain(failed []error) {
	for _, err := range failed {
		log.Print(err)
	}
	if len(failed) > 0 {
		os.Exit(1)
	}
}

func main() {
	dirs, goroutines, k := options()
	names := allFiles(dirs)
	s := countAll(names, min(goroutines, len(names)))
	printLines(k, s)
	complain(s.failed)
}
