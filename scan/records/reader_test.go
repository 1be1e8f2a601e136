package records

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// row is a copy of a record that outlives its batch.
type row struct {
	Role       Role
	Raw        string
	Line       int64
	Start, End int64
	Texts      []string
	ID         string
	Hash       uint64
	Err        string
	Cause      error
}

// readAll returns all records of the inputs, and the error that ended the reading.
func readAll(t *testing.T, r *Reader) ([]row, error) {
	t.Helper()
	defer r.Close()
	var all []row
	rows := int64(0)
	for {
		b, err := r.Next()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		if b.First != rows {
			t.Errorf("the batch begins with row %d, want %d", b.First, rows)
		}
		b.Parse()
		joined := 0
		for _, rec := range b.Records {
			k := row{rec.Role, string(rec.Raw), rec.Line, rec.Start, rec.End, nil, string(rec.ID), rec.Hash, "", nil}
			for _, text := range rec.Texts {
				k.Texts = append(k.Texts, string(text))
			}
			if rec.Err != nil {
				k.Err, k.Cause = rec.Err.Error(), rec.Err.Cause
			}
			if rec.Role == Row {
				rows++
			}
			joined += len(rec.Raw)
			if rec.End-rec.Start != int64(len(rec.Raw)) {
				t.Errorf("record %q has the range %d to %d", rec.Raw, rec.Start, rec.End)
			}
			all = append(all, k)
		}
		if joined != b.Bytes() || rows != b.First+b.Rows {
			t.Errorf("records of %d bytes in a batch of %d; %d rows, %d+%d", joined, b.Bytes(), rows, b.First, b.Rows)
		}
		b.Release()
	}
}

// eachBatch calls do for each batch, unparsed, and releases it afterwards.
func eachBatch(t testing.TB, r *Reader, do func(b *Batch)) {
	t.Helper()
	defer r.Close()
	for {
		b, err := r.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		do(b)
		b.Release()
	}
}

// from returns inputs that are not files.
func from(texts ...string) []Input {
	var inputs []Input
	for i, text := range texts {
		inputs = append(inputs, Input{Name: fmt.Sprintf("in%d", i), From: strings.NewReader(text)})
	}
	return inputs
}

func read(t *testing.T, o Options, inputs []Input) ([]row, error) {
	t.Helper()
	r, err := NewReader(inputs, o)
	if err != nil {
		t.Fatal(err)
	}
	return readAll(t, r)
}

// summary formats records, one per line.
func summary(all []row) string {
	var b strings.Builder
	for _, k := range all {
		switch {
		case k.Err != "":
			fmt.Fprintf(&b, "! %s\n", k.Err)
		case k.Role == Row:
			fmt.Fprintf(&b, "%d %q %q\n", k.Line, k.ID, k.Texts)
		default:
			fmt.Fprintf(&b, "%s %q\n", [...]string{"", "blank", "heading", "repeated"}[k.Role], k.Raw)
		}
	}
	return b.String()
}

