package ranking

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"alike/db/spill"
)

// result has a field of each type that a record can hold.
type result struct {
	share float64
	path  string
	size  int64
	same  bool
}

func better(a, b result) int {
	return cmp.Or(cmp.Compare(b.share, a.share), cmp.Compare(a.path, b.path))
}

var results = Methods[result]{
	Better: better,
	Size:   func(r result) int64 { return 100 + int64(len(r.path)) },
	Encode: func(data []byte, r result) []byte {
		return AppendFlag(AppendInt(AppendText(AppendFloat(data, r.share), r.path), r.size), r.same)
	},
	Decode: func(r *Record) result {
		return result{share: r.Float(), path: r.Text(), size: r.Int(), same: r.Flag()}
	},
}

// randomResult returns a result with a path of its own.
func randomResult(r *rand.Rand, number int) result {
	return result{
		share: float64(r.IntN(4)) / 3,
		path:  fmt.Sprintf("/f/%d\xff\n%s", number, strings.Repeat("x", r.IntN(600))),
		size:  r.Int64N(1<<60) - 1<<59, same: r.IntN(9) == 0,
	}
}

// TestRankingKeepsTheBest compares the heap with sorting everything.
func TestRankingKeepsTheBest(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 200 {
		n, limit := r.IntN(60), 1+r.IntN(20)
		var all []result
		kept := New(results, limit, 0)
		for range n {
			x := result{share: float64(r.IntN(5)) / 4, path: string(rune('a'+r.IntN(26))) + string(rune('a'+r.IntN(26)))}
			all = append(all, x)
			if err := kept.Add(x); err != nil {
				t.Fatal(err)
			}
		}
		slices.SortFunc(all, better)
		if got := len(kept.Best()); got != min(n, limit) {
			t.Fatalf("the limit leaves %d of %d, limit %d", got, n, limit)
		}
		var got []result
		if err := kept.Each(t.Context(), func(x result) error { got = append(got, x); return nil }); err != nil {
			t.Fatal(err)
		}
		if len(got) != min(n, limit) || kept.Seen() != int64(n) || kept.Len() != int64(len(got)) {
			t.Fatalf("%d of %d kept, %d seen, limit %d", len(got), n, kept.Seen(), limit)
		}
		for i := range got {
			if better(got[i], all[i]) != 0 {
				t.Fatalf("place %d of %d: %v, want %v", i, n, got[i], all[i])
			}
		}
	}
}

// inRuns returns a ranking that has moved n random results to many runs, and the
// results.
func inRuns(t *testing.T, n int) (*Ranking[result], []result) {
	t.Helper()
	r := rand.New(rand.NewPCG(11, uint64(n)))
	ranked := New(results, 0, 1+r.Int64N(20_000))
	t.Cleanup(ranked.Close)
	var all []result
	for i := range n {
		all = append(all, randomResult(r, i))
		if err := ranked.Add(all[i]); err != nil {
			t.Fatal(err)
		}
	}
	return ranked, all
}

// TestSortedInRuns compares sorting in runs on disk with sorting in memory, and
// checks that the file has no name.
func TestSortedInRuns(t *testing.T) {
	setTemp(t, t.TempDir())
	most := 0
	for n := range 40 {
		ranked, all := inRuns(t, n*n)
		if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 && runtime.GOOS != "windows" { // it lists open files
			t.Fatalf("left in the temporary folder: %v, %v", left, err)
		}
		most = max(most, len(ranked.aside.runs))
		slices.SortFunc(all, better)
		got := []result{}
		if err := ranked.Each(t.Context(), func(x result) error { got = append(got, x); return nil }); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, all) {
			t.Fatalf("%d results in %d runs: %d came back, or different ones", len(all), len(ranked.aside.runs), len(got))
		}
	}
	if most < 50 {
		t.Errorf("never more than %d runs: the test checks too little", most)
	}
}

// TestRunsSpoiled checks that damage to the file is an error, never a lost or changed
// result.
func TestRunsSpoiled(t *testing.T) {
	setTemp(t, t.TempDir())
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
			genuine := map[result]bool{}
			for _, x := range all {
				genuine[x] = true
			}
			err := ranked.Each(t.Context(), func(x result) error {
				if !genuine[x] {
					t.Errorf("%s: a result never added: %+v", name, x)
				}
				return nil
			})
			if err == nil || !strings.Contains(err.Error(), os.TempDir()) {
				t.Fatalf("%s, round %d: %v", name, i, err)
			}
		}
	}
}

// TestMalformedRecord checks that a record with bytes missing or left over is damage.
func TestMalformedRecord(t *testing.T) {
	setTemp(t, t.TempDir())
	for name, decode := range map[string]func(r *Record) result{
		"too short": func(r *Record) result { results.Decode(r); return results.Decode(r) },
		"too long":  func(r *Record) result { return result{share: r.Float()} },
	} {
		kind := results
		kind.Decode = decode
		ranked := New(kind, 0, 1)
		t.Cleanup(ranked.Close)
		if err := ranked.Add(result{path: "/a"}); err != nil {
			t.Fatal(err)
		}
		err := ranked.Each(t.Context(), func(result) error { return nil })
		if !errors.As(err, new(*DamageError)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestNoRoomForRuns checks that a full disk and a missing folder are errors with the
// folder in them.
func TestNoRoomForRuns(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs /dev/full")
	}
	full, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	setTemp(t, t.TempDir())
	ranked, _ := inRuns(t, 50)
	ranked.Close()
	ranked.aside.file.File = full
	ranked.aside.w.Reset(ranked.aside.file)
	r := rand.New(rand.NewPCG(4, 4))
	for i := 0; err == nil && i < 10_000; i++ {
		err = ranked.Add(randomResult(r, i))
	}
	var failed *spill.Error
	if !errors.Is(err, syscall.ENOSPC) || !errors.As(err, &failed) || failed.Dir != os.TempDir() {
		t.Errorf("a full disk: %v", err)
	}
	setTemp(t, "/nowhere/at/all")
	err = New(results, 0, 0).Add(randomResult(r, 1))
	if !errors.As(err, &failed) || !strings.Contains(err.Error(), "the folder /nowhere/at/all does not exist") {
		t.Errorf("a missing folder: %v", err)
	}
}

// TestSortingInterrupted checks that Ctrl-C ends a print that may take hours.
func TestSortingInterrupted(t *testing.T) {
	setTemp(t, t.TempDir())
	ranked, _ := inRuns(t, 300)
	ctx, cancel := context.WithCancel(t.Context())
	printed := 0
	err := ranked.Each(ctx, func(result) error {
		if printed++; printed == 7 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || printed != 7 {
		t.Errorf("%v after %d results", err, printed)
	}
}

// setTemp sets the folder of temporary files.
func setTemp(t *testing.T, dir string) {
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir) // on Windows
}
