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

// the data and a list of copies, one for every open BEGIN
type store struct {
	data   map[string]string
	copies []map[string]string
}

func newStore() *store {
	s := &store{}
	s.data = make(map[string]string)
	return s
}

// simple bubble sort
func sortWords(list []string) {
	for i := 0; i < len(list); i++ {
		for j := 0; j+1 < len(list); j++ {
			if list[j] > list[j+1] {
				help := list[j]
				list[j] = list[j+1]
				list[j+1] = help
			}
		}
	}
}

func execute(s *store, command string, args []string) (string, error) {
	if command == "SET" {
		if len(args) < 2 {
			return "", errUsage
		}
		// the value may have more than one word
		s.data[args[0]] = strings.Join(args[1:], " ")
		return "OK", nil
	} else if command == "GET" {
		if len(args) != 1 {
			return "", errUsage
		}
		value, ok := s.data[args[0]]
		if !ok {
			return "", errNoKey
		}
		return value, nil
	} else if command == "DEL" {
		if len(args) != 1 {
			return "", errUsage
		}
		_, ok := s.data[args[0]]
		if !ok {
			return "", errNoKey
		}
		delete(s.data, args[0])
		return "OK", nil
	} else if command == "COUNT" {
		// without a value all keys are counted
		if len(args) == 0 {
			return fmt.Sprint(len(s.data)), nil
		}
		wanted := strings.Join(args, " ")
		count := 0
		for _, value := range s.data {
			if value == wanted {
				count = count + 1
			}
		}
		return fmt.Sprint(count), nil
	} else if command == "KEYS" {
		if len(args) > 1 {
			return "", errUsage
		}
		prefix := ""
		if len(args) == 1 {
			prefix = args[0]
		}
		keys := []string{}
		for key := range s.data {
			if strings.HasPrefix(key, prefix) {
				keys = append(keys, key)
			}
		}
		if len(keys) == 0 {
			return "(none)", nil
		}
		sortWords(keys)
		return strings.Join(keys, " "), nil
	} else if command == "INCR" {
		if len(args) != 1 && len(args) != 2 {
			return "", errUsage
		}
		number := 0
		value, ok := s.data[args[0]]
		if ok {
			_, err := fmt.Sscanf(value, "%d", &number)
			if err != nil || fmt.Sprint(number) != value {
				return "", errors.New("not a number: " + value)
			}
		}
		step := 1
		if len(args) == 2 {
			_, err := fmt.Sscanf(args[1], "%d", &step)
			if err != nil {
				return "", errors.New("not a number: " + args[1])
			}
		}
		number = number + step
		s.data[args[0]] = fmt.Sprint(number)
		return s.data[args[0]], nil
	} else if command == "BEGIN" {
		// keep a copy of everything
		old := make(map[string]string)
		for key, value := range s.data {
			old[key] = value
		}
		s.copies = append(s.copies, old)
		return fmt.Sprintf("level %d", len(s.copies)), nil
	} else if command == "COMMIT" {
		if len(s.copies) == 0 {
			return "", errNoTransaction
		}
		// the changes stay, only the copy is forgotten
		s.copies = s.copies[:len(s.copies)-1]
		return "OK", nil
	} else if command == "ROLLBACK" {
		if len(s.copies) == 0 {
			return "", errNoTransaction
		}
		s.data = s.copies[len(s.copies)-1]
		s.copies = s.copies[:len(s.copies)-1]
		return "OK", nil
	}
	return "", fmt.Errorf("unknown command %s", command)
}