func TestFormats(t *testing.T) {
	t.Parallel()
	jsonl := Options{Layout: Layout{Format: JSONL, Texts: []string{"text"}}}
	withID := Options{Layout: Layout{Format: JSONL, Texts: []string{"title", "body.text"}, ID: "id"}}
	tsv := Options{Layout: Layout{Format: TSV, Texts: []string{"2"}, ID: "1"}}
	csv := Options{Layout: Layout{Format: CSV, Texts: []string{"text"}, ID: "id", Header: true}}
	for _, c := range []struct {
		name string
		o    Options
		in   []string
		want string
	}{
		{"jsonl", jsonl, []string{"{\"text\":\"a\"}\n{\"text\":\"b\\n\"}\r\n\n \t\r\n{\"text\":\"c\"}"},
			"1 \"1\" [\"a\"]\n2 \"2\" [\"b\\n\"]\nblank \"\\n\"\nblank \" \\t\\r\\n\"\n5 \"5\" [\"c\"]\n"},
		{"several", jsonl, []string{"\ufeff{\"text\":\"a\"}", "\ufeff{\"text\":\"b\"}\n", "", "\n"},
			"heading \"\\ufeff\"\n1 \"in0:1\" [\"a\"]\nrepeated \"\\ufeff\"\n1 \"in1:1\" [\"b\"]\nblank \"\\n\"\n"},
		{"malformed", jsonl, []string{"{\"text\":\"a\"}\n{\"text\":\"b\"\n\x00\n{\"text\":7}\n[1]\n{\"txt\":\"c\"}\n{\"text\":null}\n"},
			"1 \"1\" [\"a\"]\n! in0: line 2 (byte 24): unexpected end, expected a comma or a closing brace\n" +
				"! in0: line 3 (byte 25): unexpected '\\x00', expected a JSON object\n! in0: line 4 (byte 27): the field \"text\" is a number, not a string\n" +
				"! in0: line 5 (byte 38): unexpected '[', expected a JSON object\n! in0: line 6 (byte 42): the field \"text\" is missing\n" +
				"! in0: line 7 (byte 54): the field \"text\" is null, not a string\n"},
		{"fields", withID, []string{`{"id":7,"title":"t","body":{"text":"x"}}` + "\n" + `{"id":"\u4e2d","body":{"text":"x"}}` + "\n" + `{"title":"t"}` + "\n" + `{"id":[],"title":"t"}` + "\n" + `{"id":1}`},
			"1 \"7\" [\"t\" \"x\"]\n2 \"中\" [\"\" \"x\"]\n! in0: line 3 (byte 77): the field \"id\" is missing\n" +
				"! in0: line 4 (byte 91): the field \"id\" is an array, not a string or number\n! in0: line 5 (byte 113): these fields are all missing: \"title\", \"body.text\"\n"},
		{"tsv", tsv, []string{"a\tx \"y\"\r\nb\n\n\t\nc\tz\tmore\nd\t"},
			"1 \"a\" [\"x \\\"y\\\"\"]\n! in0: line 2 (byte 9): column 2 is missing; the last column is 1\nblank \"\\n\"\n4 \"\" [\"\"]\n5 \"c\" [\"z\"]\n6 \"d\" [\"\"]\n"},
		{"csv", csv, []string{"\ufeffid,\"text\"\r\n1,\"a \"\"b\"\",\r\nc\"\r\n\r\n2,x\"y\n3,\"x\"y\n\"4\",\n5\n6,\"open\n7,x\n", "id,\"text\"\n8,z"},
			"heading \"\\ufeff\"\nheading \"id,\\\"text\\\"\\r\\n\"\n2 \"1\" [\"a \\\"b\\\",\\nc\"]\nblank \"\\r\\n\"\n" +
				"! in0: line 5 (byte 36): a quote in a field that does not begin with one\n! in0: line 6 (byte 44): a closing quote is followed by neither a comma nor a line end\n" +
				"7 \"4\" [\"\"]\n! in0: line 8 (byte 51): column 2 is missing; the last column is 1\n! in0: line 9 (byte 65): a quote is not closed before the end\n" +
				"repeated \"id,\\\"text\\\"\\n\"\n2 \"8\" [\"z\"]\n"},
		{"lines", Options{Layout: Layout{Format: Lines}}, []string{" a\r\n \n\x00\nb"}, "1 \"1\" [\" a\"]\nblank \" \\n\"\n3 \"3\" [\"\\x00\"]\n4 \"4\" [\"b\"]\n"},
		{"lines with NUL", Options{Layout: Layout{Format: Lines, Zero: true}}, []string{"a\nb\r\x00\x00c"}, "1 \"1\" [\"a\\nb\\r\"]\nblank \"\\x00\"\n3 \"3\" [\"c\"]\n"},
		{"nothing", jsonl, []string{""}, ""},
	} {
		for _, batch := range []int{1, 3, 7, 64, 0} {
			o := c.o
			o.BatchBytes = batch
			all, err := read(t, o, from(c.in...))
			if got := summary(all); got != c.want || err != nil {
				t.Errorf("%s, batches of %d: %v\ngot\n%swant\n%s", c.name, batch, err, got, c.want)
			}
			var raw strings.Builder
			for _, k := range all {
				raw.WriteString(k.Raw)
			}
			if raw.String() != strings.Join(c.in, "") {
				t.Errorf("%s, batches of %d: the raw bytes are %q", c.name, batch, raw.String())
			}
		}
	}
}

