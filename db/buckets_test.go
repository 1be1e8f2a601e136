package db

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"alike/db/hamming"
)

// Searching a part of a block finds what a comparison with each entry finds, however
// the hashes are spread.
func TestBucketParts(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	spreads := []func() uint64{
		r.Uint64,
		func() uint64 { return r.Uint64() >> r.UintN(64) },
		func() uint64 { return 1<<63 | r.Uint64N(5) },
		func() uint64 { return math.MaxUint64 - r.Uint64N(300)>>r.UintN(9) },
	}
	some := 0
	for round := range 4000 {
		spread := spreads[round%len(spreads)]
		var entries []bucketEntry
		for range 1 + r.IntN(hashesInBlock) {
			entries = append(entries, bucketEntry{spread(), ContentID(r.Uint32()), r.IntN(2) == 0})
		}
		slices.SortFunc(entries, compareBucketEntries)
		data, err := readBucket(len(entries), encodeBucket(nil, entries))
		must(t, err)
		begin, end := entries[0].rotated, entries[len(entries)-1].rotated
		if room := math.MaxUint64 - end; room > 0 && round%3 > 0 {
			end += r.Uint64N(room)
		}
		first, last, h, distance := spread(), spread(), spread(), r.IntN(40)
		if first > last {
			first, last = last, first
		}
		var want []bucketEntry
		for _, e := range entries {
			if e.rotated >= first && e.rotated <= last && bits.OnesCount64(e.rotated^h) <= distance {
				want = append(want, e)
			}
		}
		from := data.from(data.guess(first, begin, end), first)
		got := data.near(nil, from, last, h, distance)
		if !slices.Equal(got, want) {
			t.Fatalf("from %x to %x of %d entries: %d, want %d", first, last, len(entries), len(got), len(want))
		}
		some += len(want)
	}
	if some < 4000 {
		t.Errorf("found only %d", some)
	}
}

// tablesOf returns the files of the tables of an index and their contents.
func tablesOf(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "badger", "*.sst"))
	must(t, err)
	files := map[string][]byte{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		must(t, err)
		files[path] = data
	}
	return files
}

// A bucket that is damaged before it is read, or that cannot be read afterwards, is
// reported, and no answer is given.
func TestDamagedBuckets(t *testing.T) {
	h := newHashed(t, 51, hamming.DefaultBlocks, 3000)
	ix := h.open(Options{Write: true, Create: true})
	iw, err := ix.NewWriter()
	must(t, err)
	must(t, iw.KeepHashes("some way", h.blocks))
	for d := range h.docs {
		path := fmt.Sprintf("/d%d/f%d", d%40, d)
		h.put(iw, path, d)
		must(t, iw.PutHash(h.contentAt(iw, path), h.hashes[d]))
	}
	must(t, iw.Commit())
	must(t, ix.Close())
	ask := func(ix *Index, d, distance int) (n int, err error) {
		matches, err := ix.NearHashes(context.Background(), h.hashes[d], distance)
		return len(matches), err
	}
	damaged := new(DamagedError)
	files, opened := tablesOf(t, h.dir), 0
	for d := 0; d < 3000; d += 500 {
		places := 0
		for path, sound := range files {
			wrong := bytes.Clone(sound)
			hash := binary.LittleEndian.AppendUint64(nil, h.hashes[d].Hash)
			for at := bytes.Index(wrong, hash); at >= 0; at = bytes.Index(wrong, hash) {
				wrong[at+3] ^= 4
				places++
			}
			must(t, os.WriteFile(path, wrong, 0o600))
		}
		ix, err := Open(context.Background(), h.dir, Options{})
		if err == nil {
			for range 2 { // the second time as well
				if n, err := ask(ix, d, 3); !errors.As(err, &damaged) {
					t.Errorf("document %d, damaged in %d places: %d are near (%v)", d, places, n, err)
				}
			}
			opened++
			must(t, ix.Close())
		} else if !errors.As(err, &damaged) {
			t.Error(err)
		}
		for path, sound := range files {
			must(t, os.WriteFile(path, sound, 0o600))
		}
	}
	if opened < 3 {
		t.Errorf("only %d indexes opened in spite of the damage", opened)
	}
	ix = h.open(Options{})
	defer ix.Close()
	mustCheck(t, ix)
	if n, err := ask(ix, 7, 12); n == 0 || err != nil {
		t.Errorf("%d are near (%v)", n, err)
	}
	for path := range files { // the mapped pages disappear
		must(t, os.Truncate(path, 0))
	}
	if n, err := ask(ix, 7, 12); !errors.As(err, &damaged) {
		t.Errorf("%d are near in empty files (%v)", n, err)
	}
}
