package db

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"alike/testdata"
	"alike/testdata/storetest"
)

// recordSteps is what commit number gen does to an index of records. It follows from gen.
type recordSteps struct {
	add    []Record
	drop   RecordID // how many of the last records to drop before adding
	forget [][]byte
}

func stepsOf(gen uint64) (s recordSteps) {
	rw := &recordWorld{r: rand.New(rand.NewPCG(gen, 17))}
	for range 50 + rw.r.IntN(300) {
		s.add = append(s.add, rw.random())
	}
	if gen%5 == 0 {
		s.drop = RecordID(rw.r.IntN(200))
	}
	if gen%4 == 0 {
		for range 30 {
			s.forget = append(s.forget, fmt.Appendf(nil, "id\x00%d", rw.r.IntN(300)))
		}
	}
	return s
}

// recordsAfter returns the expected records after a number of commits.
func recordsAfter(gens uint64) recordState {
	s, next := recordState{records: map[RecordID]Record{}}, RecordID(1)
	for gen := uint64(1); gen <= gens; gen++ {
		steps := stepsOf(gen)
		for n := next - min(steps.drop, next); n < next; n++ {
			delete(s.records, n)
		}
		for _, r := range steps.add {
			s.records[next] = r
			next++
		}
		named := map[string]bool{}
		for _, id := range steps.forget {
			named[string(id)] = true
		}
		for n, r := range s.records {
			if named[string(r.ID)] {
				delete(s.records, n)
			}
		}
		s.run = fmt.Append(nil, gen)
	}
	return s
}

func TestRecordsKillChild(t *testing.T) {
	dir := storetest.ChildDir(t)
	ix, err := Open(context.Background(), dir, Options{Write: true, Create: true, Kind: Records, Memory: 1})
	must(t, err)
	w, err := ix.NewWriter()
	must(t, err)
	must(t, w.KeepRecords("simhash"))
	gen, _ := strconv.ParseUint(string(ix.Run()), 10, 64)
	fmt.Println("generation", gen)
	for gen++; ; gen++ {
		steps := stepsOf(gen)
		next := w.NextRecord()
		_, err := w.DropRecords(context.Background(), next-min(steps.drop, next))
		must(t, err)
		for _, r := range steps.add {
			_, err := w.AddRecord(r)
			must(t, err)
		}
		w.SetRun(fmt.Append(nil, gen))
		if steps.forget != nil {
			_, err := w.ForgetRecords(context.Background(), steps.forget) // also commits
			must(t, err)
		}
		must(t, w.Commit())
		fmt.Println("generation", gen)
		if gen%3 == 0 {
			must(t, w.Merge(context.Background()))
		}
	}
}

// TestRecordsAfterKills kills a process that writes records at random moments. After each
// kill the index must hold exactly the records of some commit, with its state of the run.
func TestRecordsAfterKills(t *testing.T) {
	testdata.Sequential(t)
	kills, done := testdata.Rounds(2, 40), 0
	dir := filepath.Join(t.TempDir(), "index")
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	printed := uint64(0)
	for ; done < kills || printed < 3 && done < 100; done++ {
		printed = max(printed, storetest.KillChild(t, "TestRecordsKillChild", dir, time.Duration(r.IntN(200))*time.Millisecond))
		ix, err := Open(context.Background(), dir, Options{Kind: Records})
		if errors.Is(err, ErrNoIndex) && printed == 0 {
			continue
		}
		must(t, err)
		gen, _ := strconv.ParseUint(string(ix.Run()), 10, 64)
		if gen != printed && gen != printed+1 {
			t.Fatalf("the run is at %d, the process printed %d", gen, printed)
		}
		want := recordsAfter(gen)
		wantRecords(t, ix, want)
		for n := range want.records {
			if n%7 != 0 {
				continue
			}
			got, ok, err := ix.Record(n)
			wantRecord(t, "index", n, got, ok, err, want)
		}
		mustCheck(t, ix)
		must(t, ix.Close())
		printed = gen
	}
	if printed < 3 {
		t.Errorf("only %d commits", printed)
	}
	t.Logf("%d kills, %d commits", done, printed)
}
