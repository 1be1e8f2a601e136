package view

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// lexed returns the tokens of a text.
func lexed(name, text string) (all []Token) {
	l := NewLexer(name, []byte(text))
	for t, ok := l.Next(); ok; t, ok = l.Next() {
		all = append(all, t)
	}
	return all
}

// TestLexer checks the tokens of languages: comments, Directives, words, types, strings and numbers
// are written c, p, w, t, s and d.
func TestLexer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"a.go", "package a\nimport (\n\t\"b\" // c\n)\nvar s = `x\ny` /* é */\nvar n int = 12", "w:package w:import s:\"b\" c:// c w:var s:`x\ny` c:/* é */ w:var t:int d:12"},
		{"a.go", "x := `if a {\n\tb = 1;\n\tc = 2;\n}`", "s:`if a {\n\tb = 1;\n\tc = 2;\n}`"},
		{"a.go", "\ufeffpackage a.if", "w:package"},
		{"a.c", "#include <string.h> // s\n# define A 1\nint id = x->class; size_t n = new(L\"a\");", "p:#include s:<string.h> c:// s p:# define d:1 t:int t:size_t s:L\"a\""},
		{"a.cc", "class A { A() { x = new B; x.new; } };", "w:class w:new"},
		{"a.m", "@interface A\n@end", "w:@interface w:@end"},
		{"A.java", "@Override public int f() { return x.class; }", "p:@Override w:public t:int w:return"},
		{"a.py", "@d\ndef f(self, x: int):\n  '''one\n  two'''\n  return r'a' @ b.int", "p:@d w:def t:self t:int s:'''one\n  two''' w:return s:r'a'"},
		{"a.rb", "@if = 1 # c", "d:1 c:# c"},
		{"a.js", "const a = /b[/]/ + `x ${ f(`y`, 1) } z`;", "w:const s:/b[/]/ s:`x  s:`y` d:1 s:} z`"},
		{"a.sh", "#!/bin/sh\nif x; then echo \\é 'a'; fi", "c:#!/bin/sh w:if w:then w:echo s:\\é s:'a' w:fi"},
		{"Dockerfile", "FROM a AS b\nRUN c \\\n  if 'd'", "w:FROM w:AS w:RUN s:'d'"},
		{"Makefile.am", "# c\na: b\n\techo 1", "c:# c d:1"},
		{"a.sql", "SELECT 'a' FROM b WHERE c = 1 -- d", "w:SELECT s:'a' w:FROM w:WHERE d:1 c:-- d"},
		{"a.php", "<p>it's</p>\n<?php echo 1; ?>\nif 'x' <? if", "w:php w:echo d:1 w:if"},
		{"a.tex", "\\section{a} 100\\% b % c", "w:\\section d:100 c:% c"},
		{"a.v", "Require x. Lemma y. (* a (* b *) *)", "c:(* a (* b *) *)"},
		{"a.json", `{"a" : [true, "b", -1]}`, `w:"a" w:true s:"b" d:1`},
		{"a.ipynb", `{"cells": ["x"]}`, `w:"cells" s:"x"`},
		{"a.yaml", "# c\na-b: 'x' # d\nc: it's http://x\n", "c:# c w:a-b s:'x' c:# d w:c"},
		{".env", "A=1", "w:A d:1"},
		{"a.toml", "[x]\na.b='c' ; d\ne = 1", "w:a.b s:'c' c:; d w:e d:1"},
		{"a.css", "@media x { a:hover { color: #fff; width: 1px } /* c */ }", "p:@media w:color w:width d:1px c:/* c */"},
		{"a.less", "// c", "c:// c"},
		{"a.xml", "<?xml?><a:b c='d\"' e><![CDATA[<x>]]></a:b>", "p:<?xml?> w:a:b t:c s:'d\"' t:e w:a:b"},
		{"a.html", "<!DOCTYPE x><!-- <b> --><a href=c/d>it's a < b</a ><br/>", "p:<!DOCTYPE x> c:<!-- <b> --> w:a t:href s:c/d w:a w:br"},
		{"a.html", "<style>a { b: 1 }</STYLE><script>if</script><script type=text/plain>if</script>if",
			"w:style w:b d:1 w:STYLE w:script w:if w:script w:script t:type s:text/plain w:script"},
		{"a.vue", "<script lang='ts'>type x</script><script/>if", "w:script t:lang s:'ts' w:type w:script w:script"},
		{"a.html", "<script>if <a", "w:script w:if"},
		{"a.html", "<a b='c", "w:a t:b s:'c"},
		{"a.html", "<!-- a", "c:<!-- a"},
		{"a.md", "```go\nvar\n```", ""},
		{"a.txt", "if 'x' // y", ""},
		{"a.go", "", ""},
	} {
		var got []string
		for _, is := range lexed(c.name, c.text) {
			got = append(got, fmt.Sprintf("%c:%s", "cpwtsd"[is.Class-1], c.text[is.Start:is.End]))
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s: %q has the tokens\n%q, want\n%q", c.name, c.text, got, c.want)
		}
	}
}

