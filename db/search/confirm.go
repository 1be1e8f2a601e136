package search

import (
	"context"
	"math"

	"alike/fingerprint"
)

// counts reports whether the files of a pair are counted.
func (q *PairQuery) counts(p *Pair) bool {
	if p.Identical {
		return q.countsIdentical()
	}
	return p.Shared < q.CountBelow || q.CountBelow > 0 && (q.weighing.rule.IsSmall(max(p.A.Level, p.B.Level)) || q.undecided(p) || q.mayBeLicence(p))
}

// mostLicence is a number of bytes that hardly any licence at the start of a file is longer than.
const mostLicence = 4 << 10

// mayBeLicence reports whether what the files of a pair share may be their licence, which weighs
// nothing if they are counted.
func (q *PairQuery) mayBeLicence(p *Pair) bool {
	bytes := func(f *File) float64 { return float64(f.Size) / float64(max(f.Fingerprints, 1)) * float64(p.Shared) }
	return q.By == Distinctive && !q.weighing.mean && min(bytes(&p.A), bytes(&p.B)) <= mostLicence
}

// undecided reports whether the estimate of a pair by Distinctive fails, or passes by so little that
// it may be on the wrong side. That of a weighted share errs by about twice as much as that of a
// plain one, since few heavy fingerprints may decide.
func (q *PairQuery) undecided(p *Pair) bool {
	if q.By != Distinctive || q.weighing.mean {
		return false
	}
	plain := float64(max(p.AInB, p.BInA))
	off := surplusDeviations / 2 * math.Sqrt(plain/float64(p.Shared))
	weighed := float64(p.Distinctive) - 2*off
	return weighed < q.Min && (weighed < distinctivePart*q.Min || plain-off < q.Min)
}

func (q *PairQuery) countsIdentical() bool { return q.CountBelow == math.MaxInt && !q.OrEstimate }

// confirm replaces the estimates of a pair that is to be counted, and reports whether the pair
// passes.
func (q *PairQuery) confirm(ctx context.Context, p *Pair, weigh Weigher) (bool, error) {
	if !q.counts(p) {
		return true, nil
	}
	s, ok, err := q.Count(ctx, p.A, p.B, weigh)
	if err != nil {
		return false, err
	}
	if !ok {
		return q.OrEstimate && q.passed(p), nil
	}
	p.Exact = true
	p.AInB, p.BInA, p.Resemblance = s.AInB(), s.BInA(), s.Resemblance()
	if p.Identical && q.Base == nil && p.A.Size > 0 {
		// They are known to be equal, and need not be read: whether a view leaves any window of them
		// is not known then.
		p.AInB, p.BInA, p.Resemblance = 1, 1, 1
	}
	if p.Identical {
		p.Distinctive = p.AInB
	} else {
		p.Distinctive = q.weighing.distinctive(
			q.weighing.counted(s.SharedA, s.WeightA, s.A, &p.A, &p.B),
			q.weighing.counted(s.SharedB, s.WeightB, s.B, &p.B, &p.A))
	}
	passed := p.Identical || q.passed(p)
	bySmaller := max(p.AInB, p.BInA) >= fingerprint.Share(q.Min) && !q.weighing.rule.IsSmall(max(p.A.Level, p.B.Level))
	if !passed && bySmaller && q.LeftOut != nil && q.By == Distinctive {
		q.LeftOut.Store(true)
	}
	return passed, nil
}
