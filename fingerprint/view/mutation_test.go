package view

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"alike/fingerprint"
)

// What people do to code that they copy, done to real files with regular
// expressions, which know nothing of how the view is made.

var (
	wordExp    = regexp.MustCompile(`\b[A-Za-z_][A-Za-z0-9_]*`)
	commentExp = map[string]*regexp.Regexp{
		"//": regexp.MustCompile(`(?m)^([ \t]*)//[^\n]*`),
		"#":  regexp.MustCompile(`(?m)^([ \t]*)#[^\n]*`),
	}
	inserted = map[string]string{
		".go": "checked := verify(input, 42)\n", ".c": "checked = verify(input, 42);\n", ".s": "\tADDQ $42, R8\n",
		".py": "checked = verify(given, 42)\n", ".js": "checked = verify(given, 42);\n", ".java": "checked = verify(given, 42);\n",
	}
)

// mutation changes a file as somebody does who hides where it is from; share is how
// much of the result is the original's, at least.
type mutation struct {
	name   string
	share  float64
	cuts   bool // between what stood side by side
	mutate func(m *mutator, text string) string
}

var mutations = []mutation{
	{"nothing", 1, false, func(m *mutator, text string) string { return text }},
	{"renamed", 1, false, (*mutator).rename},
	{"indented anew", 1, false, (*mutator).indent},
	{"comments changed", 1, false, (*mutator).comment},
	{"all three", 1, false, func(m *mutator, text string) string { return m.comment(m.indent(m.rename(text))) }},
	{"functions reordered", 1, true, (*mutator).reorder},
	{"all four", 1, true, func(m *mutator, text string) string { return m.comment(m.indent(m.rename(m.reorder(text)))) }},
	{"statements inserted", 0.5, true, (*mutator).insert},
	{"half replaced", 0.4, true, (*mutator).half},
}

// mutator mutates the files of one language.
type mutator struct {
	end      string // of its files' names
	keywords map[string]bool
	comments string
	random   *rand.Rand
	other    string // another file's text
}

// rename gives each word that is no keyword another name, the same everywhere;
// strings and comments with them.
func (m *mutator) rename(text string) string {
	names := map[string]string{}
	return wordExp.ReplaceAllStringFunc(text, func(w string) string {
		if m.keywords[w] || m.end == ".s" && strings.ToUpper(w) == w { // mnemonics
			return w
		}
		if names[w] == "" {
			names[w] = fmt.Sprintf("%c%d_%c", 'a'+m.random.IntN(26), len(names), 'a'+m.random.IntN(26))
		}
		return names[w]
	})
}

// indent changes how lines are indented, and puts blank lines between them.
func (m *mutator) indent(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if trimmed := strings.TrimLeft(l, " \t"); trimmed != "" {
			lines[i] = strings.Repeat("   ", (len(l)-len(trimmed)+1)/2) + trimmed + strings.Repeat(" ", m.random.IntN(3))
		}
		if m.random.IntN(6) == 0 {
			lines[i] += "\n"
		}
	}
	return strings.Join(lines, "\n")
}

// comment replaces comments that have a line for themselves.
func (m *mutator) comment(text string) string {
	return commentExp[m.comments].ReplaceAllStringFunc(text, func(c string) string {
		if strings.HasPrefix(strings.TrimSpace(c), "#include") || strings.HasPrefix(strings.TrimSpace(c), "#!") {
			return c
		}
		if m.random.IntN(2) == 0 {
			return ""
		}
		return c[:strings.Index(c, m.comments)] + m.comments + fmt.Sprintf(" remark %d, written anew", m.random.IntN(1000))
	})
}

// parts cuts a text before lines that begin something at the outermost level.
func (m *mutator) parts(text string) []string {
	var parts []string
	begin := 0
	for i := 1; i < len(text); i++ {
		if text[i-1] != '\n' {
			continue
		}
		for _, start := range []string{"func ", "type ", "TEXT ", "def ", "class ", "function ", "static ", "void ", "int ", "    public ", "    private ", "var ", "const "} {
			if strings.HasPrefix(text[i:], start) {
				parts = append(parts, text[begin:i])
				begin = i
				break
			}
		}
	}
	return append(parts, text[begin:])
}

func (m *mutator) reorder(text string) string {
	parts := m.parts(text)
	m.random.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return strings.Join(parts, "")
}

// insert puts a statement behind every twelfth line or so.
func (m *mutator) insert(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(line)
		if m.random.IntN(12) == 0 {
			b.WriteString(inserted[m.end])
		}
	}
	return b.String()
}

// half keeps half of the parts, and puts as many of another file between them.
func (m *mutator) half(text string) string {
	mine, theirs := m.parts(text), m.parts(m.other)
	var b strings.Builder
	for i, part := range mine {
		if i%2 == 0 {
			b.WriteString(part)
		} else {
			b.WriteString(theirs[i%len(theirs)])
		}
	}
	return b.String()
}

// mutatedFiles is how many files of Go's sources are mutated of each language.
const mutatedFiles = 60

