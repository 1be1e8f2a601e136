package view

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestTokenTable checks that the table has every keyword and operator of every language,
// each once, and that the words of a language have different bytes.
func TestTokenTable(t *testing.T) {
	rows, operators := map[byte][]string{}, map[string]bool{}
	for line := range strings.Lines(strings.TrimSpace(tokenTable)) {
		words := strings.Fields(line)
		token := tokenBytes()[words[1]]
		if len(words) < 2 || fmt.Sprintf("%02x", token) != words[0] || rows[token] != nil {
			t.Errorf("row %q", line)
		}
		rows[token] = words[1:]
		alone := token >= '!' && token <= '~' && !('a' <= token|0x20 && token|0x20 <= 'z') && !('0' <= token && token <= '9')
		if alone || token == 0 || slices.Contains([]byte{nameToken, numberToken, stringToken}, token) {
			t.Errorf("%q has the byte of another token", words[1:])
		}
	}
	used := map[string]bool{}
	for _, l := range languages {
		is := map[byte]string{}
		for i, list := range []string{l.operators, l.keywords} {
			for _, word := range strings.Fields(list) {
				if l.foldCase {
					word = strings.ToLower(word)
				}
				token := tokenBytes()[word]
				if token == 0 || is[token] != "" && is[token] != word {
					t.Errorf("%s: %s has byte %#x, and so has %q", l.name, word, token, is[token])
				}
				is[token], used[word] = word, true
				if i == 0 {
					operators[word] = true
					if len(word) < 2 || len(word) > longestOperator {
						t.Errorf("%s: operator %s", l.name, word)
					}
				}
			}
		}
	}
	for token, row := range rows {
		for _, word := range row {
			if !used[word] {
				t.Errorf("%s is in no language", word)
			}
			if operators[word] && len(row) > 1 {
				t.Errorf("%s is not alone in row %#x", word, token)
			}
		}
	}
	if len(rows) < 200 || len(tokenBytes()) != len(used) {
		t.Errorf("%d rows, %d words of %d", len(rows), len(used), len(tokenBytes()))
	}
}

// TestImports checks that imports leave nothing, and what looks like one stays.
func TestImports(t *testing.T) {
	checkSnippets(t, []snippet{
		{"Go", "package a\n\nimport \"fmt\"\nimport (\n\t\"os\" // b\n\tx \"io\"\n)\n\nvar a int", "varVint"},
		{"C", "#include <a.h>\n  #  include \"b.h\" // c\n#define A 1\n#import <d>\nint a;", "#defineVNintV;"},
		{"Java", "package a.b;\nimport static a.\n  b.*;\nclass A {}", "classV{}"},
		{"C#", "using A.B;\n  using (var x = y) { }\nusing(z) { }", "using(varV=V){}using(V){}"},
		{"JavaScript", "import a, {\n  b as c\n} from 'd'\nimport('e'); import.meta;\nimport 'f';\nlet a", "import(S);import.V;letV"},
		{"JavaScript", "import a from'b';import c from'd';let e", "letV"},
		{"Python", "import a, b\nfrom c import (d,\n  e)\nfrom f import g, \\\n  h\nx = yield from y", "V=yieldfromV"},
		{"Rust", "use a::{b, c};\nfn f() {}", "fnV(){}"},
		{"Kotlin", "package a\nimport b.c\nfun f() {}", "funV(){}"},
		{"Go", "import" + strings.Repeat(" (", longestImport-1) + " a\nfunc", "Vfunc"},
		{"Python", "import a", ""},
	})
}
