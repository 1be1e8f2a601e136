package view

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

var falseOpenings = []snippet{
	// Quotes in code in strings.
	{"Shell", "x=\"$(echo \"$y\" | cut -d '\"' -f 4)\" # it's\nz", "V=SV"},
	{"Shell", "x=\"a ${y:-\"it's\"} `echo \"'\"` b\"; fi", "V=S;fi"},
	{"Shell", "x=\"$(no end\" y z", "V=SVV"},
	{"Ruby", "x = \"#{y[\"it's\"]} z\"; end", "V=S;end"},
	{"Ruby", "x = '#{' ; end", "V=S;end"},
	{"Kotlin", "val x = \"${y(\"}\")}\"; val z = \"${\"\nvar", "valV=S;valV=Svar"},
	{"Swift", "let x = \"\\(y(\"it's\"))\" // \"\nvar", "letV=Svar"},
	{"Elixir", "x = \"#{y(\"'\")}\" # \"\nend", "V=Send"},
	{"PowerShell", "if \"$(y \"it's\")\" else", "ifSelse"},
	// Other delimiters.
	{"Elixir", "a = ~r/it's/i; b = ~s(don't); c = ~S\"\"\"\n\"\n\"\"\"; d ~> e; ~~~f; end", "V=SV;V=S;V=S;V~>V;~~~V;end"},
	{"Ruby", "a = %w[it's [b] c]; d % w; e %(f); g = %q|'|; puts %w(\"); x % (y); end", "V=S;V%V;V%(V);V=S;putsS;V%(V);end"},
	{"OCaml", "let a = {|it's \"|} and b = {id| |} |id} in {c; d}", "letV=SandV=Sin{V;V}"},
	{"PHP", "<?php f(<<<X\n it's\n  X, 1)[<<<'Y'\n Yes\nY] . \"'\";", "SphpV(<<<VS,N)[<<<SS].S;"},
	// Comments by their place.
	{fixedFortran, "C it's\n      x = 'a' * c\n* it's\nc it's\n      call c", "V=S*VcallV"},
	{"COBOL", "      * it's\n       MOVE a TO b * c.", "moveVtoV*V."},
	{"SAS", "* it's\n e's; a = b *\n c;\nrun;", "V=V*V;run;"},
	{"Stata", "* it's\ngen a = b * c", "genV=V*V"},
	{"ABAP", "* it's\n a = b * c.", "V=V*V."},
	{"CSS", "/* it's */ a { background: url(it's) }", "a{background:S}"},
	{"SCSS", "// it's\n.a { color: $b }", "V{color:V}"},
	{"JavaScript", "f(`a${b ? `x'${c({d: 1})}` : ''}e`)/2 /*\n*/", "V(SV?SV({V:N})S:SS)/N"},
	{"JavaScript", "`${`", "SS"},
	{"JavaScript", "x = /[a + b + c + d + e + f(/it's/)\ny", "V=/[V+V+V+V+V+V(S)V"},
	{"JavaScript", "a = {b: `}`}; c = `\\${d`", "V={V:S};V=S"},
	{"Ruby", "a = $` + $'\nb = \"c\"", "V=S+SV=S"},
	{"Ruby", "x = /'`/ if y\nz << \"eos\"\nw<<\"eos\"\n1<<BITS", "V=SifVV<<SV<<SN<<V"},
	{"Ruby", "c == ?\" || d?(1)", "V==S||V(N)"},
	{"Ruby", "eval <<-'end;', 1\n it's\nend;\nx", "V<<-S,NSV"},
	{"Ruby", "=begin\n =end in it's\n=end\nx", "V"},
	{"Perl", "f(1 << $x, 1<<MAX);\n$y = $'; @z = $#a", "V(N<<V,N<<V);V=S;V=SV"},
	{"Perl", "=head3 it's\n\nC<=cut>\n\n=cut\nsub f;", "subV;"},
	{"Shell", "x=$((1<<n)) # one\ny=$(( a << b ))\nz", "V=V((N<<V))V=V((V<<V))V"},
	{"Shell", "read a <<<\"$b\"\nread a <<< word\nfi", "readV<<<SreadV<<<Vfi"},
	{"Shell", "cat <<\\EOF; b\nit's\nEOF\nfi;# it's\nfi", "V<<SV;VSfi;fi"},
	{"Shell", "cat <<'A-B C'\nit's\nA-B C\nfi", "V<<SSfi"},
	{"Erlang", "f($\\\", $\", $', $a) -> ok. %", "V(S,S,S,$V)->V."},
	{"Elixir", "[?\", ?a, ?\\\", f?(1)]", "[S,?V,S,V(N)]"},
	{"Prolog", "a(0'', 0'a, 0'\\n, 0''', 'b') :- c.", "V(N,N,N,N,S):-V."},
	{"Pascal", "s := 'C:\\'; { it's } b := 'don''t'; {$I x}\nend", "V:=S;V:=SS;end"},
	{"Visual Basic", "a = \"C:\\\" & b ' it's\nc = \"d", "V=S&VV=S"},
	{"Ada", "A := \"\\\"; B := C;", "V:=S;V:=V;"},
	{"PowerShell", "$a = \"C:\\\"; $b = \"c`\"d\"; $e = @\"\nit's\n\"@ + f", "V=S;V=S;V=S+V"},
	{"SQL", "insert into a values ('it\\'s', 'C:\\', #tmp); select 'x''y'", "insertintoVvalues(S,S,#V);selectSS"},
	{"Apex", "a = 'it\\'s'; b", "V=S;V"},
	{"Kotlin", "a = \"\"\"C:\\\"\"\"; b", "V=S;V"},
	{"Scala", "a = \"\"\"C:\\\"\"\"; b", "V=S;V"},
	{"F#", "a = \"\"\"C:\\\"\"\" + b", "V=S+V"},
	{"Nim", "a = \"\"\"C:\\\"\"\" & b", "V=S&V"},
	{"CMake", "add(-DA=\\\"b\\\")\nset(c \"d\\\"e\")", "add(-V=SVS)set(VS)"},
	{"Tcl", "append a \\\"$b\\\"x c\"d\n set e {\"f\"}", "appendVSVSVV\"VsetV{S}"},
	{"Haxe", "r = ~/[\"']/g; s", "V=~SV;V"},
	{"CoffeeScript", "r = /it's/\ns", "V=SV"},
	{"MATLAB", "a = b'; c = 'it''s %{'; d = [e' 'f' g.'];\n%{\n x'\n%}\nend", "V=V';V=S;V=[V'SV.'];end"},
	{"PHP", "<?php // it ?> don't <? $a = 1; #[B(\"it's\")]\nc", "SphpSV=N;#[V(S)]V"},
	{"C", "a = 0xFF'EE + 1'000; u8R\"x(\")x\"; LR\"(\"\n)\"; R\"a b\"", "V=N+N;S;S;VS"},
	{"C", "a = \"b\\\nit's\"; d", "V=S;V"},
	{"C", "a = 0x1e+1 + 1e+5", "V=N+N+N"},
}

