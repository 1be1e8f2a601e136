package view

import (
	"bytes"
	"path"
	"strings"
	"unicode/utf8"
)

// Token is a part of a text that is shown in a colour of its own.
type Token struct {
	Start, End int // offsets in bytes
	Class      TokenClass
}

// TokenClass is what a token is.
type TokenClass uint8

// The classes. Other names, operators and punctuation have none and are no tokens.
const (
	Comment   TokenClass = 1 + iota
	Directive            // of a preprocessor; an annotation
	Keyword              // also a tag of markup, a command, and the key of a value
	TypeName             // that is built in; also an attribute of markup
	String
	Number
)

// Lexer cuts a text in UTF-8 into tokens, by the rules of the code view and a few more for markup
// and data. Time is linear in the length of the text, and memory is constant.
type Lexer struct {
	text []byte
	at   int // offset of what was not read
	ends int // offset of the end of the code that begins at or before at
	code codeViewer

	found    []Token
	returned int // of found
	added    int // end of the last one

	before   byte // the last token of the code: its character if it has one, nameToken, . also for ->
	from, to int  // its range
	onlyC    bool // the file is C and not one of its relatives

	isMarkup bool // outside code
	tag      tag
}

// readAtOnce is the number of bytes that a lexer reads before it returns their tokens.
const readAtOnce = 4 << 10

// NewLexer returns a lexer for the text of a file, which must not change. The language follows
// from the name and the first 16 KiB. A text in none that is known has no tokens.
func NewLexer(name string, text []byte) *Lexer {
	l := &Lexer{text: text}
	if bytes.HasPrefix(text, []byte("\ufeff")) {
		l.at = len("\ufeff")
	}
	name = strings.ToLower(path.Base(name))
	switch is := anyLanguage(name, text[:min(len(text), headBytes)]); {
	case is == nil || is.notCode || is.pieces == fences:
		l.at = len(text)
	case is.pieces == scripts:
		l.isMarkup = true
	default:
		l.begin(is, len(text))
		l.onlyC = strings.HasSuffix(name, ".c")
	}
	return l
}

// begin begins code that ends at an offset.
func (l *Lexer) begin(is *language, ends int) {
	l.code.reset(is, &originMap{})
	l.code.at, l.code.program, l.code.lexed = l.at, true, l.token
	if l.isMarkup {
		l.code.in, l.code.out = between, ""
	}
	l.ends, l.before = ends, 0
}

// Next returns the next token, in the order of the text. ok is false at the end. No token begins or
// ends within a character.
func (l *Lexer) Next() (t Token, ok bool) {
	for l.returned == len(l.found) {
		if l.at == len(l.text) {
			return Token{}, false
		}
		l.found, l.returned = l.found[:0], 0
		switch {
		case l.at < l.ends:
			src := l.text[l.at:min(l.at+readAtOnce, l.ends)]
			_, n := l.code.append(nil, src, l.at+len(src) == l.ends)
			l.at += n
		case l.isMarkup:
			l.readMarkup()
		default:
			l.at = len(l.text)
		}
	}
	l.returned++
	return l.found[l.returned-1], true
}

// add adds a token, which takes all of the character that it ends in, and nothing of the one before.
func (l *Lexer) add(class TokenClass, from, to int) {
	from, to = max(l.boundary(from), l.added), l.boundary(to)
	if class != 0 && from < to {
		l.found, l.added = append(l.found, Token{from, to, class}), to
	}
}

// boundary returns the first offset from at on that is not inside a character.
func (l *Lexer) boundary(at int) int {
	if at == len(l.text) || utf8.RuneStart(l.text[at]) {
		return at
	}
	for start := at - 1; start >= max(0, at-utf8.UTFMax); start-- {
		if utf8.RuneStart(l.text[start]) {
			_, n := utf8.DecodeRune(l.text[start:])
			return max(at, start+n)
		}
	}
	return at
}
