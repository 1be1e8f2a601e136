package text

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"alike/testdata"
)

// realText reads a text from the test data of golang.org/x/text.
func realText(t testing.TB, file string) []byte {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/text").Output()
	if err != nil {
		t.Fatalf("finding module golang.org/x/text: %v", err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "encoding", "testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestDecodeBooks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ file, name, want string }{
		{"candide-utf-8.txt", UTF8, "candide-utf-8.txt"},
		{"candide-utf-16le.txt", UTF16LE, "candide-utf-8.txt"},
		{"candide-windows-1252.txt", Windows1252, "candide-utf-8.txt"},
		{"rashomon-shift-jis.txt", ShiftJIS, "rashomon-utf-8.txt"},
		{"sunzi-bingfa-simplified-gbk.txt", GB18030, "sunzi-bingfa-simplified-utf-8.txt"},
		{"sunzi-bingfa-traditional-big5.txt", Big5, "sunzi-bingfa-traditional-utf-8.txt"},
		{"sunzi-bingfa-traditional-utf-8.txt", UTF8, "sunzi-bingfa-traditional-utf-8.txt"},
	} {
		data, want := realText(t, c.file), bytes.TrimPrefix(realText(t, c.want), []byte("\xef\xbb\xbf"))
		got, name := Decode(data)
		if c.name == UTF16LE && name != UTF16LE { // the file has no byte order mark
			got, name = Decode(append([]byte("\xff\xfe"), data...))
		}
		if name != c.name || !bytes.Equal(got, want) {
			t.Errorf("%s: recognised as %s, want %s; equal to %s: %v", c.file, name, c.name, c.want, bytes.Equal(got, want))
		}
	}
}

func TestDecodeShort(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, name string
		encoding   encoding.Encoding
	}{
		{"山中小屋的秘密与来信", GB18030, simplifiedchinese.GBK},
		{"二〇二四年春季招生公告", GB18030, simplifiedchinese.GB18030},
		{"山中小屋的秘密與來信", Big5, traditionalchinese.Big5},
		{"雨の日の図書館について", ShiftJIS, japanese.ShiftJIS},
		{"コンピューターの使い方", ShiftJIS, japanese.ShiftJIS},
		{"naïve café, déjà vu", Windows1252, charmap.Windows1252},
		{"Größe: 5 m, Straße", Windows1252, charmap.ISO8859_1},
		{"“quoted” – it’s", Windows1252, charmap.Windows1252},
		{"中文 and UTF-16", UTF16LE, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)},
		{"中文 and UTF-16 😀", UTF16BE, unicode.UTF16(unicode.BigEndian, unicode.UseBOM)},
		{"中文 and UTF-8", UTF8, unicode.UTF8BOM},
		{"plain", UTF8, unicode.UTF8},
		{"", UTF8, unicode.UTF8},
	} {
		data, err := c.encoding.NewEncoder().Bytes([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if got, name := Decode(data); name != c.name || string(got) != c.text {
			t.Errorf("%q in %s: recognised as %s: %q", c.text, c.name, name, got)
		}
	}
	broken := []byte("今天下午的会议改到三点\xff，地点还是二楼\xe4\xb8")
	if got, name := Decode(broken); name != UTF8 || string(got) != "今天下午的会议改到三点\ufffd，地点还是二楼\ufffd" {
		t.Errorf("broken UTF-8: recognised as %s: %q", name, got)
	}
	ascii := []byte("no copy")
	if got, _ := Decode(ascii); &got[0] != &ascii[0] {
		t.Error("ASCII is copied")
	}
}

// TestRecognised measures the share of windows of real texts whose encoding is
// recognised, by length in characters. From ten characters on nearly all must be.
func TestRecognised(t *testing.T) {
	t.Parallel()
	sizes := []int{2, 4, 6, 8, 10, 15, 20, 40, 100}
	_, modern, _ := bytes.Cut(testdata.Read("text/chinese.txt"), []byte("----\n"))
	var b strings.Builder
	fmt.Fprintf(&b, "%-28s", "characters")
	for _, n := range sizes {
		fmt.Fprintf(&b, "%7d", n)
	}
	for _, c := range []struct {
		title    string
		text     []byte
		name     string
		encoding encoding.Encoding
	}{
		{"old Chinese, GBK", realText(t, "sunzi-bingfa-simplified-utf-8.txt"), GB18030, simplifiedchinese.GBK},
		{"modern Chinese, GBK", modern, GB18030, simplifiedchinese.GBK},
		{"old Chinese, Big5", realText(t, "sunzi-bingfa-traditional-utf-8.txt"), Big5, traditionalchinese.Big5},
		{"Japanese, Shift-JIS", realText(t, "rashomon-utf-8.txt"), ShiftJIS, japanese.ShiftJIS},
		{"French, Windows-1252", realText(t, "candide-utf-8.txt"), Windows1252, charmap.Windows1252},
	} {
		r := rand.New(rand.NewPCG(81, 82))
		runes := []rune(string(c.text))
		fmt.Fprintf(&b, "\n%-28s", c.title)
		for _, n := range sizes {
			right, all := 0, 0
			for all < 1000 {
				at := r.IntN(len(runes) - n)
				data, err := c.encoding.NewEncoder().Bytes([]byte(string(runes[at : at+n])))
				if err != nil || utf8.Valid(data) && isASCII(data) {
					continue
				}
				all++
				if _, name := Decode(data); name == c.name {
					right++
				}
			}
			fmt.Fprintf(&b, "%7.1f", float64(right)/10)
			if n >= 10 && right < 950 || n >= 20 && right < 990 {
				t.Errorf("%s: only %d of 1000 windows of %d characters are recognised", c.title, right, n)
			}
		}
	}
	t.Log(b.String())
}

func isASCII(data []byte) bool {
	for _, b := range data {
		if b >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("\xff\xfea\x00\x00\xd8"))
	f.Add([]byte("\xc9\xbd\xd6\xd0\xb5\xc4"))
	f.Fuzz(func(t *testing.T, data []byte) {
		text, name := Decode(data)
		if !utf8.Valid(text) {
			t.Errorf("%q in %s becomes %q, which is not UTF-8", data, name, text)
		}
		if utf8.Valid(data) && !bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) && !bytes.Equal(text, data) {
			t.Errorf("UTF-8 %q becomes %q", data, text)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	for _, file := range []string{"candide-utf-8.txt", "sunzi-bingfa-simplified-gbk.txt", "sunzi-bingfa-traditional-big5.txt", "rashomon-shift-jis.txt"} {
		data := realText(b, file)
		b.Run(file, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				Decode(data)
			}
		})
	}
}

func TestBeyondASCII(t *testing.T) {
	for size := range 100 {
		data := bytes.Repeat([]byte{'\x7f'}, size)
		if got := beyondASCII(data); got != size {
			t.Errorf("%d bytes of ASCII: %d", size, got)
		}
		for at := range data {
			data[at] = 0x80
			if got, want := beyondASCII(data), max(0, at-1); got != want {
				t.Errorf("byte %d of %d: %d, want %d", at, size, got, want)
			}
			data[at] = '\x7f'
		}
	}
}
