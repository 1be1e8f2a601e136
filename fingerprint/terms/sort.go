package terms

import (
	"cmp"
	"math/bits"
	"slices"
)

// sorter sorts terms by hash. Hashes are evenly distributed, so one pass puts each
// term near its final place: 2 µs for 200 terms, compared to 10 µs with comparisons
// alone.
type sorter struct {
	places []uint32
	out    []term
}

// crowded is the number of terms in one part above which insertion is too slow. Only
// contrived texts exceed it.
const crowded = 24

// sort returns the sorted terms, in place or in memory of the sorter.
func (s *sorter) sort(all []term) []term {
	parts := 1 << bits.Len(uint(len(all)))
	shift := HashBits - bits.TrailingZeros(uint(parts))
	if len(all) < 16 || shift < 0 {
		return sortCompared(all)
	}
	s.places = append(s.places[:0], make([]uint32, parts+1)...)
	for _, t := range all {
		s.places[t.hash>>shift+1]++
	}
	for i := range parts {
		if s.places[i+1] > crowded {
			return sortCompared(all)
		}
		s.places[i+1] += s.places[i]
	}
	s.out = slices.Grow(s.out[:0], len(all))[:len(all)]
	for _, t := range all {
		place := &s.places[t.hash>>shift]
		s.out[*place] = t
		*place++
	}
	for i := 1; i < len(s.out); i++ {
		t := s.out[i]
		j := i
		for ; j > 0 && s.out[j-1].hash > t.hash; j-- {
			s.out[j] = s.out[j-1]
		}
		s.out[j] = t
	}
	return s.out
}

func sortCompared(all []term) []term {
	slices.SortFunc(all, func(a, b term) int { return cmp.Compare(a.hash, b.hash) })
	return all
}
