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
	// buildBytes is what one hash takes up while its set is made: the set and,
	// twice, the collector.
	buildBytes = 3 * hashBytes
	// leastPart is the least room that a part has, whatever the memory: below,
	// nearly all of it would be for chance.
	leastPart = 8 << 10
)

// hashMemory keeps sets of hashes within a number of bytes and shares it out
// among those who make new ones. Nobody waits for memory while holding some, so
// all come to their turn.
type hashMemory struct {
	total int64

	mu     sync.Mutex
	freed  sync.Cond // when something can be had that could not before
	used   int64
	sets   map[fsys.File]*hashSet
	unused *list.List // sets that nobody uses, the one used last in front
}

// hashSet is the set of hashes of one file.
type hashSet struct {
	file     fsys.File
	hashes   []uint64
	building bool // by its only user
	users    int
	bytes    int64         // of memory that it takes up, with what building it does
	place    *list.Element // in unused
}

// memoryUse is what one comparison holds of the memory.
type lease struct {
	sets     []*hashSet
	reserved int64
}

func newHashMemory(total int64) *hashMemory {
	m := &hashMemory{total: total, sets: make(map[fsys.File]*hashSet), unused: list.New()}
	m.freed.L = &m.mu
	return m
}

// fits reports whether the set of a file with so many windows is made as a
// whole: two of them take up half of the memory at most.
func (m *hashMemory) fits(windows int64) bool {
	return windows*buildBytes <= max(m.total/4, leastPart*buildBytes)
}

// partBytes is what is reserved for counting in parts, so that two can do it at
// a time.
func (m *hashMemory) partBytes() int64 { return max(m.total/2, leastPart*buildBytes) }

// parts returns in how many parts a file with so many windows is counted, where
// of one file or of two a part is held at a time.
func (m *hashMemory) parts(windows int64, files int) int {
	room := int(m.partBytes() / (int64(1+files) * hashBytes))
	parts := max(2, int(windows/int64(room)))
	for fingerprint.PartRoom(windows, parts) > room {
		parts += 1 + parts/16
	}
	return parts
}

// acquire waits until the memory has room for making those sets that it does not
// have, and for so many bytes more. The error is that of the context.
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

// tryAcquire returns nil when one of the sets is being made by somebody else, or
// when there is no room.
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
	for _, f := range files { // so that making room leaves them
		if set := m.sets[f]; set != nil {
			m.use(set)
			u.sets = append(u.sets, set)
		}
	}
	for m.used+need > m.total && m.unused.Len() > 0 {
		m.drop(m.unused.Back().Value.(*hashSet))
	}
	// Nobody but this one holds anything: then it is the least there can be.
	alone := m.used == m.held(u.sets)
	if m.used+need > m.total && !alone {
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

// held returns how many bytes some sets take up.
func (m *hashMemory) held(sets []*hashSet) int64 {
	var n int64
	for _, s := range sets {
		n += s.bytes
	}
	return n
}

// built enters the hashes of a set that its user has made, and gives back what
// making it took.
func (m *hashMemory) built(u *lease, set *hashSet, hashes []uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	set.hashes, set.building = hashes, false
	m.used -= set.bytes
	set.bytes = int64(cap(hashes)) * hashBytes
	m.used += set.bytes
	m.freed.Broadcast()
}

// release ends a use. Sets that were not made after all are dropped.
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
