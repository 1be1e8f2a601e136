package ignore

import "strings"

// op is an element of a pattern: a byte, one of the constants, or a set of bytes.
type op uint16

const (
	any      op = 0x100 + iota // a byte except a slash
	star                       // any number of bytes except slashes
	folders                    // **/: any number of folders
	anything                   // ** at the end
	firstSet                   // sets[0], followed by the others
)

// wildcard is a pattern, compiled. It matches bytes. Wherever it fails, it goes back to
// its last star or, if there is none in this element of the path, to its last **/. It
// never goes back to earlier ones: what follows them was found at the first place
// possible, and the last one can skip whatever they would. So the time is a polynomial
// of low degree in the length of the text, even for hostile patterns.
type wildcard struct {
	code []op
	sets []byteSet
}

// compileWildcard compiles a pattern by the rules of gitignore(5). Brackets follow
// POSIX fnmatch. If path is set, the pattern matches paths: ** between slashes matches
// slashes. It reports false if the pattern is malformed and matches nothing.
func compileWildcard(pattern string, path bool) (*wildcard, bool) {
	b := wildcardBuilder{pattern: pattern}
	b.code = make([]op, 0, len(pattern))
	for b.at < len(pattern) {
		if !b.element(path) || len(b.sets) > maxSets {
			return nil, false
		}
	}
	return &wildcard{b.code, b.sets}, true
}

// maxSets is as many sets as an op can number.
const maxSets = 1<<16 - int(firstSet)

// isName reports whether the pattern matches the last element of a path, in any folder.
func (w *wildcard) isName() bool {
	for i, o := range w.code {
		if (o == folders) != (i == 0) || o == '/' || o == anything {
			return false
		}
	}
	return true
}

func (w *wildcard) match(text string) bool {
	const none = -1
	p, t := 0, 0
	starP, starT := none, 0     // where to go on after the star, and in the text if it takes no more
	folderP, folderT := none, 0 // the same for **/
	for {
		switch {
		case p == len(w.code):
			if t == len(text) {
				return true
			}
		case w.code[p] == star:
			p++
			starP, starT = p, t
			continue
		case w.code[p] == folders:
			p++
			folderP, folderT, starP = p, t, none
			continue
		case w.code[p] == anything:
			return true
		case t < len(text) && w.accepts(w.code[p], text[t]):
			if text[t] == '/' {
				starP = none
			}
			p++
			t++
			continue
		}
		if starP >= 0 && starT < len(text) && text[starT] != '/' {
			starT++
			starT += w.skip(starP, text[starT:])
			p, t = starP, starT
			continue
		}
		if folderP < 0 {
			return false
		}
		slash := strings.IndexByte(text[folderT:], '/')
		if slash < 0 {
			return false
		}
		folderT += slash + 1
		p, t, starP = folderP, folderT, none
	}
}

// skip returns how many bytes of text a star takes at least, if what follows it in the
// code at p is a literal byte: all before that byte, or before a slash.
func (w *wildcard) skip(p int, text string) int {
	if p == len(w.code) || w.code[p] > 0xff {
		return 0
	}
	n := 0
	for n < len(text) && text[n] != byte(w.code[p]) && text[n] != '/' {
		n++
	}
	return n
}

func (w *wildcard) accepts(o op, c byte) bool {
	switch {
	case o <= 0xff:
		return byte(o) == c
	case o == any:
		return c != '/'
	default:
		return w.sets[o-firstSet].has(c)
	}
}

type wildcardBuilder struct {
	wildcard
	pattern string
	at      int // index of the next byte
	closed  int // index of the bracket that named found last, or 0
}

// element compiles the next element and reports whether it is well formed.
func (b *wildcardBuilder) element(path bool) bool {
	c := b.pattern[b.at]
	b.at++
	switch c {
	case '*':
		b.stars(path)
	case '?':
		b.code = append(b.code, any)
	case '[':
		set, ok := b.brackets()
		if path {
			set['/'>>6] &^= 1 << ('/' & 63)
		}
		b.code = append(b.code, firstSet+op(len(b.sets)))
		b.sets = append(b.sets, set)
		return ok
	case '\\':
		if b.at == len(b.pattern) {
			return false
		}
		c = b.pattern[b.at]
		b.at++
		fallthrough
	default:
		b.code = append(b.code, op(c))
	}
	return true
}

