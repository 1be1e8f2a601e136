package shell

import (
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"alike/cmd/alike/terminal"
)

// TestQuote checks that a shell decodes names of any bytes but NUL, and that nothing in
// their quoted form ends it, acts on a terminal or breaks a line.
func TestQuote(t *testing.T) {
	t.Parallel()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	r := rand.New(rand.NewPCG(8, 1))
	names := []string{"", "-rf", "'; rm -rf /; '", `\n\047`, "end\n\n", "\xff\xfe", "müll", "bidi\u202etxt", "%s%b", "$(x)`y`"}
	for range 40 {
		name := make([]byte, r.IntN(40))
		for i := range name {
			name[i] = byte(1 + r.IntN(255))
		}
		names = append(names, string(name))
	}
	decode := script[strings.Index(script, "decode()"):strings.Index(script, "# keep names")]
	for _, name := range names {
		quoted := Quote(name)
		if inner := quoted[1 : len(quoted)-1]; strings.Contains(inner, "'") || !terminal.Plain(inner) {
			t.Errorf("%q is quoted as %q", name, quoted)
		}
		out, err := exec.Command(sh, "-c", "LC_ALL=C\n"+decode+"decode "+quoted+"\nprintf '%s.' \"$name\"").CombinedOutput()
		if err != nil || string(out) != name+"." {
			t.Errorf("%q: the shell decodes %q, %v", name, out, err)
		}
	}
}

// TestSeconds checks that times are rounded down, as stat does.
func TestSeconds(t *testing.T) {
	t.Parallel()
	for mtime, want := range map[int64]int64{0: 0, 1_999_999_999: 1, -1: -1, -1_000_000_001: -2} {
		if got := (File{MTime: mtime}).seconds(); got != want {
			t.Errorf("%d ns: %d s, want %d", mtime, got, want)
		}
	}
}

// TestWord checks that a shell reads names of any bytes but NUL as one word.
func TestWord(t *testing.T) {
	t.Parallel()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	for _, name := range []string{"", "/plain/name-1.go", "it's", "-rf", "a b", `back\slash`, "$(x)`y`", "\xff\xfe\x1b[31m", "two\nlines", "müll"} {
		word := Word(name)
		if !terminal.Plain(word) {
			t.Errorf("%q is the word %q", name, word)
		}
		out, err := exec.Command(sh, "-c", "printf '%s.' "+word).CombinedOutput()
		if err != nil || string(out) != name+"." {
			t.Errorf("%s: the shell reads %q, %v", word, out, err)
		}
	}
}
