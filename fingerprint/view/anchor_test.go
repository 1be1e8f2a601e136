package view

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alike/fingerprint"
	"alike/testdata"
)

func TestAnchor(t *testing.T) {
	for _, c := range []struct {
		kind         Kind
		anchor, want string
	}{
		{Raw, "\nFrom:  \xff", "\nFrom:  \xff"},
		{FoldCode, "func V(V ...V) :=", "\xe5V(V\x16V)\x18"},
		{FoldText, "\nFrom:  ", "from:"},
		{FoldText, "ﬁn É́", "fin é́"},
		{FoldText, "Straße", "straße"},
	} {
		if got, err := Anchor(c.kind, c.anchor); err != nil || got != c.want {
			t.Errorf("%s: Anchor(%q) = %q, %v; want %q", c.kind, c.anchor, got, err, c.want)
		}
	}
	for _, bad := range []string{"a\xff", "\t\n", "\u00ad"} {
		if got, err := Anchor(FoldText, bad); err == nil {
			t.Errorf("Anchor(%q) = %q, want an error", bad, got)
		}
	}
}

// TestAnchorOccursInView checks that any substring of a text, passed through Anchor,
// occurs in the view of the text.
func TestAnchorOccursInView(t *testing.T) {
	text := []rune("Dear  Sir,\r\n\r\n\tÄRGER mit ﬂügeln;  ПРИВЕТ, Мир!\u00a0\u3000Ｗｉｄｅ ½ x²\n-- \nÉpsilon Σίσυφος 漢字 かな")
	see := NewViewer(FoldText, false)
	see.Reset("x.txt")
	whole := string(see.Write([]byte("<"+string(text)+">"), true))
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		from := r.IntN(len(text))
		anchor := string(text[from : from+1+r.IntN(len(text)-from)])
		if got, err := Anchor(FoldText, anchor); strings.TrimSpace(anchor) != "" && err != nil || !strings.Contains(whole, got) {
			t.Fatalf("Anchor(%q) = %q, %v, which does not occur in %q", anchor, got, err, whole)
		}
	}
}

// anchoredRules are compared with the rules by hash for the same window.
var anchoredRules = []fingerprint.Rule{
	FoldCode.Rule(),
	{Window: 25, Density: fingerprint.AutoWindow},
	{Window: 25, Anchors: anchorsOf("func")},
	{Window: 25, Anchors: anchorsOf(":= case for func if return type")},
}

// anchorsOf returns the anchors that words become under the code view.
func anchorsOf(words string) fingerprint.Anchors {
	a, err := fingerprint.ParseAnchors([]byte(strings.Join(strings.Fields(words), "\n")),
		func(anchor string) (string, error) { return Anchor(FoldCode, anchor) })
	if err != nil {
		panic(err)
	}
	return a
}

// TestAnchoredMutations measures, for mutated Go files, the shares of their copies by
// hash, after anchors and counted by all windows. Copies that are only renamed and
// reformatted must be found completely by each rule.
func TestAnchoredMutations(t *testing.T) {
	testdata.Long(t) // counts all windows of many files
	t.Parallel()
	all, copies := mutatedSamples(t)
	files := all[".go"]
	for _, mu := range mutations {
		if !mu.cuts && mu.name != "all three" || mu.name == "all four" { // "all three" includes the others
			continue
		}
		for _, rule := range anchoredRules {
			n, few, fingerprints, share, truly := 0., 0., 0., 0., 0.
			for i, file := range files {
				a, b := seen(FoldCode, rule.Window, file.text, ".go"), seen(FoldCode, rule.Window, copies[mu.name+".go"][i], ".go")
				x, lx := fingerprint.SetOf(rule, a.view)
				y, ly := fingerprint.SetOf(rule, b.view)
				s := fingerprint.Compare(x, lx, y, ly)
				if s.A < 3 {
					few++
					continue
				}
				n++
				fingerprints += float64(s.A)
				share += float64(s.AInB())
				truly += float64(fingerprint.CompareWindows(a.view, b.view, rule.Window, nil).AInB())
				if mu.share == 1 && !mu.cuts && s.AInB() < 1 {
					t.Errorf("%s, anchors %.10q, window %d: share %v of file %d", mu.name, rule.Anchors, rule.Window, s.AInB(), i)
				}
			}
			if 120*n < 50*float64(len(files)) {
				t.Errorf("anchors %.10q: only %v files have three fingerprints", rule.Anchors, n)
			}
			t.Logf("%-20s window %d anchors %-10.10q %5.1f fps, %2.0f few: %3.0f %%, exactly %3.0f %%",
				mu.name, rule.Window, rule.Anchors, fingerprints/n, few, 100*share/n, 100*truly/n)
		}
	}
}

// TestAnchoredUnrelated checks that unrelated Go files share no more after anchors
// than by hash: almost nothing for 95 of 100 pairs, with windows of 25 tokens. Behind
// func alone, 12 tokens are hardly more than the parameters.
func TestAnchoredUnrelated(t *testing.T) {
	t.Parallel()
	files := samples(t)[".go"]
	for _, rule := range anchoredRules[1:] {
		var sets []fingerprint.Set
		var levels []int
		for _, file := range files {
			set, level := fingerprint.SetOf(rule, seen(FoldCode, rule.Window, file.text, ".go").view)
			sets, levels = append(sets, set), append(levels, level)
		}
		var shares []float64
		for i, a := range sets {
			for j, b := range sets[:i] {
				if s := fingerprint.Compare(a, levels[i], b, levels[j]); min(s.A, s.B) >= 3 && files[i].family() != files[j].family() {
					shares = append(shares, max(float64(s.AInB()), float64(s.BInA())))
				}
			}
		}
		slices.Sort(shares)
		if len(shares) < 1000 {
			t.Fatalf("only %d pairs", len(shares))
		}
		most := shares[len(shares)*95/100]
		t.Logf("window %d anchors %-10.10q %d pairs: 95 of 100 share at most %.0f %%, the maximum is %.0f %%",
			rule.Window, rule.Anchors, len(shares), 100*most, 100*shares[len(shares)-1])
		if most > .05 {
			t.Errorf("window %d anchors %.10q: 95 of 100 pairs share up to %.2f", rule.Window, rule.Anchors, most)
		}
	}
}
