package view

import (
	"strings"

	"alike/fingerprint"
	"alike/fingerprint/text"
)

// Kind names the view of an index or a comparison.
type Kind string

// The views.
const (
	Raw      Kind = "raw"  // the bytes as they are
	FoldText Kind = "text" // white space, case and characters are folded
	FoldCode Kind = "code" // one byte for each token; names, numbers and strings are folded
)

// Names lists the names of all views.
var Names = []string{string(Raw), string(FoldText), string(FoldCode)}

// Rule returns the rule by which fingerprints are taken under the view unless another is
// asked for.
func (k Kind) Rule() fingerprint.Rule {
	switch k {
	case FoldText, FoldCode:
		return fingerprint.Rule{Window: viewWindow, Density: fingerprint.AutoOverlap}
	}
	return fingerprint.DefaultRule
}

// Unit returns what a window of the view is measured in: bytes or tokens.
func (k Kind) Unit() string {
	if k == FoldCode {
		return "tokens"
	}
	return "bytes"
}

// viewWindow is the default window of the text view in bytes, and of the code view in
// tokens. It has a fast kernel. Text that was reworded keeps few longer passages: of copies
// of answers with two in five words changed, windows of 12 bytes rate 98 % above those of
// other answers, and windows of 25 half of them.
const viewWindow = fingerprint.SmallWindow

// Viewer makes the views of files, one after the other, each written in pieces of any
// size. It first decodes text that is not UTF-8. Binary files stay as they are, except
// that the code view has no tokens for them: a window of 12 bytes says nothing. Memory is a small multiple of the longest write, plus the map if there
// is one. A Viewer is not safe for concurrent use.
type Viewer struct {
	kind     Kind
	name     string
	mode     mode
	language *language
	made     bool // the file is generated
	code     codeViewer
	text     textViewer
	words    wordFolder
	pieces   pieces

	encoding text.Stream
	raw      []byte // written but not decoded
	decoded  []byte // decoded but not viewed
	folded   []byte // text view that the words are folded of, or code without its view
	out      []byte

	mapped bool
	read   int       // offset of raw in the file
	tokens originMap // from the tokens of a text to its text view, or of pieces to their code
	origin originMap // from the view to the decoded text
	codes  originMap // from the decoded text to the file
}

type mode uint8

const (
	undecided mode = iota
	asIs
	asNothing // the view is empty
	asText
	asWords  // the text view, one byte a word
	asPieces // pieces of code
	asCode
)

// NewViewer returns a viewer. If mapped is true, it keeps a map for Original.
func NewViewer(kind Kind, mapped bool) *Viewer { return &Viewer{kind: kind, mapped: mapped} }

// Reset prepares the viewer for another file. The name may be a path. If it does not
// identify a language, the first bytes of the file may.
func (v *Viewer) Reset(name string) {
	v.name, v.mode, v.language, v.made, v.read = name[strings.LastIndexByte(name, '/')+1:], undecided, nil, false, 0
	v.raw, v.decoded = v.raw[:0], v.decoded[:0]
	v.encoding.Reset()
	v.tokens.reset()
	v.origin.reset()
	v.codes.reset()
}

// Language returns the name of the language whose code view is used, or "". It is
// known once the last bytes have been written.
func (v *Viewer) Language() string {
	if v.language == nil {
		return ""
	}
	return v.language.name
}

// Generated reports whether the file is generated. Only the code view checks this. It
// is known once 16 KiB or the last bytes have been written.
func (v *Viewer) Generated() bool { return v.made }

// Binary reports whether the file is binary. It is known once 16 KiB or the last bytes
// have been written.
func (v *Viewer) Binary() bool { return v.mode == asIs || v.mode == asNothing }

