package view

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// Language is what the code view knows of a programming language, or of a family of
// languages whose files are taken for each other.
type Language struct {
	Name string
	// Files are the ends of names that begin with a dot, and whole names, with
	// blanks between them; both in lower case.
	Files string
	// Shebangs are programs that the first line may name.
	Shebangs string
	// Comments are what begins one that ends with the line, or both ends of another,
	// with … between them: "// /*…*/". ␣ stands for a blank.
	Comments string
	// Strings end with the line at the latest, Texts do not, Raw neither, and there a
	// backslash is no escape. Each is given by both its ends: "…" or what stands for it;
	// ⏎ stands for the end of a line.
	Strings, Texts, Raw string
	// Quoting is what takes the next character with it in Strings and Texts: a
	// backslash if this is empty, and nothing if it is a blank.
	Quoting string
	// Keywords stay as they are; with Fold in whatever case.
	Keywords string
	Fold     bool
	// Letters are characters beside letters, digits and _ that words hold, Leads
	// those that they may also begin with.
	Letters, Leads string
	Nested         bool // comments lie in each other
	Chars          bool // '…' is one character only, else the quote is an operator
	Regexps        bool // /…/ where no operand stands before it
	Heredocs       bool // <<END begins lines up to END
	AnyTag         bool // which may be any word, but in (( )) is none
	Hashes         bool // r#"…"# as in Rust
	Delimited      bool // R"x(…)x" as in C++
	Brackets       bool // [==[…]==] as in Lua, and --[[…]]
	Commands       bool // the first word of a line stays as it is: mnemonics
	Macros         bool // unless a parenthesis follows at once: then it is a macro's name
	Templates      bool // in `…`, ${…} is code again
	Doubtful       bool // and takes a quote in front of a word only
	CharCodes      bool // 0'c is a number
	Quotes         bool // ' behind an operand is an operator, else begins a string
	Attributes     bool // #[ begins no comment
	LineStart      bool // comments count at the beginning of a line only
	Apart          bool // comments count behind a blank or an operator of the shell only
	WordStart      bool // and so do strings
	// Escape are characters that take the next one with them, outside of strings:
	// a backslash any, others only what would begin a comment or a string.
	Escape string
	// Outside are the ends of what stands between pieces of code; the file begins
	// with it, as HTML does around PHP.
	Outside string
	// Signs tell the language from others with the same ends of names: pieces of text
	// with … between them, of which its files hold more than theirs do.
	Signs string
	Text  bool // is no code

	once  sync.Once
	rules *rules
}

// rules are a language's, in the form in which the view looks them up.
type rules struct {
	class    [256]class
	opens    [256][]opening // what may begin with a byte that is opener, longest first
	special  [256]bool      // what begins with it is not in opens alone
	word     [256]bool      // is part of a word
	quoting  int            // the byte that escapes in strings; −1 for none
	lengths  [256]uint32    // bit n: there are keywords of n bytes that begin so
	keywords map[string]struct{}
}

// begins returns the bytes that what opens something may begin with.
func (r *rules) begins(l *Language, open string) []byte {
	if upper := strings.ToUpper(open)[0]; l.Fold && upper != open[0] {
		return []byte{open[0], upper}
	}
	return []byte{open[0]}
}

// compileSpecial notes the bytes that literals begin with whose ends are not fixed.
func (l *Language) compileSpecial(r *rules) {
	for _, s := range []struct {
		has   bool
		bytes string
	}{
		{true, "\\"}, {l.Chars || l.Quotes, "'"}, {l.Regexps, "/"}, {l.Heredocs, "<"}, {l.Hashes, "rb"}, {l.Delimited, "RLuU"},
		{l.Brackets, "[-"}, {true, l.Escape}, {l.AnyTag, "("},
	} {
		for _, b := range []byte(s.bytes) {
			r.special[b] = r.special[b] || s.has
		}
	}
	for b, c := range r.class {
		r.word[b] = c == lead || c == digit || c == letter
	}
}

// class is what a byte can be outside of comments and strings.
type class uint8

const (
	operator class = iota
	blank
	lead   // of a word
	digit  // of a number, or in a word
	letter // in a word, but an operator elsewhere
	opener // of a comment or string, or an operator
	leadOpener
	brace // an operator that may end what stands within a template
)

// written turns what stands for white space in the table into it.
var written = strings.NewReplacer("␣", " ", "⏎", "\n")

// opening begins a comment or a string.
type opening struct {
	open, end string // end is empty for what ends with the line
	kind      kind
}

type kind uint8

const (
	lineComment kind = iota
	blockComment
	lineString // ends with the line, if not before
	textString
	rawString
)

// compiled returns the rules of the language, worked out once.
func (l *Language) compiled() *rules {
	l.once.Do(func() { l.rules = l.compile() })
	return l.rules
}

func (l *Language) compile() *rules {
	r := &rules{keywords: map[string]struct{}{}, quoting: '\\'}
	if l.Quoting == " " {
		r.quoting = -1
	} else if l.Quoting != "" {
		r.quoting = int(l.Quoting[0])
	}
	for b := range r.class {
		switch c := byte(b); {
		case c <= ' ' || c == 0x7f:
			r.class[b] = blank
		case '0' <= c && c <= '9':
			r.class[b] = digit
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c >= 0x80:
			r.class[b] = lead
		}
	}
	for _, c := range []byte(l.Letters) {
		r.class[c] = letter
	}
	for _, c := range []byte(l.Leads) {
		r.class[c] = lead
	}
	add := func(list string, of, alone kind) {
		for _, both := range strings.Fields(list) {
			open, end, two := strings.Cut(both, "…")
			o := opening{written.Replace(open), written.Replace(end), of}
			if !two {
				o.kind = alone
			}
			for _, b := range r.begins(l, o.open) {
				r.opens[b] = append(r.opens[b], o)
			}
		}
	}
	add(l.Comments, blockComment, lineComment)
	add(l.Strings, lineString, lineString)
	add(l.Texts, textString, textString)
	add(l.Raw, rawString, rawString)
	add(l.Outside, rawString, rawString)
	l.compileSpecial(r)
	for b, opens := range r.opens {
		slices.SortStableFunc(opens, func(a, b opening) int { return cmp.Compare(len(b.open), len(a.open)) })
		switch {
		case len(opens) == 0 && !r.special[b]:
		case r.class[b] == lead:
			r.class[b] = leadOpener
		default:
			r.class[b] = opener
		}
	}
	if l.Templates {
		r.class['{'], r.class['}'] = brace, brace
	}
	for _, k := range strings.Fields(l.Keywords) {
		if l.Fold {
			k = strings.ToLower(k)
		}
		r.keywords[k] = struct{}{}
		r.lengths[k[0]] |= 1 << min(len(k), 31)
		if l.Fold {
			r.lengths[strings.ToUpper(k)[0]] |= 1 << min(len(k), 31)
		}
	}
	return r
}
