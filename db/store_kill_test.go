package db

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The child of the kill test writes generations whose content follows from their
// number, and says each number after its commit.

// childDir is set for the child: the index that it writes to.
const childDir = "ALIKE_TEST_KILL_DIR"

// generationContent is what a store holds at a generation: four batches of
// blocks, each of which lasts for four generations.
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

func TestStoreKillChild(t *testing.T) {
	dir := os.Getenv(childDir)
	if dir == "" {
		t.Skip("runs as the child of TestStoreAfterKills")
	}
	s := mustOpen(t, dir, storeOptions{create: true, memory: 1, command: "killed test"})
	fmt.Println("generation", s.generation())
	for {
		gen := s.generation() + 1
		for k, v := range batchContent(gen) {
			must(t, s.put([]byte(k), []byte(v)))
		}
		if gen%5 == 0 {
			must(t, s.flush())
		}
		if gen > 4 {
			for k := range batchContent(gen - 4) {
				must(t, s.remove([]byte(k)))
			}
		}
		must(t, s.commit(fmt.Appendf(nil, "root %d", gen)))
		fmt.Println("generation", gen)
		if gen%3 == 0 {
			must(t, s.compact(context.Background()))
		}
		if gen%7 == 0 {
			closeStore(t, s)
			s = mustOpen(t, dir, smallStore)
		}
	}
}

// TestStoreAfterKills kills a process that writes at random moments; after each
// the index must hold exactly what was committed. ALIKE_KILLS sets how often.
func TestStoreAfterKills(t *testing.T) {
	kills := 20
	if n, err := strconv.Atoi(os.Getenv("ALIKE_KILLS")); err == nil {
		kills = n
	}
	dir := filepath.Join(t.TempDir(), "index")
	r := rand.New(rand.NewSource(time.Now().UnixNano()))
	unsettledStates, said := 0, uint64(0)
	for range kills {
		said = max(said, killOnce(t, dir, time.Duration(r.Intn(300))*time.Millisecond))
		if there, err := hasIndex(dir); err != nil || !there {
			if said > 0 || err != nil {
				t.Fatalf("the index is gone after generation %d: %v", said, err)
			}
			continue
		}
		if unsettled(dir) {
			unsettledStates++
		}
		s := mustOpen(t, dir, storeOptions{readOnly: true})
		gen := s.generation()
		if gen != said && gen != said+1 {
			t.Fatalf("generation %d, the process had said %d", gen, said)
		}
		p := &sample{dir: dir, want: generationContent(gen), gen: gen}
		if gen > 0 {
			p.checkOpen(t, s)
		}
		closeStore(t, s)
		said = gen
	}
	if said < 3 {
		t.Errorf("only %d generations were written", said)
	}
	t.Logf("%d kills, %d of them left something to settle, %d generations", kills, unsettledStates, said)
}

// unsettled says whether a killed process left something to be put right.
func unsettled(dir string) bool {
	if _, err := os.Lstat(filepath.Join(dir, intentName)); err == nil {
		return true
	}
	l, err := readFileList(filepath.Join(dir, sidecarName))
	if err != nil {
		return false
	}
	return slices.ContainsFunc(l.dropped, func(n uint64) bool {
		_, err := os.Lstat(filepath.Join(dir, badgerName, tableFile{number: n}.name()))
		return err == nil
	})
}

// killOnce is killChild of the child that writes to a store.
func killOnce(t *testing.T, dir string, after time.Duration) uint64 {
	t.Helper()
	return killChild(t, "TestStoreKillChild", dir, after)
}

// killChild lets a child write for a while from the moment on when it has opened
// the index, kills it and returns the last generation that it said.
func killChild(t *testing.T, test, dir string, after time.Duration) uint64 {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^"+test+"$", "-test.v")
	cmd.Env = append(os.Environ(), childDir+"="+dir)
	out, err := cmd.StdoutPipe()
	must(t, err)
	cmd.Stderr = os.Stderr
	must(t, cmd.Start())
	var said uint64
	first := make(chan struct{})
	done := make(chan error, 1)
	go func() {
		lines := bufio.NewScanner(out)
		for n := 0; lines.Scan(); {
			if _, err := fmt.Sscanf(lines.Text(), "generation %d", &said); err == nil {
				if n++; n == 1 {
					close(first)
				}
			} else if strings.Contains(lines.Text(), "FAIL") || strings.Contains(lines.Text(), "_test.go") {
				done <- errors.New(lines.Text())
				return
			}
		}
		_, err := io.Copy(io.Discard, out)
		done <- err
	}()
	select {
	case <-first:
	case <-time.After(after):
	}
	time.Sleep(after)
	must(t, cmd.Process.Kill())
	must(t, <-done)
	_ = cmd.Wait()
	return said
}
