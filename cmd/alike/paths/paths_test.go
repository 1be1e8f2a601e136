package paths

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// TestFind compares Find with a search in whole paths.
func TestFind(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	syllables := []string{"a", "B", "ab", "/", "/", ".go", "Ä", "ß", "\xff", "İ", "x y", "A"}
	text := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(syllables[r.IntN(len(syllables))])
		}
		return b.String()
	}
	for range 300 {
		var l List
		all := map[string]Found{}
		copies := map[uint32]int{}
		contents := map[string]uint32{}
		for range r.IntN(6) {
			dir := path.Clean("/" + text(r.IntN(6)))
			for range r.IntN(6) {
				name := strings.ReplaceAll(text(1+r.IntN(4)), "/", "-")
				whole := path.Join(dir, name)
				if all[whole].Path != "" {
					continue
				}
				content := uint32(r.IntN(5))
				l.Add(dir, name, int64(len(whole)), content)
				copies[content]++
				contents[whole] = content
				all[whole] = Found{Path: whole, Size: int64(len(whole))}
			}
		}
		l.Complete()
		for range 20 {
			words := text(r.IntN(4)) + " " + text(r.IntN(3))
			var want []string
			for whole := range all {
				if has(whole, words) {
					want = append(want, whole)
				}
			}
			limit := r.IntN(8)
			got, n, err := l.Find(context.Background(), words, limit)
			if err != nil || n != len(want) || len(got) != min(limit, n) {
				t.Fatalf("%q: %d of %d found, want %d: %v", words, len(got), n, len(want), err)
			}
			for _, f := range got {
				if !slices.Contains(want, f.Path) || f.Size != int64(len(f.Path)) || f.Copies != copies[contents[f.Path]]-1 {
					t.Errorf("%q: %+v", words, f)
				}
			}
		}
	}
}

// has reports whether a path has all words.
func has(whole, words string) bool {
	folds := !strings.ContainsFunc(words, unicode.IsUpper)
	for word := range strings.FieldsSeq(words) {
		in := whole
		if folds {
			in, word = string(fold(nil, whole)), string(fold(nil, word))
		}
		if !strings.Contains(in, word) {
			return false
		}
	}
	return true
}

func TestFindIsCancelled(t *testing.T) {
	t.Parallel()
	var l List
	l.Add("/", "x", 1, 1)
	l.Complete()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := l.Find(ctx, "x", 1); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// BenchmarkFind searches a million paths.
func BenchmarkFind(b *testing.B) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	l := million()
	runtime.GC()
	runtime.ReadMemStats(&after)
	for _, words := range []string{"e", "driver_4711.c", "net main", "zzz", "Makefile qqq", "d7/driver_1"} {
		b.Run(words, func(b *testing.B) {
			for b.Loop() {
				if _, _, err := l.Find(context.Background(), words, 50); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Logf("%d bytes for %d files", after.HeapAlloc-before.HeapAlloc, l.Len())
	runtime.KeepAlive(l)
}

// million returns a million paths of 72 bytes, 20 in each folder.
func million() *List {
	l := &List{}
	for i := range 50_000 {
		dir := fmt.Sprintf("/home/someone/projects/linux/drivers/net/ethernet/d%d/sub%d", i%100, i)
		for k := range 20 {
			l.Add(dir, fmt.Sprintf("driver_%d_main.c", i*20+k), 1000, uint32(i*20+k)/2)
		}
	}
	l.Complete()
	return l
}