// TestFalseOpenings checks text that looks like the start of a string, comment or
// heredoc but is not. Each of these, found in real files, once turned the rest of the
// file into a literal.
func TestFalseOpenings(t *testing.T) { checkSnippets(t, falseOpenings) }

// TestLineEnds checks that the view does not depend on the line ends, not even on CR
// alone.
func TestLineEnds(t *testing.T) {
	t.Parallel()
	for _, c := range append(append([]snippet(nil), codeSnippets...), falseOpenings...) {
		got, _ := codeOf(t, c.language, strings.ReplaceAll(c.text, "\n", "\r\n"))
		if got = spelled(named(t, c.language), got, c.text); got != c.want {
			t.Errorf("%s with CR LF: %q\n got %s\nwant %s", c.language, c.text, got, c.want)
		}
	}
	for _, c := range []struct{ language, text string }{
		{"Go", "// one\nfunc f() {\n\t// it's\n\treturn \"a\" + 'b'\n}\n"},
		{"C", "#define A \"not closed\nint a; // it's\nint b = \"c\\\nd\";\n"},
		{"JavaScript", "a = /[ b\nc = 'd\nreturn `e\n${f}`\n"},
		{"MATLAB", "a = 'b\n% c\nd = 'e';\n"},
		{"Assembly", "a: mov b, c # d\n\tmov e, f\n"},
		{"Vim script", "\" it's\nlet a = 'b'\n"},
	} {
		want, _ := codeOf(t, c.language, c.text)
		if got, _ := codeOf(t, c.language, strings.ReplaceAll(c.text, "\n", "\r")); got != want {
			t.Errorf("%s with CR: %q\n got %s\nwant %s", c.language, c.text, got, want)
		}
	}
	for name, data := range sources(t) {
		l := identify(name[strings.LastIndexByte(name, '/')+1:], data)
		was, _ := codeOf(t, l.name, string(data))
		if is, _ := codeOf(t, l.name, strings.ReplaceAll(string(data), "\n", "\r\n")); is != was {
			t.Errorf("%s has a different view with CR LF", name)
		}
	}
}

