package records

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"alike/fingerprint"
	"alike/testdata"
)

func TestOutputIsTheInput(t *testing.T) {
	t.Parallel()
	csv := Layout{Format: CSV, Texts: []string{"text"}, Header: true}
	for _, c := range []struct {
		l    Layout
		in   []string
		want string
	}{
		{Layout{Format: Lines}, []string{"a\r\n\n  \nb"}, "a\r\n\n  \nb"},
		{Layout{Format: Lines}, []string{"a", "", "b\n", "c"}, "a\nb\nc"},
		{Layout{Format: Lines, Zero: true}, []string{"a", "b"}, "a\x00b"},
		{Layout{Format: Lines}, []string{"\ufeff", "\ufeffa"}, "\ufeffa"},
		{csv, []string{"\ufefftext\na", "\ufefftext\n\"b\nc\"\n"}, "\ufefftext\na\n\"b\nc\"\n"},
	} {
		r, err := NewReader(from(c.in...), Options{Layout: c.l})
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		o := NewOutput(&got, "out", c.l)
		err = Run(t.Context(), r, 2, nothing, func(b *Batch, _ struct{}) error {
			for i := range b.Records {
				if err := o.WriteRecord(&b.Records[i]); err != nil {
					return err
				}
			}
			return nil
		})
		length, synced := o.Sync()
		if err = errors.Join(err, synced, o.Close()); err != nil || got.String() != c.want || length != int64(len(c.want)) {
			t.Errorf("%q becomes %q (%d bytes), want %q; %v", c.in, got.String(), length, c.want, err)
		}
	}
}

// nothing is the begin function of workers that only parse.
func nothing() func(*Batch) (struct{}, error) {
	return func(*Batch) (struct{}, error) { return struct{}{}, nil }
}

func TestOpenOutputResumes(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "out")
	l := Layout{Format: Lines}
	// Each case keeps length bytes of the file and writes one line.
	for _, c := range []struct {
		before string
		length int64
		line   string
		want   string
		err    string
	}{
		{"", 0, "one\n", "one\n", ""},
		{"one\ntwo\nthr", 4, "new\n", "one\nnew\n", ""},
		{"one\ntwo", 7, "new\n", "one\ntwo\nnew\n", ""},
		{"\xef\xbb\xbf", 3, "new\n", "\xef\xbb\xbfnew\n", ""},
		{"\xef\xbb\xbf", 2, "new\n", "\xef\xbb\nnew\n", ""},
		{"old", 0, "new", "new", ""},
		{"one\n", 5, "", "one\n", "resuming the run: the output PATH has 4 bytes, and 5 were committed: it was replaced or truncated"},
	} {
		if err := os.WriteFile(path, []byte(c.before), 0o600); err != nil {
			t.Fatal(err)
		}
		o, err := OpenOutput(t.Context(), path, c.length, l)
		if err == nil {
			var length int64
			err = o.Write([]byte(c.line))
			length, synced := o.Sync()
			if err = errors.Join(err, synced, o.Close()); err == nil && length != int64(len(c.want)) {
				t.Errorf("%q: Sync returns a length of %d", c.want, length)
			}
		}
		got, readErr := os.ReadFile(path)
		if readErr != nil {
			t.Fatal(readErr)
		}
		message := ""
		if err != nil {
			message = strings.ReplaceAll(err.Error(), path, "PATH")
		}
		if string(got) != c.want || message != c.err {
			t.Errorf("%q from %d: %q, want %q; %v", c.before, c.length, got, c.want, err)
		}
	}
	if _, err := OpenOutput(t.Context(), filepath.Join(t.TempDir(), "none"), 1, l); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := OpenOutput(t.Context(), "/dev/null", 1, l); !errors.As(err, new(*ResumeError)) {
		t.Errorf("resuming a run to a device: %v", err)
	}
	pipe := filepath.Join(t.TempDir(), "pipe")
	testdata.FIFO(t, pipe)
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := OpenOutput(ctx, pipe, 0, l); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a pipe without a reader: %v", err)
	}
	full, err := OpenOutput(t.Context(), "/dev/full", 0, l)
	if err != nil {
		t.Fatal(err)
	}
	err = full.Write([]byte("x\n"))
	_, synced := full.Sync()
	if err = errors.Join(err, synced); err == nil || err.Error() != "writing records to /dev/full: no space left on device" {
		t.Errorf("a full disk: %v", err)
	}
	_ = full.Close()
}

