package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// found is what a search for all pairs came to.
type found struct {
	Pairs        int64 `json:"pairs"`
	Compared     int64 `json:"compared"`
	Planted      int   `json:"planted"`
	PlantedFound int   `json:"planted_found"`
}

// answerLine is what is looked at of a line of alike's JSON.
type answerLine struct {
	Type     string                `json:"type"`
	Kind     string                `json:"kind"` // of a change
	A, B     struct{ Path string } // of a pair
	File     struct{ Path string } // of a match or a change
	Compared int64                 `json:"compared"` // of a summary
	scanned                        // of a scan's
}

// eachLine calls use for each line of an answer, which must be there to its end.
func eachLine(r io.Reader, use func(answerLine)) error {
	lines := bufio.NewScanner(r)
	whole := false
	for lines.Scan() {
		var l answerLine
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return fmt.Errorf("read alike's answer: %w", err)
		}
		whole = l.Type == "summary"
		use(l)
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read alike's answer: %w", err)
	}
	if !whole {
		return errors.New("alike's answer has no summary at its end")
	}
	return nil
}

// namedMissing is how many missing pairs an error names.
const namedMissing = 5

// checkPairs counts the pairs of an answer. It is an error if a planted one is
// not among them.
func checkPairs(r io.Reader, p planting) (found, error) {
	f := found{Planted: p.copies()}
	seen := make([]bool, p.copies())
	err := eachLine(r, func(l answerLine) {
		switch l.Type {
		case "summary":
			f.Compared = l.Compared
		case "pair":
			f.Pairs++
			i, ok := p.plantedBy(l.A.Path, l.B.Path)
			if ok && !seen[i] {
				seen[i] = true
				f.PlantedFound++
			}
		}
	})
	if err != nil || f.PlantedFound == f.Planted {
		return f, err
	}
	var names []string
	for i, ok := range seen {
		if !ok && len(names) < namedMissing {
			original, _ := p.original(p.firstCopy() + i)
			names = append(names, pathOf(original)+" and "+pathOf(p.firstCopy()+i))
		}
	}
	return f, fmt.Errorf("%d of %d planted pairs are missing among the %d found, the first: %s",
		f.Planted-f.PlantedFound, f.Planted, f.Pairs, strings.Join(names, "; "))
}

// plantedBy returns which planted pair two paths are; ok is false if they are
// none. The original has the smaller number and the smaller path.
func (p planting) plantedBy(a, b string) (i int, ok bool) {
	x, okA := numberOf(a)
	y, okB := numberOf(b)
	original, isCopy := p.original(y)
	return y - p.firstCopy(), okA && okB && isCopy && original == x
}

// numberOf is the number of the content at a path.
func numberOf(path string) (i int, ok bool) {
	i, err := strconv.Atoi(path[strings.LastIndexByte(path, '/')+1:])
	return i, err == nil && i >= 0 && path == pathOf(i)
}

// checkQuery looks for the copy in what was said of the first document.
func checkQuery(r io.Reader) error {
	want, ok := documentsFolder+"/"+nameOf(copyOf(0)), false
	err := eachLine(r, func(l answerLine) { ok = ok || l.Type == "match" && l.File.Path == want })
	if err == nil && !ok {
		err = fmt.Errorf("alike query does not find %s, an edited copy", want)
	}
	return err
}
