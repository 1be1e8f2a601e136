package view

import (
	"bytes"
	"cmp"
	"strings"
	"unicode/utf8"
)

// embedding is how a file holds pieces of code in other languages.
type embedding uint8

const (
	noPieces embedding = iota
	fences             // between lines of ``` or ~~~ and the name of a language, as in Markdown
	scripts            // between <script> and </script>
	cells              // in the strings of a notebook's code cells, in JSON
)

// embeds reports whether the first bytes of a file show that it holds pieces.
func (e embedding) embeds(head []byte) bool {
	switch e {
	case fences:
		return bytes.Contains(head, []byte("```")) || bytes.Contains(head, []byte("~~~"))
	case scripts:
		return indexFold(head, "<script") >= 0
	case cells:
		return bytes.Contains(head, []byte(`"cells"`))
	}
	return false
}

// pieces extracts pieces of code from a decoded text, one stream after the other. Like
// codeViewer it needs to see at most lookahead bytes at a time.
type pieces struct {
	kind embedding
	m    *originMap // from the pieces to the text, or nil
	at   int        // offset in the text of the first byte of src

	language *language // of the current piece; nil outside pieces and for unknown ones
	inside   bool
	last     *language // of the last fence with a name, or of the notebook

	lineTail bool // of fences: not at the start of a line
	dropTail bool // this line is a fence
	fence    byte
	length   int // of the opening fence

	json notebook
}

func (p *pieces) reset(kind embedding, head []byte, m *originMap) {
	*p = pieces{kind: kind, m: m}
	if kind == cells {
		p.last = languageCalled("python")
		for _, name := range []string{"julia", "R", "ir"} {
			if bytes.Contains(head, []byte(`"name": "`+name+`"`)) {
				p.last = languageCalled(strings.TrimPrefix(strings.ToLower(name), "i"))
			}
		}
	}
}

// languageCalled returns the language with a name, an extension or a program, or nil.
func languageCalled(name string) *language {
	name = strings.ToLower(name)
	for _, l := range languages {
		if strings.EqualFold(l.name, name) && !l.notCode && l.pieces == noPieces {
			return l
		}
	}
	switch name {
	case "typescript", "javascriptreact", "typescriptreact", "module", "babel":
		name = "js"
	case "golang":
		name = "go"
	case "csharp":
		name = "cs"
	case "objective-c":
		name = "m"
	}
	for _, l := range byName()["."+name] {
		if !l.notCode && l.pieces == noPieces {
			return l
		}
	}
	return byShebang()[name]
}

// next consumes the first n bytes of src and appends the code among them to dst. ended
// is true if a piece ends there. n is 0 if more input is needed first. last marks the end
// of the text.
func (p *pieces) next(dst, src []byte, last bool) (code []byte, n int, ended bool) {
	switch {
	case p.kind == fences:
		code, n, ended = p.line(dst, src, last)
	case p.kind == cells:
		code, n, ended = p.cell(dst, src, last)
	case p.inside:
		code, n, ended = p.script(dst, src, last)
	default:
		code, n = dst, p.tag(src, last)
	}
	p.at += n
	return code, n, ended
}

// add appends the bytes of src from from to to.
func (p *pieces) add(dst, src []byte, from, to int) []byte {
	if p.m != nil {
		p.m.add(to-from, p.at+from, p.at+to)
	}
	return append(dst, src[from:to]...)
}

// line consumes a line of Markdown, or part of a long one.
func (p *pieces) line(dst, src []byte, last bool) (code []byte, n int, ended bool) {
	n = bytes.IndexByte(src, '\n') + 1
	whole := n > 0
	switch {
	case whole:
	case last || len(src) >= lookahead:
		n = len(src)
	default:
		return dst, 0, false
	}
	start := !p.lineTail
	p.lineTail = !whole
	line := bytes.TrimSpace(src[:min(n, lookahead)])
	length := 0
	for length < len(line) && line[length] == line[0] {
		length++
	}
	isFence := start && length >= 3 && (line[0] == '`' || line[0] == '~')
	switch wasFence := p.dropTail && !start; {
	case wasFence:
	case isFence && !p.inside:
		p.inside, p.fence, p.length = true, line[0], length
		name := strings.FieldsFunc(string(line[length:]), func(r rune) bool { return strings.ContainsRune(" \t{}.,:", r) })
		if p.language = p.last; len(name) > 0 {
			p.language = languageCalled(name[0])
			p.last = p.language
		}
		p.dropTail = true
	case isFence && line[0] == p.fence && length >= p.length && length == len(line):
		p.inside, p.dropTail = false, true
		return dst, n, true
	default:
		if p.dropTail = false; p.inside {
			dst = p.add(dst, src, 0, n)
		}
	}
	return dst, n, false
}

// tag consumes text up to the end of the next <script …>.
func (p *pieces) tag(src []byte, last bool) (n int) {
	const opening = "<script"
	at := indexFold(src, opening)
	if at < 0 {
		if last {
			return len(src)
		}
		return max(0, len(src)-len(opening)+1)
	}
	tag := src[at:min(len(src), at+lookahead)]
	end := bytes.IndexByte(tag, '>')
	switch {
	case end >= 0:
		p.inside, p.language = true, scriptLanguage(string(tag[len(opening):end]))
		return at + end + 1
	case len(tag) == lookahead || last:
		return at + len(opening)
	}
	return at
}

// scriptLanguage returns the language of a script with the given attributes.
func scriptLanguage(attributes string) *language {
	name := ""
	for _, attribute := range []string{"lang=", "type="} {
		if _, value, ok := strings.Cut(strings.ToLower(attributes), attribute); ok && name == "" {
			value = strings.TrimLeft(value, `"'`)
			if end := strings.IndexAny(value, "\"' >"); end >= 0 {
				value = value[:end]
			}
			name = value[strings.LastIndexByte(value, '/')+1:]
		}
	}
	return languageCalled(cmp.Or(strings.TrimPrefix(name, "x-"), "js"))
}