func TestCheckDistinct(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	in, link := filepath.Join(dir, "in"), filepath.Join(dir, "link")
	if err := os.WriteFile(in, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	testdata.Symlink(t, "in", link)
	f, err := os.Open(in)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, inputs := range [][]Input{{{Name: in}}, {{Name: "none"}, {Name: "-", From: f}}} {
		if err := CheckDistinct([]string{filepath.Join(dir, "out"), link}, inputs); err == nil {
			t.Errorf("%v: an output that is an input is accepted", inputs)
		}
	}
	if err := CheckDistinct([]string{filepath.Join(dir, "out"), dir}, []Input{{Name: in}, {Name: "-", From: strings.NewReader("")}}); err != nil {
		t.Error(err)
	}
}

var oddIDs = []string{"", "7", "a b", "tab\there", "new\nline", "\"quoted\"", `back\slash`, "中文", "\xff\xfe", "a\x1b[31m", "\u202egnp", "\x00", "\u2028", "é", "\U000e0001", "\ufffd", "\x7f", "a\"b",
	"=cmd|calc!A1", "+1", "-1", "@SUM(A1)", "'=1", "\t=1", "\r=1", "'"}

func TestDropped(t *testing.T) {
	t.Parallel()
	for _, id := range oddIDs {
		for _, asJSON := range []bool{false, true} {
			var b bytes.Buffer
			o := NewOutput(&b, "dropped", Layout{})
			w := NewDroppedWriter(o, asJSON)
			if err := w.Write(Dropped{[]byte(id), []byte("x" + id), fingerprint.Undefined, 3}); err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(w.Write(Dropped{[]byte("x" + id), []byte(id), 2.0 / 3, 0}), o.Close()); err != nil {
				t.Fatal(err)
			}
			if strings.Count(b.String(), "\n") != 2 || !utf8.Valid(b.Bytes()) || !harmless(bytes.ReplaceAll(bytes.ReplaceAll(b.Bytes(), []byte("\n"), nil), []byte("\t"), nil)) {
				t.Errorf("%q: the lines are %q", id, b.String())
			}
			first, second, _ := strings.Cut(b.String(), "\n")
			back := fromColumns
			if asJSON {
				back = fromJSON
			}
			if got := back(t, first); got != [3]string{id, "x" + id, "3"} {
				t.Errorf("%q comes back as %q from %q", id, got, first)
			}
			if got := back(t, second[:len(second)-1]); got != [3]string{"x" + id, id, "0.666667"} {
				t.Errorf("%q comes back as %q from %q", id, got, second)
			}
		}
	}
}

func fromColumns(t *testing.T, line string) [3]string {
	var got [3]string
	columns := strings.Split(line, "\t")
	if len(columns) != 3 {
		t.Fatalf("%q has %d columns", line, len(columns))
	}
	for i, column := range columns {
		got[i] = column
		if strings.HasPrefix(column, `"`) {
			text, err := strconv.Unquote(column)
			if err != nil {
				t.Fatal(err)
			}
			got[i] = strings.TrimPrefix(text, "'")
		}
		if strings.IndexAny(column+" ", "=+-@") == 0 {
			t.Errorf("a spreadsheet may take %q for a formula", column)
		}
	}
	return got
}

func fromJSON(t *testing.T, line string) [3]string {
	var d struct {
		Type         string
		ID           string
		IDB64        []byte `json:"id_b64"`
		Resembles    string
		ResemblesB64 []byte `json:"resembles_b64"`
		Distance     json.Number
		Share        json.Number
	}
	if err := json.Unmarshal([]byte(line), &d); err != nil || d.Type != "dropped" {
		t.Fatalf("%q: %v", line, err)
	}
	return [3]string{d.ID + string(d.IDB64), d.Resembles + string(d.ResemblesB64), string(d.Distance) + string(d.Share)}
}
