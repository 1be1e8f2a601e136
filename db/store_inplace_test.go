package db

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"alike/db/hamming"
)

// located is what lies where a key's value is found in place.
func (s *store) located(t *testing.T, key string) (val string, ok bool) {
	t.Helper()
	v, err := s.acquire()
	must(t, err)
	defer s.release(v)
	at, size, ok := v.locate([]byte(key))
	if ok {
		val = string(v.at(at, size))
	}
	return val, ok
}

// What is found in place is what Badger finds: values at both levels, removed ones
// and those that never were, for who reads and who writes.
func TestInPlace(t *testing.T) {
	p := makeSample(t)
	p.grow(t, 30)
	for _, o := range []storeOptions{{readOnly: true}, smallStore} {
		s := mustOpen(t, p.dir, o)
		removed := 0
		for gen := range uint64(5) {
			for i := range 120 {
				for c := 'a'; c < 'd'; c++ {
					key := fmt.Sprintf("%c%04d %02d", c, i, gen)
					want, there := p.want[key]
					if got, ok := s.located(t, key); ok != there || got != want {
						t.Fatalf("%s: %d bytes, %v; want %d bytes, %v", key, len(got), ok, len(want), there)
					}
					if !there && gen > 0 && gen < 4 {
						removed++
					}
				}
			}
		}
		for _, key := range []string{"a", "c9999 99", "\x00", "\xff", "a0000 0", "a0000 011"} {
			if _, ok := s.located(t, key); ok {
				t.Errorf("%q is found", key)
			}
		}
		if removed == 0 {
			t.Error("no key was removed")
		}
		closeStore(t, s)
	}
	s := mustOpen(t, p.dir, smallStore)
	must(t, s.put([]byte("b0003 01"), []byte("newer")))
	must(t, s.commit([]byte("root")))
	if got, ok := s.located(t, "b0003 01"); got != "newer" || !ok {
		t.Errorf("%q, %v", got, ok)
	}
	closeStore(t, s)
}

// Whatever byte of a table is wrong, nothing wrong is found in place.
func TestDamageInPlace(t *testing.T) {
	p := makeSample(t)
	r := rand.New(rand.NewPCG(1, 2))
	s := mustOpen(t, p.dir, storeOptions{readOnly: true})
	list := s.base
	closeStore(t, s)
	lost := 0
	for _, table := range list.tables {
		path := filepath.Join(p.dir, badgerName, table.name())
		sound, err := os.ReadFile(path)
		must(t, err)
		for range 40 {
			if table.tail == 0 {
				break // one block, which is looked at when it is opened
			}
			wrong := append([]byte(nil), sound...)
			wrong[r.Int64N(table.tail)] ^= 1 << r.IntN(8)
			must(t, os.WriteFile(path, wrong, 0o600))
			s := mustOpen(t, p.dir, storeOptions{readOnly: true})
			for key, want := range p.want {
				got, ok := s.located(t, key)
				if ok && got != want {
					t.Fatalf("%s is another value", key)
				}
				if !ok {
					lost++
				}
			}
			closeStore(t, s)
		}
		must(t, os.WriteFile(path, sound, 0o600))
	}
	if lost < 40 {
		t.Errorf("only %d values were passed over", lost)
	}
	p.check(t)
}

// tablesOf are the files of the tables of an index, and what is in them.
func tablesOf(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, badgerName, "*.sst"))
	must(t, err)
	files := map[string][]byte{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		must(t, err)
		files[path] = data
	}
	return files
}

// A bucket that is damaged before it is looked into, or cannot be read after that, is
// said to be, and nothing else answered.
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
	files, said := tablesOf(t, h.dir), 0
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
					t.Errorf("document %d, in %d places: %d are near (%v)", d, places, n, err)
				}
			}
			said++
			must(t, ix.Close())
		} else if !errors.As(err, &damaged) {
			t.Error(err)
		}
		for path, sound := range files {
			must(t, os.WriteFile(path, sound, 0o600))
		}
	}
	if said < 3 {
		t.Errorf("only %d damages were not noticed by opening", said)
	}
	ix = h.open(Options{})
	defer ix.Close()
	mustCheck(t, ix)
	if n, err := ask(ix, 7, 12); n == 0 || err != nil {
		t.Errorf("%d are near (%v)", n, err)
	}
	for path := range files { // the pages are gone, to whom they are mapped
		must(t, os.Truncate(path, 0))
	}
	if n, err := ask(ix, 7, 12); !errors.As(err, &damaged) {
		t.Errorf("%d are near (%v) in files that are empty", n, err)
	}
}
