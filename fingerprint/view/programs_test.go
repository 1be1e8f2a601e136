package view

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestPrograms checks which strings are programs, and their views.
func TestPrograms(t *testing.T) {
	t.Parallel()
	checkSnippets(t, []snippet{
		{"Python", "a = '''\nx = f(1)  # it's\nfor y in x:\n    print(y)\n''' + b", "V=SV=V(N)forVinV:print(V)+V"},
		{"Python", "def f():\n  \"\"\"Returns x.\n\n  If y is given, it is added (see z).\n  Then it ends.\n  \"\"\"\n  return x", "defV():SreturnV"},
		{"Python", "a = \"\"\"\nb = 2;\nc = 3;\nd();\nx = \"\\\"\"\"\ny = 2;\n\"\"\"; b", "V=SV=N;V=N;V();V=SSV=N;;V"},
		{"Go", "const a = `package p\n\nimport \"b\"\nfunc f() {\n\tx := 1 // it's\n\tf(x)\n}\n`\nvar c", "constV=SfuncV(){V:=NV(V)}varV"},
		{"Go", "var a = `\nSELECT a, b\nFROM c\nWHERE d\n`", "varV=S"},
		{"JavaScript", "f(`\nlet a = 'b';\ng(a);\nh();\n`)", "V(SletV=S;V(V);V();)"},
		{"JavaScript", "f(`\nlet a = ${b};\ng(a);\nh();\n`)", "V(SVS)"},
		{"Java", "String a = \"\"\"\n  int b = 1;\n  c();\n  return b;\n  \"\"\"; d();", "VV=SintV=N;V();returnV;;V();"},
		{"C", "a = \"b; c; d;\"", "V=S"},
	})
}

// TestProgramsInPieces checks long programs in strings, with anything in them.
func TestProgramsInPieces(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 4))
	parts := []string{"x = f(1)\n", "\\", "\\\"", "'", "\"", "/* ", "*/", "// a\n", "# b\n", strings.Repeat("y", lookahead), "\n", "``", "${", "if (a) {\n"}
	for _, l := range languages {
		for _, ends := range strings.Fields(l.texts + " " + l.raw) {
			open, end, _ := strings.Cut(ends, "…")
			for range 5 {
				var b strings.Builder
				for range 3 {
					b.WriteString(written.Replace(open) + "\na = 1;\nb = 2;\nc();\n")
					for range r.IntN(60) {
						b.WriteString(parts[r.IntN(len(parts))])
					}
					b.WriteString(written.Replace(end) + "\nd = 4\n")
				}
				check(t, l, []byte(b.String()), r)
			}
		}
	}
}