// mutated are the files to be mutated, by the end of their names.
func mutated(t testing.TB) map[string][]string {
	t.Helper()
	files, root := map[string][]string{}, goroot(t)
	for end, patterns := range map[string][]string{
		".go": {"src/net/http/*.go", "src/encoding/json/*.go", "src/go/types/*.go", "src/compress/*/*.go"},
		".s":  {"src/runtime/*.s", "src/internal/runtime/*/*.s", "src/math/*.s", "src/crypto/*/*.s"},
		".c":  {"src/runtime/cgo/*.c", "src/cmd/cgo/internal/test*/*.c", "src/cmd/cgo/internal/test*/*/*.c"},
	} {
		for _, pattern := range patterns {
			names, err := filepath.Glob(filepath.Join(root, pattern))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				data, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				if len(files[end]) < mutatedFiles && len(data) >= 3000 && !Generated(filepath.Base(name), data) {
					files[end] = append(files[end], string(data))
				}
			}
		}
	}
	own, err := filepath.Glob("testdata/*.*")
	if err != nil || len(own) == 0 {
		t.Fatalf("there are no files of our own: %v", err)
	}
	for _, name := range own {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if end := filepath.Ext(name); inserted[end] != "" {
			files[end] = append(files[end], string(data))
		}
	}
	return files
}

// fingerprinted is what a file has of fingerprints under a view.
type fingerprinted struct {
	view  []byte
	set   fingerprint.Set
	level int
}

func seen(kind Kind, window int, name, text string) fingerprinted {
	v := NewViewer(kind, false)
	v.Reset(name)
	e := fingerprint.NewExtractor(fingerprint.Rule{Window: window, Density: fingerprint.Auto})
	viewed := slices.Clone(v.Write([]byte(text), true))
	e.Write(viewed)
	e.Close()
	var fps []fingerprint.Fingerprint
	for _, s := range e.Take() {
		fps = append(fps, s.Fingerprint)
	}
	return fingerprinted{viewed, fingerprint.NewSet(fps, e.Level()), e.Level()}
}

// languageEnds are the ends of names of the files that are mutated.
var languageEnds = []string{".go", ".c", ".s", ".py", ".js", ".java"}

// newMutator returns what mutates files of a language, the same way in each run.
func newMutator(end, example string) *mutator {
	l := Identify("a"+end, []byte(example))
	m := &mutator{end: end, keywords: map[string]bool{}, comments: "//", random: rand.New(rand.NewPCG(7, 7))}
	if strings.HasPrefix(l.Comments, "#") {
		m.comments = "#"
	}
	for _, w := range strings.Fields(l.Keywords) {
		m.keywords[w] = true
	}
	return m
}

// The tables of docs/quality.md: how much of the originals is found in copies that
// were mutated so, on the average, and in the ninth of ten. What was renamed,
// formatted anew or got other comments has the same code view, but for assembly,
// where names are told from mnemonics by their place only; in what was reordered the
// windows across the cuts are gone, and of the others as many are found as there are,
// within what so few fingerprints can tell.
func TestMutations(t *testing.T) {
	files := mutated(t)
	for _, end := range languageEnds {
		if len(files[end]) < 2 {
			t.Fatalf("%d files %s", len(files[end]), end)
		}
	}
	for _, by := range []struct {
		kind   Kind
		window int
	}{{Raw, 50}, {FoldText, 50}, {FoldCode, 50}, {FoldCode, 25}} {
		for _, mu := range mutations {
			line := fmt.Sprintf("%-4s %d %-20s", by.kind, by.window, mu.name)
			for _, end := range languageEnds {
				m := newMutator(end, files[end][0])
				var shares []float64
				for i, text := range files[end] {
					m.other = files[end][(i+1)%len(files[end])]
					a, b := seen(by.kind, by.window, "a"+end, text), seen(by.kind, by.window, "b"+end, mu.mutate(m, text))
					s := fingerprint.Compare(a.set, a.level, b.set, b.level)
					if s.A < 3 {
						continue
					}
					share := float64(s.AInB())
					shares = append(shares, share)
					if by.kind != FoldCode || mu.share < 1 || s.A < 20 {
						continue
					}
					truly := float64(fingerprint.CompareWindows(a.view, b.view, by.window).AInB())
					if share < 0.8*truly-2*math.Sqrt(truly*(1-truly)/float64(s.A)) || end != ".s" && !mu.cuts && share < 1 {
						t.Errorf("%s, window %d, %s, %s: %.2f of %d fingerprints, %.2f of all windows are found of file %d of %d bytes",
							by.kind, by.window, mu.name, end, share, s.A, truly, i, len(text))
					}
				}
				slices.Sort(shares)
				sum := 0.0
				for _, s := range shares {
					sum += s
				}
				if len(shares) == 0 {
					t.Fatalf("%s: no file has three fingerprints", end)
				}
				line += fmt.Sprintf(" %s %3.0f %3.0f (%d)", end, 100*sum/float64(len(shares)), 100*shares[len(shares)/10], len(shares))
			}
			t.Log(line)
		}
	}
}

// Files of one language that have nothing to do with each other.
func TestUnrelated(t *testing.T) {
	files := mutated(t)
	for _, window := range []int{50, 25} {
		for _, end := range []string{".go", ".s"} {
			var sets []fingerprinted
			for _, text := range files[end] {
				sets = append(sets, seen(FoldCode, window, "a"+end, text))
			}
			var shares []float64
			for i, a := range sets {
				for _, b := range sets[i+1:] {
					if s := fingerprint.Compare(a.set, a.level, b.set, b.level); min(s.A, s.B) >= 3 {
						shares = append(shares, max(float64(s.AInB()), float64(s.BInA())))
					}
				}
			}
			slices.Sort(shares)
			n := len(shares)
			t.Logf("window %d, %s: of %d pairs half share %.0f %% of one, 95 in 100 at most %.0f %%", window, end, n, 100*shares[n/2], 100*shares[n*95/100])
		}
	}
}
