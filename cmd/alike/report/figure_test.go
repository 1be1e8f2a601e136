package report

import (
	"strings"
	"testing"

	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/fingerprint"
)

func TestFigureOfEstimate(t *testing.T) {
	for _, c := range []struct {
		share   fingerprint.Share
		certain bool
		want    string
	}{
		{1, true, "100%"},
		{fingerprint.Undefined, true, "100%"},
		{1, false, "~100%"},
		{0.999, false, "~99%"},
		{0.994, false, "~99%"},
		{0.5, false, "~50%"},
		{0.834, false, "~83%"},
		{0.01, false, "~1%"},
		{0.009, false, "<1%"},
		{0, false, "~0%"},
		{fingerprint.Undefined, false, "-"},
	} {
		if got := figure(c.share, search.FewShared, c.certain, false); got != c.want {
			t.Errorf("figure(%v, %v) = %q, want %q", c.share, c.certain, got, c.want)
		}
		rough := strings.Replace(c.want, "~", "?", 1)
		if got := figure(c.share, search.FewShared-1, c.certain, false); got != rough {
			t.Errorf("of few fingerprints, figure(%v, %v) = %q, want %q", c.share, c.certain, got, rough)
		}
	}
}

// TestFigure checks that counted shares have no mark and are not rounded up to all
// either.
func TestFigure(t *testing.T) {
	for _, c := range []struct {
		share            fingerprint.Share
		identical, exact bool
		want             string
	}{
		{1, false, true, "100%"},
		{0.999, false, true, "99%"},
		{0.5, false, true, "50%"},
		{0.009, false, true, "<1%"},
		{0, false, true, "0%"},
		{fingerprint.Undefined, false, true, "-"},
		{fingerprint.Undefined, true, true, "100%"},
		{0.5, false, false, "~50%"},
	} {
		if got := figure(c.share, search.FewShared, c.identical, c.exact); got != c.want {
			t.Errorf("figure(%v, %v, %v) = %q, want %q", c.share, c.identical, c.exact, got, c.want)
		}
	}
}

func TestRelation(t *testing.T) {
	for _, c := range []struct {
		a, b fingerprint.Share
		same bool
		want string
	}{
		{1, 1, true, "identical"},
		{fingerprint.Undefined, fingerprint.Undefined, true, "identical"},
		{1, 1, false, "nearly-same"},
		{.95, .9, false, "nearly-same"},
		{.895, .85, false, "nearly-same"},
		{.85, .896, false, "nearly-same"},
		{.95, .849, false, "a-in-b"},
		{.894, .894, false, "overlap"},
		{.95, .2, false, "a-in-b"},
		{.2, .95, false, "b-in-a"},
		{.89, .89, false, "overlap"},
	} {
		if got := relationOf(c.a, c.b, c.same).String(); got != c.want {
			t.Errorf("relationOf(%v, %v, %v) = %s, want %s", c.a, c.b, c.same, got, c.want)
		}
	}
}

func TestCommonFolder(t *testing.T) {
	for _, c := range []struct {
		paths []string
		want  string
	}{
		{nil, ""},
		{[]string{"/usr/lib/a", "/usr/lib/b"}, "/usr/lib/"},
		{[]string{"/usr/lib/a", "/usr/libexec/b"}, ""}, // "/usr/" is not worth a heading
		{[]string{"/home/me/a", "/home/me/a/b"}, "/home/me/"},
		{[]string{"/home/me/x/abc", "/home/me/x/abd"}, "/home/me/x/"},
		{[]string{"/a", "/b"}, ""},
		{[]string{"/home/me/only"}, "/home/me/"},
	} {
		var all folding
		for _, path := range c.paths {
			all.add(path)
		}
		if got := all.folder(); got != c.want {
			t.Errorf("the folder of %q is %q, want %q", c.paths, got, c.want)
		}
	}
}

// TestFoldedKeepsPaths checks that folding leaves out exactly the folder in the heading,
// so that the path can be put together again.
func TestFoldedKeepsPaths(t *testing.T) {
	p := &table{columns: columns{csvRows{setting: &setting{paint: terminal.Painter{On: true}}}}}
	for _, c := range []struct{ path, folder, above string }{
		{"/usr/lib/x/a", "/usr/lib/", ""},
		{"/usr/lib/x/b", "/usr/lib/", "/usr/lib/x/a"},
		{"/usr/lib/x", "", "/usr/lib/x"},
		{"/usr/lib/x/y\x1b", "/usr/", "/usr/lib/x/z"},
	} {
		got := terminal.Unpainted(p.folded(c.path, c.folder, c.above))
		if want := terminal.Visible(strings.TrimPrefix(c.path, c.folder)); got != want {
			t.Errorf("folded(%q, %q, %q) shows %q, want %q", c.path, c.folder, c.above, got, want)
		}
	}
}

func TestMeasured(t *testing.T) {
	p := search.Pair{AInB: .9, BInA: .3, Resemblance: .25, Distinctive: .7}
	for by, want := range map[search.Measure]fingerprint.Share{
		search.Smaller: .9, search.Larger: .3, search.Union: .25, search.Distinctive: .7,
	} {
		if got := PairShare(&p, by); got != want {
			t.Errorf("by %d: %v, want %v", by, got, want)
		}
		if got := PairShare(&search.Pair{Identical: true, AInB: -1, BInA: -1, Resemblance: -1, Distinctive: -1}, by); got != 1 {
			t.Errorf("identical without fingerprints, by %d: %v, want 1", by, got)
		}
	}
}
