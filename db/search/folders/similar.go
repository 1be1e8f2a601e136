package folders

import (
	"iter"
	"slices"
	"sort"
)

// Similar are two similar contents and how much of each is found in the other, 0 to 1.
type Similar struct {
	A, B       uint32
	AInB, BInA float64
	Estimated  bool // the shares are
}

// relations hold for each content the similar ones and the files that have it.
type relations struct {
	similar rows[related]
	places  rows[int32] // files, ascending
}

type related struct {
	content uint32
	share   float64 // of this content, in the other
	back    float64 // of the other, in this one
	rough   bool    // estimated
}

// rows are lists of values, one for each content.
type rows[T any] struct {
	start  []uint32
	values []T
}

func (r *rows[T]) of(content uint32) []T { return r.values[r.start[content]:r.start[content+1]] }

// newRows makes rows from what each calls its argument with, twice in the same order.
func newRows[T any](contents int, each func(add func(content uint32, value T))) rows[T] {
	r := rows[T]{start: make([]uint32, contents+2)}
	each(func(content uint32, _ T) { r.start[content+2]++ })
	for i := 2; i < len(r.start); i++ {
		r.start[i] += r.start[i-1]
	}
	r.values = make([]T, r.start[len(r.start)-1])
	each(func(content uint32, value T) {
		r.values[r.start[content+1]] = value
		r.start[content+1]++
	})
	return r
}

// relate needs similar twice.
func (t *Tree) relate(similar iter.Seq[Similar]) *relations {
	contents := 0
	for i := range t.files {
		contents = max(contents, int(t.files[i].Content)+1)
	}
	for s := range similar {
		contents = max(contents, int(s.A)+1, int(s.B)+1)
	}
	return &relations{
		similar: newRows(contents, func(add func(uint32, related)) {
			for s := range similar {
				add(s.A, related{s.B, s.AInB, s.BInA, s.Estimated})
				add(s.B, related{s.A, s.BInA, s.AInB, s.Estimated})
			}
		}),
		places: newRows(contents, func(add func(uint32, int32)) {
			for i := range t.files {
				add(t.files[i].Content, int32(i))
			}
		}),
	}
}

// counterpart is a file that has something of another one.
type counterpart struct {
	file  int32
	share float64 // of the other, in this one
	back  float64 // of this one, in the other
	same  bool    // identical
	rough bool    // the shares are estimated
}

// counterparts calls use for every file in a span that has something of a file, the file
// itself included.
func (m *matcher) counterparts(file int32, in span, use func(counterpart)) {
	content := m.files[file].Content
	one := counterpart{share: 1, back: 1, same: true}
	for _, one.file = range m.inSpan(content, in) {
		use(one)
	}
	one.same = false
	for _, r := range m.similar.of(content) {
		one.share, one.back, one.rough = r.share, r.back, r.rough
		for _, one.file = range m.inSpan(r.content, in) {
			use(one)
		}
	}
}

// inSpan returns the files in a span that have a content.
func (m *matcher) inSpan(content uint32, in span) []int32 {
	files := m.places.of(content)
	if in.len() == len(m.files) {
		return files
	}
	from, _ := slices.BinarySearch(files, in.from)
	files = files[from:]
	return files[:sort.Search(len(files), func(i int) bool { return files[i] >= in.to })]
}
