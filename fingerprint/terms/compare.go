package terms

import (
	"math"

	"alike/fingerprint"
)

// Likeness holds the counts from which the similarity of two texts follows.
type Likeness struct {
	Shared int // distinct terms in both
	A, B   int // distinct terms in each

	// Products of counts, summed over the terms in both, and the squared lengths of
	// the two vectors. They are integers, exact up to 2^53.
	dot, squareA, squareB float64
}

// Compare compares two sets in one pass. It takes about 15 ns a term. If a set is
// broken, the error is a *BrokenError.
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

// step advances and adds the square of the count to squares.
func (r *reader) step(squares *float64) (bool, error) {
	ok, err := r.advance()
	if ok {
		*squares += float64(r.count * r.count)
	}
	return ok, err
}

// Jaccard returns the share of the terms of either text that both have. It is
// Undefined if neither has any.
func (l Likeness) Jaccard() fingerprint.Share {
	return fingerprint.Ratio(float64(l.Shared), float64(l.A+l.B-l.Shared))
}

// Cosine returns the cosine of the angle between the two vectors of counts. It is
// Undefined if a text has no terms.
func (l Likeness) Cosine() fingerprint.Share {
	return fingerprint.Ratio(l.dot, math.Sqrt(l.squareA*l.squareB))
}
