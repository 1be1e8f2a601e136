package ignore

import (
	"slices"
	"strings"
)

// index finds the lines that may match a name. A line is listed once, under the longest
// literal among the beginning and end of the last element of its path, and the first
// element. Most lines of real files are found by a look-up; the rest are tried for every
// name.
type index struct {
	names              map[string][]candidate // lines whose last element is a plain name
	prefixes, suffixes affixes
	tops               map[string][]candidate // by the first element of the path
	rest               []candidate
}

// candidate is a line to try.
type candidate struct {
	line  int
	needs byteSet64 // bytes that the last element of the path must have
}

// affixes are lists of lines, ascending, by beginnings or ends of names.
type affixes struct {
	lengths []int // of the keys, ascending
	of      map[string][]candidate
}

func (a *affixes) add(key string, c candidate) {
	if a.of == nil {
		a.of = map[string][]candidate{}
	}
	if i, found := slices.BinarySearch(a.lengths, len(key)); !found {
		a.lengths = slices.Insert(a.lengths, i, len(key))
	}
	a.of[key] = append(a.of[key], c)
}

// upTo returns the lengths up to n.
func (a *affixes) upTo(n int) []int {
	i, _ := slices.BinarySearch(a.lengths, n+1)
	return a.lengths[:i]
}

// add adds a line. Lines are added in ascending order.
func (x *index) add(p *pattern, line int) {
	last := p.lastElement()
	prefix, suffix := last.prefix(), last.suffix()
	c := candidate{line, last.needs()}
	top := ""
	if p.path {
		if first, _, deeper := strings.Cut(p.literal, "/"); deeper {
			top = first
		}
	}
	switch longest := max(len(prefix), len(suffix), len(top)); {
	case last != nil && len(prefix) == len(last):
		put(&x.names, prefix, c)
	case longest == 0:
		x.rest = append(x.rest, c)
	case len(suffix) == longest:
		x.suffixes.add(suffix, c)
	case len(prefix) == longest:
		x.prefixes.add(prefix, c)
	default:
		put(&x.tops, top, c)
	}
}

func put(lists *map[string][]candidate, key string, c candidate) {
	if *lists == nil {
		*lists = map[string][]candidate{}
	}
	(*lists)[key] = append((*lists)[key], c)
}

// each calls use with lists of lines, ascending, that have all lines that match s.
func (x *index) each(s *Path, base int, use func([]candidate)) {
	use(x.names[s.Name])
	for _, n := range x.suffixes.upTo(len(s.Name)) {
		use(x.suffixes.of[s.Name[len(s.Name)-n:]])
	}
	for _, n := range x.prefixes.upTo(len(s.Name)) {
		use(x.prefixes.of[s.Name[:n]])
	}
	if len(x.tops) > 0 && !s.Deep {
		if top, _, deeper := strings.Cut(s.Below(base), "/"); deeper {
			use(x.tops[top])
		}
	}
	use(x.rest)
}

// slow returns the length of the longest list that is tried beside the rest, plus the rest.
func (x *index) slow() int {
	longest := 0
	for _, lists := range []map[string][]candidate{x.names, x.suffixes.of, x.prefixes.of, x.tops} {
		for _, some := range lists {
			longest = max(longest, len(some))
		}
	}
	return longest + len(x.rest)
}

// element is the last element of the path that a pattern matches, as code. Nil: unknown.
type element []op

// lastElement returns what the pattern demands of the last element of a path.
func (p *pattern) lastElement() element {
	var code []op
	if p.rest != nil {
		code = p.rest.code
	}
	for i, o := range slices.Backward(code) {
		switch {
		case o == anything:
			return nil
		case o == folders && !slices.ContainsFunc(code[:i], func(o op) bool { return o != folders }) &&
			p.literal != "" && !strings.HasSuffix(p.literal, "/"):
			return nil // a**/b, which as in git matches ab
		case o == '/' || o == folders:
			return code[i+1:]
		}
	}
	literal := p.literal[strings.LastIndexByte(p.literal, '/')+1:]
	if literal == "" && code != nil {
		return code
	}
	e := make(element, 0, len(literal)+len(code))
	for _, c := range []byte(literal) {
		e = append(e, op(c))
	}
	return append(e, code...)
}

// prefix returns the literal bytes at the beginning.
func (e element) prefix() string {
	var b []byte
	for _, o := range e {
		if o > 0xff {
			break
		}
		b = append(b, byte(o))
	}
	return string(b)
}

// suffix returns the literal bytes at the end.
func (e element) suffix() string {
	n := len(e)
	for n > 0 && e[n-1] <= 0xff {
		n--
	}
	return e[n:].prefix()
}

// needs returns the literal bytes.
func (e element) needs() (s byteSet64) {
	for _, o := range e {
		if o <= 0xff {
			s |= bit(byte(o))
		}
	}
	return s
}

// byteSet64 is a set of bytes in 64 bits. Some bytes share one, but no two small letters,
// digits, or either of them.
type byteSet64 uint64

func bit(c byte) byteSet64 { return 1 << ((c + 26*(c>>6)) & 63) }

func bytesOf(text string) (s byteSet64) {
	for i := range len(text) {
		s |= bit(text[i])
	}
	return s
}
