package terms

import (
	"math"

	"alike/fingerprint"
)

// Likeness is what two texts have in common.
type Likeness struct {
	Shared int // distinct terms that both have
	A, B   int // distinct terms of each

	// Of the counts: their product over the terms that both have, and the squares
	// of the lengths of the two vectors. They are whole numbers, exact up to 2^53.
	dot, squareA, squareB float64
}

// Compare goes through two sets side by side. A term takes about 15 ns.
func Compare(a, b Set) (Likeness, error) {
	var l Likeness
	x, err := a.read()
	if err != nil {
		return l, err
	}
	y, err := b.read()
	if err != nil {
		return l, err
	}
	l.A, l.B = x.left, y.left
	inX, err := x.step(&l.squareA)
	if err != nil {
		return Likeness{}, err
	}
	inY, err := y.step(&l.squareB)
	for err == nil && (inX || inY) {
		switch {
		case !inY || inX && x.hash < y.hash:
			inX, err = x.step(&l.squareA)
		case !inX || y.hash < x.hash:
			inY, err = y.step(&l.squareB)
		default:
			l.Shared++
			l.dot += float64(x.count * y.count)
			inX, err = x.step(&l.squareA)
			if err == nil {
				inY, err = y.step(&l.squareB)
			}
		}
	}
	if err != nil {
		return Likeness{}, err
	}
	return l, nil
}

// step advances, and adds the square of the count that was read.
func (r *reader) step(squares *float64) (bool, error) {
	ok, err := r.advance()
	if ok {
		*squares += float64(r.count * r.count)
	}
	return ok, err
}

// Jaccard is the share of the terms of either that both have; Undefined where
// neither has any.
func (l Likeness) Jaccard() fingerprint.Share {
	return fingerprint.Ratio(float64(l.Shared), float64(l.A+l.B-l.Shared))
}

// Cosine is that of the angle between the two vectors of counts; Undefined where
// one has no terms.
func (l Likeness) Cosine() fingerprint.Share {
	return fingerprint.Ratio(l.dot, math.Sqrt(l.squareA*l.squareB))
}
