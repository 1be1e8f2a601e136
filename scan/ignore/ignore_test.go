package ignore

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alike/scan/fsys"
)

func TestPatternLines(t *testing.T) {
	for _, c := range []struct {
		lines, path string
		dir         bool
		want        Verdict
	}{
		{"", "a", false, Silent},
		{"a", "a", false, Ignored},
		{"a", "x/a", false, Ignored},
		{"/a", "x/a", false, Silent},
		{"x/a", "x/a", false, Ignored},
		{"x/a", "y/x/a", false, Silent},
		{"a/", "a", false, Silent},
		{"a/", "a", true, Ignored},
		{"a\n!a", "a", false, Included},
		{"!a\na", "a", false, Ignored},
		{"# a", "# a", false, Silent},
		{`\#a`, "#a", false, Ignored},
		{`\!a`, "!a", false, Ignored},
		{"a  ", "a", false, Ignored},
		{`a\ `, "a ", false, Ignored},
		{"a\t", "a", false, Silent},
		{"a\r\n", "a", false, Ignored},
		{"\xef\xbb\xbfa", "a", false, Ignored},
		{"*.o", "x/y.o", false, Ignored},
		{"*.o\n!y.o", "x/y.o", false, Included},
		{"!y.o\n*.o", "x/y.o", false, Ignored},
		{"*.tar.gz", "a.tar.gz", false, Ignored},
		{"*.tar.gz", "a.gz", false, Silent},
		{"*~", "a~", false, Ignored},
		{"?", "é", false, Silent}, // two bytes
		{"??", "é", false, Ignored},
		{"\xff", "\xfe", false, Silent},
		{"[[:digit:]]", "7", false, Ignored},
		{"[]a]", "]", false, Ignored},
		{"[!a-c]", "b", false, Silent},
		{"[", "[", false, Silent},
		{"a{b,c}", "ab", false, Silent},
		{"a{b,c}", "a{b,c}", false, Ignored},
		{"**/a", "x/y/a", false, Ignored},
		{"a/**", "a/x/y", false, Ignored},
		{"a/**", "a", true, Silent},
		{"a/**/b", "a/b", false, Ignored},
		{"a/**/b", "a/x/y/b", false, Ignored},
		{"x/*", "x/a/b", false, Silent},
		{"x/a**/b", "x/ac/d/b", false, Ignored}, // git removes the literal prefix first
		{"x/?a**/b", "x/?ac/d/b", false, Silent},
		{"x/?a**/b", "x/?ac/b", false, Ignored},
	} {
		s := Path{Name: filepath.Base(c.path), Dir: c.dir}
		s.Prefix = c.path[:len(c.path)-len(s.Name)]
		if got := Parse([]byte(c.lines)).Match(&s, 0); got != c.want {
			t.Errorf("%q on %q (folder: %v): %v, want %v", c.lines, c.path, c.dir, got, c.want)
		}
	}
}

// A backtracking matcher would take years for these patterns.
func TestPatternIsLinear(t *testing.T) {
	for _, pattern := range []string{
		strings.Repeat("*a", 60) + "b",
		strings.Repeat("**/a/", 60) + "b",
		"x/" + strings.Repeat("**/*a*/", 60) + "b",
	} {
		text := strings.TrimSuffix(strings.Repeat("a/", 120), "/")
		for path, text := range map[bool]string{true: text, false: strings.Repeat("a", 240)} {
			if w, ok := compileWildcard(pattern, path); !ok || w.match(text) {
				t.Errorf("%q: well formed: %v, matches %q", pattern, ok, text)
			}
		}
	}
}

