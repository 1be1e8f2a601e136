package ignore

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bmatcuk/doublestar/v4"

	"alike/testdata"
)

// random returns some of the pieces in a row.
func random(r *rand.Rand, pieces []string, most int) string {
	var b strings.Builder
	for range 1 + r.IntN(most) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

func randomPath(r *rand.Rand, names []string) Path {
	s := Path{Prefix: "/root/", Name: random(r, names, 3), Dir: r.IntN(2) == 0}
	for range r.IntN(4) {
		s.Prefix += random(r, names, 2) + "/"
	}
	return s
}

// TestIndexOfPatterns compares verdicts with those of trying every line. TestIgnoreAsGit in scan
// compares them with git's.
func TestIndexOfPatterns(t *testing.T) {
	t.Parallel()
	names := []string{"a", "b", "ab", "c", ".o", "x"}
	pieces := append([]string{"*", "*", "?", "**", "[ab]", "[!a]", "/", "/", "**/", "/**", `\a`, `\`, "["}, names...)
	r := rand.New(rand.NewPCG(1, 35))
	counts := map[Verdict]int{}
	for range testdata.Rounds(300, 20000) {
		var text strings.Builder
		for range 1 + r.IntN(40) {
			fmt.Fprintf(&text, "%s%s%s\n", []string{"", "!", "/"}[r.IntN(3)], random(r, pieces, 6), []string{"", "/"}[r.IntN(2)])
		}
		l := Parse([]byte(text.String()))
		if l == nil {
			continue
		}
		for range 30 {
			s := randomPath(r, names)
			want := Silent
			for i := range l.lines {
				if l.lines[i].match(&s, len("/root/")) {
					if want = Ignored; l.lines[i].negated {
						want = Included
					}
				}
			}
			counts[want]++
			if got := l.Match(&s, len("/root/")); got != want {
				t.Fatalf("%s%s (folder: %v): %v, want %v by\n%s", s.Prefix, s.Name, s.Dir, got, want, text.String())
			}
		}
	}
	t.Log(counts)
	for v := Silent; v <= Included; v++ {
		if counts[v] < 500 {
			t.Errorf("%d of the verdicts are %v", counts[v], v)
		}
	}
}

// TestPatternsAreFound checks that of thousands of lines only a few are tried for a name, unless
// they say too little of it.
func TestPatternsAreFound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line  string
		tried int
	}{
		{"name%d", 1}, {"!name%d", 1}, {`\#name%d`, 1}, {"*.x%d", 1}, {"name%d*", 1}, {"n%d*.[ch]", 1}, {"?*-%d", 1}, {"**/x%d", 1}, {"/a/b/c%d", 1},
		{"a/**/b%d", 1}, {"/dir%d/*.[ch]", 1}, {"/dir%d/**", 1}, {"*x%d*", 5000}, {"[a-c]%d?", 5000}, {"*%d*.o", 5000}, {"top/**/[ab]*%d*", 5000},
	} {
		var text strings.Builder
		for i := range 5000 {
			fmt.Fprintf(&text, c.line+"\n", i)
		}
		if got := Parse([]byte(text.String())).Slow(); got != c.tried {
			t.Errorf("%s: %d of 5,000 are tried, want %d", c.line, got, c.tried)
		}
	}
}

// TestGlobsAsDoublestar compares the globs with doublestar, each tried by itself.
func TestGlobsAsDoublestar(t *testing.T) {
	t.Parallel()
	names := []string{"a", "b", "ab", "c", ".o", "}", "]", ","}
	pieces := append([]string{"*", "**", "?", "[ab]", "[!]]", "{a,b}", "{a,}", "{/**,c}", "{**,c}", "/", "/", "/**", "**/", `\a`, `\*`}, names...)
	r := rand.New(rand.NewPCG(2, 35))
	matched, tried := 0, 0
	for range testdata.Rounds(5000, 200000) {
		pattern := random(r, pieces, 6)
		g, err := ParseGlobs([]string{pattern})
		if err != nil {
			continue
		}
		for range 20 {
			s := randomPath(r, names)
			text, _ := strings.CutSuffix(pattern, "/")
			rooted, absolute := strings.CutPrefix(text, "/")
			full := s.Prefix + s.Name
			want := s.Name
			if strings.Contains(text, "/") {
				want = full[len("/root/"):]
			}
			is := (s.Dir || text == pattern) &&
				(doublestar.MatchUnvalidated(rooted, want) || absolute && doublestar.MatchUnvalidated(rooted, full[1:]))
			if tried++; is {
				matched++
			}
			if got := g.Match(&s, len("/root/")); got != is {
				t.Fatalf("%q on %s (folder: %v): %v", pattern, full, s.Dir, got)
			}
		}
	}
	if t.Logf("%d of %d match", matched, tried); matched < tried/100 {
		t.Error("too few match")
	}
}
