package compare

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alike/db"
	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/view"
)

// TestRespace checks the variants of texts, and that a text is none of its own.
func TestRespace(t *testing.T) {
	t.Parallel()
	rule := view.Raw.Rule()
	for text, want := range map[string][]string{
		"":          nil,
		"a":         nil,
		"a b":       nil,
		"a\nb":      {"CRLF line ends a\r\nb", "CR line ends a\rb"},
		"a\r\nb":    {"LF line ends a\nb", "CR line ends a\rb", "other white space a\nb", "other white space a\nb", "other white space a\nb"},
		"a\rb\r\nc": {"CRLF line ends a\r\nb\r\nc", "LF line ends a\nb\nc", "CR line ends a\rb\rc", "other white space a\nb\nc", "other white space a\nb\nc", "other white space a\nb\nc"},
		"\ta":       {"other white space     a"},
		"    a":     {"other white space \ta"},
		"a \t":      {"other white space a     ", "other white space a"},
	} {
		var got []string
		for _, v := range respace([]byte(text), rule) {
			got = append(got, v.have+" "+string(v.data))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	long := strings.ReplaceAll(words(500), " ", "\n")
	for _, v := range respace([]byte(long), rule) {
		if want, _ := fingerprint.SetOf(rule, v.data); len(want) < 10 || !slices.Equal(v.set, want) {
			t.Errorf("%s: %d fingerprints, want %d", v.have, len(v.set), len(want))
		}
	}
}

// TestSpacing looks up texts in an index of their variants, and a text that is not there.
func TestSpacing(t *testing.T) {
	t.Parallel()
	rule := view.Raw.Rule()
	dir := t.TempDir()
	lines := func(seed int) string {
		var b strings.Builder
		for i := range 400 {
			fmt.Fprintf(&b, "\tif %d {\n", (i+1)*seed)
		}
		return b.String()
	}
	one, two, other := lines(7919), lines(104729), lines(1299709)
	ix := indexOf(t, view.Raw, map[string]string{"one": strings.ReplaceAll(one, "\n", "\r\n"), "two": strings.ReplaceAll(two, "\t", "    ")})
	query := search.PairQuery{Min: .5, MinShared: 3}
	look := func(l *Spacing, text string) {
		path := filepath.Join(dir, "text")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		own, _ := fingerprint.SetOf(rule, []byte(text))
		if err := l.Look(t.Context(), ix, path, int64(len(text)), own, query); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]string{
		one: "CRLF line ends", strings.ReplaceAll(one, "\n", "\r"): "CRLF line ends", two: "other white space", other: "", one[:3] + "\x00" + one[3:]: "",
	} {
		l := NewSpacing()
		if look(l, text); l.Have != want || (l.Path == "") != (want == "") {
			t.Errorf("%.20q: found %q in %q, want %q", text, l.Have, l.Path, want)
		}
	}
	l := NewSpacing()
	for range spacingQuery / spacingCost {
		look(l, other)
	}
	if look(l, one); l.room > 0 || l.Have != "" {
		t.Errorf("with %d bytes left it found %q", l.room, l.Have)
	}
	report, err := ix.Check(t.Context(), db.CheckOptions{})
	if err != nil || len(report.Problems) > 0 {
		t.Error(report.Problems, err)
	}
}
