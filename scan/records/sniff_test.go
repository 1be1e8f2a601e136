package records

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// TestSniff sniffs files and streams, compressed or not, and checks that they still
// deliver all of their bytes.
func TestSniff(t *testing.T) {
	t.Parallel()
	pack := func(text string, to io.WriteCloser, into *bytes.Buffer) string {
		if _, err := io.WriteString(to, text); err != nil {
			t.Fatal(err)
		}
		if err := to.Close(); err != nil {
			t.Fatal(err)
		}
		return into.String()
	}
	for text, want := range map[string]string{
		"": "\x00\x00", " \n": "\x00\x00", "x": "x\x00", "{": "{\x00", "\n \t{\"a\":1}\n": "{\"", "\ufeff{}": "{}", "\xff\xfe": "\xff\xfe",
		"[\n\t{}]": "[{", "[2026] x": "[2",
		strings.Repeat("{\"text\":\"much\"}\n", 20_000): "{\"",
	} {
		var gz, zst bytes.Buffer
		z, err := zstd.NewWriter(&zst)
		if err != nil {
			t.Fatal(err)
		}
		for _, data := range []string{text, pack(text, gzip.NewWriter(&gz), &gz), pack(text, z, &zst)} {
			path := filepath.Join(t.TempDir(), "input")
			if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
				t.Fatal(err)
			}
			file, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			for name, in := range map[string]Input{
				"file": {Name: path}, "open file": {Name: "stdin", From: file}, "stream": {Name: "stdin", From: strings.NewReader(data)},
			} {
				first, same, err := in.Sniff()
				if err != nil || string(first[:]) != want {
					t.Errorf("%s of %.20q: %q, %v, want %q", name, data, first, err, want)
				}
				from := same.From
				if from == nil {
					from = strings.NewReader(data) // the file is opened again
				}
				if all, err := io.ReadAll(from); err != nil || string(all) != data {
					t.Errorf("%s of %.20q: it still delivers %d bytes of %d, %v", name, data, len(all), len(data), err)
				}
			}
		}
	}
	if _, _, err := (Input{Name: filepath.Join(t.TempDir(), "nothing")}).Sniff(); err == nil {
		t.Error("sniffing a missing file succeeds")
	}
}
