package ignore

import (
	"fmt"
	"regexp"
	"strings"
)

// wildcard is one pattern of an ignore file, compiled to a regular expression because
// regexp takes linear time even on hostile patterns. Patterns match bytes, so each
// byte is represented by the rune with the same value.
type wildcard struct {
	re *regexp.Regexp // nil if the pattern is malformed; matches nothing
}

// compileWildcard compiles a pattern by the rules of gitignore(5). Brackets follow
// POSIX fnmatch. If path is set, the pattern matches paths: *, ? and
// brackets do not match slashes, but ** between slashes does.
func compileWildcard(pattern string, path bool) wildcard {
	b := wildcardBuilder{pattern: pattern, any: `.`}
	if path {
		b.any = `[^/]`
	}
	b.expr.WriteString(`(?s)\A`)
	for b.at < len(pattern) {
		if !b.element(path) {
			return wildcard{}
		}
	}
	b.expr.WriteString(`\z`)
	re, err := regexp.Compile(b.expr.String())
	if err != nil {
		return wildcard{} // too long for regexp
	}
	return wildcard{re}
}

func (w wildcard) match(text string) bool {
	return w.re != nil && w.re.MatchString(byteRunes(text))
}

// byteRunes returns s with a rune for each byte.
func byteRunes(s string) string {
	for i := range len(s) {
		if s[i] >= 0x80 {
			runes := make([]rune, len(s))
			for i := range len(s) {
				runes[i] = rune(s[i])
			}
			return string(runes)
		}
	}
	return s
}

type wildcardBuilder struct {
	pattern string
	at      int // index of the next byte
	any     string
	expr    strings.Builder
}

// element translates the next element and reports whether it is well formed.
func (b *wildcardBuilder) element(path bool) bool {
	c := b.pattern[b.at]
	b.at++
	switch c {
	case '*':
		b.stars(path)
	case '?':
		b.expr.WriteString(b.any)
	case '[':
		set, ok := b.brackets()
		if path {
			set['/'] = false
		}
		b.expr.WriteString(set.class())
		return ok
	case '\\':
		if b.at == len(b.pattern) {
			return false
		}
		c = b.pattern[b.at]
		b.at++
		fallthrough
	default:
		b.expr.WriteString(regexp.QuoteMeta(byteRunes(string([]byte{c}))))
	}
	return true
}

// stars translates a run of stars after its first star.
func (b *wildcardBuilder) stars(path bool) {
	first := b.at - 1
	for b.at < len(b.pattern) && b.pattern[b.at] == '*' {
		b.at++
	}
	opened := first == 0 || b.pattern[first-1] == '/'
	rest := b.pattern[b.at:]
	if !path || !opened || b.at-first == 1 {
		b.expr.WriteString(b.any + `*`)
		return
	}
	switch slash := strings.TrimPrefix(rest, `\`); {
	case rest == "":
		b.expr.WriteString(`.*`)
	case strings.HasPrefix(slash, "/"): // "**/" also matches zero directories
		b.expr.WriteString(`(?:.*/)?`)
		b.at += len(rest) - len(slash) + 1
	default:
		b.expr.WriteString(b.any + `*`)
	}
}

// byteSet is a set of bytes.
type byteSet [256]bool

// class returns the set as a character class.
func (s *byteSet) class() string {
	var expr strings.Builder
	for c := 0; c < len(s); c++ {
		if !s[c] {
			continue
		}
		end := c
		for end+1 < len(s) && s[end+1] {
			end++
		}
		fmt.Fprintf(&expr, `\x{%x}-\x{%x}`, c, end)
		c = end
	}
	if expr.Len() == 0 {
		return `[^\x00-\x{10FFFF}]` // matches nothing
	}
	return `[` + expr.String() + `]`
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
				for c := range set {
					set[c] = !set[c]
				}
			}
			return set, true
		case strings.HasPrefix(rest, "[:"):
			named, closed := b.named(&set)
			if !closed {
				return set, false
			}
			if low = -1; !named { // not a class, just a bracket
				set['['] = true
				low = '['
				b.at++
			}
		case rest[0] == '-' && low >= 0 && len(rest) > 1 && rest[1] != ']':
			b.at++
			high, ok := b.member()
			if !ok {
				return set, false
			}
			for c := low; c <= int(high); c++ {
				set[c] = true
			}
			low = -1
		default:
			c, ok := b.member()
			if !ok {
				return set, false
			}
			set[c] = true
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

// classOf returns the regular expression of a POSIX class for ASCII, or "" if the name
// is unknown. As in git, the class space has fewer characters than in regexp.
func classOf(name string) string {
	switch name {
	case "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "upper", "xdigit":
		return `[[:` + name + `:]]`
	case "space":
		return `[ \t\n\r]`
	}
	return ""
}

// named parses [:name:] and adds its bytes to set. closed is false if no bracket
// follows or the class is unknown. named is false if no colon precedes that bracket.
func (b *wildcardBuilder) named(set *byteSet) (named, closed bool) {
	name, _, closed := strings.Cut(b.pattern[b.at+len("[:"):], "]")
	if !closed {
		return false, false
	}
	length := len("[:") + len(name) + len("]")
	name, named = strings.CutSuffix(name, ":")
	if !named {
		return false, true
	}
	class := classOf(name)
	if class == "" {
		return false, false
	}
	re := regexp.MustCompile(class)
	for c := range byte(0x80) {
		if re.MatchString(string(rune(c))) {
			set[c] = true
		}
	}
	b.at += length
	return true, true
}

// literalLength returns the number of bytes before the first special character.
func literalLength(pattern string) int {
	if i := strings.IndexAny(pattern, `*?[\`); i >= 0 {
		return i
	}
	return len(pattern)
}
