package view

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// codeOf returns the code view of a text in a language, written in one piece.
func codeOf(t testing.TB, language, text string) (string, *originMap) {
	t.Helper()
	var c codeViewer
	m := new(originMap)
	c.reset(named(t, language), m)
	out, n := c.append(nil, []byte(text), true)
	if n != len(text) {
		t.Fatalf("%d of %d bytes taken", n, len(text))
	}
	return string(out), m
}

func named(t testing.TB, name string) *language {
	t.Helper()
	for _, l := range languages {
		if l.name == name {
			return l
		}
	}
	t.Fatalf("no language %s", name)
	return nil
}

// snippet is a text in a language and its view.
type snippet struct{ language, text, want string }

var codeSnippets = []snippet{
	{"Go", "func f(a int) string { // one\n\treturn `x\ny` + \"a\\\"b\" /* two */ + 'c' }", "funcV(Vint)string{returnS+S+S}"},
	{"Go", "x := 0x1F + 1.5e-3 + a1", "V:=N+N+V"},
	{"C", "#include <stdio.h>\nint main(void)\\\n{ char *s = R\"x(a\")x\"; }", "intV(void){char*V=S;}"},
	{"C", "if (a /* b\n*/ > 1) // \"no string\n  b = \"not closed\nint c;", "if(V>N)V=SintV;"},
	{"Python", "def f(x): # one\n  '''doc\n # no comment'''\n  return x['a']", "defV(V):SreturnV[S]"},
	{"JavaScript", "const r = /['\"]\\/[/]/g; let a = b / c / d; f(`x${y}\n`)", "constV=SV;letV=V/V/V;V(SVS)"},
	{"JavaScript", "// one\nx = /a\\/b/ /* two */", "V=S"},
	{"Rust", "fn f<'a>(s: &'a str) -> char { /* a /* b */ c */ let x = r#\"a\"b\"#; 'x' }", "fnV<'V>(V:&'Vstr)->char{letV=S;S}"},
	{"Shell", "# one\necho \"$a\" ${b#x} <<EOF | cat\n it's text\nEOF\nfi", "echoSV{V#V}<<V|VSfi"},
	{"PHP", "<p>it's</p>\n<?php if ($a) { echo 'x'; } ?>\n<b>", "Sphpif(V){echoS;}S"},
	{"Lua", "--[[ a\nb ]] local s = [==[ ]] ]==] -- c\nx()", "localV=SV()"},
	{"SQL", "SELECT a, 'it''s' FROM b -- c", "selectV,SSfromV"},
	{"Visual Basic", "Dim remark ' one\nREM two\nremarks = 1", "dimVV=N"},
	{"Plan 9 assembly", "TEXT ·f(SB), NOSPLIT, $0-8 // x\nloop: MOVQ AX, 8(SP)", "TEXT.V(SB),NOSPLIT,$N-NV:MOVQV,N(SP)"},
	{"Python", "def f(self, a):\n\treturn self.b", "defV(V,V):returnV.V"},
	{"Plan 9 assembly", "\tget_tls(CX)\n\tMOVQ (AX), BX", "V(V)MOVQ(V),V"},
	{"Ruby", "=begin\nx = 'y\n=end\ndef a?(b) puts <<~END\n  it's\nEND\nend", "defV(V)puts<<~VSend"},
	{"Haskell", "f' {- a {- b -} c -} = 'x' : \"y\" -- z", "V=S:S"},
	{"Lisp", "(defun f (x) #| c |# ; d\n (list #\\\" \"a\\\"b\" 'q))", "(defunV(V)(V#SS'V))"},
	{"Perl", "my $x = shift; # a\n=pod\n\nit's\n\n=cut\n$x =~ s/a'b/c/;", "myV=shift;V=~V/VS"},
	{"Ada", "X : Character := 'a'; -- b\nY := Z'First;", "V:V:=S;V:=V'V;"},
	{"VHDL", "SIGNAL a : std_logic; -- x", "signalV:std_logic;"},
	{"Vim script", "\" comment\nlet a = 'b'", "letV=S"},
	{"GDScript", "func f(x): # it's\n\treturn \"\"\"a\"b\"\"\" + $X", "funcV(V):returnS+V"},
	{"SAS", "%LET a = 'C:\\'; DATA b; /* it's */ RUN;", "%letV=S;dataV;run;"},
	{"ABAP", "DATA lv-a TYPE i. \" it's\nlv = |a\\|.", "dataVtypeV.V=S."},
	{"Stata", "gen x = 1 // it's\nuse \"C:\\\", clear", "genV=NuseS,clear"},
	{"Wolfram", "f[x_] := Module[{a}, (* it's (* b *) \" *) \"c\"]", "V[V]:=Module[{V},S]"},
	{"Smalltalk", "foo: x \"it's\" ^x = $\" ifTrue: ['a''b']", "V:V^V=SifTrue:[SS]"},
	{"Fish", "set -x a 'it\\'s' # it's\necho \\' $a", "set-VVSechoSV"},
	{"Odin", "f :: proc() { /* a /* b */ it's */ c := `\\` }", "V::proc(){V:=S}"},
	{"V", "fn f() { mut a := 'it\\'s' } // b", "fnV(){mutV:=S}"},
	{"Gleam", "pub fn f() { \"a\\\"b\" } // it's", "pubfnV(){S}"},
	{"WebAssembly text", "(func $f (; it's ;) (param i32) ;; \"\n (i32.const 1))", "(funcV(parami32)(VN))"},
	{"AutoHotkey", "MsgBox \"a`\"b;c\" ; it's\nIf x {", "VSifV{"},
	{"ReScript", "let f = (x: 'a) => `it's` ++ 'b' // \"", "letV=(V:'V)=>S++S"},
	{"OpenSCAD", "cube([1, 2.5]); // it's\nuse <a>", "cube([N,N]);use<V>"},
	{"Configuration code", "project('a', version: '1') # it's\nif x", "V(S,V:S)ifV"},
	{"Assembly", "# one\nfoo: mov eax, 4 # two\n jmp foo ; three", "V:movV,NjmpV"},
}

