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

const help = "usage: frequencies [-workers N] [-top K] DIR..."

func main() {
	log.SetFlags(0)
	flag.Parse()
	if 0 > *top || 1 > *workers || 0 == flag.NArg() {
		log.Fatal(help)
	}
	whole := report{freq: make(map[string]int)}
	var documents []string
	folders := flag.Args()
	for _, folder := range folders {
		more, err := filesBelow(folder)
		if err != nil {
			log.Fatal(err)
		}
		documents = append(documents, more...)
	}
	crew := min(len(documents), *workers)
	inbox := make(chan report, crew)
	for k := 0; k < crew; k++ {
		go count(inbox, k, crew, documents)
	}
	for k := 0; k < crew; k++ {
		received := <-inbox
		unite(received, &whole)
	}
	distinct := len(whole.freq)
	amount := 0
	for _, f := range whole.freq {
		amount += f
	}
	winners := leading(*top, whole.freq)
	for _, w := range winners {
		part := float64(w.freq) * 100 / float64(amount)
		fmt.Printf("%8d %6.2f%% %s\n", w.freq, part, w.name)
	}
	fmt.Printf("%d words, %d distinct, %d files\n", amount, distinct, whole.good)
	for _, trouble := range whole.troubles {
		log.Print(trouble)
	}
	if 0 < len(whole.troubles) {
		os.Exit(1)
	}
}

// percolate restores the heap below position p.
func percolate(p int, h []winner) {
	size := len(h)
	moving := h[p]
	for {
		q := 1 + p*2
		if size <= q {
			break
		}
		if size > 1+q && h[q].above(h[1+q]) {
			q++
		}
		if !moving.above(h[q]) {
			break
		}
		h[p] = h[q]
		p = q
	}
	h[p] = moving
}

// leading finds the most frequent words, a heap of the given size suffices.
func leading(size int, freq map[string]int) []winner {
	h := make([]winner, 0, size)
	for name, f := range freq {
		w := winner{name: name, freq: f}
		if size > len(h) {
			p := len(h)
			h = append(h, w)
			for 0 < p && h[(p-1)/2].above(w) {
				h[p] = h[(p-1)/2]
				p = (p - 1) / 2
			}
			h[p] = w
		} else if 0 < size && w.above(h[0]) {
			h[0] = w
			percolate(0, h)
		}
	}
	for end := len(h) - 1; 0 < end; end-- {
		h[end], h[0] = h[0], h[end]
		percolate(0, h[:end])
	}
	return h
}

// unite adds one report to the whole.
func unite(one report, whole *report) {
	if len(whole.freq) < len(one.freq) {
		one.freq, whole.freq = whole.freq, one.freq
	}
	for name, f := range one.freq {
		whole.freq[name] += f
	}
	whole.troubles = append(whole.troubles, one.troubles...)
	whole.good += one.good
}

// count is the body of a goroutine: documents nr, nr+crew, nr+2*crew, ...
func count(outbox chan<- report, nr, crew int, documents []string) {
	mine := report{freq: make(map[string]int)}
	add := func(name string) { mine.freq[name]++ }
	for d := nr; len(documents) > d; d += crew {
		document := documents[d]
		trouble := eachWord(document, add)
		if trouble != nil {
			mine.troubles = append(mine.troubles, trouble)
			continue
		}
		mine.good++
	}
	outbox <- mine
}

func (w winner) above(v winner) bool {
	if v.freq != w.freq {
		return v.freq < w.freq
	}
	return v.name > w.name
}

type winner struct {
	freq int
	name string
}

type report struct {
	good     int
	troubles []error
	freq     map[string]int
}
