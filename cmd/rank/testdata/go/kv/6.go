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

// change remembers what a key was before a write. Open transactions are marks
// into the journal; rolling back replays it from the end down to the mark.
type change struct {
	key     string
	value   string
	existed bool
}

type store struct {
	data    map[string]string
	counts  map[string]int
	journal []change
	marks   []int
}

func newStore() *store {
	return &store{
		data:   make(map[string]string),
		counts: make(map[string]int),
	}
}

func (s *store) count(value string, delta int) {
	n := s.counts[value] + delta
	if n == 0 {
		delete(s.counts, value)
		return
	}
	s.counts[value] = n
}

// put writes without a journal entry; present == false deletes.
func (s *store) put(key, value string, present bool) {
	if old, ok := s.data[key]; ok {
		s.count(old, -1)
	}
	if !present {
		delete(s.data, key)
		return
	}
	s.data[key] = value
	s.count(value, 1)
}

func (s *store) write(key, value string, present bool) {
	if len(s.marks) > 0 {
		old, ok := s.data[key]
		s.journal = append(s.journal, change{key, old, ok})
	}
	s.put(key, value, present)
}

func (s *store) rollback() error {
	top := len(s.marks) - 1
	if top < 0 {
		return errNoTransaction
	}
	mark := s.marks[top]
	for i := len(s.journal) - 1; i >= mark; i-- {
		c := &s.journal[i]
		s.put(c.key, c.value, c.existed)
	}
	s.journal = s.journal[:mark]
	s.marks = s.marks[:top]
	return nil
}

func (s *store) commit() error {
	if len(s.marks) == 0 {
		return errNoTransaction
	}
	s.marks = s.marks[:0]
	s.journal = s.journal[:0]
	return nil
}

func parseInt(text string) (int64, bool) {
	i, sign := 0, int64(1)
	if text[0] == '-' {
		i, sign = 1, -1
	}
	if i == len(text) || len(text)-i > 18 {
		return 0, false
	}
	var n int64
	for ; i < len(text); i++ {
		d := text[i] - '0'
		if d > 9 {
			return 0, false
		}
		n = n*10 + int64(d)
	}
	return sign * n, true
}

func (s *store) increment(key string, by string) (string, error) {
	old, ok := s.data[key]
	if !ok {
		old = "0"
	}
	a, okA := parseInt(old)
	b, okB := parseInt(by)
	if !okA || !okB {
		return "", fmt.Errorf("not a number: %s", key)
	}
	sum := fmt.Sprint(a + b)
	s.write(key, sum, true)
	return sum, nil
}

// keys returns the sorted keys that begin with prefix.
func (s *store) keys(prefix string) string {
	found := make([]string, 0, len(s.data))
	for k := range s.data {
		if !strings.HasPrefix(k, prefix) {
			continue
		}
		found = append(found, k)
		i := len(found) - 1
		for i > 0 && found[i-1] > k {
			found[i] = found[i-1]
			i--
		}
		found[i] = k
	}
	if len(found) == 0 {
		return "(none)"
	}
	return strings.Join(found, " ")
}

func execute(s *store, name string, args []string) (string, error) {
	n := len(args)
	switch name {
	case "SET":
		if n != 2 {
			break
		}
		s.write(args[0], args[1], true)
		return "", nil
	case "GET":
		if n != 1 {
			break
		}
		v, ok := s.data[args[0]]
		if !ok {
			return "", errNoKey
		}
		return v, nil
	case "DEL":
		if n != 1 {
			break
		}
		if _, ok := s.data[args[0]]; !ok {
			return "", errNoKey
		}
		s.write(args[0], "", false)
		return "", nil
	case "COUNT":
		if n != 1 {
			break
		}
		return fmt.Sprint(s.counts[args[0]]), nil
	case "INCR":
		if n == 1 {
			return s.increment(args[0], "1")
		}
		if n == 2 {
			return s.increment(args[0], args[1])
		}
	case "KEYS":
		if n == 0 {
			return s.keys(""), nil
		}
		if n == 1 {
			return s.keys(args[0]), nil
		}
	case "BEGIN":
		s.marks = append(s.marks, len(s.journal))
		return "", nil
	case "ROLLBACK":
		return "", s.rollback()
	case "COMMIT":
		return "", s.commit()
	}
	return "", fmt.Errorf("%w: %s", errUsage, name)
}
