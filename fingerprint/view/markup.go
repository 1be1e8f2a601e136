package view

import "bytes"

// tag is the tag of HTML or XML that a lexer is inside of.
type tag struct {
	open bool
	at   int // its offset
	end  int // of its name
}

// readMarkup reads the next part of HTML or XML outside scripts and styles.
func (l *Lexer) readMarkup() {
	if l.tag.open {
		l.readAttribute()
		return
	}
	rest := l.text[l.at:]
	n := bytes.IndexByte(rest, '<')
	if n < 0 {
		l.at = len(l.text)
		return
	}
	l.at += n
	rest = rest[n:]
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		l.take(Comment, rest, "-->")
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		l.take(0, rest, "]]>")
	case bytes.HasPrefix(rest, []byte("<!")), bytes.HasPrefix(rest, []byte("<?")):
		l.take(Directive, rest, ">")
	default:
		from := 1
		if len(rest) > 1 && rest[1] == '/' {
			from = 2
		}
		to := from + nameLength(rest[from:])
		l.tag = tag{to > from, l.at, l.at + to}
		l.add(Keyword, l.at+from, l.at+to)
		l.at += to
	}
}

// take adds a token that ends with a string, or with the text.
func (l *Lexer) take(class TokenClass, rest []byte, end string) {
	n := min(find(rest, 0, end)+len(end), len(rest))
	l.add(class, l.at, l.at+n)
	l.at += n
}

// nameLength returns the length of the name that src begins with.
func nameLength(src []byte) (n int) {
	for n < len(src) && (isAlnum(src[n]) || src[n] >= 0x80 || src[n] == '-' || src[n] == ':' || src[n] == '.' || src[n] == '@') {
		n++
	}
	return n
}

// readAttribute reads the next attribute, or its value, or the end of the tag.
func (l *Lexer) readAttribute() {
	rest := l.text[l.at:]
	switch b := rest[0]; {
	case b == '>':
		l.at++
		l.tag.open = false
		l.enterElement()
	case b == '"' || b == '\'':
		n := min(find(rest, 1, string(b))+1, len(rest))
		l.add(String, l.at, l.at+n)
		l.at += n
	case l.text[l.at-1] == '=' && b > ' ':
		n := bytes.IndexAny(rest, " \t\r\n>")
		if n < 0 {
			n = len(rest)
		}
		l.add(String, l.at, l.at+n)
		l.at += n
	default:
		n := nameLength(rest)
		l.add(TypeName, l.at, l.at+n)
		l.at += max(n, 1)
	}
}

// enterElement begins the code of a script or a style after its tag.
func (l *Lexer) enterElement() {
	tag := l.text[l.tag.at : l.at-1]
	name := string(bytes.ToLower(l.text[l.tag.at:l.tag.end]))
	if name != "<script" && name != "<style" || tag[len(tag)-1] == '/' {
		return
	}
	is := anyLanguage("a.css", nil)
	if name == "<script" {
		attributes := l.text[l.tag.end : l.at-1]
		is = scriptLanguage(string(attributes[:min(len(attributes), lookahead)]))
	}
	ends := len(l.text)
	if n := indexFold(l.text[l.at:], "</"+name[1:]); n >= 0 {
		ends = l.at + n
	}
	if is == nil {
		l.at = ends
	} else {
		l.begin(is, ends)
	}
}
