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

// undoEntry keeps the former state of a key. Every open transaction is a
// position in the log; an abort walks back from the end to that position.
type undoEntry struct {
	name   string
	before string
	was    bool
}

type database struct {
	values map[string]string
	tally  map[string]int
	log    []undoEntry
	levels []int
}

func newStore() *database {
	return &database{
		values: make(map[string]string),
		tally:  make(map[string]int),
	}
}

func (db *database) adjust(content string, by int) {
	if total := db.tally[content] + by; total != 0 {
		db.tally[content] = total
	} else {
		delete(db.tally, content)
	}
}

// assign changes a key without logging; keep == false removes it.
func (db *database) assign(name, content string, keep bool) {
	former, found := db.values[name]
	if found {
		db.adjust(former, -1)
	}
	if keep {
		db.values[name] = content
		db.adjust(content, 1)
	} else {
		delete(db.values, name)
	}
}

func (db *database) update(name, content string, keep bool) {
	switch len(db.levels) {
	case 0:
	default:
		former, found := db.values[name]
		db.log = append(db.log, undoEntry{name, former, found})
	}
	db.assign(name, content, keep)
}

func (db *database) abort() error {
	if depth := len(db.levels); depth > 0 {
		bottom := db.levels[depth-1]
		for len(db.log) > bottom {
			last := len(db.log) - 1
			u := &db.log[last]
			db.assign(u.name, u.before, u.was)
			db.log = db.log[:last]
		}
		db.levels = db.levels[:depth-1]
		return nil
	}
	return errNoTransaction
}

func (db *database) accept() error {
	var err error
	if len(db.levels) > 0 {
		db.levels = db.levels[:0]
		db.log = db.log[:0]
	} else {
		err = errNoTransaction
	}
	return err
}

func toNumber(s string) (int64, bool) {
	factor := int64(1)
	rest := s
	if strings.HasPrefix(s, "-") {
		factor = -1
		rest = s[1:]
	}
	good := rest != "" && len(rest) <= 18
	var result int64
	for good && rest != "" {
		v := rest[0] - '0'
		good = v <= 9
		result = result*10 + int64(v)
		rest = rest[1:]
	}
	if good {
		return factor * result, true
	}
	return 0, false
}

func (db *database) bump(name string, step string) (string, error) {
	current := "0"
	if v, found := db.values[name]; found {
		current = v
	}
	if x, ok := toNumber(current); ok {
		if y, ok := toNumber(step); ok {
			result := fmt.Sprint(x + y)
			db.update(name, result, true)
			return result, nil
		}
	}
	return "", fmt.Errorf("not a number: %s", name)
}

// place moves the last element of names left to where it belongs.
func place(names []string) {
	last := len(names) - 1
	if last > 0 && names[last-1] > names[last] {
		names[last-1], names[last] = names[last], names[last-1]
		place(names[:last])
	}
}

// listing returns the sorted names that start with start.
func (db *database) listing(start string) string {
	names := make([]string, 0, len(db.values))
	for name := range db.values {
		if strings.HasPrefix(name, start) {
			names = append(names, name)
			place(names)
		}
	}
	if len(names) > 0 {
		return strings.Join(names, " ")
	}
	return "(none)"
}

func execute(db *database, command string, words []string) (string, error) {
	n := len(words)
	if command == "SET" && n == 2 {
		db.update(words[0], words[1], true)
		return "", nil
	} else if command == "GET" && n == 1 {
		if content, found := db.values[words[0]]; found {
			return content, nil
		}
		return "", errNoKey
	} else if command == "DEL" && n == 1 {
		if _, found := db.values[words[0]]; found {
			db.update(words[0], "", false)
			return "", nil
		}
		return "", errNoKey
	} else if command == "COUNT" && n == 1 {
		return fmt.Sprint(db.tally[words[0]]), nil
	} else if command == "INCR" && (n == 1 || n == 2) {
		return db.bump(words[0], append(words, "1")[1])
	} else if command == "KEYS" && n < 2 {
		return db.listing(append(words, "")[0]), nil
	} else if command == "BEGIN" {
		db.levels = append(db.levels, len(db.log))
		return "", nil
	} else if command == "ROLLBACK" {
		return "", db.abort()
	} else if command == "COMMIT" {
		return "", db.accept()
	}
	return "", fmt.Errorf("%w: %s", errUsage, command)
}
