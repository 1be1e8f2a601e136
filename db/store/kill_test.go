package store

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"alike/testdata"
	"alike/testdata/storetest"
)

// The child of the kill test writes generations whose content follows from their
// number, and prints each number after its commit.

// generationContent returns what a store holds at a generation: four batches of blocks.
// Each batch lasts for four generations.
func generationContent(gen uint64) map[string]string {
	all := map[string]string{}
	for g := max(gen, 4) - 3; g <= gen; g++ {
		maps.Copy(all, batchContent(g))
	}
	return all
}

func batchContent(gen uint64) map[string]string {
	h := fnv.New64()
	fmt.Fprint(h, gen)
	r := rand.New(rand.NewSource(int64(h.Sum64())))
	batch := map[string]string{}
	for i := range 20 + r.Intn(150) {
		batch[fmt.Sprintf("s%05d %04d", gen, i)] = randomValue(r, 1000+r.Intn(15000))
	}
	return batch
}

func TestKillChild(t *testing.T) {
	dir := storetest.ChildDir(t)
	s := mustOpen(t, dir, Options{Create: true, Memory: 1, Command: "killed test"})
	fmt.Println("generation", s.Generation())
	for {
		gen := s.Generation() + 1
		for k, v := range batchContent(gen) {
			must(t, s.Put([]byte(k), []byte(v)))
		}
		if gen%5 == 0 {
			must(t, s.Flush())
		}
		if gen > 4 {
			for k := range batchContent(gen - 4) {
				must(t, s.Remove([]byte(k)))
			}
		}
		must(t, s.Commit(fmt.Appendf(nil, "root %d", gen)))
		fmt.Println("generation", gen)
		if gen%3 == 0 {
			must(t, s.Compact(context.Background()))
		}
		if gen%7 == 0 {
			closeStore(t, s)
			s = mustOpen(t, dir, smallStore)
		}
	}
}

// TestKills kills a process that writes, at random moments. After each kill the index
// must hold exactly what was committed.
func TestKills(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	dir := filepath.Join(t.TempDir(), "index")
	r := rand.New(rand.NewSource(time.Now().UnixNano()))
	unsettledStates, printed := 0, uint64(0)
	kills, done := testdata.Rounds(2, 80), 0
	for ; done < kills || printed < 3 && done < 100; done++ {
		printed = max(printed, killOnce(t, dir, time.Duration(r.Intn(300))*time.Millisecond))
		if there, err := hasIndex(folderAt(t, dir)); err != nil || !there {
			if errors.Is(err, fs.ErrNotExist) {
				err = nil // killed before it made the folder
			}
			if printed > 0 || err != nil {
				t.Fatalf("the index is gone after generation %d: %v", printed, err)
			}
			continue
		}
		if needsRepair(t, dir) {
			unsettledStates++
		}
		s := mustOpen(t, dir, Options{ReadOnly: true})
		gen := s.Generation()
		if gen != printed && gen != printed+1 {
			t.Fatalf("generation %d, but the process printed %d", gen, printed)
		}
		p := &sample{dir: dir, want: generationContent(gen), gen: gen}
		if gen > 0 {
			p.checkOpen(t, s)
		}
		closeStore(t, s)
		printed = gen
	}
	if printed < 3 {
		t.Errorf("only %d generations were written", printed)
	}
	t.Logf("%d kills, %d of them left something to repair, %d generations", done, unsettledStates, printed)
}

// needsRepair reports whether a killed process left something to repair.
func needsRepair(t *testing.T, dir string) bool {
	if _, err := os.Lstat(filepath.Join(dir, intentName)); err == nil {
		return true
	}
	l, err := folderAt(t, dir).readFileList(sidecarName)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(l.dropped, func(n uint64) bool {
		_, err := os.Lstat(filepath.Join(dir, badgerName, tableFile{number: n}.name()))
		return err == nil
	})
}

// killOnce runs the child that writes to a store and kills it.
func killOnce(t *testing.T, dir string, after time.Duration) uint64 {
	t.Helper()
	return storetest.KillChild(t, "TestKillChild", dir, after)
}