// stars compiles a run of stars after its first star.
func (b *wildcardBuilder) stars(path bool) {
	first := b.at - 1
	for b.at < len(b.pattern) && b.pattern[b.at] == '*' {
		b.at++
	}
	opened := first == 0 || b.pattern[first-1] == '/'
	rest := b.pattern[b.at:]
	if !path || !opened || b.at-first == 1 {
		b.code = append(b.code, star)
		return
	}
	switch slash := strings.TrimPrefix(rest, `\`); {
	case rest == "":
		b.code = append(b.code, anything)
	case strings.HasPrefix(slash, "/"): // "**/" also matches zero directories
		b.code = append(b.code, folders)
		b.at += len(rest) - len(slash) + 1
	default:
		b.code = append(b.code, star)
	}
}

// byteSet is a set of bytes.
type byteSet [4]uint64

func (s *byteSet) has(c byte) bool { return s[c>>6]>>(c&63)&1 != 0 }

func (s *byteSet) addRange(low, high byte) {
	for c := int(low); c <= int(high); c++ {
		s[c>>6] |= 1 << (c & 63)
	}
}

// brackets parses a bracket expression after its opening bracket. The
// expression is malformed if it has no closing bracket or an unknown class.
func (b *wildcardBuilder) brackets() (set byteSet, ok bool) {
	negated := false
	if b.at < len(b.pattern) && (b.pattern[b.at] == '!' || b.pattern[b.at] == '^') {
		negated = true
		b.at++
	}
	low := -1 // start of a possible range
	for first := true; ; first = false {
		if b.at == len(b.pattern) {
			return set, false
		}
		rest := b.pattern[b.at:]
		switch {
		case rest[0] == ']' && !first:
			b.at++
			if negated {
				for i := range set {
					set[i] = ^set[i]
				}
			}
			return set, true
		case strings.HasPrefix(rest, "[:"):
			named, closed := b.named(&set)
			if !closed {
				return set, false
			}
			if low = -1; !named { // not a class, just a bracket
				set.addRange('[', '[')
				low = '['
				b.at++
			}
		case rest[0] == '-' && low >= 0 && len(rest) > 1 && rest[1] != ']':
			b.at++
			high, ok := b.member()
			if !ok {
				return set, false
			}
			set.addRange(byte(low), high)
			low = -1
		default:
			c, ok := b.member()
			if !ok {
				return set, false
			}
			set.addRange(c, c)
			low = int(c)
		}
	}
}

// member reads one byte of a bracket expression, possibly quoted by a backslash.
func (b *wildcardBuilder) member() (c byte, ok bool) {
	if b.pattern[b.at] == '\\' {
		b.at++
	}
	if b.at == len(b.pattern) {
		return 0, false
	}
	c = b.pattern[b.at]
	b.at++
	return c, true
}

// classes are the POSIX classes for ASCII, as ranges: low and high bytes in turn. As in
// git, space has no vertical tab and no form feed.
var classes = map[string]string{
	"alnum": "09AZaz", "alpha": "AZaz", "blank": "\t\t  ", "cntrl": "\x00\x1f\x7f\x7f", "digit": "09", "graph": "!~",
	"lower": "az", "print": " ~", "punct": "!/:@[`{~", "space": "\t\n\r\r  ", "upper": "AZ", "xdigit": "09AFaf",
}

// named parses [:name:] and adds its bytes to set. closed is false if no bracket
// follows or the class is unknown. named is false if no colon precedes that bracket.
func (b *wildcardBuilder) named(set *byteSet) (named, closed bool) {
	start := b.at + len("[:")
	if b.closed < start { // or a line with many [: takes the square of its length
		end := strings.IndexByte(b.pattern[start:], ']')
		if end < 0 {
			return false, false
		}
		b.closed = start + end
	}
	name, named := strings.CutSuffix(b.pattern[start:b.closed], ":")
	if !named {
		return false, true
	}
	ranges, known := classes[name]
	if !known {
		return false, false
	}
	for ; ranges != ""; ranges = ranges[2:] {
		set.addRange(ranges[0], ranges[1])
	}
	b.at = b.closed + 1
	return true, true
}

// literalLength returns the number of bytes before the first special character.
func literalLength(pattern string) int {
	if i := strings.IndexAny(pattern, `*?[\`); i >= 0 {
		return i
	}
	return len(pattern)
}
