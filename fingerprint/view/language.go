package view

import (
	"math/bits"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// language describes a programming language to the code view, or a family of
// languages that share file extensions.
type language struct {
	name string
	// files lists file name extensions, with their dot, and whole file names,
	// separated by blanks, in lower case.
	files string
	// shebangs lists the programs that the first line may name.
	shebangs string
	// comments lists comment delimiters: the start of comments that end with the
	// line, or both ends of others with … between them, as in "// /*…*/". ␣ stands for
	// a blank.
	comments string
	// strings, texts and raw list the delimiters of literals, both ends with … between
	// them; ⏎ stands for a line end. strings end with the line at the latest, texts may
	// span lines, and so may raw, in which a backslash does not escape.
	strings, texts, raw string
	// quoting is the character that escapes the next one in strings and texts:
	// a backslash if empty, none if a blank.
	quoting string
	// keywords become one byte each. With foldCase they match in any case.
	keywords string
	foldCase bool
	// operators lists the operators of several characters. The longest match counts.
	operators string
	// imports lists the words that, first on a line, start an import: a statement that
	// ends with the line, or with a semicolon if the word is followed by one.
	imports string
	// letters are the characters that words may contain besides letters, digits and _;
	// leads are those that words may also start with.
	letters, leads string
	// escapes are characters that escape the next one outside strings: a backslash
	// escapes any character, others only one that would open a comment or string.
	escapes string
	// nested lists what opens code inside strings, which may have quotes of its own. It ends with
	// the bracket that belongs to the last character; a single character ends it itself.
	nested string
	// outside holds both ends of the text around pieces of code, as HTML around PHP.
	// A file starts with such text.
	outside string
	// signs are strings, separated by …, that are frequent in files of the language and
	// rare in other languages with the same extension.
	signs string

	nestedComments      bool      // comments nest
	charLiterals        bool      // '…' holds exactly one character; otherwise ' is an operator
	regexps             bool      // /…/ is a regular expression unless it follows an operand
	heredocs            bool      // <<END starts a text that runs to the line END
	tagTails            bool      // code may follow END on its line
	sigils              bool      // ~r/…/ as in Elixir
	percents            bool      // %w[…] as in Ruby
	quotedStrings       bool      // {id|…|id} as in OCaml
	bareTags            bool      // END may be any word, but << inside (( )) is a shift
	hashStrings         bool      // r#"…"# as in Rust
	delimitedStrings    bool      // R"x(…)x" as in C++
	longBrackets        bool      // [==[…]==] and --[[…]] as in Lua
	words               bool      // all words are kept, except those with a sign before them
	starts              string    // characters that open a comment as the first on a line
	columns             string    // characters that do so in the first column
	statements          bool      // what starts opens ends with a semicolon
	mnemonics           bool      // the first word of a line is kept
	macros              bool      // but not if ( follows directly: it is the name of a macro
	templates           bool      // ${…} inside `…` is code
	doubtfulEscape      bool      // a backslash escapes a quote only before a word
	charCodes           bool      // 0'c is a number
	quoteOperator       bool      // ' after an operand is an operator; otherwise it opens a string
	attributes          bool      // #[ does not open a comment
	commentsAtLineStart bool      // comments start only at the start of a line
	commentsApart       bool      // comments start only after a blank or a shell operator
	stringsApart        bool      // strings start only after a blank or an opening bracket
	notCode             bool      // the text view is used
	keys                bool      // what is before : or = is a key; only a Lexer looks
	pieces              embedding // only pieces of the file are code

	once  sync.Once
	rules *rules
}

// rules is the compiled form of a language.
type rules struct {
	class    [256]class
	opens    [256][]opening // the delimiters that start with an opener byte, longest first
	special  [256]bool      // starts a literal that opens does not describe
	word     [256]bool      // may be part of a word
	quoting  int            // the escape byte in strings; -1 for none
	lengths  [256]uint32    // by first byte: bit n is set if a keyword of n bytes starts with it
	keywords []multiple     // a hash table with linear probing

	operators [256][]multiple // by first byte, longest first
	second    [256]bool       // may be the second byte of one
	imports   [256]byte       // by keyword: the end of the import that it starts, or 0
	includes  map[string]bool // the words that do so after #
	nested    [256][]string   // what opens code inside strings, by first byte
}

// begins returns the bytes that a delimiter may start with.
func (r *rules) begins(l *language, open string) []byte {
	if upper := strings.ToUpper(open)[0]; l.foldCase && upper != open[0] {
		return []byte{open[0], upper}
	}
	return []byte{open[0]}
}

// anywhere reports whether no context makes the delimiter invalid.
func (l *language) anywhere(o opening) bool {
	first := o.open[0]
	if isAlnum(first) || first == '=' || o.open == "%{" {
		return false
	}
	if o.construct == lineComment || o.construct == blockComment {
		return !l.commentsAtLineStart && !l.commentsApart && !l.attributes && strings.IndexByte(l.leads+l.letters, first) < 0
	}
	return !l.stringsApart
}

// compileSpecial marks the bytes that start literals without fixed delimiters.
func (l *language) compileSpecial(r *rules) {
	for _, s := range []struct {
		has   bool
		bytes string
	}{
		{true, "\\"}, {strings.Contains(l.imports, "#"), "#"}, {l.charLiterals || l.quoteOperator, "'"}, {l.regexps, "/"}, {l.heredocs, "<"}, {l.hashStrings, "rb"}, {l.delimitedStrings, "RLuU"},
		{true, l.starts + l.columns}, {l.longBrackets, "[-"}, {l.sigils, "~"}, {l.percents, "%"}, {l.quotedStrings, "{"}, {true, l.escapes}, {l.bareTags, "("},
	} {
		for _, b := range []byte(s.bytes) {
			r.special[b] = r.special[b] || s.has
		}
	}
	for b, c := range r.class {
		r.word[b] = c == lead || c == digit || c == letter
	}
}

// class is the role that a byte can have outside comments and strings.
type class uint8

const (
	operator class = iota
	blank
	lead   // starts a word
	digit  // starts a number, or continues a word
	letter // continues a word, otherwise an operator
	opener // opens a comment or string, otherwise an operator
	leadOpener
	brace    // an operator that may end code inside a template
	joinable // an operator that may be part of a longer one
)

// written replaces the symbols for white space in the table.
var written = strings.NewReplacer("␣", " ", "⏎", "\n")

// opening describes the delimiters of a comment or string.
type opening struct {
	open, end string // end is empty if the construct ends with the line
	construct construct
	anywhere  bool // it is valid in any context; see codeViewer.counts
}

type construct uint8

const (
	lineComment construct = iota
	blockComment
	lineString // ends with the line at the latest
	textString
	rawString
)

// compiled returns the rules of the language. It compiles them once.
func (l *language) compiled() *rules {
	l.once.Do(func() { l.rules = l.compile() })
	return l.rules
}

func (l *language) compile() *rules {
	tokens := tokenBytes()
	r := &rules{includes: map[string]bool{}, quoting: '\\'}
	if l.quoting == " " {
		r.quoting = -1
	} else if l.quoting != "" {
		r.quoting = int(l.quoting[0])
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
	for _, c := range []byte(l.letters) {
		r.class[c] = letter
	}
	for _, c := range []byte(l.leads) {
		r.class[c] = lead
	}
	add := func(list string, of, alone construct) {
		for _, both := range strings.Fields(list) {
			open, end, two := strings.Cut(both, "…")
			o := opening{open: written.Replace(open), end: written.Replace(end), construct: of}
			if !two {
				o.construct = alone
			}
			o.anywhere = l.anywhere(o)
			for _, b := range r.begins(l, o.open) {
				r.opens[b] = append(r.opens[b], o)
			}
		}
	}
	add(l.comments, blockComment, lineComment)
	add(l.strings, lineString, lineString)
	add(l.texts, textString, textString)
	add(l.raw, rawString, rawString)
	add(l.outside, rawString, rawString)
	l.compileSpecial(r)
	for _, open := range strings.Fields(l.nested) {
		r.nested[open[0]] = append(r.nested[open[0]], open)
	}
	for _, o := range strings.Fields(l.operators) {
		r.operators[o[0]] = append(r.operators[o[0]], multiple{o, tokens[o]})
		r.second[o[1]] = true
	}
	for b, list := range r.operators {
		sort.Slice(list, func(i, k int) bool { return len(list[i].text) > len(list[k].text) })
		if c := r.class[b]; len(list) > 0 && (c == operator || c == letter) || c == letter && b >= utf8.RuneSelf {
			r.class[b] = joinable
		}
	}
	for b, opens := range r.opens {
		sort.SliceStable(opens, func(i, k int) bool { return len(opens[i].open) > len(opens[k].open) })
		switch {
		case len(opens) == 0 && !r.special[b]:
		case r.class[b] == lead:
			r.class[b] = leadOpener
		default:
			r.class[b] = opener
		}
	}
	if l.templates {
		r.class['{'], r.class['}'] = brace, brace
	}
	keywords := strings.Fields(l.keywords)
	r.keywords = make([]multiple, 1<<bits.Len(uint(4*len(keywords))))
	for _, k := range keywords {
		if l.foldCase {
			k = strings.ToLower(k)
		}
		*r.keyword([]byte(k)) = multiple{k, tokens[k]}
		r.lengths[k[0]] |= 1 << min(len(k), 31)
		if l.foldCase {
			r.lengths[strings.ToUpper(k)[0]] |= 1 << min(len(k), 31)
		}
	}
	for _, word := range strings.Fields(l.imports) {
		word, semicolon := strings.CutSuffix(word, ";")
		ends := byte('\n')
		if semicolon {
			ends = ';'
		}
		if name, directive := strings.CutPrefix(word, "#"); directive {
			r.includes[name] = true
		} else {
			r.imports[tokens[word]] = ends
		}
	}
	return r
}
