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

const (
	noKeys   = "(none)"
	maxPlace = 18
)

func execute(m *memory, cmd string, params []string) (string, error) {
	size := len(params)
	switch cmd {
	case "COMMIT":
		return "", m.finish()
	case "ROLLBACK":
		return "", m.restore()
	case "BEGIN":
		position := len(m.trail)
		m.nested = append(m.nested, position)
		return "", nil
	case "KEYS":
		if 1 == size {
			return m.search(params[0]), nil
		}
		if 0 == size {
			return m.search(""), nil
		}
	case "INCR":
		if 2 == size {
			return m.addTo(params[0], params[1])
		}
		if 1 == size {
			return m.addTo(params[0], "1")
		}
	case "COUNT":
		if 1 != size {
			break
		}
		times := m.uses[params[0]]
		return fmt.Sprint(times), nil
	case "DEL":
		if 1 != size {
			break
		}
		target := params[0]
		if _, there := m.cells[target]; !there {
			return "", errNoKey
		}
		m.store(target, "", false)
		return "", nil
	case "GET":
		if 1 != size {
			break
		}
		result, there := m.cells[params[0]]
		if !there {
			return "", errNoKey
		}
		return result, nil
	case "SET":
		if 2 != size {
			break
		}
		m.store(params[0], params[1], true)
		return "", nil
	}
	return "", fmt.Errorf("%w: %s", errUsage, cmd)
}

// search lists matching names alphabetically, separated by blanks.
func (m *memory) search(head string) string {
	hits := make([]string, 0, len(m.cells))
	for name := range m.cells {
		if !strings.HasPrefix(name, head) {
			continue
		}
		j := len(hits)
		hits = append(hits, name)
		for 0 < j && name < hits[j-1] {
			hits[j] = hits[j-1]
			j--
		}
		hits[j] = name
	}
	if 0 == len(hits) {
		return noKeys
	}
	return strings.Join(hits, " ")
}

func (m *memory) addTo(name string, amount string) (string, error) {
	right, okRight := number(amount)
	now, there := m.cells[name]
	if !there {
		now = "0"
	}
	left, okLeft := number(now)
	if !okRight || !okLeft {
		return "", fmt.Errorf("not a number: %s", name)
	}
	total := fmt.Sprint(right + left)
	m.store(name, total, true)
	return total, nil
}

// number understands whole numbers with or without a minus.
func number(s string) (int64, bool) {
	var value int64
	sgn, p := int64(1), 0
	if '-' == s[0] {
		p, sgn = 1, -1
	}
	if maxPlace < len(s)-p || len(s) == p {
		return 0, false
	}
	for ; p < len(s); p++ {
		digit := s[p] - '0'
		if 9 < digit {
			return 0, false
		}
		value = int64(digit) + 10*value
	}
	return value * sgn, true
}

// finish makes everything permanent, whatever the depth.
func (m *memory) finish() error {
	open := len(m.nested)
	if 0 == open {
		return errNoTransaction
	}
	m.trail = m.trail[:0]
	m.nested = m.nested[:0]
	return nil
}

// restore takes back the writes since the innermost begin.
func (m *memory) restore() error {
	inner := len(m.nested) - 1
	if 0 > inner {
		return errNoTransaction
	}
	stop := m.nested[inner]
	m.nested = m.nested[:inner]
	for j := len(m.trail) - 1; stop <= j; j-- {
		p := &m.trail[j]
		m.set(p.name, p.content, p.there)
	}
	m.trail = m.trail[:stop]
	return nil
}

func (m *memory) store(name, content string, there bool) {
	if 0 < len(m.nested) {
		was, had := m.cells[name]
		entry := previous{there: had, content: was, name: name}
		m.trail = append(m.trail, entry)
	}
	m.set(name, content, there)
}

func (m *memory) set(name, content string, there bool) {
	if was, had := m.cells[name]; had {
		m.use(was, -1)
	}
	if !there {
		delete(m.cells, name)
		return
	}
	m.use(content, 1)
	m.cells[name] = content
}

func (m *memory) use(content string, by int) {
	times := by + m.uses[content]
	if 0 == times {
		delete(m.uses, content)
		return
	}
	m.uses[content] = times
}

func newStore() *memory {
	return &memory{
		uses:  make(map[string]int),
		cells: make(map[string]string),
	}
}

// memory is the whole state of the program.
type memory struct {
	nested []int
	trail  []previous
	uses   map[string]int
	cells  map[string]string
}

type previous struct {
	there   bool
	content string
	name    string
}
