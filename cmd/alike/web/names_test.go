package web

import (
	"math/rand/v2"
	"testing"
)

// TestShortNamesInBrowser checks that short names are whole: those that need more of their
// line than the folder does.
func TestShortNamesInBrowser(t *testing.T) {
	t.Parallel()
	s := sampler{&Data{}, rand.New(rand.NewPCG(1, 1))}
	root := s.folder(-1, "/home/ada/course")
	s.pair(s.file(s.folder(root, "ann"), "stock.py", 1300), s.file(s.folder(root, "ben"), "knapsack.py", 448), 0.8)
	s.groups()
	s.folders([2][]int32{})
	s.overview()
	s.Overview.Roots = s.Overview.Roots[:1] // so that paths are shown below it
	u := newUser(t, s.Data)
	for _, view := range []string{"overview", "pairs"} {
		ask[bool](u, `(location.hash = "#%s", true)`, view)
		u.await(`document.querySelectorAll(".%s .trail .name").length >= 2`, view)
		if cut := ask[[]string](u, `[...document.querySelectorAll(".trail .name")].filter((n) => n.scrollWidth > n.clientWidth).map((n) => n.textContent)`); len(cut) > 0 {
			t.Errorf("%s: names are cut off: %q", view, cut)
		}
	}
	u.quiet()
}
