package main

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// disguise rewrites the own part of a program as a person would who hides a copy. It keeps
// the meaning as far as the tools under test can tell: they parse, but do not run.
type disguise struct {
	name  string
	apply func(s *syntax, code string, inside int, r *rand.Rand) string
}

// disguises are made by machine, in growing depth. Deeper ones are in testdata, made
// by hand: other loops and branches, functions inlined and extracted, statements in another
// order, and everything at once.
var disguises = append(simple, disguise{"combined", func(s *syntax, code string, inside int, r *rand.Rand) string {
	for _, d := range simple {
		code = d.apply(s, code, inside, r)
	}
	return code
}})

var simple = []disguise{
	{"comments", (*syntax).otherComments},
	{"names", (*syntax).otherNames},
	{"literals", (*syntax).otherLiterals},
	{"functions", (*syntax).otherOrder},
	{"expressions", (*syntax).otherExpressions},
	{"statements", (*syntax).moreStatements},
}

// otherComments replaces comments, adds some, and changes the layout: indentation, and
// braces on lines of their own.
func (s *syntax) otherComments(code string, _ int, r *rand.Rand) string {
	var out []token
	tokens := s.split(code)
	for i, t := range tokens {
		switch {
		case t.kind == comment:
			if r.IntN(2) == 0 {
				t.text = s.comment + " " + phrases[r.IntN(len(phrases))]
			} else {
				t.text = ""
			}
		case t.kind == space && (i == 0 || tokens[i-1].kind == newline):
			t.text = strings.Repeat(strings.ReplaceAll(t.text, "    ", "\t"), 2)
			if s.ext == "py" {
				t.text = strings.ReplaceAll(tokens[i].text, "    ", "  ")
			}
		case t.kind == newline && r.IntN(12) == 0:
			t.text = "\n" + s.comment + " " + phrases[r.IntN(len(phrases))] + "\n"
		case s.ext != "py" && s.ext != "go" && s.ext != "js" && t.text == "{" && i > 0 && tokens[i-1].kind == space && i+1 < len(tokens) && tokens[i+1].kind == newline:
			t.text = "\n{"
		}
		out = append(out, t)
	}
	return join(out)
}

var phrases = []string{
	"now the interesting part", "see the lecture notes", "keep this simple", "checked by hand", "the usual case",
	"may be empty", "done in one pass", "this is enough here", "not needed otherwise", "works for small input too",
}

// otherNames renames the program's own names, the same everywhere.
func (s *syntax) otherNames(code string, _ int, r *rand.Rand) string {
	names := map[string]string{}
	tokens := s.split(code)
	for i, t := range tokens {
		if t.kind != word || s.known[t.text] {
			continue
		}
		if names[t.text] == "" {
			names[t.text] = invented(r, len(names))
			if c := t.text[0]; c >= 'A' && c <= 'Z' {
				names[t.text] = strings.ToUpper(names[t.text][:1]) + names[t.text][1:]
			}
		}
		tokens[i].text = names[t.text]
	}
	return join(tokens)
}

func invented(r *rand.Rand, n int) string {
	syllables := []string{"ba", "cor", "den", "fil", "gro", "hal", "jin", "kas", "lum", "mer", "nov", "pir", "quo", "ras", "sil", "tam", "ud", "vex", "wol", "zed"}
	return syllables[r.IntN(len(syllables))] + syllables[r.IntN(len(syllables))] + fmt.Sprint(n)
}

// otherLiterals changes numbers above 1 and the texts of strings.
func (s *syntax) otherLiterals(code string, _ int, r *rand.Rand) string {
	tokens := s.split(code)
	letters := regexp.MustCompile(`[a-z]{4,}`)
	for i, t := range tokens {
		switch {
		case t.kind == number && t.text > "1" && r.IntN(2) == 0 && !strings.ContainsAny(t.text, "xX."):
			tokens[i].text = fmt.Sprint(2 + r.IntN(98))
		case t.kind == text && !strings.ContainsAny(t.text, "{\n`/"):
			tokens[i].text = letters.ReplaceAllStringFunc(t.text, func(string) string { return invented(r, 0) })
		}
	}
	return join(tokens)
}

// otherOrder shuffles the functions.
func (s *syntax) otherOrder(code string, inside int, r *rand.Rand) string {
	head, functions, tail := s.pieces(code, inside)
	r.Shuffle(len(functions), func(i, j int) { functions[i], functions[j] = functions[j], functions[i] })
	return head + joined(functions) + tail
}

