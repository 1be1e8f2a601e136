package compare

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"alike/fingerprint/regions"
	"alike/fingerprint/view"
)

// TestRegionsAreKeptChunks builds files and edited copies of them from chunks that
// are kept, moved, replaced, deleted or inserted. It checks that the regions are
// exactly the kept chunks, to the byte and the line, in both files.
func TestRegionsAreKeptChunks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		kind  view.Kind
		file  string
		mark  string // byte order mark or similar, at the start
		code  encoding.Encoding
		chunk chunkWriter
	}{
		{"bytes", view.Raw, "a.go", "", nil, bytesChunk},
		{"binary as text", view.FoldText, "a.txt", "\x00", nil, bytesChunk},
		{"text", view.FoldText, "a.txt", "", nil, textChunk},
		{"text with a byte order mark", view.FoldText, "a.txt", "\ufeff", nil, textChunk},
		{"text in UTF-16LE", view.FoldText, "a.txt", "\xff\xfe", utf16Of(false), textChunk},
		{"text in UTF-16BE", view.FoldText, "a.txt", "\xfe\xff", utf16Of(true), textChunk},
		{"text in GB18030", view.FoldText, "a.txt", "", simplifiedchinese.GB18030, textChunk},
		{"text under the code view", view.FoldCode, "a.txt", "", nil, wordsChunk},
		{"code", view.FoldCode, "a.go", "", nil, codeChunk},
		{"code in UTF-16LE", view.FoldCode, "a.go", "\xff\xfe", utf16Of(false), codeChunk},
		{"code in GB18030", view.FoldCode, "a.go", "", simplifiedchinese.GB18030, codeChunk},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(81, 82))
			found := 0
			for round := range 40 {
				window := []int{50, 30}[round%2]
				e := newEdit(r, c.chunk)
				for side := range e.files {
					m := &e.files[side]
					if c.code != nil {
						m.encoder = c.code.NewEncoder()
					}
					m.data = []byte(c.mark)
					if c.kind != view.Raw && c.mark == "\x00" {
						m.view, m.from, m.to = []byte{0}, []int{0}, []int{1}
					}
					e.write(side)
					if last := len(m.view) - 1; c.kind == view.FoldText && m.view[last] == ' ' {
						m.view = m.view[:last] // blanks at the end do not count
					}
				}
				found += checkTiling(t, e, c.kind, c.file, window)
			}
			if found < 100 {
				t.Errorf("only %d regions were checked", found)
			}
		})
	}
}

// utf16Of returns UTF-16 without a byte order mark.
func utf16Of(big bool) encoding.Encoding {
	if big {
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	}
	return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
}

// edit is a file and an edited copy of it. Chunks are identified by their seeds.
type edit struct {
	chunk  chunkWriter
	style  *rand.Rand
	chunks [2][]uint64
	files  [2]sample
	starts [2]map[uint64]int // in the view
}

// newEdit returns a random edit.
func newEdit(r *rand.Rand, chunk chunkWriter) *edit {
	e := &edit{chunk: chunk, style: r}
	for range 2 + r.IntN(12) {
		seed := r.Uint64()
		e.chunks[0] = append(e.chunks[0], seed)
		switch r.IntN(8) {
		case 0: // deleted
		case 1: // replaced
			e.chunks[1] = append(e.chunks[1], r.Uint64())
		case 2: // preceded by another chunk
			e.chunks[1] = append(e.chunks[1], r.Uint64(), seed)
		case 3: // moved
			e.chunks[1] = slices.Insert(e.chunks[1], r.IntN(len(e.chunks[1])+1), seed)
		default:
			e.chunks[1] = append(e.chunks[1], seed)
		}
	}
	return e
}

func (e *edit) write(side int) {
	e.starts[side] = map[uint64]int{}
	for _, seed := range e.chunks[side] {
		e.starts[side][seed] = len(e.files[side].view)
		e.chunk(&e.files[side], seed, e.style, side)
	}
}

