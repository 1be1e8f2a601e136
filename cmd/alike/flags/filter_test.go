package flags

import (
	"strings"
	"testing"
	"time"

	"github.com/bmatcuk/doublestar/v4"
)

// TestAlternatives checks the number of alternatives of a glob, and that a path is matched
// quickly with as many as are allowed.
func TestAlternatives(t *testing.T) {
	t.Parallel()
	for glob, want := range map[string]int{
		"": 1, "*.go": 1, "{a}": 1, "{a,b}": 2, "{a,b}{c,d,e}": 6, "{a,{b,c}}": 3, "{a,{b,c}{d,e}}x{f,}": 10,
		`\{a,b\}`: 1, "a,b": 1, "}{a,b}": 2, "[{]": 1, strings.Repeat("{a,b}", 6): 64,
		strings.Repeat("{a,b}", 100): globAlternatives + 1, strings.Repeat("{", 1000) + ",": 2,
	} {
		if n := alternatives(glob); n != want {
			t.Errorf("%.40s: %d, want %d", glob, n, want)
		}
	}
	path := strings.Repeat("/folder aaaaaaaaaaaaaa", 10)
	for _, glob := range []string{
		strings.Repeat("{*,*}", 6) + "zz", strings.Repeat("*a", longestGlob/2), "**/" + strings.Repeat("*a", longestGlob/2-2),
		strings.Repeat("**/", longestGlob/3) + "z", strings.Repeat("{*a,*}", 6) + strings.Repeat("*a", 2000) + "z",
	} {
		if checkGlobs("only", []string{glob}) != nil {
			t.Fatalf("%.40s is refused", glob)
		}
		began := time.Now()
		if doublestar.MatchUnvalidated(glob, path) {
			t.Errorf("%.40s matches", glob)
		}
		t.Logf("%.40s: %v", glob, time.Since(began))
		if d := time.Since(began); d > time.Second {
			t.Errorf("%.40s takes %v", glob, d)
		}
	}
}
