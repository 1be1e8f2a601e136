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

// layer is what one transaction changed; a nil value means deleted.
type layer map[string]*string

// store is the committed layer, followed by one layer per open transaction.
type store struct {
	layers []layer
}

type command struct {
	least, most int
	run         func(s *store, args []string) (string, error)
}

func newStore() *store {
	return &store{layers: []layer{{}}}
}

func (s *store) top() layer {
	return s.layers[len(s.layers)-1]
}

func (s *store) lookup(key string) (string, bool) {
	for i := len(s.layers) - 1; i >= 0; i-- {
		if value, known := s.layers[i][key]; known {
			if value == nil {
				return "", false
			}
			return *value, true
		}
	}
	return "", false
}

func (s *store) set(key, value string) {
	s.top()[key] = &value
}

// visible yields every key that has a value now, in no particular order.
func (s *store) visible(f func(key, value string)) {
	seen := map[string]bool{}
	for _, l := range s.layers {
		for key := range l {
			if value, ok := s.lookup(key); ok && !seen[key] {
				f(key, value)
			}
			seen[key] = true
		}
	}
}

func (s *store) pop() (layer, error) {
	if len(s.layers) == 1 {
		return nil, errNoTransaction
	}
	last := s.top()
	s.layers = s.layers[:len(s.layers)-1]
	return last, nil
}

func insertSorted(list []string, word string) []string {
	if n := len(list); n > 0 && list[n-1] > word {
		return append(insertSorted(list[:n-1:n-1], word), list[n-1])
	}
	return append(list, word)
}

func get(s *store, args []string) (string, error) {
	if value, ok := s.lookup(args[0]); ok {
		return value, nil
	}
	return "", errNoKey
}

func del(s *store, args []string) (string, error) {
	if _, ok := s.lookup(args[0]); !ok {
		return "", errNoKey
	}
	s.top()[args[0]] = nil
	return "", nil
}

func incr(s *store, args []string) (string, error) {
	number, step := 0, 1
	if old, ok := s.lookup(args[0]); ok {
		if _, err := fmt.Sscanf(old+"\n", "%d\n", &number); err != nil {
			return "", fmt.Errorf("%s is not a number", args[0])
		}
	}
	if len(args) == 2 {
		if _, err := fmt.Sscanf(args[1]+"\n", "%d\n", &step); err != nil {
			return "", errUsage
		}
	}
	s.set(args[0], fmt.Sprint(number+step))
	return fmt.Sprint(number + step), nil
}

func keys(s *store, args []string) (string, error) {
	prefix := strings.Join(args, "")
	var found []string
	s.visible(func(key, _ string) {
		if strings.HasPrefix(key, prefix) {
			found = insertSorted(found, key)
		}
	})
	return strings.Join(found, " "), nil
}

func count(s *store, args []string) (string, error) {
	n := 0
	s.visible(func(_, value string) {
		if value == args[0] {
			n++
		}
	})
	return fmt.Sprint(n), nil
}

func commit(s *store, _ []string) (string, error) {
	last, err := s.pop()
	for key, value := range last {
		s.top()[key] = value
	}
	return "", err
}

var commands = map[string]command{
	"SET": {2, 2, func(s *store, args []string) (string, error) {
		s.set(args[0], args[1])
		return "", nil
	}},
	"GET":    {1, 1, get},
	"DEL":    {1, 1, del},
	"INCR":   {1, 2, incr},
	"COUNT":  {1, 1, count},
	"KEYS":   {0, 1, keys},
	"COMMIT": {0, 0, commit},
	"BEGIN": {0, 0, func(s *store, _ []string) (string, error) {
		s.layers = append(s.layers, layer{})
		return "", nil
	}},
	"ROLLBACK": {0, 0, func(s *store, _ []string) (string, error) {
		_, err := s.pop()
		return "", err
	}},
}

func execute(s *store, name string, args []string) (string, error) {
	c, ok := commands[name]
	if !ok || len(args) < c.least || len(args) > c.most {
		return "", errUsage
	}
	return c.run(s, args)
}
