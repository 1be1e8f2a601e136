package folders

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"alike/db/arena"
)

// Similar are two similar contents and how much of each is found in the other, 0 to 1.
type Similar struct {
	A, B       uint32
	AInB, BInA float64
	Estimated  bool // the shares are
}

// Similarities holds pairs of similar contents. A pair takes 32 bytes, outside the heap.
type Similarities struct {
	room    *arena.Room
	pairs   *arena.Records
	start   []uint32 // by content, of its pairs in numbers
	numbers []uint32 // of the pairs of each content, by the other one
}

// ErrTooManySimilar is returned for more pairs than Similarities can number.
var ErrTooManySimilar = errors.New("more than 2·10^9 pairs of similar contents")

// NewSimilarities returns an empty set of pairs in a room, which Close closes.
func NewSimilarities(room *arena.Room) *Similarities {
	return &Similarities{room: room, pairs: arena.NewRecords(room, 6)}
}

// Close frees the pairs.
func (s *Similarities) Close() { s.room.Close() }

// Len returns the number of pairs.
func (s *Similarities) Len() int { return s.pairs.Len() }

// Add adds a pair, after which the others keep their numbers.
func (s *Similarities) Add(p Similar) error {
	if s.Len() >= math.MaxInt32 {
		return ErrTooManySimilar
	}
	if p.Estimated {
		p.AInB = -p.AInB
	}
	ab, ba := math.Float64bits(p.AInB), math.Float64bits(p.BInA)
	return s.pairs.Append(p.A, p.B, uint32(ab), uint32(ab>>32), uint32(ba), uint32(ba>>32))
}

// At returns a pair by its number, from 0 in the order in which they were added.
func (s *Similarities) At(number int) Similar {
	w := s.pairs.At(number)
	ab, ba := share(w[2:4]), share(w[4:6])
	return Similar{w[0], w[1], math.Abs(ab), ba, math.Signbit(ab)}
}

// Index prepares Of. No pair may be added afterwards.
func (s *Similarities) Index(ctx context.Context) error {
	if s.start != nil {
		return nil
	}
	contents := uint32(0)
	for i := range s.Len() {
		w := s.pairs.At(i)
		contents = max(contents, w[0]+1, w[1]+1)
	}
	s.start = make([]uint32, contents+2)
	numbers, err := arena.New[uint32](s.room, 2*s.Len())
	if err == nil {
		err = numbers.Extend(2 * s.Len())
	}
	if err != nil {
		return err
	}
	s.numbers = numbers.Values()
	for i := range s.Len() {
		w := s.pairs.At(i)
		s.start[w[0]+2]++
		s.start[w[1]+2]++
	}
	for i := 2; i < len(s.start); i++ {
		s.start[i] += s.start[i-1]
	}
	for i := range s.Len() {
		for _, content := range s.pairs.At(i)[:2] {
			s.numbers[s.start[content+1]] = uint32(i)
			s.start[content+1]++
		}
	}
	for content := range contents {
		if err := ctx.Err(); err != nil {
			return err
		}
		slices.SortFunc(s.Of(content), func(x, y uint32) int {
			return cmp.Compare(s.other(content, x), s.other(content, y))
		})
	}
	return nil
}

// Of returns the numbers of the pairs of a content, by the other content.
func (s *Similarities) Of(content uint32) []uint32 {
	if int(content)+2 >= len(s.start) {
		return nil
	}
	return s.numbers[s.start[content]:s.start[content+1]]
}

// other returns the other content of a pair.
func (s *Similarities) other(content, number uint32) uint32 {
	w := s.pairs.At(int(number))
	return w[0] ^ w[1] ^ content
}

// between returns the pair of two contents.
func (s *Similarities) between(content, other uint32) (number uint32, ok bool) {
	of := s.Of(content)
	i, ok := slices.BinarySearchFunc(of, other, func(n, other uint32) int {
		return cmp.Compare(s.other(content, n), other)
	})
	if !ok {
		return 0, false
	}
	return of[i], true
}

// related is a pair as one of its contents sees it.
type related struct {
	content uint32  // the other one
	share   float64 // of this content, in the other
	back    float64 // of the other, in this one
	rough   bool    // estimated
}

func (s *Similarities) related(content, number uint32) related {
	w := s.pairs.At(int(number))
	ab, ba := share(w[2:4]), share(w[4:6])
	rough := math.Signbit(ab)
	if ab = math.Abs(ab); w[0] == content {
		return related{w[1], ab, ba, rough}
	}
	return related{w[0], ba, ab, rough}
}

func share(w []uint32) float64 { return math.Float64frombits(uint64(w[1])<<32 | uint64(w[0])) }