// TestLongTokensInPieces checks tokens about as long as lookahead, split at every
// point near their ends. The tokens of the fuzz test are too short for that.
func TestLongTokensInPieces(t *testing.T) {
	t.Parallel()
	ends := []string{".5", "'000", "e+5", "p-1", "+1", ":x", "(", ": mov", "\n", "\\\n", "*/", "'", "\"", "`", "${a}`", "]]", "#", "?>"}
	begins := []string{"1", "0x", "a", "/*", "/", "\"", "'", "`", "`${", "r#", "[=", "<<A\n", "<<'", "R\"(", "# ", "// ", "'\\", "\"\"\"", "=pod\n", "%{\n"}
	r := rand.New(rand.NewPCG(1, 1))
	for _, l := range languages {
		if l.notCode || l.pieces != noPieces {
			continue
		}
		for range 40 {
			begin, end := begins[r.IntN(len(begins))], ends[r.IntN(len(ends))]
			fill := []string{"1", "a", "=", "#", "e", "/*"}[r.IntN(6)]
			token := begin + strings.Repeat(fill, (lookahead-8+r.IntN(16))/len(fill)) + end
			data := []byte(token + "b = \"c\"; 'd' 1\n" + token + "\nA\n")
			want, _ := codeOf(t, l.name, string(data))
			for cut := lookahead - 12; cut < lookahead+24; cut++ {
				if got := inTwo(l, data, cut); got != want {
					t.Fatalf("%s, %s…%s split at %d:\n%s\nwhole:\n%s", l.name, begin, end, cut, got, want)
				}
			}
		}
	}
}

// inTwo returns the code view of a stream written in two pieces.
func inTwo(l *language, data []byte, cut int) string {
	var c codeViewer
	c.reset(l, nil)
	out, n := c.append(nil, data[:cut], false)
	out, _ = c.append(out, data[n:], true)
	return string(out)
}

// TestDeepComments checks a megabyte of nested comments. It took minutes when every
// opening delimiter searched for its end.
func TestDeepComments(t *testing.T) {
	t.Parallel()
	const deep = 1 << 19
	for name, ends := range map[string][2]string{"Rust": {"/*", "*/"}, "Haskell": {"{-", "-}"}, "Lisp": {"#|", "|#"}, "OCaml": {"(*", "*)"}} {
		for _, less := range []int{0, 1} {
			data := []byte(strings.Repeat(ends[0], deep) + " it's " + strings.Repeat(ends[1], deep-less) + "x = 1")
			want := ""
			if less == 0 {
				want, _ = codeOf(t, name, "x = 1")
			}
			if got, _ := codeOf(t, name, string(data)); got != want {
				t.Errorf("%s, %d closing delimiters missing: %.50q", name, less, got)
			}
			if cut := inTwo(named(t, name), data, len(data)/3); cut != want {
				t.Errorf("%s, in pieces: %.50q", name, cut)
			}
		}
	}
}

// TestCodeEndsInPieces checks that the end of the code also ends a comment, even if
// it is split between two pieces.
func TestCodeEndsInPieces(t *testing.T) {
	t.Parallel()
	data := []byte("<?php a(); // it's " + strings.Repeat("?", lookahead) + "?> don't <? b(); # c ?>" + strings.Repeat(" ", lookahead))
	want, _ := codeOf(t, "PHP", string(data))
	if got := spelled(named(t, "PHP"), want, string(data)); got != "SphpV();SV();S" {
		t.Fatal(got)
	}
	for cut := range data {
		if got := inTwo(named(t, "PHP"), data, cut); got != want {
			t.Fatalf("split at %d: %s", cut, got)
		}
	}
}

// TestDeepTemplates checks that templates nest up to maxTemplates and no deeper.
func TestDeepTemplates(t *testing.T) {
	for _, deep := range []int{1, maxTemplates - 1, maxTemplates} {
		text := strings.Repeat("`a${", deep) + "b" + strings.Repeat("}c`", deep) + "+d"
		want := strings.Repeat("S", deep) + "V" + strings.Repeat("S", deep) + "+V"
		if got, _ := codeOf(t, "JavaScript", text); got != want {
			t.Errorf("%d deep: %s, want %s", deep, got, want)
		}
	}
	data := bytes.Repeat([]byte("`${"), 1000)
	for cut := 500; cut < 520; cut++ {
		whole, _ := codeOf(t, "JavaScript", string(data))
		if got := inTwo(named(t, "JavaScript"), data, cut); got != whole {
			t.Fatalf("split at %d: %s, want %s", cut, got, whole)
		}
	}
}
