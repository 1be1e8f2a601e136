package store

import (
	"context"
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"testing"
)

// TestAgainstModel does random operations on a store and compares it with a map.
func TestAgainstModel(t *testing.T) {
	for seed := range int64(2) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			m := newModel(t, seed)
			for range 100 {
				m.step()
			}
			m.reopen()
			must(t, m.s.Verify(context.Background()))
			closeStore(t, m.s)
		})
	}
}

type model struct {
	t         *testing.T
	dir       string
	r         *rand.Rand
	s         *Store
	now, base map[string]string // what was put, and what of it was committed
	gen       uint64
	next      int
}

func newModel(t *testing.T, seed int64) *model {
	m := &model{t: t, dir: t.TempDir(), r: rand.New(rand.NewSource(seed)), now: map[string]string{}, base: map[string]string{}}
	m.s = mustOpen(t, m.dir, smallStore)
	return m
}

func (m *model) step() {
	switch n := m.r.Intn(100); {
	case n < 60:
		m.putSome()
	case n < 75:
		m.removeSome()
	case n < 80:
		must(m.t, m.s.Flush())
		wantContents(m.t, m.s, m.now)
	case n < 92:
		m.gen++
		must(m.t, m.s.Commit(fmt.Appendf(nil, "root %d", m.gen)))
		m.base = maps.Clone(m.now)
	case n < 96:
		must(m.t, m.s.Compact(context.Background()))
		m.base = maps.Clone(m.now)
		m.checkDeep()
	default:
		m.reopen()
	}
}

func (m *model) putSome() {
	prefix := string(rune('a' + m.r.Intn(3)))
	for range m.r.Intn(60) {
		m.next++
		k, v := fmt.Sprintf("%s%07d", prefix, m.next), randomValue(m.r, m.r.Intn(12000))
		must(m.t, m.s.Put([]byte(k), []byte(v)))
		m.now[k] = v
	}
}

func (m *model) removeSome() {
	keys := slices.Sorted(maps.Keys(m.now))
	if len(keys) == 0 {
		return
	}
	at := m.r.Intn(len(keys))
	for _, k := range keys[at:min(at+m.r.Intn(90), len(keys))] {
		must(m.t, m.s.Remove([]byte(k)))
		delete(m.now, k)
	}
}

// checkDeep checks that a compaction leaves nothing at level 0 and nothing removed.
func (m *model) checkDeep() {
	m.t.Helper()
	var keys uint64
	for _, t := range m.s.cur.tables {
		if t.level != lastLevel || t.removed != 0 {
			m.t.Errorf("after a compaction: %+v", t)
		}
		keys += t.keys
	}
	if keys != uint64(len(m.now)) {
		m.t.Errorf("after a compaction there are %d entries for %d keys", keys, len(m.now))
	}
	if m.s.WantsCompaction() {
		m.t.Error("after a compaction another is wanted")
	}
}

func (m *model) reopen() {
	closeStore(m.t, m.s)
	m.now = maps.Clone(m.base)
	ro := mustOpen(m.t, m.dir, Options{ReadOnly: true})
	wantContents(m.t, ro, m.base)
	closeStore(m.t, ro)
	m.s = mustOpen(m.t, m.dir, smallStore)
	root, err := m.s.Root()
	must(m.t, err)
	if m.s.Generation() != m.gen || m.gen > 0 && string(root) != fmt.Sprintf("root %d", m.gen) {
		m.t.Fatalf("generation %d, root %q; want %d", m.s.Generation(), root, m.gen)
	}
}