func TestCode(t *testing.T) { checkSnippets(t, codeSnippets) }

// checkSnippets compares the code views of snippets with the expected ones.
func checkSnippets(t *testing.T, snippets []snippet) {
	t.Helper()
	for _, c := range snippets {
		view, _ := codeOf(t, c.language, c.text)
		if got := spelled(named(t, c.language), view, c.text); got != c.want {
			t.Errorf("%s: %q\n got %s\nwant %s", c.language, c.text, got, c.want)
		}
	}
}

// spelled replaces the tokens of a view by what they stand for. The text names the
// mnemonics.
func spelled(l *language, view, text string) string {
	if l.foldCase {
		text = strings.ToLower(text)
	}
	words := map[byte]string{}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }) {
		words[mnemonic([]byte(word))] = word
	}
	for _, word := range append(strings.Fields(l.operators), strings.Fields(l.keywords)...) {
		if l.foldCase {
			word = strings.ToLower(word)
		}
		if strings.Contains(text, word) {
			words[tokenBytes()[word]] = word
		}
	}
	var b strings.Builder
	for _, token := range []byte(view) {
		if word, ok := words[token]; ok {
			b.WriteString(word)
		} else {
			b.WriteByte(token)
		}
	}
	return b.String()
}

// goroot returns the root of the Go installation.
func goroot(t testing.TB) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatalf("go env GOROOT: %v", err)
	}
	return strings.TrimSpace(string(out))
}

// sources returns source files of the Go installation in several languages.
func sources(t testing.TB) map[string][]byte {
	t.Helper()
	files, root := map[string][]byte{}, goroot(t)
	for _, pattern := range []string{"src/net/http/*.go", "src/runtime/*.s", "src/runtime/cgo/*.c", "lib/wasm/*.js", "src/*.bash", "src/runtime/*.py"} {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files[name] = data
		}
	}
	if len(files) < 100 {
		t.Fatalf("found only %d source files", len(files))
	}
	return files
}

// TestCodeInPieces checks that the view does not depend on how the stream is split,
// and that its map leads back to the file.
func TestCodeInPieces(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for name, data := range sources(t) {
		l := identify(filepath.Base(name), data[:min(len(data), headBytes)])
		if l == nil {
			t.Errorf("%s has no language", name)
			continue
		}
		check(t, l, data, r)
	}
}

func check(t *testing.T, l *language, data []byte, r *rand.Rand) {
	t.Helper()
	want, m := codeOf(t, l.name, string(data))
	var c codeViewer
	c.reset(l, nil)
	var got, rest []byte
	for left := data; ; {
		n := min(len(left), r.IntN(2000))
		rest = append(rest, left[:n]...)
		left = left[n:]
		var taken int
		got, taken = c.append(got, rest, len(left) == 0)
		if rest = rest[taken:]; len(rest) > 2*lookahead {
			t.Fatalf("%s: %d bytes are left over", l.name, len(rest))
		}
		if len(left) == 0 {
			break
		}
	}
	if len(rest) > 0 || string(got) != want {
		t.Fatalf("%s, in pieces:\n%s\nwhole:\n%s", l.name, got, want)
	}
	if m.end != len(want) {
		t.Fatalf("%s: the map has %d bytes of %d", l.name, m.end, len(want))
	}
	end := 0
	for i := range want {
		from, to := m.Original(i, i+1)
		if from < end || to <= from || to > len(data) {
			t.Fatalf("%s: byte %d comes from %d to %d, after %d", l.name, i, from, to, end)
		}
		if b := want[i]; b < utf8.RuneSelf && unicode.IsPunct(rune(b)) && b != '.' && string(data[from:to]) != string(b) {
			t.Fatalf("%s: byte %d is %q and was %q", l.name, i, b, data[from:to])
		}
		end = to
	}
}

func FuzzCode(f *testing.F) {
	for i, l := range languages {
		f.Add(uint8(i), []byte("a = \"b\\\"\" // c\n/* d */ 'e' # f\n<<X\nX\n"+l.comments+l.strings+l.texts+l.raw), uint64(i))
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte, seed uint64) {
		l := languages[int(which)%len(languages)]
		check(t, l, bytes.Repeat(data, 1+int(seed%40)), rand.New(rand.NewPCG(seed, 1)))
	})
}

func BenchmarkCode(b *testing.B) {
	var all []byte
	for name, data := range sources(b) {
		if strings.HasSuffix(name, ".go") {
			all = append(all, data...)
		}
	}
	var c codeViewer
	l := named(b, "Go")
	for _, mapped := range []bool{false, true} {
		b.Run(fmt.Sprintf("map=%t", mapped), func(b *testing.B) {
			b.SetBytes(int64(len(all)))
			dst, m := make([]byte, 0, len(all)), new(originMap)
			for b.Loop() {
				m.reset()
				if !mapped {
					m = nil
				}
				c.reset(l, m)
				dst, _ = c.append(dst[:0], all, true)
				if m == nil {
					m = new(originMap)
				}
			}
			b.ReportMetric(float64(len(dst))/float64(len(all)), "view/file")
		})
	}
}
