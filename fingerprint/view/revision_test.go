package view

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"alike/testdata"
)

var update = flag.Bool("update", false, "record the views of this revision in "+revisionsFile)

// revisionsFile has a line for each text with a recorded view: view, revision, name,
// checksums of text and view.
const revisionsFile = "../../testdata/golden/views.txt"

// known is the recorded view of a text.
type known struct {
	kind       Kind
	revision   int
	name       string
	text, view string // checksums
}

// TestRevision compares the views with those recorded for their revision. A changed
// view requires a new revision: -update refuses to record a different view of the
// same text otherwise.
func TestRevision(t *testing.T) {
	before := readKnown(t)
	var now []known
	for _, s := range revisionSamples(t) {
		for _, kind := range []Kind{FoldText, FoldCode} {
			v := NewViewer(kind, false)
			v.Reset(s.name)
			view := append([]byte(nil), v.Write(s.data, true)...)
			now = append(now, known{kind, revisionOf(kind), s.name, sum(s.data), sum([]byte(v.Language()+"\n"), view)})
		}
	}
	now = append(now, known{FoldCode, codeRevision, "table", "-", sum([]byte(tableText()))})
	stale, changed := false, false
	for _, n := range now {
		old, ok := before[string(n.kind)+n.name]
		switch {
		case ok && old.text == n.text && old.view != n.view && old.revision >= n.revision:
			changed = true
			t.Errorf("the %s view of %s differs from revision %d: raise %sRevision in revision.go and run go test -run Revision -update",
				n.kind, n.name, n.revision, map[Kind]string{FoldText: "text", FoldCode: "code"}[n.kind])
		case !ok || old != n:
			stale = true
		}
	}
	switch {
	case changed:
	case *update:
		writeKnown(t, now)
	case stale || len(before) != len(now):
		t.Error("texts or revisions differ from " + revisionsFile + ": run go test -run Revision -update")
	}
}

func revisionOf(kind Kind) int {
	if kind == FoldText {
		return textRevision
	}
	return codeRevision
}

// tableText returns the contents of the language table, because no text contains
// every keyword.
func tableText() string {
	var b strings.Builder
	for _, l := range languages {
		fmt.Fprintf(&b, "%q %q %q %q %q %q %q %q %q %t %q %q\n", l.name, l.files, l.shebangs, l.comments, l.strings, l.texts,
			l.raw, l.quoting, strings.Fields(l.keywords), l.foldCase, l.letters, l.leads)
		fmt.Fprintln(&b, l.nestedComments, l.charLiterals, l.regexps, l.heredocs, l.bareTags, l.hashStrings, l.delimitedStrings, l.longBrackets, l.mnemonics, l.macros,
			l.templates, l.doubtfulEscape, l.charCodes, l.quoteOperator, l.attributes, l.commentsAtLineStart, l.commentsApart, l.stringsApart, l.escapes, l.outside,
			fmt.Sprintf("%q %q %q", l.signs, l.operators, l.imports), l.notCode, l.pieces)
	}
	b.WriteString(tokenTable)
	return b.String()
}

type revisionSample struct {
	name string
	data []byte
}

// revisionSamples returns files of three languages, the snippets of the other tests,
// a text in every language, and characters that are normalised, in several encodings.
func revisionSamples(t *testing.T) []revisionSample {
	var samples []revisionSample
	for _, name := range []string{"Ledger.java", "inventory.py", "router.js"} {
		samples = append(samples, revisionSample{name, testdata.Read("source/" + name)})
	}
	const every = "a = \"b\\\"\" // c\n/* d */ 'e' # f\n-- g\n% h\n; i\n! j\n(* k *) {- l -}\nif (x1 == 0x1F) { while }\n<<X\nX\n`m${n}`\n" +
		"$o @p #q r! s? t-u 'v 1.5e+3 [[w]] \"\"\"y\"\"\" '''z''' /re/ \\' End IF\n"
	bySnippets := map[string]string{}
	for _, s := range append(append([]snippet(nil), codeSnippets...), falseOpenings...) {
		bySnippets[s.language] += s.text + "\n"
	}
	for _, l := range languages {
		end := ".f" // of fixed form
		if l.name != fixedFortran {
			end = strings.Fields(l.files)[0]
		}
		samples = append(samples, revisionSample{l.name + " x" + end, []byte(every + bySnippets[l.name] +
			strings.ReplaceAll(every, "\n", "\r\n") + strings.ReplaceAll(every, "\n", "\r"))})
	}
	var characters strings.Builder
	for _, r := range [][2]rune{{0x20, 0x377}, {0x384, 0x52f}, {0x1e00, 0x1f15}, {0x2000, 0x206f}, {0x3041, 0x3096}, {0xac00, 0xad00}, {0xfb00, 0xfb06}, {0xff01, 0xff5e}} {
		for c := r[0]; c <= r[1]; c++ {
			characters.WriteRune(c)
		}
	}
	samples = append(samples, revisionSample{"characters.txt", []byte(characters.String() + "\r\n \t e\u0301 \xff")})
	for _, e := range []struct {
		name, comment string
		encoding      encoding.Encoding
	}{
		{"gb18030.go", "两个不同的标题不会被合并", simplifiedchinese.GB18030},
		{"utf-16.go", "两个不同的标题不会被合并", unicode.UTF16(unicode.BigEndian, unicode.UseBOM)},
		{"windows-1252.go", "Größe über alles – déjà vu", charmap.Windows1252},
	} {
		data, err := e.encoding.NewEncoder().Bytes([]byte(strings.Repeat("// "+e.comment+"\nfunc F(x int) {}\n", 50)))
		if err != nil {
			t.Fatal(err)
		}
		samples = append(samples, revisionSample{e.name, data})
	}
	return samples
}

func sum(parts ...[]byte) string {
	return fmt.Sprintf("%x", sha256.Sum256(bytes.Join(parts, nil)))[:24]
}

func readKnown(t *testing.T) map[string]known {
	all := map[string]known{}
	for lines := bufio.NewScanner(bytes.NewReader(testdata.Read("golden/views.txt"))); lines.Scan(); {
		f := strings.Split(lines.Text(), "\t")
		var k known
		if len(f) != 5 {
			t.Fatalf("%s: %q", revisionsFile, lines.Text())
		}
		if _, err := fmt.Sscan(f[1], &k.revision); err != nil {
			t.Fatal(err)
		}
		k.kind, k.name, k.text, k.view = Kind(f[0]), f[2], f[3], f[4]
		all[f[0]+f[2]] = k
	}
	return all
}

func writeKnown(t *testing.T, all []known) {
	var b bytes.Buffer
	for _, k := range all {
		fmt.Fprintf(&b, "%s\t%d\t%s\t%s\t%s\n", k.kind, k.revision, k.name, k.text, k.view)
	}
	if err := os.WriteFile(revisionsFile, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