// joined joins functions so that each starts on a line of its own.
func joined(functions []string) string {
	var b strings.Builder
	for _, f := range functions {
		if !strings.HasPrefix(f, "\n") {
			b.WriteString("\n")
		}
		b.WriteString(f)
	}
	return b.String()
}

var (
	increment  = regexp.MustCompile(`(?m)\b(\w+)\+\+;?$`)
	update     = regexp.MustCompile(`(?m)^(\s*)([\w.]+) ([-+*])= ([^;\n]+?)(;?)$`)
	comparison = regexp.MustCompile(`([(\s])([\w.]+) (<=?|>=?|==|!=) ([\w.]+)([)\s;:])`)
	turned     = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
)

// otherExpressions writes increments, updates and comparisons in another way.
func (*syntax) otherExpressions(code string, _ int, _ *rand.Rand) string {
	code = increment.ReplaceAllStringFunc(code, func(m string) string {
		name, ends := strings.TrimRight(m, "+;"), m[len(strings.TrimRight(m, ";")):]
		return name + " = " + name + " + 1" + ends
	})
	code = update.ReplaceAllString(code, "$1$2 = $2 $3 ($4)$5")
	return comparison.ReplaceAllStringFunc(code, func(m string) string {
		p := comparison.FindStringSubmatch(m)
		return p[1] + p[4] + " " + turned[p[3]] + " " + p[2] + p[5]
	})
}

// moreStatements inserts harmless statements after one statement in five, and before one
// return in two.
func (s *syntax) moreStatements(code string, inside int, r *rand.Rand) string {
	lines := strings.SplitAfter(code, "\n")
	statement := regexp.MustCompile(`^(\s+)(?:\w[\w.\[\]]*(?:\(.*\)| [-+]?:?= .*)|\w+\+\+)` + s.ends + `\n$`)
	forms := map[string][]string{
		"java": {"int spare# = @;", "System.out.flush();", "if (args == null) { return; }"},
		"c":    {"int spare# = @;", "fflush(stdout);", "(void)@;"},
		"cpp":  {"int spare# = @;", "std::cout.flush();", "(void)@;"},
		"py":   {"spare# = @", "sys.stdout.flush()", "assert @ > 0"},
		"js":   {"const spare# = @;", "void @;", "let other# = [@];"},
		"go":   {"spare# := @", "_ = @", "defer func() {}()"},
	}[s.ext]
	var b strings.Builder
	insert := func(indent string, line int) {
		fill := strings.NewReplacer("#", fmt.Sprint(line), "@", fmt.Sprint(1+r.IntN(50)))
		b.WriteString(indent + fill.Replace(forms[r.IntN(len(forms))]) + "\n")
	}
	leave := regexp.MustCompile(`^(\s+)return\b`)
	for i, l := range lines {
		if m := leave.FindStringSubmatch(l); m != nil && i > 0 && r.IntN(2) == 0 && strings.ContainsAny(lastByte(lines[i-1]), "{};:") {
			insert(m[1], i)
		}
		b.WriteString(l)
		next := ""
		if i+1 < len(lines) {
			next = lines[i+1]
		}
		m := statement.FindStringSubmatch(l)
		if m == nil || r.IntN(5) > 0 || strings.Count(l, "(") != strings.Count(l, ")") || strings.HasPrefix(strings.TrimSpace(next), ".") {
			continue
		}
		insert(m[1], i)
	}
	return b.String()
}

func lastByte(line string) string {
	line = strings.TrimRight(line, " \t\n")
	return line[max(0, len(line)-1):]
}

// mixed returns a program with half of the functions of each of two.
func (s *syntax) mixed(a, b string, inside int, r *rand.Rand) string {
	head, own, tail := s.pieces(a, inside)
	_, other, _ := s.pieces(b, inside)
	own, other = half(own, r), half(other, r)
	all := append(own, other...)
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return head + joined(all) + tail
}

// half keeps every second function, or the better half of a single one.
func half(functions []string, r *rand.Rand) []string {
	if len(functions) < 2 {
		return functions
	}
	r.Shuffle(len(functions), func(i, j int) { functions[i], functions[j] = functions[j], functions[i] })
	size, sum := 0, 0
	for _, f := range functions {
		size += len(f)
	}
	for i, f := range functions {
		if sum += len(f); sum >= size/2 {
			return slices.Clone(functions[:i+1])
		}
	}
	return functions
}
