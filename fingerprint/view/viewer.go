package view

import (
	"strings"

	"alike/fingerprint/text"
)

// Kind names the view of an index or a comparison.
type Kind string

// The views.
const (
	Raw      Kind = "raw"  // the bytes as they are
	FoldText Kind = "text" // white space, case and characters are folded
	FoldCode Kind = "code" // comments, names and literals are folded; files in no known language get the text view
)

// Names lists the names of all views.
var Names = []string{string(Raw), string(FoldText), string(FoldCode)}

// Viewer makes the views of files, one after the other, each written in pieces of any
// size. It first decodes text that is not UTF-8. Binary files stay as they are in
// every view. Memory is a small multiple of the longest write, plus the map if there
// is one. A Viewer is not safe for concurrent use.
type Viewer struct {
	kind     Kind
	name     string
	mode     mode
	language *language
	made     bool // the file is generated
	code     codeViewer
	text     textViewer

	encoding text.Stream
	raw      []byte // written but not decoded
	decoded  []byte // decoded but not viewed
	out      []byte

	mapped bool
	read   int       // offset of raw in the file
	origin originMap // from the view to the decoded text
	codes  originMap // from the decoded text to the file
}

type mode uint8

const (
	undecided mode = iota
	asIs
	asText
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

// Write adds the next bytes of the file and returns the bytes of the view that follow
// from them. last marks the end of the file. The result is valid until the next call.
func (v *Viewer) Write(p []byte, last bool) []byte {
	v.out = v.out[:0]
	v.raw = append(v.raw, p...)
	if v.mode == undecided {
		if len(v.raw) < headBytes && !last {
			return nil
		}
		v.decide()
	}
	if v.mode == asIs {
		v.out, v.raw = v.raw, v.out
		return v.out
	}
	v.decode(last)
	n := 0
	if v.mode == asCode {
		v.out, n = v.code.append(v.out, v.decoded, last)
	} else {
		v.out, n = v.text.append(v.out, v.decoded, last)
	}
	v.decoded = v.decoded[:copy(v.decoded, v.decoded[n:])]
	return v.out
}

// decide chooses the mode by the first bytes of the file.
func (v *Viewer) decide() {
	head := v.raw[:min(len(v.raw), headBytes)]
	m := &v.origin
	if !v.mapped {
		m = nil
	}
	switch {
	case v.kind == Raw || text.IsBinary(head):
		v.mode = asIs
		return
	case v.kind == FoldCode:
		v.made = Generated(v.name, head)
		if v.language = identify(v.name, head); v.language != nil {
			v.mode = asCode
			v.code.reset(v.language, m)
			return
		}
	}
	v.mode = asText
	v.text.reset(m)
}

// decode moves the bytes that can be decoded from v.raw to v.decoded.
func (v *Viewer) decode(last bool) {
	skip, plain, more := v.encoding.Plain(v.raw, last)
	n := skip + plain
	v.decoded = append(v.decoded, v.raw[skip:n]...)
	if v.mapped {
		v.codes.add(plain, v.read+skip, v.read+n)
	}
	if more {
		var each func(bytes, was int)
		if v.mapped {
			at := v.read + n
			each = func(bytes, was int) {
				v.codes.add(bytes, at, at+was)
				at += was
			}
		}
		var taken int
		v.decoded, taken = v.encoding.Decode(v.decoded, v.raw[n:], last, each)
		n += taken
	}
	v.raw = v.raw[:copy(v.raw, v.raw[n:])]
	v.read += n
}

// MapMemory returns the size of the map in bytes.
func (v *Viewer) MapMemory() int64 { return v.origin.memory() + v.codes.memory() }

// Original returns the range of bytes in the file that the range from start to end of
// the view comes from. The range must not be empty and the viewer must be mapped. The
// cost is four binary searches.
func (v *Viewer) Original(start, end int) (int, int) {
	if v.mode == asIs {
		return start, end
	}
	return v.codes.Original(v.origin.Original(start, end))
}
