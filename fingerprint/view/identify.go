package view

import (
	"bytes"
	"strings"
	"sync"

	"alike/fingerprint/text"
)

// HeadBytes is how many bytes of a file's beginning say what language it is in, and
// whether it is text at all.
const HeadBytes = 16 << 10

// byName has the languages of each end of a name, and byShebang of each program.
var byName = sync.OnceValue(func() map[string][]*Language {
	m := map[string][]*Language{}
	for _, l := range languages {
		for _, name := range strings.Fields(l.Files) {
			m[name] = append(m[name], l)
		}
	}
	return m
})

var byShebang = sync.OnceValue(func() map[string]*Language {
	m := map[string]*Language{}
	for _, l := range languages {
		for _, program := range strings.Fields(l.Shebangs) {
			m[program] = l
		}
	}
	return m
})

// Identify returns the language of a file by its name, without folders, and its
// first HeadBytes; nil if it is none that the table knows, or no code.
//
// A table of our own, see the package comment. A test compares the two.
func Identify(name string, head []byte) *Language {
	name = strings.ToLower(name)
	claim := byName()[name]
	for rest := name; claim == nil; {
		dot := strings.IndexByte(rest, '.')
		if dot < 0 {
			break
		}
		rest = rest[dot:]
		claim = byName()[rest]
		rest = rest[1:]
	}
	head = readable(head)
	l := mostSigns(claim, head)
	if l == nil && claim == nil {
		l = byShebang()[program(head)]
	}
	if l == nil || l.Text {
		return nil
	}
	if _, begin, ok := cut(l.Outside); ok && !bytes.Contains(head, []byte(begin)) {
		return nil // a template without code, which would be one letter
	}
	return l
}

// readable returns the beginning of a file without its byte order mark, and UTF-16
// decoded: signs are in ASCII, as they are in all other encodings.
func readable(head []byte) []byte {
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		head, _ = text.Decode(head)
	}
	return bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
}

// mostSigns returns the language whose signs are there most, the first of equals.
func mostSigns(claim []*Language, head []byte) *Language {
	if len(claim) < 2 {
		if len(claim) == 0 {
			return nil
		}
		return claim[0]
	}
	most, best := -1, claim[0]
	for _, l := range claim {
		n := 0
		for _, sign := range strings.Split(l.Signs, "…") {
			first := strings.TrimPrefix(sign, "\n") // the file's first line begins a line too
			if sign != "" && (bytes.Contains(head, []byte(sign)) || first != sign && bytes.HasPrefix(head, []byte(first))) {
				n++
			}
		}
		if n > most {
			most, best = n, l
		}
	}
	return best
}

// program returns the name of the program that a first line beginning with #! names,
// without its version.
func program(head []byte) string {
	line, _, _ := bytes.Cut(head[:min(len(head), 256)], []byte("\n"))
	line, ok := bytes.CutPrefix(line, []byte("#!"))
	if !ok {
		return ""
	}
	words := strings.Fields(string(line))
	for len(words) > 0 {
		name := words[0][strings.LastIndexByte(words[0], '/')+1:]
		words = words[1:]
		if name == "env" || strings.HasPrefix(name, "-") || strings.Contains(name, "=") {
			continue
		}
		return strings.TrimRight(name, "0123456789.")
	}
	return ""
}
