package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// The numbers of the types are also the order of the statistics.
type typ uint8

const (
	word typ = iota
	special
	natural
	decimal
	literal
	symbol
	mistake
	types
)

const (
	success = 0
	failure = 1
)

func main() {
	status := success
	data, problem := io.ReadAll(os.Stdin)
	if nil != problem {
		fmt.Fprintln(os.Stderr, problem)
		os.Exit(failure)
	}
	s := scanner{row: 1, data: string(data)}
	s.scan()
	var statistics [types]int
	for _, u := range s.units {
		title := titles[u.typ]
		fmt.Printf("%d:%d\t%-8s %q\n", u.row, u.offset, title, u.content)
		statistics[u.typ]++
	}
	for t, sum := range statistics {
		if 0 < sum {
			fmt.Printf("%6d %s\n", sum, titles[t])
		}
	}
	if 0 < statistics[mistake] {
		status = failure
	}
	os.Exit(status)
}

// scan is the main loop, one unit or one piece of white space per turn.
func (s *scanner) scan() {
	size := len(s.data)
	for size > s.index {
		from := s.index
		ch := s.data[from]
		switch {
		case '/' == ch && '/' == s.ahead(1):
			for size > s.index && '\n' != s.data[s.index] {
				s.index++
			}
		case '/' == ch && '*' == s.ahead(1):
			s.index += 2
			s.remark(from)
		case '"' == ch:
			s.literal(from)
		case 0 != digitBit&bits[ch]:
			s.numeric(from)
		case 0 != symbolBit&bits[ch]:
			s.index++
			if after := s.ahead(0); 0 != symbolBit&bits[after] && strings.Contains(twins, string([]byte{ch, after})) {
				s.index++
			}
			s.unit(s.data[from:s.index], from, symbol)
		case 0 != letterBit&bits[ch]:
			for 0 != (digitBit|letterBit)&bits[s.ahead(0)] {
				s.index++
			}
			found := s.data[from:s.index]
			if !strings.Contains(specials, " "+found+" ") {
				s.unit(found, from, word)
			} else {
				s.unit(found, from, special)
			}
		case '\n' == ch:
			s.index++
			s.wrap(from)
		case 0 != spaceBit&bits[ch]:
			s.index++
		default:
			s.unit(fmt.Sprintf("stray byte %#02x", ch), from, mistake)
			s.index++
		}
	}
}

// literal reads a text in quotation marks.
func (s *scanner) literal(from int) {
	var content []byte
	const codes, letters = "\\\"\x00\t\r\n", `\"0trn`
	for s.index++; ; s.index++ {
		ch := s.ahead(0)
		if len(s.data) <= s.index || '\n' == ch {
			s.unit("string is not closed", from, mistake)
			return
		}
		if '\\' == ch {
			s.index++
			escaped := s.ahead(0)
			which := strings.IndexByte(letters, escaped)
			if 0 > which {
				message := fmt.Sprintf("unknown escape \\%c", escaped)
				s.unit(message, s.index-1, mistake)
				continue
			}
			ch = codes[which]
		} else if '"' == ch {
			break
		}
		content = append(content, ch)
	}
	s.unit(string(content), from, literal)
	s.index++
}

// numeric reads a number, the phases follow each other.
func (s *scanner) numeric(from int) {
	const (
		before = iota
		behind
		power
	)
	phase := before
	for ; ; s.index++ {
		ch := s.ahead(0)
		if 0 != digitBit&bits[ch] {
			continue
		}
		if before == phase && '.' == ch && 0 != digitBit&bits[s.ahead(1)] {
			phase = behind
			continue
		}
		if power == phase || 'e' != 0x20|ch {
			break
		}
		if next := s.ahead(1); '-' == next || '+' == next {
			s.index++
		}
		phase = power
		if 0 == digitBit&bits[s.ahead(1)] {
			s.unit("exponent without digits", from, mistake)
			s.index++
			return
		}
	}
	if 0 != letterBit&bits[s.ahead(0)] {
		for 0 != (digitBit|letterBit)&bits[s.ahead(0)] {
			s.index++
		}
		s.unit("bad number "+s.data[from:s.index], from, mistake)
		return
	}
	digits := s.data[from:s.index]
	if before != phase {
		s.unit(digits, from, decimal)
	} else {
		s.unit(digits, from, natural)
	}
}

// remark passes over a comment that may contain others.
func (s *scanner) remark(from int) {
	level := 1
	offset := 1 + from - s.rowFrom
	row := s.row
	for 0 < level {
		switch ch := s.ahead(0); {
		case len(s.data) <= s.index:
			open := unit{content: "comment is not closed", offset: offset, row: row, typ: mistake}
			s.units = append(s.units, open)
			return
		case '\n' == ch:
			s.wrap(s.index)
		case '/' == ch && '*' == s.ahead(1):
			s.index++
			level++
		case '*' == ch && '/' == s.ahead(1):
			s.index++
			level--
		}
		s.index++
	}
}

func (s *scanner) unit(content string, from int, t typ) {
	offset := 1 + from - s.rowFrom
	s.units = append(s.units, unit{content: content, offset: offset, row: s.row, typ: t})
}

func (s *scanner) wrap(index int) {
	s.rowFrom = 1 + index
	s.row++
}

func (s *scanner) ahead(distance int) byte {
	if wanted := distance + s.index; len(s.data) > wanted {
		return s.data[wanted]
	}
	return 0
}

type scanner struct {
	units   []unit
	rowFrom int
	row     int
	index   int
	data    string
}

type unit struct {
	content     string
	offset, row int
	typ         typ
}

func init() {
	for _, ch := range "[](){}.,;:?~^|&!<>=%/*-+" {
		bits[ch] = symbolBit
	}
	for _, ch := range "\n\r\t " {
		bits[ch] = spaceBit
	}
	for ch := '0'; '9' >= ch; ch++ {
		bits[ch] = digitBit
	}
	bits['_'] = letterBit
	for ch := 'a'; 'z' >= ch; ch++ {
		bits['A'-'a'+ch] = letterBit
		bits[ch] = letterBit
	}
}

const twins = ">> << := -> -- ++ /= *= -= += || && >= <= != =="
const specials = " false true var return func for while else if "

var bits [256]uint8

const (
	symbolBit = 1 << iota
	spaceBit
	digitBit
	letterBit
)

var titles = [types]string{
	mistake: "error",
	symbol:  "operator",
	literal: "string",
	decimal: "float",
	natural: "integer",
	special: "keyword",
	word:    "ident",
}
