package report

import (
	"slices"
	"testing"

	"alike/db/search"
	"alike/fingerprint"
)

// TestOrderOfEquals checks that the path orders results with equal shares.
func TestOrderOfEquals(t *testing.T) {
	t.Parallel()
	var pairs []search.Pair
	var matches []search.Match
	for _, c := range []struct {
		path     string
		a, b, of float64
	}{{"c", .9, .1, .5}, {"b", .2, .95, .5}, {"d", .1, .3, .50000001}, {"a", .1, .3, .5}, {"e", .1, .2, .6}} {
		f := search.File{Path: c.path}
		pairs = append(pairs, search.Pair{A: f, AInB: fingerprint.Share(c.a), BInA: fingerprint.Share(c.b), Distinctive: fingerprint.Share(c.of)})
		matches = append(matches, search.Match{File: f, QueryInFile: fingerprint.Share(c.a), FileInQuery: fingerprint.Share(c.b), Distinctive: fingerprint.Share(c.of)})
	}
	slices.SortFunc(pairs, PairOrder(search.Distinctive))
	slices.SortFunc(matches, betterMatch(search.Distinctive))
	var order [2]string
	for i := range pairs {
		order[0] += pairs[i].A.Path
		order[1] += matches[i].File.Path
	}
	if order != [2]string{"eabcd", "eabcd"} {
		t.Errorf("pairs and matches in the order %v", order)
	}
}
