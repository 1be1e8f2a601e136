package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"alike/db/search"
	"alike/fingerprint"
)

// TestRankingKeepsTheBest compares the heap with sorting everything.
func TestRankingKeepsTheBest(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 200 {
		n, limit := r.IntN(60), 1+r.IntN(20)
		var all []search.Pair
		kept := &ranking[search.Pair]{kind: pairKind(search.Smaller), limit: limit}
		for range n {
			p := search.Pair{AInB: fingerprint.Share(r.IntN(5)) / 4, BInA: fingerprint.Share(r.IntN(5)) / 4,
				Identical: r.IntN(9) == 0}
			p.A.Path, p.B.Path = string(rune('a'+r.IntN(26))), string(rune('a'+r.IntN(26)))
			all = append(all, p)
			if err := kept.add(p); err != nil {
				t.Fatal(err)
			}
		}
		slices.SortFunc(all, betterPair(search.Smaller))
		var got []search.Pair
		if err := kept.each(t.Context(), func(p search.Pair) error { got = append(got, p); return nil }); err != nil {
			t.Fatal(err)
		}
		if len(got) != min(n, limit) || kept.seen != int64(n) {
			t.Fatalf("%d of %d kept, %d seen, limit %d", len(got), n, kept.seen, limit)
		}
		for i := range got {
			if betterPair(search.Smaller)(got[i], all[i]) != 0 {
				t.Fatalf("place %d of %d: %v, want %v", i, n, got[i], all[i])
			}
		}
	}
}

// randomPair returns a pair that no other has the paths of.
func randomPair(r *rand.Rand, number int) search.Pair {
	file := func(side string) search.File {
		return search.File{
			Path: fmt.Sprintf("/f/%s%d\xff\n%s", side, number, strings.Repeat("x", r.IntN(300))),
			Size: r.Int64N(1 << 60), Level: r.IntN(20), Fingerprints: r.IntN(1 << 30), Copies: r.IntN(3),
		}
	}
	share := func() fingerprint.Share { return fingerprint.Ratio(float64(r.IntN(4)), float64(r.IntN(4))) }
	return search.Pair{
		A: file("a"), B: file("b"), Shared: r.IntN(100),
		AInB: share(), BInA: share(), Resemblance: share(), Distinctive: share(),
		Identical: r.IntN(9) == 0, Exact: r.IntN(2) == 0,
	}
}

// inRuns returns a ranking of n random pairs that puts them aside in many runs,
// and the pairs.
func inRuns(t *testing.T, n int) (*ranking[search.Pair], []search.Pair) {
	t.Helper()
	r := rand.New(rand.NewPCG(11, uint64(n)))
	ranked := &ranking[search.Pair]{kind: pairKind(search.Union), room: 1 + r.Int64N(20_000)}
	t.Cleanup(ranked.close)
	var all []search.Pair
	for i := range n {
		all = append(all, randomPair(r, i))
		if err := ranked.add(all[i]); err != nil {
			t.Fatal(err)
		}
	}
	return ranked, all
}

// TestSortedInRuns compares sorting in runs on disk with sorting in memory, and
// holds that nothing is seen of the file.
func TestSortedInRuns(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	most := 0
	for n := range 40 {
		ranked, all := inRuns(t, n*n)
		if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
			t.Fatalf("left in the temporary folder: %v, %v", left, err)
		}
		most = max(most, len(ranked.aside.runs))
		paths := []string{}
		for _, p := range all {
			paths = append(paths, p.A.Path, p.B.Path)
		}
		if got, want := ranked.folder(), commonFolder(paths); got != want {
			t.Errorf("%d pairs lie in %q, want %q", len(all), got, want)
		}
		slices.SortFunc(all, betterPair(search.Union))
		got := []search.Pair{}
		if err := ranked.each(t.Context(), func(p search.Pair) error { got = append(got, p); return nil }); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, all) {
			t.Fatalf("%d pairs in %d runs come back as %d, or otherwise", len(all), len(ranked.aside.runs), len(got))
		}
	}
	if most < 50 {
		t.Errorf("never more than %d runs: this test does not see what it should", most)
	}
}

// TestRunsSpoiled holds that no pair is lost or changed silently when the file
// does not hold any more what was written to it.
func TestRunsSpoiled(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	size := func(f *runFile) int64 { return f.runs[len(f.runs)-1].offset + f.runs[len(f.runs)-1].size }
	spoilt := map[string]func(f *runFile, r *rand.Rand) error{
		"truncated": func(f *runFile, r *rand.Rand) error { return f.file.Truncate(r.Int64N(size(f))) },
		"flipped": func(f *runFile, r *rand.Rand) error {
			var b [1]byte
			at := r.Int64N(size(f))
			_, err := f.file.ReadAt(b[:], at)
			b[0] ^= 1 << r.IntN(8)
			_, writing := f.file.WriteAt(b[:], at)
			return errors.Join(err, writing)
		},
		"overwritten": func(f *runFile, r *rand.Rand) error {
			at := r.Int64N(size(f) - 20)
			_, err := f.file.WriteAt(bytes.Repeat([]byte{0x55}, 20), at)
			return err
		},
	}
	r := rand.New(rand.NewPCG(3, 3))
	for name, spoil := range spoilt {
		for i := range 60 {
			ranked, all := inRuns(t, 200+i)
			if err := spoil(&ranked.aside, r); err != nil {
				t.Fatal(err)
			}
			genuine := map[search.Pair]bool{}
			for _, p := range all {
				genuine[p] = true
			}
			err := ranked.each(t.Context(), func(p search.Pair) error {
				if !genuine[p] {
					t.Errorf("%s: a pair that never was: %+v", name, p)
				}
				return nil
			})
			if err == nil || !strings.Contains(err.Error(), os.TempDir()) {
				t.Fatalf("%s, round %d: %v", name, i, err)
			}
		}
	}
}

// TestNoRoomForRuns holds that a full disk is an error that names the way out.
func TestNoRoomForRuns(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Setenv("TMPDIR", t.TempDir())
	ranked, _ := inRuns(t, 50)
	ranked.close()
	ranked.aside.file.File = full
	ranked.aside.w.Reset(ranked.aside.file)
	r := rand.New(rand.NewPCG(4, 4))
	for i := 0; err == nil && i < 10_000; i++ {
		err = ranked.add(randomPair(r, i))
	}
	what, next := explain(err)
	if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(what, os.TempDir()) || !strings.Contains(next, "TMPDIR") {
		t.Errorf("%q, %q", what, next)
	}
	t.Setenv("TMPDIR", "/nowhere/at/all")
	ranked = &ranking[search.Pair]{kind: pairKind(search.Union)}
	what, next = explain(ranked.add(randomPair(r, 1)))
	if !strings.Contains(what, "in /nowhere/at/all") || !strings.Contains(next, "TMPDIR") {
		t.Errorf("%q, %q", what, next)
	}
}

// TestSortingInterrupted holds that Ctrl-C ends what may take hours to print.
func TestSortingInterrupted(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	ranked, _ := inRuns(t, 300)
	ctx, cancel := context.WithCancel(t.Context())
	printed := 0
	err := ranked.each(ctx, func(search.Pair) error {
		if printed++; printed == 7 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || printed != 7 {
		t.Errorf("%v after %d pairs", err, printed)
	}
}
