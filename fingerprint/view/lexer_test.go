package view

import "testing"

func TestPrintLexer(t *testing.T) {
	for name, text := range map[string]string{
		"a.c":        "#include <stdio.h>\n# define A(x) #x\nint main(void) { id = 1; return x->class; } // é\nstruct s *new = \"a\\\"b\";",
		"a.php":      "<p>if</p>\n<?php if ($x) { echo 1; } ?>\n it's",
		"a.css":      "@media x { a:hover { color: #fff; margin: 10px; background: url('x') } } /* c */",
		"a.yaml":     "# c\na-b: \"x\" # d\nc: it's true\n- d: 'x'\n",
		"a.json":     "{\"a\" : [1, true, \"b\"]}",
		"a.toml":     "[x]\na = 'x' # d\nb.c = 12\n",
		"a.tex":      "\\section{a} 100\\% x % note\n",
		"a.html":     "<!DOCTYPE html><!-- c --><a href=x b='y' c>it's</a><style>a { b: 1 }</style><script>var x</script>x",
		"a.js":       "@x class A { #b = `x ${ 1 + `y` } z`; f() { return this.class / 2 } }",
		"Dockerfile": "FROM x AS y\nRUN a && \\\n  echo 'é'\n",
		"a.sh":       "x=\\é; y",
		"a.md":       "# x\n```go\nvar x\n```\n",
		"a.rb":       "@x = 1 # c\n",
		"A.java":     "@Override public String f(int x) { return \"\"; }",
	} {
		l := NewLexer(name, []byte(text))
		t.Log(name)
		for tok, ok := l.Next(); ok; tok, ok = l.Next() {
			t.Logf("   %c %q", " cpwtsd"[tok.Class], text[tok.Start:tok.End])
		}
	}
}