func TestGlobsKeepInvalidBytesApart(t *testing.T) {
	g, err := ParseGlobs([]string{"a\xff*"})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"a\xffb": true, "a\xfeb": false, "a\ufffdb": false} {
		if got := g.Match(&Path{Prefix: "/", Name: name}, 1); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
	for _, bad := range []string{"[", "{a", "", "/", `a\`} {
		if _, err := ParseGlobs([]string{bad}); err == nil {
			t.Errorf("glob %q is accepted", bad)
		}
	}
}

// BenchmarkIgnore matches names against 190 lines typical of large repositories. No
// line matches.
func BenchmarkIgnore(b *testing.B) {
	var lines strings.Builder
	for i := range 100 {
		fmt.Fprintf(&lines, "*.x%d\nname%d\n", i, i)
	}
	for i := range 30 {
		fmt.Fprintf(&lines, "/dir%d/*.gen\n", i)
	}
	lines.WriteString("*~\n\\#*#\n*.py[co]\n*.so.*\n.*\n!.gitignore\n**/build/**/out\n")
	l := &Rules{git: Parse([]byte(lines.String())), base: 1}
	names := []string{"main.go", "internal_linux_amd64.go", "README", "x.tar.gz"}
	n := 0
	for b.Loop() {
		s := Path{Prefix: "/src/cmd/compile/internal/", Name: names[n%len(names)]}
		if n++; l.Ignores(&s) {
			b.Fatal(s.Name)
		}
	}
}

// TestRulesAreBounded checks that directories in one another cannot pile up patterns without end.
func TestRulesAreBounded(t *testing.T) {
	small, large := Parse([]byte("*.o\n")), Parse([]byte(strings.Repeat("name\n", maxIgnoreFile/5)))
	for _, c := range []struct {
		name string
		git  *Patterns
		want int
	}{{"many", small, maxDepth}, {"large", large, 2}} {
		var rules *Rules
		n := 0
		for ; n < 2*maxDepth; n++ {
			below, err := rules.Below(1, c.git, nil, false)
			if err != nil {
				if err != ErrTooMany || below != rules {
					t.Errorf("%s: %v", c.name, err)
				}
				break
			}
			rules = below
		}
		if n != c.want || !rules.Ignores(&Path{Prefix: "/", Name: "a.o"}) != (c.git == large) {
			t.Errorf("%s: %d directories with patterns, want %d", c.name, n, c.want)
		}
		if below, err := rules.Below(1, nil, nil, false); err != nil || below != rules {
			t.Errorf("%s: a directory without patterns: %v", c.name, err)
		}
	}
}

// TestDeepPaths checks that patterns with a slash do not apply where the path is too long, and
// others do.
func TestDeepPaths(t *testing.T) {
	git := Parse([]byte("*.o\na/**/b\n/top/x\n**/c/d\n"))
	globs, err := ParseGlobs([]string{"*.o", "a/**/b", "/x/*"})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"x.o": true, "b": false, "d": false, "x": false} {
		s := Path{Name: name, Deep: true}
		if got := git.Match(&s, 5000) == Ignored; got != want {
			t.Errorf("patterns, %q: %v", name, got)
		}
		if got := globs.Match(&s, 5000); got != want {
			t.Errorf("globs, %q: %v", name, got)
		}
	}
}

// TestLongFiles checks that the time for a line grows with its length, and that reading ends if ctx does: the
// first line took half an hour.
func TestLongFiles(t *testing.T) {
	brackets := "[" + strings.Repeat("[:", maxIgnoreFile/2-2) + "x]"
	for name, want := range map[string]Verdict{"x": Ignored, ":": Ignored, "y": Silent} {
		if got := Parse([]byte(brackets)).Match(&Path{Name: name}, 0); got != want {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, GitFile), []byte(strings.Repeat("a\n", 2048)), 0o644); err != nil {
		t.Fatal(err)
	}
	fd, err := fsys.OpenAt(fsys.WorkingFolder, dir, fsys.ReadOnly|fsys.Directory|fsys.CloseOnExec)
	if err != nil {
		t.Fatal(err)
	}
	defer fsys.Close(fd)
	ctx, cancel := context.WithCancel(t.Context())
	if p, err := Read(ctx, fd, GitFile); p == nil || err != nil {
		t.Fatalf("%v, %v", p, err)
	}
	cancel()
	if p, err := Read(ctx, fd, GitFile); p != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v, %v", p, err)
	}
}