// Write adds the next bytes of the file and returns the bytes of the view that follow
// from them. last marks the end of the file. The result is valid until the next call.
func (v *Viewer) Write(p []byte, last bool) []byte {
	v.out = v.out[:0]
	data := p
	if len(v.raw) > 0 {
		v.raw = append(v.raw, p...)
		data = v.raw
	}
	if v.mode == undecided {
		if len(data) < headBytes && !last {
			v.keep(data)
			return nil
		}
		v.decide(data[:min(len(data), headBytes)])
	}
	if v.mode == asNothing {
		return nil
	}
	if v.mode == asIs {
		v.out = append(v.out, data...)
		v.raw = v.raw[:0]
		return v.out
	}
	text, rest := v.decode(data, last)
	n := 0
	switch v.mode {
	case asCode:
		v.out, n = v.code.append(v.out, text, last)
	case asWords:
		v.folded, n = v.text.append(v.folded[:0], text, last)
		v.out = v.words.append(v.out, v.folded, last)
	case asPieces:
		n = v.viewPieces(text, last)
	default:
		v.out, n = v.text.append(v.out, text, last)
	}
	v.decoded = append(v.decoded[:0], text[n:]...)
	v.keep(rest)
	return v.out
}

// viewPieces views the pieces of code in the first n bytes of the text.
func (v *Viewer) viewPieces(text []byte, last bool) (n int) {
	for {
		code, taken, ended := v.pieces.next(v.folded, text[n:], last)
		n += taken
		v.folded = code
		ended = ended || last && n == len(text)
		if l := v.pieces.language; l != nil {
			v.code.enter(l)
			var seen int
			v.out, seen = v.code.append(v.out, v.folded, ended)
			v.folded = append(v.folded[:0], v.folded[seen:]...)
		} else {
			v.code.at += len(v.folded)
			v.folded = v.folded[:0]
		}
		if ended {
			v.pieces.language = nil
			v.code.l = nil
		}
		if taken == 0 || n == len(text) {
			return n
		}
	}
}

// keep replaces the bytes that are written but not decoded, of which data may be a part.
func (v *Viewer) keep(data []byte) { v.raw = append(v.raw[:0], data...) }

// decide chooses the mode by the first bytes of the file.
func (v *Viewer) decide(head []byte) {
	m, tokens := &v.origin, &v.tokens
	if !v.mapped {
		m, tokens = nil, nil
	}
	v.mode = asText
	switch {
	case v.kind == FoldCode && text.IsBinary(head):
		v.mode = asNothing
		return
	case v.kind == Raw || text.IsBinary(head):
		v.mode = asIs
		return
	case v.kind == FoldCode:
		v.made = Generated(v.name, head)
		if v.language = identify(v.name, head); v.language != nil {
			v.mode = asCode
			if v.language.pieces != noPieces {
				v.mode = asPieces
				v.pieces.reset(v.language.pieces, head, m)
				v.code, v.folded = codeViewer{m: tokens}, v.folded[:0]
				return
			}
			v.code.reset(v.language, m)
			return
		}
		v.mode = asWords
		v.words.reset(tokens)
	}
	v.text.reset(m)
}

// decode decodes what it can of data. It returns the decoded text that has no view yet,
// which is part of data if it needs no decoding, and the rest of data.
func (v *Viewer) decode(data []byte, last bool) (text, rest []byte) {
	skip, plain, more := v.encoding.Plain(data, last)
	n := skip + plain
	if v.mapped {
		v.codes.add(plain, v.read+skip, v.read+n)
	}
	text = data[skip:n]
	if len(v.decoded) > 0 || more {
		v.decoded = append(v.decoded, text...)
		if more {
			n += v.decodeRest(data[n:], v.read+n, last)
		}
		text = v.decoded
	}
	v.read += n
	return text, data[n:]
}

// decodeRest decodes bytes from an offset in the file and returns how many it took.
func (v *Viewer) decodeRest(data []byte, at int, last bool) (taken int) {
	var each func(bytes, was int)
	if v.mapped {
		each = func(bytes, was int) {
			v.codes.add(bytes, at, at+was)
			at += was
		}
	}
	v.decoded, taken = v.encoding.Decode(v.decoded, data, last, each)
	return taken
}

// MapMemory returns the size of the map in bytes.
func (v *Viewer) MapMemory() int64 { return v.tokens.memory() + v.origin.memory() + v.codes.memory() }

// Original returns the range of bytes in the file that the range from start to end of
// the view comes from. The range must not be empty and the viewer must be mapped. The
// cost is up to six binary searches.
func (v *Viewer) Original(start, end int) (int, int) {
	if v.mode == asIs {
		return start, end
	}
	if v.mode == asWords || v.mode == asPieces {
		start, end = v.tokens.Original(start, end)
	}
	return v.codes.Original(v.origin.Original(start, end))
}
