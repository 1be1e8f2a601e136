package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"alike/testdata"
)

// TestScanKilled kills scans of a changing tree at random moments and repeats each until it
// finishes. After each kill the index must be sound and answer; in the end the answer must be that
// of a new index.
func TestScanKilled(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	dir := t.TempDir()
	tree := filepath.Join(dir, "tree")
	alike := func(index, verb string, args ...string) []string {
		return append([]string{verb, "-q", "--index", filepath.Join(dir, index)}, args...)
	}
	random := rand.New(rand.NewPCG(8, 3))
	writeTexts(t, tree, random, 200)
	output(t, alikeCommand(t, alike("index", "scan", tree)...))
	begun := time.Now()
	output(t, alikeCommand(t, alike("first", "scan", tree)...))
	took := time.Since(begun)
	killed, kills := 0, testdata.Rounds(2, 60)
	for round := 0; killed < kills; round++ {
		if round > 500 {
			t.Fatalf("killed only %d processes", killed)
		}
		writeTexts(t, tree, random, 20+random.IntN(60))
		for tries := 1; killedAfter(t, alikeCommand(t, alike("index", "scan", tree)...), longer(random, took, tries)); tries++ {
			if tries == 200 {
				t.Fatalf("a scan did not finish in %d tries", tries)
			}
			killed++
			output(t, alikeCommand(t, alike("index", "check")...))
			output(t, alikeCommand(t, alike("index", "pairs")...))
		}
		fresh := fmt.Sprint("fresh", round)
		output(t, alikeCommand(t, alike(fresh, "scan", tree)...))
		want := output(t, alikeCommand(t, alike(fresh, "pairs", "--limit", "0")...))
		if got := output(t, alikeCommand(t, alike("index", "pairs", "--limit", "0")...)); got != want {
			t.Fatalf("after %d kills: %s", killed, firstDifference(got, want))
		}
		output(t, alikeCommand(t, alike("index", "check", "--sample", "all")...))
	}
	t.Logf("killed %d scans", killed)
}

// longer returns a random time before a kill. After ten tries in a row it may be longer than the run
// took before: the machine may have become slower since.
func longer(random *rand.Rand, took time.Duration, tries int) time.Duration {
	return time.Duration(random.Int64N(int64(took) * int64(1+tries/10)))
}
