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

// ranking is a bounded heap: the weakest member is on top.
type ranking struct {
	names  []string
	values []int
	room   int
}

// weaker says whether member i has to leave before member j.
func (r *ranking) weaker(i, j int) bool {
	switch d := r.values[i] - r.values[j]; {
	case d < 0:
		return true
	case d > 0:
		return false
	}
	return r.names[j] < r.names[i]
}

func (r *ranking) exchange(i, j int) {
	r.names[j], r.names[i] = r.names[i], r.names[j]
	r.values[j], r.values[i] = r.values[i], r.values[j]
}

func (r *ranking) climb(at int) {
	if up := (at - 1) / 2; at > 0 && r.weaker(at, up) {
		r.exchange(up, at)
		r.climb(up)
	}
}

func (r *ranking) fall(at, end int) {
	weakest := at
	for child := 2*at + 1; child <= 2*at+2; child++ {
		if child < end && r.weaker(child, weakest) {
			weakest = child
		}
	}
	if weakest != at {
		r.exchange(weakest, at)
		r.fall(weakest, end)
	}
}

func (r *ranking) offer(name string, value int) {
	if r.room == 0 {
		return
	}
	r.names = append(r.names, name)
	r.values = append(r.values, value)
	last := len(r.names) - 1
	if last < r.room {
		r.climb(last)
		return
	}
	// full: the newcomer or the top has to go
	if r.weaker(0, last) {
		r.exchange(last, 0)
		r.fall(0, last)
	}
	r.names, r.values = r.names[:last], r.values[:last]
}

func (r *ranking) finish() {
	end := len(r.names)
	for end > 1 {
		end--
		r.exchange(end, 0)
		r.fall(0, end)
	}
}

// basket is what one goroutine brings home.
type basket struct {
	complaints []error
	opened     int
	words      map[string]int
}

func (b *basket) pour(other basket) {
	b.complaints = append(b.complaints, other.complaints...)
	less, more := b.words, other.words
	if len(less) >= len(more) {
		less, more = more, less
	}
	for w := range less {
		more[w] += less[w]
	}
	b.words = more
	b.opened += other.opened
}

func (b *basket) gather(book string) {
	if err := eachWord(book, func(w string) { b.words[w]++ }); err == nil {
		b.opened++
	} else {
		b.complaints = append(b.complaints, err)
	}
}

func emptyBasket() basket {
	return basket{words: map[string]int{}}
}

func gatherAll(books []string, hands int) basket {
	home := make(chan basket, hands)
	for h := range hands {
		go func() {
			b := emptyBasket()
			for rest := h; rest < len(books); {
				b.gather(books[rest])
				rest += hands
			}
			home <- b
		}()
	}
	big := emptyBasket()
	for missing := hands; missing != 0; missing-- {
		big.pour(<-home)
	}
	return big
}

func main() {
	log.SetFlags(0)
	flag.Parse()
	valid := *top >= 0 && *workers >= 1 && flag.NArg() != 0
	if !valid {
		log.Fatal("usage: frequencies [-workers N] [-top K] DIR...")
	}
	books := []string(nil)
	for i := 0; i != flag.NArg(); i++ {
		if b, err := filesBelow(flag.Arg(i)); err == nil {
			books = append(books, b...)
		} else {
			log.Fatal(err)
		}
	}
	hands := *workers
	if hands > len(books) {
		hands = len(books)
	}
	b := gatherAll(books, hands)

	r := ranking{room: *top}
	sum := 0
	for w, v := range b.words {
		r.offer(w, v)
		sum += v
	}
	r.finish()
	for i, v := range r.values {
		fmt.Printf("%8d %6.2f%% %s\n", v, float64(v)*100/float64(sum), r.names[i])
	}
	fmt.Printf("%d words, %d distinct, %d files\n", sum, len(b.words), b.opened)
	if b.complaints == nil {
		return
	}
	for _, c := range b.complaints {
		log.Print(c)
	}
	os.Exit(1)
}
