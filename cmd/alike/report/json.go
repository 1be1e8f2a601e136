package report

import (
	"encoding/base64"
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/fingerprint"
)

// object encodes values as JSON: as terminal.AppendJSON does, but without reflection, since there
// may be millions of pairs.
type object struct {
	buf     []byte
	unknown bool
	out     *stream // for the lines of begin and finish
}

// objectOf returns the JSON of an object.
func objectOf(name func(*object)) json.RawMessage {
	o := object{buf: []byte{'{'}}
	name(&o)
	return append(o.buf, '}')
}

func (o *object) begin(kind string) {
	o.finish()
	o.buf = append(append(append(o.buf, `{"type":"`...), kind...), '"')
}

// finish writes the object that was begun last, if there is one.
func (o *object) finish() {
	if len(o.buf) > 0 {
		_, _ = o.out.Write(append(o.buf, "}\n"...))
		o.buf = o.buf[:0]
	}
}

func (o *object) rows() bool { return false }

func (o *object) known(known bool) { o.unknown = !known }

// name starts a value, and reports whether it is known.
func (o *object) name(name string) bool {
	buf := o.buf
	if buf[len(buf)-1] != '{' {
		buf = append(buf, ',')
	}
	buf = append(append(buf, '"'), name...)
	o.buf = append(buf, '"', ':')
	if o.unknown {
		o.buf = append(o.buf, "null"...)
	}
	return !o.unknown
}

func (o *object) open(name string) {
	if o.name(name) {
		o.buf = append(o.buf, '{')
	}
}

func (o *object) close() { o.buf = append(o.buf, '}') }

func (o *object) text(name, text string) {
	switch {
	case !o.name(name):
	case isPlainJSON(text):
		o.buf = append(append(append(o.buf, '"'), text...), '"')
	default:
		o.buf = terminal.AppendJSON(o.buf, text)
	}
}

// isPlainJSON reports whether JSON has the text as it is.
func isPlainJSON(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// path names a path, or the base 64 of its bytes if it is not UTF-8.
func (o *object) path(name, path string) {
	if !utf8.ValidString(path) {
		name, path = name+"_b64", base64Text(path)
	}
	o.text(name, path)
}

func base64Text(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

func (o *object) int(name string, n int64) int64 {
	if o.name(name) {
		o.buf = strconv.AppendInt(o.buf, n, 10)
	}
	return n
}

func (o *object) flag(name string, flag bool) bool {
	if o.name(name) {
		o.buf = strconv.AppendBool(o.buf, flag)
	}
	return flag
}

func (o *object) share(name string, share *fingerprint.Share) {
	if o.name(name) {
		o.buf = share.AppendJSON(o.buf)
	}
}

func (o *object) asked(name string, f *search.File) { o.file(name, f) }

// file names an object; without a name its values are those of the current one.
func (o *object) file(name string, f *search.File) {
	if name != "" {
		o.open(name)
		defer o.close()
	}
	if isPlainJSON(f.Path) {
		o.buf = append(append(append(o.buf, `"path":"`...), f.Path...), '"')
	} else {
		o.path("path", f.Path)
	}
	buf := strconv.AppendInt(append(o.buf, `,"size":`...), f.Size, 10)
	buf = strconv.AppendInt(append(buf, `,"level":`...), int64(f.Level), 10)
	buf = strconv.AppendInt(append(buf, `,"fingerprints":`...), int64(f.Fingerprints), 10)
	o.buf = strconv.AppendInt(append(buf, `,"copies":`...), int64(f.Copies), 10)
	if f.Missing() {
		o.flag("missing", true)
	}
	if f.Generated {
		o.flag("generated", true)
	}
	if f.Files > 0 {
		o.flag("unit", true)
		o.int("files", int64(f.Files))
	}
	if f.Aliases != nil {
		o.paths("links", f.Aliases.Links)
		o.paths("paths", f.Aliases.Paths)
	}
}

// paths names the list of paths that are UTF-8, and that of the base 64 of the others.
func (o *object) paths(name string, paths []string) {
	var plain, encoded []string
	for _, path := range paths {
		if utf8.ValidString(path) {
			plain = append(plain, path)
		} else {
			encoded = append(encoded, base64Text(path))
		}
	}
	if plain != nil {
		o.any(name, plain)
	}
	if encoded != nil {
		o.any(name+"_b64", encoded)
	}
}

func (o *object) any(name string, value any) {
	o.name(name)
	o.buf = terminal.AppendJSON(o.buf, value)
}

func (o *object) list(name string, n int) int {
	o.name(name)
	o.buf = append(o.buf, '[')
	return n
}

func (o *object) element(i, n int) bool {
	if i > 0 {
		o.buf = append(o.buf, '}')
	}
	switch {
	case i == n:
		o.buf = append(o.buf, ']')
	case i > 0:
		o.buf = append(o.buf, ",{"...)
	default:
		o.buf = append(o.buf, '{')
	}
	return i < n
}

// jsonLines prints JSON Lines, one object a line, and the summary as the last line.
type jsonLines struct {
	*setting
	object
}

func openJSON(s *setting) (format, error) {
	return &jsonLines{setting: s, object: object{out: s.out}}, nil
}

func (j *jsonLines) print(r result) error {
	r.values(j.setting, &j.object)
	j.finish()
	return j.setting.out.err()
}

func (j *jsonLines) end(s *Summary) error {
	_, err := j.setting.out.Write(append(appendFields(nil, s.all()), '\n'))
	return err
}

// appendFields encodes an object with the fields in their order.
func appendFields(buf []byte, fields []Field) []byte {
	o := object{buf: append(buf, '{')}
	for _, f := range fields {
		o.any(f.Name, f.Value)
	}
	return append(o.buf, '}')
}
