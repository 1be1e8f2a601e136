package exact

import (
	"math/rand/v2"
	"testing"
	"time"

	"alike/fingerprint"
)

// TestReadLimit checks that a limit of 200 kB/s slows down the counting of two files of
// 40 kB. It uses the real clock and checks no upper bound, which depends on the
// machine.
func TestReadLimit(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, 60_000)
	for i := range text {
		text[i] = byte(random.Uint32())
	}
	w := newWorld(t, map[string]string{"a": string(text[:40_000]), "b": string(text[20_000:])})
	const size, perSecond = 80_000, 200_000
	scorer := NewScorer(Options{
		Rule: fingerprint.DefaultRule, Memory: 64 << 20, ReadLimit: perSecond, Lookup: w.ix.Entry,
		Warn: func(path string, err error) { t.Errorf("%s: %v", path, err) },
	})
	begun := time.Now()
	shares, ok, err := scorer.Score(t.Context(), w.file("a"), w.file("b"), nil)
	const seconds = float64(size-perSecond/10) / perSecond
	if took := time.Since(begun); took < time.Duration(seconds*float64(time.Second)) {
		t.Errorf("%d bytes at %d bytes/s took %v, want at least %v s", size, perSecond, took, seconds)
	}
	if want := 20_000 - fingerprint.Window + 1; !ok || err != nil || shares.Shared != want {
		t.Errorf("%d shared windows, %v, %v; want %d", shares.Shared, ok, err, want)
	}
}
