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
	of     []int32  // by folder: the one that stands for it, or itself
	passed []couple // sorted
}

// hubs finds the hubs among folders that pass. Folders are taken by the number of others that
// they are nearly the same as, then in the order of the tree; see search.Groups. A run counts as
// all of its folders, but a unit as one.
func (m *matcher) hubs(near, passed []couple, units bool) *hubs {
	h := &hubs{matcher: m, of: make([]int32, len(m.folders)), passed: passed}
	others, count := map[int32][]int32{}, map[int32]int32{}
	var order []int32
	for _, p := range near {
		for _, c := range [2]couple{p, {p.b, p.a}} {
			if others[c.a] == nil {
				order = append(order, c.a)
			}
			others[c.a] = append(others[c.a], c.b)
			if count[c.a]++; !units {
				count[c.a] += m.folders[c.b].run - 1
			}
		}
	}
	slices.SortFunc(order, func(x, y int32) int {
		return cmp.Or(cmp.Compare(count[y], count[x]), cmp.Compare(x, y))
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
		for _, y := range others[x] {
			if !taken[y] {
				taken[y], h.of[y] = true, x
			}
		}
	}
	return h
}

// standFor reports whether the hubs of two folders make their pair needless: both have the
// same, or the hubs pass.
func (h *hubs) standFor(c couple) bool {
	if h.inside(c.b, c.a) {
		return false
	}
	a, b := h.of[c.a], h.of[c.b]
	if a == b {
		return a != c.a && b != c.b
	}
	if a == c.a && b == c.b {
		return false
	}
	c = couple{min(a, b), max(a, b)}
	if h.shown(c) != c {
		return false // the pair is of the last folder of a run, and this is the first
	}
	_, ok := slices.BinarySearchFunc(h.passed, c, couple.compare)
	return ok
}
