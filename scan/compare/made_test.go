package compare

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
)

// made is a file that was made together with its view, so that it is known without
// a viewer what the view is and which bytes of the file each byte of it stands for.
type made struct {
	encoder  *encoding.Encoder // nil: the bytes as they are
	data     []byte
	seen     []byte
	from, to []int // of each byte of seen
}

// add appends a piece of a file that the view shows as something else, or not at
// all. What the view shows in as many bytes stands for itself byte by byte, or where
// the file is decoded first, character by character.
func (m *made) add(is, seen string) {
	switch {
	case len(is) != len(seen):
		m.whole(is, seen)
	case m.encoder == nil:
		for i := range len(is) {
			m.whole(is[i:i+1], seen[i:i+1])
		}
	default:
		for len(is) > 0 {
			_, n := utf8.DecodeRuneInString(is)
			m.whole(is[:n], seen[:n])
			is, seen = is[n:], seen[n:]
		}
	}
}

func (m *made) whole(is, seen string) {
	from := len(m.data)
	if m.encoder != nil {
		var err error
		if is, err = m.encoder.String(is); err != nil {
			panic(err)
		}
	}
	m.data, m.seen = append(m.data, is...), append(m.seen, seen...)
	for range len(seen) {
		m.from, m.to = append(m.from, from), append(m.to, len(m.data))
	}
}

// A writer adds a chunk to a file: for the same seed the view is the same, and what
// the view leaves aside is as the style says, which is another for each side.
type chunkWriter func(m *made, seed uint64, style *rand.Rand, side int)

// bytesChunk adds bytes of any values, which no view changes.
func bytesChunk(m *made, seed uint64, _ *rand.Rand, _ int) {
	r := rand.New(rand.NewPCG(seed, 1))
	chunk := make([]byte, chunkSize(r))
	for i := range chunk {
		chunk[i] = byte(r.IntN(256))
	}
	m.add(string(chunk), string(chunk))
}

// chunkSize is of about how many bytes of the view a chunk is: some are too short to
// be found.
func chunkSize(r *rand.Rand) int {
	if r.IntN(4) == 0 {
		return 1 + r.IntN(60)
	}
	return 100 + r.IntN(500)
}

// textChunk adds words that one side has in other letters, with other white space.
func textChunk(m *made, seed uint64, style *rand.Rand, side int) {
	r := rand.New(rand.NewPCG(seed, 2))
	letters := strings.Split("a b c d e f g h i j k l m n o p q r s t u v w x y z ж ш я é fi ... ア 的 一 是 在 不 了 有 和 人 这 中 大 为 上 个 国", " ")
	for end := len(m.seen) + chunkSize(r); len(m.seen) < end; {
		for range 1 + r.IntN(9) {
			seen := among(r, letters...)
			m.add(written(seen, style, side), seen)
		}
		blank := among(style, "\n", " ", "\t", "\u3000")
		if side == 1 && style.IntN(2) == 0 {
			blank = "\r" // the newline after it is of the same run
		}
		m.add(blank, " ")
		for range style.IntN(3) {
			m.add(among(style, " ", "\n", "\u00a0"), "")
		}
	}
}

// written returns a letter as a side may write it.
func written(letter string, style *rand.Rand, side int) string {
	if side == 0 || style.IntN(2) == 0 {
		return letter
	}
	other := map[string]string{"fi": "ﬁ", "...": "…", "ア": "ｱ"}[letter]
	switch upper := strings.ToUpper(letter); {
	case other != "":
		return other
	case letter == "é":
		return among(style, "É", "E\u0301", "e\u0301")
	case len(letter) == 1 && style.IntN(2) == 0:
		return string('Ａ' + rune(upper[0]-'A'))
	default:
		return upper
	}
}

// codeChunk adds statements in Go, with names, numbers, strings, comments and white
// space of the side.
func codeChunk(m *made, seed uint64, style *rand.Rand, side int) {
	r := rand.New(rand.NewPCG(seed, 3))
	newline := []string{"\n", "\r\n"}[side]
	gap := func() {
		m.add(among(style, "", " ", "\t", newline, " /* 这是中国人的\"话 */", " // it's ("+newline), "")
	}
	token := func(is, seen string) {
		gap()
		m.add(is, seen)
	}
	name := func() { token(fmt.Sprintf("n%d%s", style.IntN(50), among(style, "", "_", "的", "LongName")), "V") }
	for end := len(m.seen) + chunkSize(r); len(m.seen) < end; {
		if keyword := among(r, "", "return", "defer", "go"); keyword != "" {
			token(keyword, keyword)
		}
		token("(", "(")
		for range 3 + r.IntN(6) {
			switch r.IntN(6) {
			case 0:
				token(fmt.Sprint(style.IntN(1000)), "N")
			case 1:
				token(among(style, `""`, `"a // b"`, "`raw\n\"text`", `'\''`, `"在不了"`), "S")
			case 2:
				name()
				token("[", "[")
				name()
				token("]", "]")
			default:
				name()
			}
			op := among(r, "+", "-", "*", "%", ",", "==", "<<", "&^", "|")
			token(op, op)
		}
		name()
		token(")", ")")
		token(";", ";")
		m.add(newline, "")
	}
}

func among(r *rand.Rand, words ...string) string { return words[r.IntN(len(words))] }
