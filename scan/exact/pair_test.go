package exact

import (
	"fmt"
	"testing"

	"alike/fingerprint"
)

// TestScorerAndCompareWindows checks that a Scorer and fingerprint.CompareWindows count
// the same.
func TestScorerAndCompareWindows(t *testing.T) {
	files := editedFiles(8)
	w := newWorld(t, files)
	s := w.scorer(1 << 20)
	pairs := 0
	eachPair(files, func(a, b string) {
		c := fingerprint.CompareWindows([]byte(files[a]), []byte(files[b]), fingerprint.Window, nil)
		if got, want := fmt.Sprintf("%d/%d/%d", c.Shared, c.A, c.B), w.score(s, a, b); got != want {
			t.Errorf("%s and %s: CompareWindows has %s, Scorer %s", a, b, got, want)
		}
		pairs++
	})
	if pairs < 60 {
		t.Errorf("only %d pairs were counted", pairs)
	}
}
