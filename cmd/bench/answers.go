package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// answerLine is what is looked at of a line of alike's JSON.
type answerLine struct {
	Type    string                `json:"type"`
	Kind    string                `json:"kind"` // of a change
	File    struct{ Path string } // of a match or a change
	scanned                       // of a scan's
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
