package main

import (
	"cmp"
	"slices"
)

// labelled is the score of a pair of programs, and whether one is a copy of the other.
type labelled struct {
	score float64
	copy  bool
}

// quality is how well scores tell copies from other pairs.
type quality struct {
	copies, others int
	auc            float64 // probability that a copy scores higher than another pair
	f1             float64 // at the best threshold
	recall         float64 // of copies above all but one in a thousand of the other pairs
}

// judge computes the quality of scores, in n·log n. A tie counts half in the AUC.
func judge(pairs []labelled) quality {
	pairs = slices.Clone(pairs)
	slices.SortFunc(pairs, func(a, b labelled) int { return cmp.Compare(b.score, a.score) })
	var q quality
	for _, p := range pairs {
		if p.copy {
			q.copies++
		} else {
			q.others++
		}
	}
	found, wrong := 0, 0
	for i := 0; i < len(pairs); {
		copies, others := 0, 0
		for j := i; j < len(pairs) && pairs[j].score == pairs[i].score; j++ {
			if pairs[j].copy {
				copies++
			} else {
				others++
			}
		}
		q.auc += float64(others) * (float64(found) + float64(copies)/2)
		found, wrong = found+copies, wrong+others
		i += copies + others
		q.f1 = max(q.f1, 2*float64(found)/float64(q.copies+found+wrong))
		if wrong*1000 <= q.others {
			q.recall = float64(found) / float64(q.copies)
		}
	}
	q.auc /= float64(q.copies) * float64(q.others)
	return q
}
