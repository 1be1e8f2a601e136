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

type change struct {
	value   string
	deleted bool
}

// store is a base map with a stack of layers of uncommitted changes above it.
type store struct {
	base   map[string]string
	layers []map[string]change
}

type command struct {
	least, most int
	usage       string
	run         func(s *store, args []string) (string, error)
}

var commands map[string]command

func init() {
	commands = map[string]command{
		"SET":      {2, 2, "SET key value", runSet},
		"GET":      {1, 1, "GET key", runGet},
		"DEL":      {1, 1, "DEL key", runDel},
		"COUNT":    {1, 1, "COUNT value", runCount},
		"KEYS":     {0, 1, "KEYS [prefix]", runKeys},
		"INCR":     {1, 2, "INCR key [step]", runIncr},
		"BEGIN":    {0, 0, "BEGIN", runBegin},
		"COMMIT":   {0, 0, "COMMIT", runCommit},
		"ROLLBACK": {0, 0, "ROLLBACK", runRollback},
	}
}

func newStore() *store {
	return &store{base: make(map[string]string)}
}

func execute(s *store, name string, args []string) (string, error) {
	c, ok := commands[name]
	if !ok {
		return "", fmt.Errorf("unknown command %q", name)
	}
	if len(args) < c.least || len(args) > c.most {
		return "", fmt.Errorf("%w: %s", errUsage, c.usage)
	}
	return c.run(s, args)
}

func (s *store) lookup(key string) (string, bool) {
	for i := len(s.layers) - 1; i >= 0; i-- {
		if c, ok := s.layers[i][key]; ok {
			return c.value, !c.deleted
		}
	}
	value, ok := s.base[key]
	return value, ok
}

func (s *store) write(key string, c change) {
	if n := len(s.layers); n > 0 {
		s.layers[n-1][key] = c
		return
	}
	if c.deleted {
		delete(s.base, key)
		return
	}
	s.base[key] = c.value
}

// each calls visit for every visible pair, in no order.
func (s *store) each(visit func(key, value string)) {
	seen := make(map[string]bool)
	for i := len(s.layers) - 1; i >= 0; i-- {
		for key, c := range s.layers[i] {
			if seen[key] {
				continue
			}
			seen[key] = true
			if !c.deleted {
				visit(key, c.value)
			}
		}
	}
	for key, value := range s.base {
		if !seen[key] {
			visit(key, value)
		}
	}
}

func (s *store) pop() (map[string]change, error) {
	n := len(s.layers)
	if n == 0 {
		return nil, errNoTransaction
	}
	last := s.layers[n-1]
	s.layers = s.layers[:n-1]
	return last, nil
}

func runSet(s *store, args []string) (string, error) {
	s.write(args[0], change{value: args[1]})
	return "", nil
}

func runGet(s *store, args []string) (string, error) {
	value, ok := s.lookup(args[0])
	if !ok {
		return "", fmt.Errorf("%w: %s", errNoKey, args[0])
	}
	return value, nil
}

func runDel(s *store, args []string) (string, error) {
	if _, ok := s.lookup(args[0]); !ok {
		return "", fmt.Errorf("%w: %s", errNoKey, args[0])
	}
	s.write(args[0], change{deleted: true})
	return "", nil
}

func runCount(s *store, args []string) (string, error) {
	count := 0
	s.each(func(_, value string) {
		if value == args[0] {
			count++
		}
	})
	return fmt.Sprint(count), nil
}

func runKeys(s *store, args []string) (string, error) {
	prefix := strings.Join(args, "")
	var keys []string
	s.each(func(key, _ string) {
		if !strings.HasPrefix(key, prefix) {
			return
		}
		keys = append(keys, key)
		for i := len(keys) - 1; i > 0 && keys[i] < keys[i-1]; i-- {
			keys[i], keys[i-1] = keys[i-1], keys[i]
		}
	})
	return strings.Join(keys, " "), nil
}

func runIncr(s *store, args []string) (string, error) {
	texts := []string{"0", "1"}
	if value, ok := s.lookup(args[0]); ok {
		texts[0] = value
	}
	if len(args) == 2 {
		texts[1] = args[1]
	}
	sum := 0
	for _, text := range texts {
		var n int
		var extra string
		if got, _ := fmt.Sscanf(text, "%d%s", &n, &extra); got != 1 {
			return "", fmt.Errorf("%q is not a number", text)
		}
		sum += n
	}
	result := fmt.Sprint(sum)
	s.write(args[0], change{value: result})
	return result, nil
}

func runBegin(s *store, _ []string) (string, error) {
	s.layers = append(s.layers, make(map[string]change))
	return "", nil
}

func runCommit(s *store, _ []string) (string, error) {
	last, err := s.pop()
	for key, c := range last {
		s.write(key, c)
	}
	return "", err
}

func runRollback(s *store, _ []string) (string, error) {
	_, err := s.pop()
	return "", err
}
