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

// An undo log: each entry restores one key, marks separate transactions.
type change struct {
	key, old string
	had      bool
}

type store struct {
	m     map[string]string
	log   []change
	marks []int
}

func newStore() *store {
	return &store{m: map[string]string{}}
}

func (s *store) note(k string) {
	if len(s.marks) == 0 {
		return
	}
	v, ok := s.m[k]
	s.log = append(s.log, change{k, v, ok})
}

func (s *store) set(k, v string) {
	s.note(k)
	s.m[k] = v
}

func (s *store) del(k string) error {
	if _, ok := s.m[k]; !ok {
		return errNoKey
	}
	s.note(k)
	delete(s.m, k)
	return nil
}

func (s *store) rollback() error {
	n := len(s.marks)
	if n == 0 {
		return errNoTransaction
	}
	for i := len(s.log) - 1; i >= s.marks[n-1]; i-- {
		c := s.log[i]
		if c.had {
			s.m[c.key] = c.old
		} else {
			delete(s.m, c.key)
		}
	}
	s.log = s.log[:s.marks[n-1]]
	s.marks = s.marks[:n-1]
	return nil
}

func (s *store) commit() error {
	n := len(s.marks)
	if n == 0 {
		return errNoTransaction
	}
	s.marks = s.marks[:n-1]
	if n == 1 {
		s.log = s.log[:0]
	}
	return nil
}

// keys are sorted by insertion
func (s *store) keys(prefix string) []string {
	var a []string
	for k := range s.m {
		if !strings.HasPrefix(k, prefix) {
			continue
		}
		a = append(a, k)
		for i := len(a) - 1; i > 0 && a[i] < a[i-1]; i-- {
			a[i], a[i-1] = a[i-1], a[i]
		}
	}
	return a
}

func (s *store) incr(k, by string) (string, error) {
	var n, d int64
	if _, err := fmt.Sscanf(by+"\n", "%d\n", &d); err != nil {
		return "", fmt.Errorf("%q is not a number", by)
	}
	if v, ok := s.m[k]; ok {
		if _, err := fmt.Sscanf(v+"\n", "%d\n", &n); err != nil {
			return "", fmt.Errorf("value of %s is not a number", k)
		}
	}
	r := fmt.Sprint(n + d)
	s.set(k, r)
	return r, nil
}

func execute(s *store, c string, a []string) (string, error) {
	n := len(a)
	switch {
	case c == "SET" && n >= 2:
		s.set(a[0], strings.Join(a[1:], " "))
		return "", nil
	case c == "GET" && n == 1:
		v, ok := s.m[a[0]]
		if !ok {
			return "", errNoKey
		}
		return v, nil
	case c == "DEL" && n == 1:
		return "", s.del(a[0])
	case c == "COUNT" && n == 1:
		k := 0
		for _, v := range s.m {
			if v == a[0] {
				k++
			}
		}
		return fmt.Sprint(k), nil
	case c == "KEYS" && n <= 1:
		return strings.Join(s.keys(strings.Join(a, "")), " "), nil
	case c == "INCR" && n == 1:
		return s.incr(a[0], "1")
	case c == "INCR" && n == 2:
		return s.incr(a[0], a[1])
	case c == "BEGIN" && n == 0:
		s.marks = append(s.marks, len(s.log))
		return "", nil
	case c == "COMMIT" && n == 0:
		return "", s.commit()
	case c == "ROLLBACK" && n == 0:
		return "", s.rollback()
	}
	return "", fmt.Errorf("%w: SET GET DEL COUNT KEYS INCR BEGIN COMMIT ROLLBACK", errUsage)
}
