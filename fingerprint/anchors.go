package fingerprint

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"
)

const (
	// MaxAnchors and MaxAnchor bound the number of anchors and the length of each in
	// bytes. The automaton has a row of up to 1 KiB for each byte of all anchors, so
	// it takes at most 16 MiB.
	MaxAnchors = 256
	MaxAnchor  = 64
)

// Anchors is a list of strings; the windows that follow them are selected.
// ParseAnchors returns it in canonical form: one anchor a line, escaped, sorted,
// without duplicates, and without anchors that end with another anchor, which would
// add nothing. Lists that select the same windows are therefore equal, and a Rule is
// comparable. The empty string is the empty list.
type Anchors string

// ParseAnchors parses a list of anchors, one a line. It skips blank lines and
// duplicates and expands \n, \t, \\, \x00 and the other escapes of Go. If seen is not
// nil, it maps each anchor to the bytes that represent it in the view that is
// fingerprinted. An error names the line. A list without any anchor is an error, as
// are more than MaxAnchors anchors or one longer than MaxAnchor bytes.
func ParseAnchors(list []byte, seen func(anchor string) (string, error)) (Anchors, error) {
	list = bytes.TrimPrefix(list, []byte("\ufeff"))
	var all []string
	n := 0
	for line := range bytes.Lines(list) {
		n++
		text := strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r")
		if strings.Trim(text, " \t") == "" {
			continue
		}
		anchor, err := parseAnchor(text, seen)
		if err != nil {
			return "", fmt.Errorf("line %d: %w", n, err)
		}
		if slices.Contains(all, anchor) {
			continue
		}
		if len(all) == MaxAnchors {
			return "", fmt.Errorf("line %d: more than %d strings", n, MaxAnchors)
		}
		all = append(all, anchor)
	}
	if len(all) == 0 {
		return "", errors.New("the list contains no strings")
	}
	return newAnchors(all), nil
}

func parseAnchor(text string, seen func(string) (string, error)) (string, error) {
	anchor, err := unescaped(text)
	if err == nil && seen != nil {
		anchor, err = seen(anchor)
	}
	if err == nil && len(anchor) > MaxAnchor {
		err = fmt.Errorf("string of %d bytes is too long: the maximum is %d", len(anchor), MaxAnchor)
	}
	return anchor, err
}

func newAnchors(all []string) Anchors {
	var lines []string
	for _, a := range all {
		if !slices.ContainsFunc(all, func(b string) bool { return a != b && strings.HasSuffix(a, b) }) {
			lines = append(lines, escaped(a))
		}
	}
	slices.Sort(lines)
	return Anchors(strings.Join(lines, "\n"))
}

// unescaped returns the bytes that a line represents.
func unescaped(line string) (string, error) {
	var b []byte
	for rest := line; rest != ""; {
		if rest[0] != '\\' {
			b, rest = append(b, rest[0]), rest[1:]
			continue
		}
		r, wide, tail, err := strconv.UnquoteChar(rest, 0)
		switch {
		case err != nil:
			return "", fmt.Errorf(`%s is not a valid escape: use \n, \t, \x00, or \\ for a backslash`, rest[:min(4, len(rest))])
		case wide:
			b = utf8.AppendRune(b, r)
		default:
			b = append(b, byte(r))
		}
		rest = tail
	}
	return string(b), nil
}

// escaped returns the line that represents an anchor.
func escaped(anchor string) string {
	if blanks := strings.Trim(anchor, " ") == ""; blanks { // a blank line would be skipped
		return strings.Repeat(`\x20`, len(anchor))
	}
	var b []byte
	for len(anchor) > 0 {
		r, size := utf8.DecodeRuneInString(anchor)
		bad := r == utf8.RuneError && size == 1
		switch i := strings.IndexRune("\n\t\r\\", r); {
		case !bad && i >= 0:
			b = append(b, '\\', `ntr\`[i])
		case !bad && strconv.IsPrint(r):
			b = append(b, anchor[:size]...)
		default:
			for i := range size {
				b = fmt.Appendf(b, `\x%02x`, anchor[i])
			}
		}
		anchor = anchor[size:]
	}
	return string(b)
}

// Lines returns the anchors in escaped form, one for each line of the canonical list.
func (a Anchors) Lines() []string {
	if a == "" {
		return nil
	}
	return strings.Split(string(a), "\n")
}

// Map returns the anchors as seen sees them. Those of which nothing remains go; that none remains
// is an error.
func (a Anchors) Map(seen func(anchor string) (string, error)) (Anchors, error) {
	var all []string
	var failed error
	for _, pattern := range a.patterns() {
		anchor, err := seen(string(pattern))
		if err != nil {
			failed = err
		} else if !slices.Contains(all, anchor) {
			all = append(all, anchor)
		}
	}
	if len(all) == 0 {
		return "", failed
	}
	return newAnchors(all), nil
}

// patterns returns the anchors as raw bytes.
func (a Anchors) patterns() [][]byte {
	var all [][]byte
	for _, line := range a.Lines() {
		anchor, _ := unescaped(line) // cannot fail: escaped wrote the line
		all = append(all, []byte(anchor))
	}
	return all
}

// Digest returns 16 hexadecimal digits that identify the list, or "" for an empty
// list.
func (a Anchors) Digest() string {
	if a == "" {
		return ""
	}
	return fmt.Sprintf("%016x", xxhash.Sum64String(string(a)))
}

// validate returns an error if the list is not in the canonical form of ParseAnchors.
func (a Anchors) validate() error {
	if a == "" {
		return nil
	}
	parsed, err := ParseAnchors([]byte(a), nil)
	if err == nil && parsed != a {
		err = errors.New("list is not in canonical form")
	}
	return err
}