// kept returns the maximal matches of the views that contain a kept chunk. They extend
// beyond the chunk if equal bytes happen to surround it.
func (e *edit) kept() []regions.Region {
	a, b := e.files[0].view, e.files[1].view
	var all []regions.Region
	for _, seed := range e.chunks[0] {
		i := e.starts[0][seed]
		j, ok := e.starts[1][seed]
		if !ok {
			continue
		}
		n := 0
		for i > 0 && j > 0 && a[i-1] == b[j-1] {
			i, j = i-1, j-1
		}
		for i+n < len(a) && j+n < len(b) && a[i+n] == b[j+n] {
			n++
		}
		if r := (regions.Region{A: i, B: j, Len: n}); !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	return all
}

// tileLongestFirst lays matches, the longest first, each as far as the earlier ones leave
// room.
func tileLongestFirst(matches []regions.Region, window int) (laid []regions.Region) {
	taken := [2]map[int]bool{{}, {}}
	for {
		var best regions.Region
		for _, m := range matches {
			n := 0
			for k := range m.Len {
				if n++; taken[0][m.A+k] || taken[1][m.B+k] {
					n = 0
				}
				r := regions.Region{A: m.A + k + 1 - n, B: m.B + k + 1 - n, Len: n}
				if cmp.Or(cmp.Compare(best.Len, r.Len), cmp.Compare(r.A, best.A), cmp.Compare(r.B, best.B)) < 0 {
					best = r
				}
			}
		}
		if best.Len < window {
			return laid
		}
		for k := range best.Len {
			taken[0][best.A+k], taken[1][best.B+k] = true, true
		}
		laid = append(laid, best)
	}
}

// checkTiling compares the files of an edit and returns the number of regions.
func checkTiling(t *testing.T, e *edit, kind view.Kind, name string, window int) int {
	t.Helper()
	c, viewed := comparedRegions([2][]byte{e.files[0].data, e.files[1].data}, [2]string{name, name}, kind, window)
	for side, m := range e.files {
		if !bytes.Equal(viewed[side].bytes, m.view) {
			t.Fatalf("view of %q:\n%q, want\n%q", m.data, viewed[side].bytes, m.view)
		}
	}
	var want []Region
	if c.Identical {
		whole := Extent{0, len(e.files[0].data), 1, lineAt(e.files[0].data, len(e.files[0].data)-1)}
		want = []Region{{Sides: [2]Extent{whole, whole}}}
	} else {
		for _, r := range tileLongestFirst(e.kept(), window) {
			var sides [2]Extent
			for side, at := range [2]int{r.A, r.B} {
				m := &e.files[side]
				from, to := m.from[at], m.to[at+r.Len-1]
				sides[side] = Extent{from, to, lineAt(m.data, from), lineAt(m.data, to-1)}
			}
			want = append(want, Region{Sides: sides})
		}
	}
	if !slices.Equal(c.Regions, want) {
		t.Fatalf("window %d: regions\n%v, want\n%v", window, c.Regions, want)
	}
	return len(want)
}

// comparedRegions compares two files as Regions does.
func comparedRegions(data [2][]byte, names [2]string, kind view.Kind, window int) (*Comparison, [2]*viewedFile) {
	var files [2]*File
	for i := range data {
		files[i] = &File{Name: names[i], Data: data[i], Lines: regions.NewLines(data[i])}
	}
	c := begin(files, Options{View: kind, Window: window})
	viewed := c.viewed()
	c.findRegions(viewed)
	return c, viewed
}

// lineAt returns the line of a byte by counting newlines one by one.
func lineAt(data []byte, at int) int {
	newline, step := "\n", 1
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		newline, step = "\n\x00", 2
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		newline, step = "\x00\n", 2
	}
	line := 1
	for i := 0; i+step <= at; i += step {
		if string(data[i:i+step]) == newline {
			line++
		}
	}
	return line
}
