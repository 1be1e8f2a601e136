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

// oldState is one line of the history of writes, in which the open
// transactions are positions.
type oldState struct {
	had bool
	id  string
	val string
}

type kvTable struct {
	content map[string]string
	howMany map[string]int
	past    []oldState
	begun   []int
}

func newStore() *kvTable {
	t := new(kvTable)
	t.content = make(map[string]string)
	t.howMany = make(map[string]int)
	return t
}

// forget lowers the number of keys with that value.
func forget(howMany map[string]int, val string) {
	howMany[val]--
	if howMany[val] == 0 {
		delete(howMany, val)
	}
}

// replace writes without history; without present the key is deleted.
func replace(t *kvTable, present bool, val, id string) {
	prior, had := t.content[id]
	if had {
		forget(t.howMany, prior)
	}
	if !present {
		delete(t.content, id)
		return
	}
	t.content[id] = val
	t.howMany[val]++
}

func record(t *kvTable, id string) {
	if len(t.begun) == 0 {
		return
	}
	prior, had := t.content[id]
	t.past = append(t.past, oldState{had, id, prior})
}

func rewind(t *kvTable, until int) {
	for i := len(t.past) - 1; i >= until; i-- {
		replace(t, t.past[i].had, t.past[i].val, t.past[i].id)
	}
	t.past = t.past[:until]
}

func digits(text string) (int64, bool) {
	if text == "" || len(text) > 18 {
		return 0, false
	}
	var n int64
	for i := 0; i < len(text); i++ {
		d := text[i] - '0'
		if d > 9 {
			return 0, false
		}
		n = n*10 + int64(d)
	}
	return n, true
}

func signed(text string) (int64, bool) {
	if text[0] != '-' {
		return digits(text)
	}
	n, ok := digits(text[1:])
	return -n, ok
}

func lookup(t *kvTable, otherwise string, id string) string {
	if val, had := t.content[id]; had {
		return val
	}
	return otherwise
}

func insertSorted(list []string, word string) []string {
	list = append(list, word)
	i := len(list) - 1
	for i > 0 && list[i-1] > word {
		list[i] = list[i-1]
		i--
	}
	list[i] = word
	return list
}

func (t *kvTable) begin() {
	t.begun = append(t.begun, len(t.past))
}

func (t *kvTable) add(amount, id string) (string, error) {
	x, okX := signed(lookup(t, "0", id))
	y, okY := signed(amount)
	if !okX || !okY {
		return "", fmt.Errorf("not a number: %s", id)
	}
	sum := fmt.Sprint(x + y)
	record(t, id)
	replace(t, true, sum, id)
	return sum, nil
}

func (t *kvTable) matching(prefix string) string {
	list := make([]string, 0, len(t.content))
	for id := range t.content {
		if strings.HasPrefix(id, prefix) {
			list = insertSorted(list, id)
		}
	}
	if len(list) == 0 {
		return "(none)"
	}
	return strings.Join(list, " ")
}

// withKey executes the commands that have a key in front.
func withKey(args []string, verb string, t *kvTable) (answer string, err error, fine bool) {
	id := args[0]
	_, had := t.content[id]
	switch {
	case verb == "SET" && len(args) == 2:
		record(t, id)
		replace(t, true, args[1], id)
		return "", nil, true
	case verb == "INCR" && len(args) == 2:
		answer, err = t.add(args[1], id)
		return answer, err, true
	case len(args) != 1:
		return "", nil, false
	}
	switch verb {
	case "GET":
		if !had {
			return "", errNoKey, true
		}
		return t.content[id], nil, true
	case "DEL":
		if !had {
			return "", errNoKey, true
		}
		record(t, id)
		replace(t, false, "", id)
		return "", nil, true
	case "COUNT":
		return fmt.Sprint(t.howMany[id]), nil, true
	case "INCR":
		answer, err = t.add("1", id)
		return answer, err, true
	case "KEYS":
		return t.matching(id), nil, true
	}
	return "", nil, false
}

func execute(t *kvTable, verb string, args []string) (string, error) {
	depth := len(t.begun)
	switch verb {
	case "BEGIN":
		t.begin()
		return "", nil
	case "ROLLBACK":
		if depth == 0 {
			return "", errNoTransaction
		}
		rewind(t, t.begun[depth-1])
		t.begun = t.begun[:depth-1]
		return "", nil
	case "COMMIT":
		if depth == 0 {
			return "", errNoTransaction
		}
		t.begun = t.begun[:0]
		t.past = t.past[:0]
		return "", nil
	}
	if len(args) > 0 {
		if answer, err, fine := withKey(args, verb, t); fine {
			return answer, err
		}
	} else if verb == "KEYS" {
		return t.matching(""), nil
	}
	return "", fmt.Errorf("%w: %s", errUsage, verb)
}
