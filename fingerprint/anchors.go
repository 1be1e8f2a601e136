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
	// MaxAnchors and MaxAnchor bound the number of anchors and the length of one in
	// bytes: the automaton that looks for them has a row of up to 1 KiB for each
	// byte of all, which comes to 16 MiB at most.
	MaxAnchors = 256
	MaxAnchor  = 64
)

// Anchors are strings behind which windows are taken, as ParseAnchors writes them:
// one a line, escaped, sorted, none twice and none that ends with another, since it
// would add nothing. So two that take the same windows are equal, and a Rule can be
// compared. "" are none.
type Anchors string

// ParseAnchors reads a list of anchors, one a line. Lines of nothing but blanks and
// lines that are there already are skipped; \n, \t, \\, \x00 and the other escapes
// of Go stand for what they do there. seen, if it is not nil, turns each anchor into
// what stands for it in the bytes that are fingerprinted. The error names the line.
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
			return "", fmt.Errorf("line %d: there are more than %d strings", n, MaxAnchors)
		}
		all = append(all, anchor)
	}
	if len(all) == 0 {
		return "", errors.New("there is no string in it")
	}
	return newAnchors(all), nil
}

func parseAnchor(text string, seen func(string) (string, error)) (string, error) {
	anchor, err := unescaped(text)
	if err == nil && seen != nil {
		anchor, err = seen(anchor)
	}
	if err == nil && len(anchor) > MaxAnchor {
		err = fmt.Errorf("%d bytes are too many: a string has %d at most", len(anchor), MaxAnchor)
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

// unescaped returns the bytes that a line stands for.
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
			return "", fmt.Errorf(`%s is no escape: write \n, \t, \x00, or \\ for a backslash`, rest[:min(4, len(rest))])
		case wide:
			b = utf8.AppendRune(b, r)
		default:
			b = append(b, byte(r))
		}
		rest = tail
	}
	return string(b), nil
}

// escaped returns the line that stands for an anchor.
func escaped(anchor string) string {
	if blanks := strings.Trim(anchor, " ") == ""; blanks { // which would be skipped
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

// Lines returns the anchors escaped, as they are written in a file.
func (a Anchors) Lines() []string {
	if a == "" {
		return nil
	}
	return strings.Split(string(a), "\n")
}

// patterns returns the anchors as the bytes that are looked for.
func (a Anchors) patterns() [][]byte {
	var all [][]byte
	for _, line := range a.Lines() {
		anchor, _ := unescaped(line) // it was written by escaped
		all = append(all, []byte(anchor))
	}
	return all
}

// Digest tells anchors from others in 16 hexadecimal digits; none have none.
func (a Anchors) Digest() string {
	if a == "" {
		return ""
	}
	return fmt.Sprintf("%016x", xxhash.Sum64String(string(a)))
}

// validate reports what is wrong with anchors that ParseAnchors did not write.
func (a Anchors) validate() error {
	if a == "" {
		return nil
	}
	parsed, err := ParseAnchors([]byte(a), nil)
	if err == nil && parsed != a {
		err = errors.New("they are not written as they should be")
	}
	return err
}