func TestReaderErrors(t *testing.T) {
	t.Parallel()
	jsonl := Options{Layout: Layout{Format: JSONL, Texts: []string{"text"}}}
	csv := Options{Layout: Layout{Format: CSV, Texts: []string{"text"}, Header: true}}
	short := func(o Options) Options { o.Longest = 20; return o }
	dir := t.TempDir()
	isFolder := syscall.EISDIR.Error()
	if runtime.GOOS == "windows" {
		isFolder = syscall.Errno(1).Error() // "Incorrect function."
	}
	for _, c := range []struct {
		o      Options
		inputs []Input
		before int // records before the error
		want   string
	}{
		{short(jsonl), from("{\"text\":\"a\"}\n{\"text\":\"" + strings.Repeat("x", 100) + "\"}\n"), 1, "in0: the record in line 2 (byte 13) has more than 20 bytes"},
		{short(csv), from("text\n\"" + strings.Repeat("x\n", 100)), 1, "in0: the record in line 2 (byte 5) has more than 20 bytes, and a quote in it is not closed"},
		{csv, from("text,x\n", "x,text\na,b\n"), 1, "reading records: in1: its header differs from the header of the inputs before it"},
		{csv, from("\xce\xc4,a\n"), 0, `reading records: in0: no column is called "text": its header is not UTF-8`},
		{csv, from("txt,\"a\"\n"), 0, `reading records: in0: no column is called "text"; there are "txt", "a"`},
		{csv, from("te\"xt\n"), 0, `reading records: in0: the header: a quote in a field that does not begin with one`},
		{jsonl, from("\xff\xfe{\x00"), 0, "reading records: in0: the text is UTF-16, whose lines cannot be found byte by byte"},
		{jsonl, []Input{{Name: filepath.Join(dir, "none")}}, 0, "reading the records in " + filepath.Join(dir, "none") + ": no such file"},
		{jsonl, []Input{{Name: dir}}, 0, "reading records: read " + dir + ": " + isFolder},
		{jsonl, []Input{{Name: "in", From: io.MultiReader(strings.NewReader("{\"text\":\"a\"}\n{"), iotest.ErrReader(errors.New("gone")))}}, 1, "reading records: in: gone"},
		{jsonl, []Input{{Name: "z", From: strings.NewReader(string(packed(t, "gzip", "{\"text\":\"a\"}\n"))[:30])}}, 1, "reading records: z: the compressed data is damaged or truncated: unexpected EOF"},
	} {
		all, err := read(t, c.o, c.inputs)
		if err == nil || err.Error() != c.want || len(all) != c.before {
			t.Errorf("%d records, then %v\nwant %d, then %s", len(all), err, c.before, c.want)
		}
	}
}

func TestInvalidOptions(t *testing.T) {
	t.Parallel()
	for _, l := range []Layout{
		{}, {Format: "xml"}, {Format: JSONL}, {Format: TSV}, {Format: CSV, Texts: []string{"text"}}, {Format: CSV, Texts: []string{"0"}},
		{Format: Lines, Texts: []string{"1"}}, {Format: Files, ID: "x"}, {Format: JSONL, Texts: []string{"a..b"}}, {Format: JSONL, Texts: []string{""}},
		{Format: JSONL, Texts: []string{"a"}, Zero: true}, {Format: JSONL, Texts: []string{"a"}, Header: true}, {Format: JSONL, Hash: "h", HashBase: 8},
	} {
		if _, err := NewReader(nil, Options{Layout: l}); err == nil {
			t.Errorf("%+v is accepted", l)
		}
	}
}

