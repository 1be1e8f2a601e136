package exact

import (
	"container/list"
	"context"
	"sync"

	"alike/fingerprint"
	"alike/scan/fsys"
)

const (
	hashBytes = 8
	// buildBytes is the memory per hash while a set is built: the set, twice that
	// in the collector, and the byte that the window begins with.
	buildBytes = 3*hashBytes + 1
	// leastPart is the minimum room for a part, in hashes, whatever the memory limit. In
	// a smaller part, nearly all room would be margin for chance.
	leastPart = 8 << 10
)

// hashMemory caches sets of hashes within a number of bytes, and grants memory for
// building new ones. A caller never waits for memory while it holds some, so every
// caller gets its turn.
type hashMemory struct {
	total int64

	mu     sync.Mutex
	freed  sync.Cond // signalled when memory or a set becomes available
	used   int64
	sets   map[fsys.File]*hashSet
	unused *list.List // sets without users, the most recently used first
}

// hashSet is the set of hashes of one file.
type hashSet struct {
	file     fsys.File
	hashes   []uint64
	weight   fingerprint.Weight
	building bool // its only user is building it
	users    int
	bytes    int64         // of memory, including what building it takes
	place    *list.Element // in unused
}

// lease is the memory that one comparison holds.
type lease struct {
	sets     []*hashSet
	reserved int64
}

func newHashMemory(total int64) *hashMemory {
	m := &hashMemory{total: total, sets: make(map[fsys.File]*hashSet), unused: list.New()}
	m.freed.L = &m.mu
	return m
}

// fits reports whether the set of a file with this many windows is built as a whole.
// Two such sets fit into the memory.
func (m *hashMemory) fits(windows int64) bool {
	return windows*buildBytes <= max(m.total/2, leastPart*buildBytes)
}

// partBytes is the memory reserved for counting in parts. Two comparisons can count in
// parts at a time. Each takes four bytes more for each fingerprint of its files.
func (m *hashMemory) partBytes() int64 { return max(m.total/2, leastPart*buildBytes) }

// parts returns the number of parts in which a file with this many windows is counted.
// One part of each file is held at a time.
func (m *hashMemory) parts(windows int64, files int) int {
	room := int(m.partBytes() / (int64(1+files) * hashBytes))
	parts := max(2, int(windows/int64(room)))
	for fingerprint.PartRoom(windows, parts) > room {
		parts += 1 + parts/16
	}
	return parts
}

// acquire waits for memory to build the sets that are not cached, and for reserve bytes
// more. It fails only when the context does.
func (m *hashMemory) acquire(ctx context.Context, files []fsys.File, reserve int64, windows func(fsys.File) int64) (*lease, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if u := m.tryAcquire(files, reserve, windows); u != nil {
		return u, nil
	}
	stop := context.AfterFunc(ctx, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.freed.Broadcast()
	})
	defer stop()
	for {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		m.freed.Wait()
		if u := m.tryAcquire(files, reserve, windows); u != nil {
			return u, nil
		}
	}
}

// tryAcquire returns nil if another goroutine is building one of the sets, or if memory
// is short.
func (m *hashMemory) tryAcquire(files []fsys.File, reserve int64, windows func(fsys.File) int64) *lease {
	u := &lease{reserved: reserve}
	need := reserve
	for _, f := range files {
		switch set := m.sets[f]; {
		case set == nil:
			need += windows(f) * buildBytes
		case set.building:
			return nil
		}
	}
	for _, f := range files { // so that making room does not drop them
		if set := m.sets[f]; set != nil {
			m.use(set)
			u.sets = append(u.sets, set)
		}
	}
	for m.used+need > m.total && m.unused.Len() > 0 {
		m.drop(m.unused.Back().Value.(*hashSet))
	}
	// A lease that is the only one is granted even if it exceeds the memory, because
	// waiting would not help.
	var held int64
	for _, set := range u.sets {
		held += set.bytes
	}
	if m.used+need > m.total && m.used != held {
		m.unuse(u.sets)
		return nil
	}
	m.used += need
	u.sets = u.sets[:0]
	for _, f := range files {
		set := m.sets[f]
		if set == nil {
			set = &hashSet{file: f, building: true, users: 1, bytes: windows(f) * buildBytes}
			m.sets[f] = set
		}
		u.sets = append(u.sets, set)
	}
	return u
}

// built stores the hashes of a set that its user has built, and frees the memory that
// building took.
func (m *hashMemory) built(set *hashSet, hashes []uint64) {
	weight := fingerprint.WeightOf(hashes)
	m.mu.Lock()
	defer m.mu.Unlock()
	set.hashes, set.weight, set.building = hashes, weight, false
	m.used -= set.bytes
	set.bytes = int64(cap(hashes)) * hashBytes
	m.used += set.bytes
	m.freed.Broadcast()
}

// release ends a lease. Sets that were not built are dropped.
func (m *hashMemory) release(u *lease) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.used -= u.reserved
	m.unuse(u.sets)
	m.freed.Broadcast()
}

func (m *hashMemory) use(set *hashSet) {
	if set.place != nil {
		m.unused.Remove(set.place)
		set.place = nil
	}
	set.users++
}

func (m *hashMemory) unuse(sets []*hashSet) {
	for _, set := range sets {
		if set.users--; set.users > 0 {
			continue
		}
		if set.building {
			m.drop(set)
			continue
		}
		set.place = m.unused.PushFront(set)
	}
}

func (m *hashMemory) drop(set *hashSet) {
	if set.place != nil {
		m.unused.Remove(set.place)
	}
	delete(m.sets, set.file)
	m.used -= set.bytes
}
