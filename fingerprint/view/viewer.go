package view

import (
	"strings"

	"alike/fingerprint/text"
)

// Kind is which view an index or a comparison has.
type Kind string

// The views.
const (
	Raw      Kind = "raw"  // the bytes as they are
	FoldText Kind = "text" // see Text
	FoldCode Kind = "code" // see Code; what is in no language of the table is seen as text
)

// Names are the names of the views.
var Names = []string{string(Raw), string(FoldText), string(FoldCode)}

// Viewer makes the view of one file after the other as it comes, decoded first
// where it is not UTF-8. Binary files are seen as they are in every view. Memory is
// some times the longest write, and constant beyond that but for the maps.
type Viewer struct {
	kind     Kind
	name     string
	mode     mode
	language *Language
	made     bool // by a program
	code     Code
	text     Text

	encoding text.Stream
	raw      []byte // came, and was not decoded yet
	decoded  []byte // and not seen yet
	out      []byte

	mapped bool
	read   int // bytes of the file before raw
	origin Map // from the view to the decoded text
	codes  Map // from there to the file
}

type mode uint8

const (
	undecided mode = iota
	asIs
	asText
	asCode
)

// NewViewer returns a viewer; mapped says that it is to keep where the view comes
// from.
func NewViewer(kind Kind, mapped bool) *Viewer { return &Viewer{kind: kind, mapped: mapped} }

// Reset makes it ready for a file, whose name may be a path. Of a name that nobody
// knows the beginning may tell the language.
func (v *Viewer) Reset(name string) {
	v.name, v.mode, v.language, v.made, v.read = name[strings.LastIndexByte(name, '/')+1:], undecided, nil, false, 0
	v.raw, v.decoded = v.raw[:0], v.decoded[:0]
	v.encoding.Reset()
	v.origin.Reset()
	v.codes.Reset()
}

// Language returns the language that the file is seen in, "" if it is in none. It
// is known once the last bytes were written.
func (v *Viewer) Language() string {
	if v.language == nil {
		return ""
	}
	return v.language.Name
}

// Generated reports whether a program wrote the file, of which the code view alone
// takes note. It is known once HeadBytes or the last bytes were written.
func (v *Viewer) Generated() bool { return v.made }

// Write takes the next bytes of the file and returns what of the view follows from
// them. It stands until the next call. last says that nothing follows.
func (v *Viewer) Write(p []byte, last bool) []byte {
	v.out = v.out[:0]
	v.raw = append(v.raw, p...)
	if v.mode == undecided {
		if len(v.raw) < HeadBytes && !last {
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
		v.out, n = v.code.Append(v.out, v.decoded, last)
	} else {
		v.out, n = v.text.Append(v.out, v.decoded, last)
	}
	v.decoded = v.decoded[:copy(v.decoded, v.decoded[n:])]
	return v.out
}

// decide tells by the beginning of the file how it is seen.
func (v *Viewer) decide() {
	head := v.raw[:min(len(v.raw), HeadBytes)]
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
		if v.language = Identify(v.name, head); v.language != nil {
			v.mode = asCode
			v.code.Reset(v.language, m)
			return
		}
	}
	v.mode = asText
	v.text.Reset(m)
}

// decode moves what can be decoded from v.raw to v.decoded.
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

// Original returns the bytes of the file, from start to end, that a run of bytes of
// the view, from start to end, comes from; see Map.Original. The viewer must be one
// that is mapped.
func (v *Viewer) Original(start, end int) (int, int) {
	if v.mode == asIs {
		return start, end
	}
	return v.codes.Original(v.origin.Original(start, end))
}