// packed compresses text, each part as a separate member.
func packed(t *testing.T, how string, parts ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, part := range parts {
		var w io.WriteCloser
		switch how {
		case "gzip":
			w = gzip.NewWriter(&b)
		case "zstd":
			z, err := zstd.NewWriter(&b)
			if err != nil {
				t.Fatal(err)
			}
			w = z
		default:
			b.WriteString(part)
			continue
		}
		_, err := io.WriteString(w, part)
		if err = errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

func TestCompressed(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("wide ", 300_000)
	parts := []string{"one\ntw", "", "o\nthree\n", long, "\nend"}
	o := Options{Layout: Layout{Format: Lines}}
	want, err := read(t, o, from(strings.Join(parts, "")))
	if err != nil || len(want) != 5 {
		t.Fatalf("%d records, %v", len(want), err)
	}
	for _, how := range []string{"plain", "gzip", "zstd"} {
		data := packed(t, how, parts...)
		// The name does not reveal the compression.
		path := filepath.Join(t.TempDir(), "x.txt")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, in := range []Input{{Name: path}, {Name: "-", From: bytes.NewReader(data)}, {Name: "-", From: iotest.OneByteReader(bytes.NewReader(data))}} {
			got, err := read(t, o, []Input{in})
			if err != nil || summary(got) != summary(want) {
				t.Errorf("%s: %d records, want %d: %v", how, len(got), len(want), err)
			}
		}
	}
	skippable := append([]byte{0x53, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 'x', 'y'}, packed(t, "zstd", "one\n")...)
	got, err := read(t, o, []Input{{Name: "-", From: bytes.NewReader(skippable)}})
	if err != nil || len(got) != 1 || got[0].Raw != "one\n" {
		t.Errorf("after a skippable frame: %+v, %v", got, err)
	}
}

// dribble delivers one line per read and counts the reads.
type dribble struct {
	lines []string
	asked int
}

func (d *dribble) Read(p []byte) (int, error) {
	if d.asked == len(d.lines) {
		return 0, io.EOF
	}
	d.asked++
	return copy(p, d.lines[d.asked-1]), nil
}

func TestSlowInputIsPassedOn(t *testing.T) {
	t.Parallel()
	d := &dribble{lines: []string{"one\ntw", "o\n", "three\n"}}
	r, err := NewReader([]Input{{Name: "-", From: d}}, Options{Layout: Layout{Format: Lines}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		b, err := r.Next()
		if err != nil || len(b.Records) != 1 || d.asked != i+1 {
			t.Fatalf("batch %d: %v after %d reads", i, err, d.asked)
		}
		b.Release()
	}
}

func TestLongRecords(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short: it reads a line of 100 MB")
	}
	const size = 100 << 20
	text := bytes.Repeat([]byte("x"), size)
	in := io.MultiReader(strings.NewReader("short\n"), bytes.NewReader(text), strings.NewReader("\nshort\n"))
	r, err := NewReader([]Input{{Name: "-", From: in}}, Options{Layout: Layout{Format: Lines}, Longest: size + 1})
	if err != nil {
		t.Fatal(err)
	}
	all := 0
	eachBatch(t, r, func(b *Batch) {
		for i, rec := range b.Records {
			if all+i == 1 && !bytes.Equal(rec.Raw[:size], text) {
				t.Error("the long line has changed")
			}
		}
		if cap(b.buf) > size+2 {
			t.Errorf("a buffer of %d bytes for a record of %d", cap(b.buf), size)
		}
		all += len(b.Records)
	})
	if all != 3 {
		t.Errorf("%d records", all)
	}
}

func TestListedFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var list, want strings.Builder
	add := func(name string, data []byte, result string) {
		path := filepath.Join(dir, name)
		if data != nil {
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		at := list.Len()
		list.WriteString(path + "\x00")
		line := strings.Count(list.String(), "\x00")
		if strings.HasPrefix(result, "! ") {
			fmt.Fprintf(&want, "! list: line %d (byte %d): %s\n", line, at, strings.ReplaceAll(result[2:], "PATH", path))
		} else {
			fmt.Fprintf(&want, "%d %q [%q]\n", line, path, result)
		}
	}
	add("plain", []byte("a text\n"), "a text\n")
	if runtime.GOOS != "windows" { // it has no such names
		add("odd\nname\xff ", []byte(""), "")
	}
	add("packed", packed(t, "zstd", "from zstd"), "from zstd")
	add("none", nil, "! open PATH: "+syscall.ENOENT.Error())
	add(".", nil, "! PATH is not a regular file")
	add("large", bytes.Repeat([]byte("x"), 101), "! PATH has more than 100 bytes")
	add("bomb", packed(t, "gzip", strings.Repeat("x", 1<<20)), "! PATH has more than 100 bytes")
	add("just", bytes.Repeat([]byte("x"), 100), strings.Repeat("x", 100))
	o := Options{Layout: Layout{Format: Files, Zero: true}, Longest: 100}
	// Longest limits the paths, too.
	if len(dir) > 80 {
		t.Skipf("the name of the temporary folder %s is too long", dir)
	}
	got, err := read(t, o, []Input{{Name: "list", From: strings.NewReader(list.String())}})
	if err != nil || summary(got) != want.String() {
		t.Errorf("%v\ngot\n%swant\n%s", err, summary(got), want.String())
	}
}

// TestAnyReads checks that the sizes of reads and batches make no difference.
func TestAnyReads(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(6, 3))
	pieces := []string{"a", ",", "\"", "\"\"", "\n", "\r\n", "\r", "\t", "{\"1\":\"x\"}", "\x00", " ", "\xef\xbb\xbf", "1", "x,\"y\nz\",\r\n"}
	rounds := 250
	if os.Getenv("ALIKE_TEST") == "long" {
		rounds = 1000
	}
	for range rounds {
		var text strings.Builder
		for range rng.IntN(40) {
			text.WriteString(pieces[rng.IntN(len(pieces))])
		}
		for _, f := range []Format{JSONL, TSV, CSV, Lines} {
			o := Options{Layout: Layout{Format: f}}
			if f != Lines {
				o.Texts = []string{"1"}
			}
			want, err := read(t, o, []Input{{Name: "in", From: strings.NewReader(text.String())}})
			if err != nil {
				t.Fatalf("%q: %v", text.String(), err)
			}
			o.BatchBytes = 1 + rng.IntN(20)
			for _, in := range []io.Reader{iotest.OneByteReader(strings.NewReader(text.String())), iotest.DataErrReader(iotest.HalfReader(strings.NewReader(text.String())))} {
				got, err := read(t, o, []Input{{Name: "in", From: in}})
				if err != nil || summary(got) != summary(want) {
					t.Fatalf("%s %q: %v\ngot\n%swant\n%s", f, text.String(), err, summary(got), summary(want))
				}
			}
		}
	}
}

// A batch of short records has few of them, so that it takes little memory. Those that were
// read beyond it come next, without waiting for input, and before an error.
func TestManyShortRecords(t *testing.T) {
	t.Parallel()
	const n = 1000
	lines := strings.Repeat("a\n", n)
	broken := errors.New("broken")
	waiting, more := io.Pipe()
	go more.Write([]byte(lines)) // and nothing after that
	defer more.Close()
	for _, from := range []io.Reader{
		strings.NewReader(lines), iotest.DataErrReader(io.MultiReader(strings.NewReader(lines), iotest.ErrReader(broken))), waiting,
	} {
		r, err := NewReader([]Input{{Name: "in", From: from}}, Options{Layout: Layout{Format: Lines}, BatchBytes: 64 * leastRecord})
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for got < n {
			b, err := r.Next()
			if err != nil {
				t.Fatalf("after %d of %d records: %v", got, n, err)
			}
			if len(b.Records) > 64 {
				t.Errorf("a batch of %d records", len(b.Records))
			}
			got += len(b.Records)
			b.Release()
		}
		if from == waiting {
			continue
		}
		if _, err := r.Next(); err != io.EOF && !errors.Is(err, broken) {
			t.Errorf("the end is %v", err)
		}
		r.Close()
	}
}
