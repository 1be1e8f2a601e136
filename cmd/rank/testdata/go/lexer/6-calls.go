package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

const (
	tIdent = iota
	tKeyword
	tInteger
	tFloat
	tString
	tOperator
	tError
	tCount
)

var titles = [tCount]string{"ident", "keyword", "integer", "float", "string", "operator", "error"}

const (
	isLetter = 1 << iota
	isDigit
	isSpace
	isOperator
)

const reservedWords = " if else while for func return var true false "
const twoBytes = "== != <= >= && || += -= *= /= ++ -- -> := << >>"

type charTable [256]uint8

func (t *charTable) mark(as uint8, chars string) {
	for i := range len(chars) {
		t[chars[i]] = as
	}
}

func (t *charTable) markRange(to, from byte, as uint8) {
	for c := from; c <= to; c++ {
		t[c] = as
	}
}

var table = makeTable()

func makeTable() *charTable {
	t := new(charTable)
	t.markRange('z', 'a', isLetter)
	t.markRange('Z', 'A', isLetter)
	t.markRange('9', '0', isDigit)
	t.mark(isLetter, "_")
	t.mark(isSpace, " \t\r\n")
	t.mark(isOperator, "+-*/%=<>!&|^~?:;,.(){}[]")
	return t
}

// place is where something begins.
type place struct {
	row, col int
}

type symbol struct {
	text string
	what int
	at   place
}

type source struct {
	symbols   []symbol
	beginning int
	row       int
	next      int
	bytes     string
}

func (s *source) ended() bool {
	return s.next >= len(s.bytes)
}

func (s *source) current() byte {
	return s.byteAt(s.next)
}

func (s *source) following() byte {
	return s.byteAt(s.next + 1)
}

func (s *source) byteAt(i int) byte {
	if i >= len(s.bytes) {
		return 0
	}
	return s.bytes[i]
}

func (s *source) currentIs(mask uint8) bool {
	return table[s.current()]&mask != 0
}

func (s *source) placeOf(i int) place {
	return place{s.row, i - s.beginning + 1}
}

func (s *source) emit(text string, at place, what int) {
	s.symbols = append(s.symbols, symbol{text, what, at})
}

func (s *source) skip(mask uint8) {
	for s.currentIs(mask) {
		s.next++
	}
}

func (s *source) pass() {
	if s.current() == '\n' {
		s.row++
		s.beginning = s.next + 1
	}
	s.next++
}

func (s *source) pair(first, second byte) bool {
	return s.current() == first && s.following() == second
}

func (s *source) blockComment() {
	at := s.placeOf(s.next)
	s.next += 2
	for depth := 1; depth > 0; {
		switch {
		case s.ended():
			s.emit("comment is not closed", at, tError)
			return
		case s.pair('*', '/'):
			depth--
			s.next += 2
		case s.pair('/', '*'):
			depth++
			s.next += 2
		default:
			s.pass()
		}
	}
}

func (s *source) lineComment() {
	for !s.ended() && s.current() != '\n' {
		s.next++
	}
}

func (s *source) fraction() bool {
	if s.current() != '.' || table[s.following()]&isDigit == 0 {
		return false
	}
	s.next++
	s.skip(isDigit)
	return true
}

// exponent says whether there is one and whether it is in order.
func (s *source) exponent() (there, fine bool) {
	if s.current()|0x20 != 'e' {
		return false, true
	}
	if n := s.following(); n == '+' || n == '-' {
		s.next++
	}
	s.next++
	fine = s.currentIs(isDigit)
	s.skip(isDigit)
	return true, fine
}

func (s *source) scanNumber() {
	from := s.next
	at := s.placeOf(from)
	s.skip(isDigit)
	fraction := s.fraction()
	exponent, fine := s.exponent()
	switch {
	case !fine:
		s.emit("exponent without digits", at, tError)
	case s.currentIs(isLetter):
		s.skip(isLetter | isDigit)
		s.emit("bad number "+s.bytes[from:s.next], at, tError)
	case fraction || exponent:
		s.emit(s.bytes[from:s.next], at, tFloat)
	default:
		s.emit(s.bytes[from:s.next], at, tInteger)
	}
}

func unescape(c byte) (byte, bool) {
	i := strings.IndexByte(`nrt0"\`, c)
	if i < 0 {
		return 0, false
	}
	return "\n\r\t\x00\"\\"[i], true
}

func (s *source) escape(out []byte) []byte {
	s.next++
	c, ok := unescape(s.current())
	if !ok {
		s.emit(fmt.Sprintf("unknown escape \\%c", s.current()), s.placeOf(s.next-1), tError)
		return out
	}
	return append(out, c)
}

func (s *source) scanString() {
	at := s.placeOf(s.next)
	var out []byte
	for s.next++; s.current() != '"'; s.next++ {
		if s.ended() || s.current() == '\n' {
			s.emit("string is not closed", at, tError)
			return
		}
		if s.current() == '\\' {
			out = s.escape(out)
			continue
		}
		out = append(out, s.current())
	}
	s.next++
	s.emit(string(out), at, tString)
}

func (s *source) scanWord() {
	from := s.next
	s.skip(isLetter | isDigit)
	word := s.bytes[from:s.next]
	what := tIdent
	if strings.Contains(reservedWords, " "+word+" ") {
		what = tKeyword
	}
	s.emit(word, s.placeOf(from), what)
}

func (s *source) scanOperator() {
	from := s.next
	s.next++
	if s.currentIs(isOperator) && strings.Contains(twoBytes, s.bytes[from:from+2]) {
		s.next++
	}
	s.emit(s.bytes[from:s.next], s.placeOf(from), tOperator)
}

func (s *source) scanOther() {
	if s.current() == '"' {
		s.scanString()
		return
	}
	s.emit(fmt.Sprintf("stray byte %#02x", s.current()), s.placeOf(s.next), tError)
	s.next++
}

func (s *source) scanOne() {
	switch table[s.current()] {
	case isSpace:
		s.pass()
	case isLetter:
		s.scanWord()
	case isDigit:
		s.scanNumber()
	case isOperator:
		switch {
		case s.pair('/', '*'):
			s.blockComment()
		case s.pair('/', '/'):
			s.lineComment()
		default:
			s.scanOperator()
		}
	default:
		s.scanOther()
	}
}

func tokenize(text string) []symbol {
	s := source{bytes: text, row: 1}
	for !s.ended() {
		s.scanOne()
	}
	return s.symbols
}

func printSymbols(symbols []symbol) (totals [tCount]int) {
	for _, y := range symbols {
		totals[y.what]++
		fmt.Printf("%d:%d\t%-8s %q\n", y.at.row, y.at.col, titles[y.what], y.text)
	}
	return totals
}

func printTotals(totals [tCount]int) {
	for k, n := range totals {
		if n > 0 {
			fmt.Printf("%6d %s\n", n, titles[k])
		}
	}
}

func main() {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	totals := printSymbols(tokenize(string(text)))
	printTotals(totals)
	if totals[tError] > 0 {
		os.Exit(1)
	}
}
