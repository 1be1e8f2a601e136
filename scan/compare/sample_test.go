package compare

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"

	"alike/fingerprint/view"
)

// sample is a file built together with its expected view: the bytes of the view, and the
// bytes of the file that each of them represents. A viewer only tells the bytes of single
// tokens.
type sample struct {
	encoder  *encoding.Encoder // nil for UTF-8
	data     []byte
	view     []byte
	from, to []int // by byte of the view, in bytes of data
}

// add appends a piece of a file and its view, which may be empty. If both have the same
// length, each byte represents itself, or each character if the file is encoded.
func (m *sample) add(is, seen string) {
	switch {
	case len(is) != len(seen):
		m.addWhole(is, seen)
	case m.encoder == nil:
		for i := range len(is) {
			m.addWhole(is[i:i+1], seen[i:i+1])
		}
	default:
		for len(is) > 0 {
			_, n := utf8.DecodeRuneInString(is)
			m.addWhole(is[:n], seen[:n])
			is, seen = is[n:], seen[n:]
		}
	}
}

func (m *sample) addWhole(is, seen string) {
	from := len(m.data)
	if m.encoder != nil {
		var err error
		if is, err = m.encoder.String(is); err != nil {
			panic(err)
		}
	}
	m.data, m.view = append(m.data, is...), append(m.view, seen...)
	for range len(seen) {
		m.from, m.to = append(m.from, from), append(m.to, len(m.data))
	}
}

// A chunkWriter adds a chunk to a file. The seed determines the view of the chunk. The
// style determines what the view ignores, and differs between the sides.
type chunkWriter func(m *sample, seed uint64, style *rand.Rand, side int)

// bytesChunk adds random bytes. No view changes them.
func bytesChunk(m *sample, seed uint64, _ *rand.Rand, _ int) {
	r := rand.New(rand.NewPCG(seed, 1))
	chunk := make([]byte, chunkSize(r))
	for i := range chunk {
		chunk[i] = byte(r.IntN(256))
	}
	m.add(string(chunk), string(chunk))
}

// chunkSize returns the length of a chunk in bytes of the view. Some chunks are too
// short to be found.
func chunkSize(r *rand.Rand) int {
	if r.IntN(4) == 0 {
		return 1 + r.IntN(60)
	}
	return 100 + r.IntN(500)
}

// textChunk adds words that begin and end with letters that blanks separate. Case, width and
// white space differ between the sides.
func textChunk(m *sample, seed uint64, style *rand.Rand, side int) {
	r := rand.New(rand.NewPCG(seed, 2))
	letters := strings.Split("a b c d e f g h i j k l m n o p q r s t u v w x y z ж ш я é fi ... ア 的 一 是 在 不 了 有 和 人 这 中 大 为 上 个 国", " ")
	for end := len(m.view) + chunkSize(r); len(m.view) < end; {
		n := 1 + r.IntN(9)
		for i := range n {
			seen := pick(r, letters...)
			if i == 0 || i == n-1 {
				seen = pick(r, letters[:31]...)
			}
			m.add(variant(seen, style, side), seen)
		}
		blank := pick(style, "\n", " ", "\t", "\u3000")
		if side == 1 && style.IntN(2) == 0 {
			blank = "\r" // part of the same run as the newline after it
		}
		m.add(blank, " ")
		for range style.IntN(3) {
			m.add(pick(style, " ", "\n", "\u00a0"), "")
		}
	}
}

// variant returns a variant of a letter.
func variant(letter string, style *rand.Rand, side int) string {
	if side == 0 || style.IntN(2) == 0 {
		return letter
	}
	other := map[string]string{"fi": "ﬁ", "...": "…", "ア": "ｱ"}[letter]
	switch upper := strings.ToUpper(letter); {
	case other != "":
		return other
	case letter == "é":
		return pick(style, "É", "E\u0301", "e\u0301")
	case len(letter) == 1 && style.IntN(2) == 0:
		return string('Ａ' + rune(upper[0]-'A'))
	default:
		return upper
	}
}

// codeChunk adds Go statements. Names, numbers, strings, comments and white space
// differ between the sides.
func codeChunk(m *sample, seed uint64, style *rand.Rand, side int) {
	r := rand.New(rand.NewPCG(seed, 3))
	newline := []string{"\n", "\r\n"}[side]
	gap := func() {
		m.add(pick(style, "", " ", "\t", newline, " /* 这是中国人的\"话 */", " // it's ("+newline), "")
	}
	token := func(is, seen string) {
		gap()
		m.add(is, seen)
	}
	name := func() { token(fmt.Sprintf("n%d%s", style.IntN(50), pick(style, "", "_", "的", "LongName")), "V") }
	for end := len(m.view) + chunkSize(r); len(m.view) < end; {
		if keyword := pick(r, "", "return", "defer", "go"); keyword != "" {
			token(keyword, seenAs("a.go", keyword))
		}
		token("(", "(")
		for range 3 + r.IntN(6) {
			switch r.IntN(6) {
			case 0:
				token(fmt.Sprint(style.IntN(1000)), "N")
			case 1:
				token(pick(style, `""`, `"a // b"`, "`raw\n\"text`", `'\''`, `"在不了"`), "S")
			case 2:
				name()
				token("[", "[")
				name()
				token("]", "]")
			default:
				name()
			}
			op := pick(r, "+", "-", "*", "%", ",", "==", "<<", "&^", "|")
			token(op, seenAs("a.go", op))
		}
		name()
		token(")", ")")
		token(";", ";")
		m.add(newline, "")
	}
}

// wordsChunk adds words of a file in no known language. Case and white space differ
// between the sides.
func wordsChunk(m *sample, seed uint64, style *rand.Rand, side int) {
	r := rand.New(rand.NewPCG(seed, 4))
	for end := len(m.view) + chunkSize(r); len(m.view) < end; {
		word := pick(r, "国", ",", "(", "人")
		if r.IntN(4) > 0 {
			word = pick(r, "ab", "x1", "été", "ж_", "z") + pick(r, "a", "b", "c", "7") + pick(r, "", "ij", "k", "ü")
		}
		is := word
		if style.IntN(2) == side {
			is = strings.ToUpper(word)
		}
		m.addWhole(is, seenAs("a.txt", word))
		m.add(pick(style, " ", "\n", "\t \n", "\u3000"), "")
	}
}

// seenAs returns the code view of a single token in a file of the given name.
func seenAs(name, token string) string {
	v := view.NewViewer(view.FoldCode, false)
	v.Reset(name)
	return string(v.Write([]byte(token), true))
}

func pick(r *rand.Rand, words ...string) string { return words[r.IntN(len(words))] }
