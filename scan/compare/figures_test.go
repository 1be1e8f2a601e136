package compare

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"alike/db/search"
	"alike/fingerprint"
)

// TestCompareShares checks the share by each measure.
func TestCompareShares(t *testing.T) {
	t.Parallel()
	c := &Comparison{Windows: fingerprint.Shares{Shared: 2, A: 4, B: 8}}
	for by, want := range map[search.Measure]fingerprint.Share{search.Smaller: 0.5, search.Larger: 0.25, search.Union: 0.2} {
		if got := c.Share(by); got != want {
			t.Errorf("measure %v: %v, want %v", by, got, want)
		}
	}
	c.Windows = fingerprint.Shares{B: 8}
	if got := c.Share(search.Larger); got.Defined() {
		t.Errorf("file without windows: %v", got)
	}
}

// TestFiguresOfText checks which files count as text, and the figures of short texts.
func TestFiguresOfText(t *testing.T) {
	t.Parallel()
	long := words(300)
	for name, c := range map[string]struct {
		a, b string
		text bool
	}{
		"text":   {long, long + "more", true},
		"binary": {long, "\x7fELF\x00\x00", false},
		"utf-16": {long, "\xff\xfea\x00b\x00", true},
	} {
		f, err := compareDocuments([]byte(c.a), []byte(c.b))
		if err != nil || f.Text != c.text || f.Jaccard.Defined() != c.text || f.Cosine.Defined() != c.text || (f.Distance >= 0) != c.text {
			t.Errorf("%s: %+v, %v", name, f, err)
		}
	}
	f, err := compareDocuments([]byte("the quick brown fox"), []byte("the quick red fox"))
	if err != nil || f.Jaccard.Rounded() != 0.6 || f.Cosine.Rounded() != 0.75 || !f.Few {
		t.Errorf("short texts: %+v, %v", f, err)
	}
}

// words returns a text of n random words.
func words(n int) string {
	r := rand.New(rand.NewPCG(3, 1))
	var b strings.Builder
	for range n {
		fmt.Fprintf(&b, "%x ", r.Uint32())
	}
	return b.String()
}
