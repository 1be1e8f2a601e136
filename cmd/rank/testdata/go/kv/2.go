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

// change remembers what a key was before a transaction touched it.
type change struct {
	key        string
	oldValue   string
	wasPresent bool
}

// store holds the data and, for every open transaction, its changes.
type store struct {
	valuesByKey  map[string]string
	transactions [][]change
}

func newStore() *store {
	return &store{valuesByKey: make(map[string]string)}
}

// rememberOldValue notes the present value in the innermost transaction.
func (s *store) rememberOldValue(key string) {
	depth := len(s.transactions)
	if depth == 0 {
		return
	}
	oldValue, wasPresent := s.valuesByKey[key]
	s.transactions[depth-1] = append(s.transactions[depth-1], change{key, oldValue, wasPresent})
}

func (s *store) setValue(key, value string) {
	s.rememberOldValue(key)
	s.valuesByKey[key] = value
}

func (s *store) deleteKey(key string) error {
	if _, isPresent := s.valuesByKey[key]; !isPresent {
		return errNoKey
	}
	s.rememberOldValue(key)
	delete(s.valuesByKey, key)
	return nil
}

func (s *store) countValue(value string) int {
	count := 0
	for _, candidate := range s.valuesByKey {
		if candidate == value {
			count++
		}
	}
	return count
}

// sortedKeys returns the keys with the prefix, by insertion into a sorted list.
func (s *store) sortedKeys(prefix string) []string {
	var keys []string
	for key := range s.valuesByKey {
		if !strings.HasPrefix(key, prefix) {
			continue
		}
		position := len(keys)
		keys = append(keys, key)
		for position > 0 && keys[position-1] > key {
			keys[position] = keys[position-1]
			position--
		}
		keys[position] = key
	}
	return keys
}

func (s *store) increment(key string) (string, error) {
	number := 0
	if text, isPresent := s.valuesByKey[key]; isPresent {
		if _, err := fmt.Sscanf(text, "%d", &number); err != nil {
			return "", fmt.Errorf("%s is not a number", key)
		}
	}
	s.setValue(key, fmt.Sprint(number+1))
	return s.valuesByKey[key], nil
}

func (s *store) begin() {
	s.transactions = append(s.transactions, nil)
}

// takeInnermost removes the innermost transaction and returns its changes.
func (s *store) takeInnermost() ([]change, error) {
	depth := len(s.transactions)
	if depth == 0 {
		return nil, errNoTransaction
	}
	changes := s.transactions[depth-1]
	s.transactions = s.transactions[:depth-1]
	return changes, nil
}

// commit hands the changes on to the enclosing transaction, if there is one.
func (s *store) commit() error {
	changes, err := s.takeInnermost()
	if depth := len(s.transactions); err == nil && depth > 0 {
		s.transactions[depth-1] = append(s.transactions[depth-1], changes...)
	}
	return err
}

// rollback restores the old values, the latest change first.
func (s *store) rollback() error {
	changes, err := s.takeInnermost()
	for i := len(changes) - 1; i >= 0; i-- {
		if changes[i].wasPresent {
			s.valuesByKey[changes[i].key] = changes[i].oldValue
		} else {
			delete(s.valuesByKey, changes[i].key)
		}
	}
	return err
}

// argumentCounts gives the least and the largest number of arguments.
var argumentCounts = map[string][2]int{
	"SET": {2, 2}, "GET": {1, 1}, "DEL": {1, 1}, "COUNT": {1, 1}, "INCR": {1, 1},
	"KEYS": {0, 1}, "BEGIN": {0, 0}, "COMMIT": {0, 0}, "ROLLBACK": {0, 0},
}

func execute(s *store, command string, arguments []string) (string, error) {
	counts, isKnown := argumentCounts[command]
	if !isKnown || len(arguments) < counts[0] || len(arguments) > counts[1] {
		return "", fmt.Errorf("%w: %s", errUsage, command)
	}
	switch command {
	case "SET":
		s.setValue(arguments[0], arguments[1])
	case "GET":
		value, isPresent := s.valuesByKey[arguments[0]]
		if !isPresent {
			return "", errNoKey
		}
		return value, nil
	case "DEL":
		return "", s.deleteKey(arguments[0])
	case "COUNT":
		return fmt.Sprint(s.countValue(arguments[0])), nil
	case "INCR":
		return s.increment(arguments[0])
	case "KEYS":
		return strings.Join(s.sortedKeys(strings.Join(arguments, "")), " "), nil
	case "BEGIN":
		s.begin()
	case "COMMIT":
		return "", s.commit()
	case "ROLLBACK":
		return "", s.rollback()
	}
	return "", nil
}
