package view

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"alike/fingerprint/text"
)

// headBytes is how many bytes from the start of a file determine its language and
// whether it is text.
const headBytes = 16 << 10

// byName maps extensions and file names to languages, byShebang program names.
var byName = sync.OnceValue(func() map[string][]*language {
	m := map[string][]*language{}
	for _, l := range languages {
		for _, name := range strings.Fields(l.files) {
			m[name] = append(m[name], l)
		}
	}
	return m
})

var byTitle = sync.OnceValue(func() map[string]*language {
	m := map[string]*language{}
	for _, l := range languages {
		m[l.name] = l
	}
	return m
})

var byShebang = sync.OnceValue(func() map[string]*language {
	m := map[string]*language{}
	for _, l := range languages {
		for _, program := range strings.Fields(l.shebangs) {
			m[program] = l
		}
	}
	return m
})

// identify returns the language of a file from its base name and its first headBytes
// bytes. It returns nil if the table does not contain the language or the file is not
// code. See the package comment for why this is not go-enry; a test compares the two.
func identify(name string, head []byte) *language {
	l := claimant(name, head)
	if l == nil || l.notCode {
		return nil
	}
	head = readable(head)
	if l.pieces != noPieces && !l.pieces.embeds(head) {
		return nil
	}
	if l.name == "Fortran" && inFixedForm(name, head) {
		return byTitle()[fixedFortran]
	}
	if _, begin, ok := strings.Cut(l.outside, "…"); ok && !bytes.Contains(head, []byte(begin)) {
		return nil // a template without code: its view would be a single letter
	}
	return l
}

// inFixedForm reports whether a Fortran file is in fixed form: its name says so, and no statement
// begins in the first column.
func inFixedForm(name string, head []byte) bool {
	name = strings.ToLower(name)
	if ext := name[strings.LastIndexByte(name, '.')+1:]; !slices.Contains([]string{"f", "for", "f77", "ftn", "fpp"}, ext) {
		return false
	}
	for line := range bytes.Lines(head) {
		if b := line[0] | 0x20; 'a' <= b && b <= 'z' && b != 'c' && b != 'd' {
			return false
		}
	}
	return true
}

// claimant returns the language of a file that the table has, code or not, or nil.
func claimant(name string, head []byte) *language {
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
	return l
}

// readable returns the head of a file without its byte order mark, decoded if it is
// UTF-16. All other encodings contain ASCII unchanged, and signs are ASCII.
func readable(head []byte) []byte {
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		head, _ = text.Decode(head)
	}
	return bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
}

// mostSigns returns the language with the most signs in the head, the first one of
// equals.
func mostSigns(claim []*language, head []byte) *language {
	if len(claim) < 2 {
		if len(claim) == 0 {
			return nil
		}
		return claim[0]
	}
	most, best := -1, claim[0]
	for _, l := range claim {
		n := 0
		for _, sign := range strings.Split(l.signs, "…") {
			first := strings.TrimPrefix(sign, "\n") // the first line of the file counts as a line start
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

// program returns the name, without version, of the program in the #! line.
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
