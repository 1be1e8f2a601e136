// -- given --
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

var (
	errNoKey         = errors.New("no such key")
	errNoTransaction = errors.New("no transaction")
	errUsage         = errors.New("usage")
)

func main() {
	if err := loop(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func loop(r io.Reader, w io.Writer) error {
	s := newStore()
	in := bufio.NewScanner(r)
	for in.Scan() {
		words := strings.Fields(in.Text())
		if len(words) == 0 {
			continue
		}
		answer, err := execute(s, strings.ToUpper(words[0]), words[1:])
		switch {
		case err != nil:
			fmt.Fprintln(w, "ERR", err)
		case answer != "":
			fmt.Fprintln(w, answer)
		}
	}
	return in.Err()
}

// -- own --

// handler runs one command; its argument count lies in [least, most].
type handler struct {
	least, most int
	run         func(e *engine, a []string) (string, error)
}

const unlimited = 1 << 30

var handlers map[string]handler

func init() {
	handlers = map[string]handler{
		"BEGIN":    {0, unlimited, beginBlock},
		"COMMIT":   {0, unlimited, commitBlocks},
		"ROLLBACK": {0, unlimited, dropBlock},
		"KEYS": {0, 1, func(e *engine, a []string) (string, error) {
			if len(a) == 1 {
				return e.under(a[0]), nil
			}
			return e.under(""), nil
		}},
		"COUNT": {1, 1, func(e *engine, a []string) (string, error) {
			return fmt.Sprint(e.refs[a[0]]), nil
		}},
		"INCR": {1, 2, addNumber},
		"GET": {1, 1, func(e *engine, a []string) (string, error) {
			if x, exists := e.table[a[0]]; exists {
				return x, nil
			}
			return "", errNoKey
		}},
		"SET": {2, 2, func(e *engine, a []string) (string, error) {
			e.backup(a[0])
			e.erase(a[0])
			e.fill(a[0], a[1])
			return "", nil
		}},
		"DEL": {1, 1, func(e *engine, a []string) (string, error) {
			if _, exists := e.table[a[0]]; exists {
				e.backup(a[0])
				e.erase(a[0])
				return "", nil
			}
			return "", errNoKey
		}},
	}
}

// engine is the data together with copies for going back. An element of
// blocks says how long the list of copies was when the block began.
type engine struct {
	blocks []int
	copies []saved
	refs   map[string]int
	table  map[string]string
}

type saved struct {
	exists  bool
	data, k string
}

func newStore() *engine {
	var e engine
	e.refs = map[string]int{}
	e.table = map[string]string{}
	return &e
}

func execute(e *engine, word string, a []string) (string, error) {
	if h, known := handlers[word]; known && h.least <= len(a) && len(a) <= h.most {
		return h.run(e, a)
	}
	return "", fmt.Errorf("%w: %s", errUsage, word)
}

// erase removes a key if it is there.
func (e *engine) erase(k string) {
	x, exists := e.table[k]
	if exists {
		delete(e.table, k)
		if e.refs[x] > 1 {
			e.refs[x]--
		} else {
			delete(e.refs, x)
		}
	}
}

// fill sets a key that is not there.
func (e *engine) fill(k, x string) {
	e.table[k] = x
	e.refs[x]++
}

func (e *engine) backup(k string) {
	if len(e.blocks) != 0 {
		x, exists := e.table[k]
		e.copies = append(e.copies, saved{exists, x, k})
	}
}

func beginBlock(e *engine, _ []string) (string, error) {
	e.blocks = append(e.blocks, len(e.copies))
	return "", nil
}

func commitBlocks(e *engine, _ []string) (string, error) {
	if len(e.blocks) != 0 {
		e.blocks, e.copies = e.blocks[:0], e.copies[:0]
		return "", nil
	}
	return "", errNoTransaction
}

func dropBlock(e *engine, _ []string) (string, error) {
	n := len(e.blocks)
	if n != 0 {
		floor := e.blocks[n-1]
		e.blocks = e.blocks[:n-1]
		for len(e.copies) != floor {
			end := len(e.copies) - 1
			c := e.copies[end]
			e.copies = e.copies[:end]
			e.erase(c.k)
			if c.exists {
				e.fill(c.k, c.data)
			}
		}
		return "", nil
	}
	return "", errNoTransaction
}

func addNumber(e *engine, a []string) (string, error) {
	step := int64(1)
	good := true
	if len(a) == 2 {
		step, good = whole(a[1])
	}
	var base int64
	if x, exists := e.table[a[0]]; exists && good {
		base, good = whole(x)
	}
	if good {
		result := fmt.Sprint(step + base)
		e.backup(a[0])
		e.erase(a[0])
		e.fill(a[0], result)
		return result, nil
	}
	return "", fmt.Errorf("not a number: %s", a[0])
}

// whole reads up to 18 digits after an optional minus.
func whole(x string) (n int64, good bool) {
	body := strings.TrimPrefix(x, "-")
	good = 1 <= len(body) && len(body) < 19
	for _, c := range []byte(body) {
		if c < '0' || '9' < c {
			good = false
		}
		n = int64(c-'0') + 10*n
	}
	if !good {
		n = 0
	} else if len(body) < len(x) {
		n = -n
	}
	return
}

// under joins the names that start with p in ascending order.
func (e *engine) under(p string) string {
	var names []string
	for k := range e.table {
		if strings.HasPrefix(k, p) {
			names = append(names, k)
			for j := len(names) - 1; j > 0; j-- {
				if names[j] >= names[j-1] {
					break
				}
				names[j], names[j-1] = names[j-1], names[j]
			}
		}
	}
	if names != nil {
		return strings.Join(names, " ")
	}
	return "(none)"
}
