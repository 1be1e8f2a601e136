package store

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// located returns the value of a key that is found in place.
func (s *Store) located(t *testing.T, key string) (val string, ok bool) {
	t.Helper()
	v, err := s.Acquire()
	must(t, err)
	defer s.Release(v)
	at, size, ok := v.Locate([]byte(key))
	if ok {
		val = string(v.At(at, size))
	}
	return val, ok
}

// Reading in place finds what Badger finds: values at both levels, removed and unknown
// keys, for readers and the writer.
func TestInPlace(t *testing.T) {
	p := makeSample(t)
	p.grow(t, 30)
	for _, o := range []Options{{ReadOnly: true}, smallStore} {
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
				t.Errorf("found %q, which does not exist", key)
			}
		}
		if removed == 0 {
			t.Error("no key was removed")
		}
		closeStore(t, s)
	}
	s := mustOpen(t, p.dir, smallStore)
	must(t, s.Put([]byte("b0003 01"), []byte("newer")))
	must(t, s.Commit([]byte("root")))
	if got, ok := s.located(t, "b0003 01"); got != "newer" || !ok {
		t.Errorf("%q, %v", got, ok)
	}
	closeStore(t, s)
}

// Whatever byte of a table is damaged, reading in place never returns a wrong value.
func TestDamageInPlace(t *testing.T) {
	p := makeSample(t)
	r := rand.New(rand.NewPCG(1, 2))
	s := mustOpen(t, p.dir, Options{ReadOnly: true})
	list := s.base
	closeStore(t, s)
	lost := 0
	for _, table := range list.tables {
		path := filepath.Join(p.dir, badgerName, table.name())
		sound, err := os.ReadFile(path)
		must(t, err)
		for range 40 {
			if table.tail == 0 {
				break // a single block, which is checked when the table is opened
			}
			wrong := append([]byte(nil), sound...)
			wrong[r.Int64N(table.tail)] ^= 1 << r.IntN(8)
			must(t, os.WriteFile(path, wrong, 0o600))
			s := mustOpen(t, p.dir, Options{ReadOnly: true})
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
		t.Errorf("only %d values were skipped", lost)
	}
	p.check(t)
}

// FuzzBlock checks that a block that somebody made up, under the right checksum, ends in an answer
// within it or in unsoundness.
func FuzzBlock(f *testing.F) {
	entry := []byte{0, 0, 9, 0, 'k', 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 'v'}
	f.Add(append(entry, 0, 0, 0, 0, 0, 0, 0, 1), []byte("k"))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff}, []byte("k"))
	f.Add(append(entry, 9, 0, 0, 0, 0, 0, 0, 1), []byte("k"))
	f.Fuzz(func(t *testing.T, data, key []byte) {
		sum := appendChecksum(nil, sumOf(data))
		sealed := binary.BigEndian.AppendUint32(append(slices.Clone(data), sum...), uint32(len(sum)))
		entries, offsets, sound := soundBlock(sealed)
		if !sound {
			return
		}
		e, found, sound := findEntry(entries, offsets, key)
		if found && (!sound || e.offset < 0 || e.size < 0 || e.offset+e.size > len(entries)) {
			t.Errorf("an entry at %d of %d bytes, of %d, sound %v", e.offset, e.size, len(entries), sound)
		}
	})
}
