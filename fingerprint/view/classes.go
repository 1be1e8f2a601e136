package view

import (
	"bytes"
	"strings"
	"sync"
)

// words returns the set of the words in a list.
func words(list string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		set := map[string]bool{}
		for _, word := range strings.Fields(list) {
			set[word] = true
		}
		return set
	})
}

// Keywords that are shown in another way.
var (
	typeNames = words(`Array Bool Boolean Dictionary Double Int Long String Vector2 Vector3 _Bool _Complex bigint bool boolean
		byte bytes bytes32 char char16_t char32_t char8_t complex complex128 complex64 decimal double error f32 f64 fixed32
		fixed64 float float2 float3 float4 float32 float64 half i128 i16 i32 i64 i8 instancetype int int16 int256
		int32 int64 int8 integer isize list long longint mat2 mat3 mat4 number numeric object ptr real rune sbyte short signed
		sint32 sint64 size_t smallint std_logic std_logic_vector str string symbol text timestamp u128 u16 u32 u64 u8 ubyte
		uint uint16 uint256 uint32 uint64 uint8 uintptr ulong unsigned ushort usize varchar vec2 vec3 vec4 void wchar wchar_t`)
	// directives are keywords of C only after #.
	directives = words("include define undef ifdef ifndef elif endif error pragma defined id")
	// relatives are keywords of the relatives of C, which programs in C use as names.
	relatives = words(`and asm catch char8_t class concept consteval constinit co_await co_return co_yield delete explicit export
		final friend instancetype mutable namespace new nil not operator or override private protected public requires
		self super template this throw try typeid typename using virtual xor`)
	// builtins are names of Python that are no keywords.
	builtins = words("bool bytearray bytes cls complex dict float frozenset int list object self set str tuple type")
	// variables are languages in which @ begins the name of a variable.
	variables = words("CoffeeScript Perl Ruby SQL")
)

// token receives a token of the code. A token of 0 is a comment.
func (l *Lexer) token(token byte, from, to int) {
	if token == 0 {
		l.add(Comment, from, to)
		return
	}
	class, start := l.class(token, from, to), from
	switch {
	case class == Directive && (l.before == '#' || l.before == '@'):
		start = l.to - 1
	case class == String && l.before == nameToken && l.to == from && from-l.from <= 2:
		start = l.from // r"…", u8"…"
	}
	l.add(class, start, to)
	l.before, l.from, l.to = 0, from, to
	switch text := l.text[from:to]; {
	case token == nameToken:
		l.before = nameToken
	case len(text) == 1:
		l.before = text[0]
	case string(text) == "->", string(text) == "?.":
		l.before = '.'
	case class == Directive && bytes.HasSuffix(text, []byte("clude")):
		l.addHeader(to)
	}
}

// addHeader adds the <header> that begins after an offset, if one does.
func (l *Lexer) addHeader(at int) {
	line, _, _ := bytes.Cut(l.text[at:min(at+lookahead, len(l.text))], []byte{'\n'})
	open, end := bytes.IndexByte(line, '<'), bytes.IndexByte(line, '>')
	if open >= 0 && end > open && len(bytes.TrimLeft(line[:open], " \t")) == 0 {
		l.add(String, at+open, at+end+1)
	}
}

// class returns the class of a token in a range of the text.
func (l *Lexer) class(token byte, from, to int) TokenClass {
	is, word := l.code.l, l.text[from:to]
	switch token {
	case numberToken:
		return Number
	case stringToken:
		switch {
		case is.outside != "" && (l.to == 0 || bytes.HasPrefix(word, []byte("?>"))):
			return 0
		case is.keys && l.isKey(to, true):
			return Keyword
		}
		return String
	case nameToken:
		switch {
		case word[0] == '\\' && len(word) > 1, is.keys && l.isKey(to, false):
			return Keyword
		case (word[0] == '@' || l.before == '@' && l.startsLine(l.to-1) && l.to == from) && !variables()[is.name]:
			return Directive
		case l.before == '.' && l.to == from:
		case is.name == "Python" && builtins()[string(word)], is.name == "C" && bytes.HasSuffix(word, []byte("_t")):
			return TypeName
		}
		return 0
	}
	keyword := token >= 0x80 || 'A' <= token && token <= 'Z'
	switch {
	case !keyword, l.before == '.' && l.to == from:
		return 0
	case word[0] == '#', l.before == '#' && len(l.code.r.includes) > 0 && l.startsLine(l.to-1):
		return Directive
	case is.name == "C" && (directives()[string(word)] || l.onlyC && relatives()[string(word)]):
		return 0
	case is.foldCase && typeNames()[strings.ToLower(string(word))], typeNames()[string(word)]:
		return TypeName
	}
	return Keyword
}

// startsLine reports whether only blanks are before an offset on its line.
func (l *Lexer) startsLine(at int) bool {
	line := bytes.TrimRight(l.text[:at], " \t")
	return len(line) == 0 || line[len(line)-1] == '\n' || line[len(line)-1] == '\r'
}

// isKey reports whether the word or string that ends at an offset is the key of a value. A name
// before : is one only if a blank follows, unlike a:hover and http://.
func (l *Lexer) isKey(at int, quoted bool) bool {
	rest := bytes.TrimLeft(l.text[at:min(at+lookahead, len(l.text))], " \t")
	if len(rest) == 0 {
		return false
	}
	return rest[0] == '=' || rest[0] == ':' && (quoted || len(rest) == 1 || rest[1] <= ' ')
}
