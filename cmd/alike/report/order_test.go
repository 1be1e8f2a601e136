package report

import (
	"math"
	"slices"
	"testing"

	"alike/db/search"
	"alike/fingerprint"
)

// TestStrength checks the order of results: by how much they share and by the bytes in common, and
// by path if these are equal as printed.
func TestStrength(t *testing.T) {
	t.Parallel()
	var pairs []search.Pair
	var matches []search.Match
	for _, c := range []struct {
		path     string
		a, b, of float64
	}{{"c", .9, .1, .5}, {"b", .2, .95, .5}, {"d", .1, .3, .50000001}, {"a", .1, .3, .5}, {"e", .1, .2, .6}} {
		f := search.File{Path: c.path, Size: 6400}
		pairs = append(pairs, search.Pair{A: f, B: f, AInB: fingerprint.Share(c.a), BInA: fingerprint.Share(c.b), Distinctive: fingerprint.Share(c.of)})
		matches = append(matches, search.Match{File: f, QueryInFile: fingerprint.Share(c.a), FileInQuery: fingerprint.Share(c.b), Distinctive: fingerprint.Share(c.of)})
	}
	slices.SortFunc(pairs, PairOrder(search.Distinctive))
	slices.SortFunc(matches, betterMatch(search.Distinctive, 6400))
	var order [2]string
	for i := range pairs {
		order[0] += pairs[i].A.Path
		order[1] += matches[i].File.Path
	}
	if order != [2]string{"ebacd", "ebacd"} {
		t.Errorf("pairs and matches in the order %v", order)
	}
}

// TestManySmallCopies checks that copies of small files do not come before a near-copy of a large
// one, and that of files of one length the one that shares more comes first.
func TestManySmallCopies(t *testing.T) {
	t.Parallel()
	small, large := float64(300), float64(20<<20)
	if copied, near := strength(1, small), strength(.7, .7*large); copied >= near {
		t.Errorf("a copy of 300 bytes has strength %v, a near-copy of 20 MB %v", copied, near)
	}
	for size := 100.; size < 1e9; size *= 7 {
		for share := 0.; share < .99; share += .01 {
			if more, less := strength(fingerprint.Share(share+.01), (share+.01)*size), strength(fingerprint.Share(share), share*size); more <= less {
				t.Fatalf("of %v bytes, a share of %v has strength %v, %v has %v", size, share+.01, more, share, less)
			}
		}
	}
	for x := 1.; x < 1e12; x *= 1.3 {
		if d := logarithm(x) - math.Log2(x); d > 1e-9 || d < -.09 {
			t.Errorf("the logarithm of %v is off by %v", x, d)
		}
	}
}
