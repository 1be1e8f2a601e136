package db

import "math/bits"

// numberSet is a set of numbers: a bit for each up to the highest.
type numberSet[T ~uint32] struct{ words []uint64 }

func (s *numberSet[T]) has(id T) bool {
	return int(id/64) < len(s.words) && s.words[id/64]&(1<<(id%64)) != 0
}

func (s *numberSet[T]) add(id T) {
	if n := int(id/64) + 1; n > len(s.words) {
		s.words = append(s.words, make([]uint64, n-len(s.words))...)
	}
	s.words[id/64] |= 1 << (id % 64)
}

// contentSet is a set of contents.
type contentSet = numberSet[ContentID]

// each calls use for all numbers in ascending order.
func (s *numberSet[T]) each(use func(n T)) {
	for i, word := range s.words {
		for ; word != 0; word &= word - 1 {
			use(T(i*64 + bits.TrailingZeros64(word)))
		}
	}
}