// script consumes a script up to its end.
func (p *pieces) script(dst, src []byte, last bool) (code []byte, n int, ended bool) {
	const closing = "</script"
	n = indexFold(src, closing)
	if n >= 0 {
		p.inside = false
		return p.add(dst, src, 0, n), n, true
	}
	if n = len(src); !last {
		n = max(0, n-len(closing)+1)
	}
	return p.add(dst, src, 0, n), n, false
}

// indexFold returns the index of a string that begins with < in src, in any case, or -1.
func indexFold(src []byte, s string) int {
	for i := 0; ; i++ {
		n := bytes.IndexByte(src[i:], s[0])
		if n < 0 || len(src)-i-n < len(s) {
			return -1
		}
		if i += n; strings.EqualFold(string(src[i:i+len(s)]), s) {
			return i
		}
	}
}

// notebook is where in the JSON of a notebook the stream is.
type notebook struct {
	depth   int    // open objects and arrays
	key     []byte // the last key, or the string that may be one
	inKey   bool   // inside such a string
	source  bool   // the value of "source" follows, or a part of it
	from    int    // depth of the value
	cell    int    // depth of the keys of the cell whose type is known; 0 if none is
	code    bool   // the cell has code
	isType  bool   // the value of "cell_type" follows
	inValue bool   // inside a string of the source
}

// longestKey bounds the length of keys that are told apart.
const longestKey = 16

// typeAhead is how many bytes from the source of a cell on are searched for its type. Writers that
// sort keys put the type first.
const typeAhead = 64 << 10

// typeAfter reports whether the cell whose source follows has code, by the type after its source. A
// cell without a type has. known is false if more input is needed.
func typeAfter(src []byte, last bool) (code, known bool) {
	const key = `"cell_type"`
	for i := 0; ; {
		n := bytes.Index(src[i:], []byte(key))
		if n < 0 {
			return true, last || len(src) >= typeAhead
		}
		from := i + n
		i = from + len(key)
		if from > 0 && src[from-1] == '\\' { // in a string
			continue
		}
		value, colon := bytes.CutPrefix(bytes.TrimLeft(src[i:], " \t\r\n"), []byte(":"))
		value = bytes.TrimLeft(value, " \t\r\n")
		switch {
		case len(value) < len(`"code"`) && !last && len(src) < typeAhead:
			return false, false
		case colon:
			return bytes.HasPrefix(value, []byte(`"code"`)), true
		}
	}
}

// isSource reports whether a key names the source of a cell: that of format 3 is "input".
func (j *notebook) isSource() bool {
	return string(j.key) == "source" || string(j.key) == "input" && j.cell == j.depth
}

// cell consumes JSON up to the end of a cell.
func (p *pieces) cell(dst, src []byte, last bool) (code []byte, n int, ended bool) {
	j := &p.json
	for i := 0; i < len(src); {
		b := src[i]
		switch {
		case j.inKey || j.inValue:
			size := 1
			if b == '\\' {
				if size = 2; i+1 < len(src) && src[i+1] == 'u' {
					size = 6
				}
				if i+size > len(src) {
					return dst, i, false
				}
			}
			if b == '"' {
				p.endString()
			} else if j.inValue {
				dst = p.character(dst, src, i, size)
			} else if len(j.key) < longestKey {
				j.key = append(j.key, b)
			}
			i += size
			continue
		case b == '"':
			j.inValue = j.source && p.language != nil
			j.inKey, j.key = !j.inValue, j.key[:0]
		case b == ':':
			if j.source {
				break
			}
			if j.isSource() && j.cell != j.depth {
				code, known := typeAfter(src[i:], last)
				if !known {
					return dst, i, false
				}
				j.code = code
			}
			j.source, j.isType = j.isSource(), string(j.key) == "cell_type"
			p.language, j.from = nil, j.depth
			if j.source && j.code {
				p.language = p.last
			}
		case b == '{' || b == '[':
			j.depth++
		case b == '}' || b == ']':
			if b == '}' {
				j.isType = false
				if j.depth == j.cell {
					j.cell = 0
				}
			}
			j.depth--
		}
		i++
		if j.source && (b == ']' && j.depth == j.from || b == ',' && j.depth == j.from || b == '}') {
			j.source = false
			if p.language != nil {
				return dst, i, true
			}
		}
	}
	return dst, len(src), false
}

// endString ends a string of the notebook.
func (p *pieces) endString() {
	j := &p.json
	if j.inKey && j.isType {
		j.code, j.isType, j.cell = string(j.key) == "code", false, j.depth
	}
	j.inKey, j.inValue = false, false
}

// character appends the character of a source that takes size bytes of JSON.
func (p *pieces) character(dst, src []byte, i, size int) []byte {
	if size == 1 {
		return p.add(dst, src, i, i+1)
	}
	r := rune(src[i+1])
	switch r {
	case 'n':
		r = '\n'
	case 't':
		r = '\t'
	case 'r', 'b', 'f':
		r = ' '
	case 'u':
		r = 0
		for _, b := range src[i+2 : i+size] {
			digit := strings.IndexByte("0123456789abcdef", b|0x20)
			r = r<<4 | rune(max(digit, 0))
		}
	}
	from := len(dst)
	dst = utf8.AppendRune(dst, r)
	if p.m != nil {
		p.m.add(len(dst)-from, p.at+i, p.at+i+size)
	}
	return dst
}