// TestLexerWords checks that the lists of words are lists of keywords, and that the code view knows
// the keywords of data.
func TestLexerWords(t *testing.T) {
	t.Parallel()
	all := map[string]bool{}
	for _, l := range slices.Concat(languages, dataLanguages) {
		for _, word := range strings.Fields(l.keywords) {
			all[word] = true
			if tokenBytes()[word] == 0 {
				t.Errorf("%s: %s has no byte", l.name, word)
			}
		}
	}
	inC := words(languages[0].keywords)()
	for _, word := range slices.Collect(maps.Keys(typeNames())) {
		if !all[word] {
			t.Errorf("the type %s is no keyword", word)
		}
	}
	for _, list := range []map[string]bool{directives(), relatives()} {
		for word := range list {
			if !inC[word] {
				t.Errorf("%s is no keyword of C", word)
			}
		}
	}
}

// TestLexerView compares the strings and numbers of a lexer, which reads a text in pieces, with the
// bytes of a code view of the whole text.
func TestLexerView(t *testing.T) {
	t.Parallel()
	for path, text := range sourceTexts(t) {
		want := map[int]TokenClass{} // by their end
		var c codeViewer
		var m originMap
		c.reset(identify(path, []byte(text)), &m)
		rules := *c.r
		rules.imports, rules.includes = [256]byte{}, nil
		c.r, c.program = &rules, true
		view, _ := c.append(nil, []byte(text), true)
		for i, token := range view {
			_, end := m.stepAt(i)
			switch token {
			case stringToken:
				want[end] = String
			case numberToken:
				want[end] = Number
			}
		}
		n := 0
		for _, is := range lexed(path, text) {
			if is.Class != String && is.Class != Number {
				continue
			}
			if n++; want[is.End] != is.Class {
				t.Errorf("%s: %q is no such token of the view", path, text[is.Start:is.End])
			}
		}
		if n != len(want) {
			t.Errorf("%s: %d strings and numbers, want %d", path, n, len(want))
		}
	}
}

// FuzzLexer checks that tokens are in order and disjoint, and that they cut no character.
func FuzzLexer(f *testing.F) {
	for i, l := range slices.Concat(languages, dataLanguages) {
		if files := strings.Fields(l.files); len(files) > 0 {
			f.Add("x"+files[0], hostileCode[i%7:]+"<script>é</script>")
			f.Add(files[0], strings.Repeat(hostileCode, 30)[i:])
		}
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		last := 0
		cuts := map[int]bool{len(text): true}
		for at := range text {
			cuts[at] = true
		}
		for _, is := range lexed(name, text) {
			if is.Start < last || is.End <= is.Start || is.End > len(text) || is.Class < Comment || is.Class > Number {
				t.Fatalf("%s: %q has the token %v after %d", name, text, is, last)
			}
			if utf8.ValidString(text) && (!cuts[is.Start] || !cuts[is.End]) {
				t.Fatalf("%s: %q: %v cuts a character", name, text, is)
			}
			last = is.End
		}
	})
}

// hostileCode has the beginnings of comments and literals, and characters of several bytes.
const hostileCode = "\\é '\\é' 0'é #é @é \"é\\é\n\" <é> <!--é--> <a é=é'é'> /* é */ // é\r\n$é `é${é}` <<É\né\nÉ\n--[[é]] R\"é(é)é\" /é/ %é \xc3(\xe2\x82 #include <é>"

// BenchmarkLexer lexes Go's sources.
func BenchmarkLexer(b *testing.B) {
	texts := sourceTexts(b)
	for b.Loop() {
		n := int64(0)
		for name, text := range texts {
			lexed(name, text)
			n += int64(len(text))
		}
		b.SetBytes(n)
	}
}

// sourceTexts returns the sources in package testdata by name.
func sourceTexts(t testing.TB) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, s := range slices.Concat(slices.Collect(maps.Values(samples(t)))...) {
		if is := identify(s.path, []byte(s.text)); is != nil && is.outside == "" && is.name != "C" && is.pieces == noPieces && len(s.text) > 4000 {
			texts[s.path] = s.text
		}
	}
	return texts
}
