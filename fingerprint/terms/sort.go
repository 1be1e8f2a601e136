package terms

import (
	"cmp"
	"math/bits"
	"slices"
)

// sorter sorts terms by hash. Hashes are spread evenly, so that one pass puts each
// nearly where it belongs: 200 of them take 2 µs, by comparisons alone 10.
type sorter struct {
	places []uint32
	out    []term
}

// crowded is how many terms in one part are too many to be put in order one by one:
// no text has them but one made for it.
const crowded = 24

// sort returns the terms in order, in memory of its own or in place.
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
