//go:build linux

package main

import (
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// table is an answer: rows of named values as text.
type table struct {
	columns []string
	rows    [][]string
}

// question is a question as alike and the engines are asked it.
type question struct {
	args  []string // of alike and of alike sql: the verb and the flags of both
	alike []string // further flags of alike
	// key names a row. These columns and figures must be in every answer.
	key, figures []string
	// more says that engines list more rows than alike, see docs/fleet.md.
	more bool
	// large says that the answer may have millions of rows. Engines write it to files.
	large bool
}

// isEmpty returns the error about an answer without rows.
func (q question) isEmpty() error {
	return fmt.Errorf("alike %s: the answer is empty, so nothing was compared", q)
}

func (q question) String() string { return strings.Join(q.args, " ") }

// readCSV reads what alike printed.
func readCSV(text string) (table, error) {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		return table{}, fmt.Errorf("read alike's answer: %w", err)
	}
	if len(rows) == 0 {
		return table{}, fmt.Errorf("alike's answer has no header")
	}
	return table{rows[0], rows[1:]}, nil
}

// choose returns the columns with these names, in this order, as plain text: the path of
// a row is its bytes, and a number has one form.
func (t table) choose(names []string) ([]string, error) {
	var at, bytesAt []int
	for _, name := range names {
		i := slices.Index(t.columns, name)
		if i < 0 {
			return nil, fmt.Errorf("the answer has no column %s, only %v", name, t.columns)
		}
		at = append(at, i)
		bytesAt = append(bytesAt, slices.Index(t.columns, name+"_b64"))
	}
	lines := make([]string, len(t.rows))
	values := make([]string, len(names))
	for i, row := range t.rows {
		for j := range names {
			value, err := plain(names[j], row[at[j]])
			if err != nil {
				return nil, err
			}
			if k := bytesAt[j]; k >= 0 && row[k] != "" {
				if value, err = unencode(row[k]); err != nil {
					return nil, err
				}
			}
			values[j] = value
		}
		lines[i] = strings.Join(values, "\t")
	}
	slices.Sort(lines)
	return lines, nil
}

// plain returns a value in the one form that all programs are brought to.
func plain(column, value string) (string, error) {
	if strings.HasSuffix(column, "path") {
		return value, nil
	}
	if number, err := strconv.ParseFloat(value, 64); err == nil && column != "checksum" {
		return strconv.FormatFloat(number, 'g', -1, 64), nil
	}
	return strings.ToLower(value), nil
}

func unencode(text string) (string, error) {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return "", fmt.Errorf("read the bytes of a path from %q: %w", text, err)
	}
	return string(raw), nil
}

// rename applies a function to all paths.
func (t table) rename(as func(string) string) (table, error) {
	out := table{t.columns, make([][]string, len(t.rows))}
	for i, row := range t.rows {
		row = slices.Clone(row)
		for j, name := range t.columns {
			switch {
			case strings.HasSuffix(name, "path"):
				row[j] = as(row[j])
			case strings.HasSuffix(name, "path_b64") && row[j] != "":
				path, err := unencode(row[j])
				if err != nil {
					return out, err
				}
				row[j] = base64.StdEncoding.EncodeToString([]byte(as(path)))
			}
		}
		out.rows[i] = row
	}
	return out, nil
}

// shared returns the columns that must be compared, and those that both tables have
// besides.
func (q question) shared(a, b table) []string {
	names := q.columns()
	for _, c := range a.columns {
		if slices.Contains(b.columns, c) && !slices.Contains(names, c) && !strings.HasSuffix(c, "_b64") && c != "exact" {
			names = append(names, c)
		}
	}
	return names
}

// within drops the rows whose key is not in the other answer.
func (t table) within(other table, key []string) (table, error) {
	all, err := other.choose(key)
	if err != nil {
		return t, err
	}
	out := table{t.columns, nil}
	for _, row := range t.rows {
		names, err := (table{t.columns, [][]string{row}}).choose(key)
		if err != nil {
			return t, err
		}
		if _, ok := slices.BinarySearch(all, names[0]); ok {
			out.rows = append(out.rows, row)
		}
	}
	return out, nil
}

// differEngine compares an engine's answer with alike's, apart from the rows that only an
// engine lists.
func (q question) differEngine(engine string, a table, nameB string, b table) error {
	if q.more {
		var err error
		if a, err = a.within(b, q.key); err != nil {
			return fmt.Errorf("%s: %w", engine, err)
		}
	}
	return q.differ(engine, a, nameB, b)
}

// differ compares two answers. It returns an error that shows the first difference.
func (q question) differ(nameA string, a table, nameB string, b table) error {
	names := q.shared(a, b)
	linesA, err := a.choose(names)
	if err != nil {
		return fmt.Errorf("%s: %w", nameA, err)
	}
	linesB, err := b.choose(names)
	if err != nil {
		return fmt.Errorf("%s: %w", nameB, err)
	}
	if slices.Equal(linesA, linesB) {
		return nil
	}
	i := 0
	for i < min(len(linesA), len(linesB)) && linesA[i] == linesB[i] {
		i++
	}
	return fmt.Errorf("alike %s: %s has %d rows and %s %d; the first that differ in\n  %s\nare\n  %s  %s\n  %s  %s", q,
		nameA, len(linesA), nameB, len(linesB), strings.Join(names, " "), show(linesA, i), nameA, show(linesB, i), nameB)
}

// show returns a row for a message.
func show(lines []string, i int) string {
	if i >= len(lines) {
		return "(no more rows)"
	}
	if !utf8.ValidString(lines[i]) {
		return strconv.Quote(lines[i])
	}
	return lines[i]
}

// columns are those that an answer must have.
func (q question) columns() []string { return slices.Concat(q.key, q.figures) }
