package folders

import (
	"cmp"
	"slices"
)

// nearlySame is the share of each folder in the other from which they are nearly the same.
const nearlySame = 0.9

// hubs are the folders that stand for others, which are nearly the same.
type hubs struct {
	*matcher
	of     []int32 // by folder: the one that stands for it, or itself
	passed map[couple]bool
}

// hubs finds the hubs among folders that pass. Folders are taken by the number of others that
// they are nearly the same as, then in the order of the tree; see search.Groups.
func (m *matcher) hubs(pairs []Pair) *hubs {
	h := &hubs{matcher: m, of: make([]int32, len(m.folders)), passed: make(map[couple]bool, len(pairs))}
	near := map[int32][]int32{}
	var order []int32
	for i := range pairs {
		p := &pairs[i]
		h.passed[p.couple] = true
		if p.A.Share() < nearlySame || p.B.Share() < nearlySame || m.inside(p.couple.b, p.couple.a) {
			continue
		}
		for _, c := range [2]couple{p.couple, p.couple.swapped()} {
			if near[c.a] == nil {
				order = append(order, c.a)
			}
			near[c.a] = append(near[c.a], c.b)
		}
	}
	slices.SortFunc(order, func(x, y int32) int {
		return cmp.Or(cmp.Compare(len(near[y]), len(near[x])), cmp.Compare(x, y))
	})
	taken := make([]bool, len(m.folders))
	for i := range h.of {
		h.of[i] = int32(i)
	}
	for _, x := range order {
		if taken[x] {
			continue
		}
		taken[x] = true
		for _, y := range near[x] {
			if !taken[y] {
				taken[y], h.of[y] = true, x
			}
		}
	}
	return h
}

// standFor reports whether the hubs of two folders say what these say: both have the same, or
// the hubs pass.
func (h *hubs) standFor(c couple) bool {
	if h.inside(c.b, c.a) {
		return false
	}
	a, b := h.of[c.a], h.of[c.b]
	if a == b {
		return a != c.a && b != c.b
	}
	return (a != c.a || b != c.b) && h.passed[couple{min(a, b), max(a, b)}]
}
