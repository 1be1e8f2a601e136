package view

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alike/fingerprint"
)

func TestAnchor(t *testing.T) {
	for _, c := range []struct {
		kind         Kind
		anchor, want string
	}{
		{Raw, "\nFrom:  \xff", "\nFrom:  \xff"},
		{FoldCode, "func V(", "func V("},
		{FoldText, "\nFrom:  ", " from: "},
		{FoldText, "\t\n", " "},
		{FoldText, "ﬁn É́", "fin é́"},
		{FoldText, "Straße", "straße"},
	} {
		if got, err := Anchor(c.kind, c.anchor); err != nil || got != c.want {
			t.Errorf("%s: %q becomes %q, %v; want %q", c.kind, c.anchor, got, err, c.want)
		}
	}
	if got, err := Anchor(FoldText, "a\xff"); err == nil {
		t.Errorf("what is not UTF-8 becomes %q", got)
	}
}

// What stands in a text stands in its view, as Anchor has it.
func TestAnchorIsInTheView(t *testing.T) {
	text := []rune("Dear  Sir,\r\n\r\n\tÄRGER mit ﬂügeln;  ПРИВЕТ, Мир!\u00a0\u3000Ｗｉｄｅ ½ x²\n-- \nÉpsilon Σίσυφος 漢字 かな")
	see := NewViewer(FoldText, false)
	see.Reset("x.txt")
	whole := string(see.Write([]byte("<"+string(text)+">"), true))
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		from := r.IntN(len(text))
		anchor := string(text[from : from+1+r.IntN(len(text)-from)])
		if got, err := Anchor(FoldText, anchor); err != nil || !strings.Contains(whole, got) {
			t.Fatalf("%q becomes %q, %v, which is not in %q", anchor, got, err, whole)
		}
	}
}

// anchoredRules are compared with those by hash of the same window.
var anchoredRules = []fingerprint.Rule{
	fingerprint.DefaultRule,
	{Window: 50, Anchors: "func"},
	{Window: 50, Anchors: ":=\ncase\nfor\nfunc\nif\nreturn\ntype"},
	{Window: 25, Density: fingerprint.Auto},
	{Window: 25, Anchors: "func"},
}

// The table of docs/quality.md on anchors under the code view: of Go files that were
// mutated, how much their copies have by hash, behind anchors and truly. What is only
// renamed and formatted anew is found whole by each.
func TestAnchoredMutations(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts all windows of many files")
	}
	files := samples(t)[".go"]
	for _, mu := range mutations {
		if !mu.cuts && mu.name != "all three" || mu.name == "all four" { // all three are the most of the others
			continue
		}
		for _, rule := range anchoredRules {
			m := newMutator(".go", files[0].text)
			n, few, fingerprints, share, truly := 0., 0., 0., 0., 0.
			for i, file := range files {
				m.other = files[(i+1)%len(files)].text
				a, b := seen(FoldCode, rule.Window, file.text, ".go"), seen(FoldCode, rule.Window, mu.mutate(m, file.text), ".go")
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
				truly += float64(fingerprint.CompareWindows(a.view, b.view, rule.Window).AInB())
				if mu.share == 1 && !mu.cuts && s.AInB() < 1 {
					t.Errorf("%s, behind %.10q, window %d: %v of file %d", mu.name, rule.Anchors, rule.Window, s.AInB(), i)
				}
			}
			if n < 50 {
				t.Errorf("behind %.10q: only %v files have three fingerprints", rule.Anchors, n)
			}
			t.Logf("%-20s window %d behind %-10.10q %5.1f fps, %2.0f few: %3.0f %%, truly %3.0f %%",
				mu.name, rule.Window, rule.Anchors, fingerprints/n, few, 100*share/n, 100*truly/n)
		}
	}
}

// Go files that have nothing to do with each other share no more behind anchors than
// by hash: 95 of 100 pairs next to nothing.
func TestAnchoredUnrelated(t *testing.T) {
	files := samples(t)[".go"]
	for _, rule := range anchoredRules {
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
		t.Logf("window %d behind %-10.10q %d pairs: 95 of 100 share at most %.0f %%, the most %.0f %%",
			rule.Window, rule.Anchors, len(shares), 100*most, 100*shares[len(shares)-1])
		if most > .05 {
			t.Errorf("window %d behind %.10q: 95 of 100 pairs share up to %.2f", rule.Window, rule.Anchors, most)
		}
	}
}
