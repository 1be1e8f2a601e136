package store

import (
	"path/filepath"
	"testing"
	"time"
)

// What is read does not stay resident, and giving it back harms nobody who reads.
func TestPagesAreGivenBack(t *testing.T) {
	p := makeSample(t)
	p.grow(t, 30)
	s := mustOpen(t, p.dir, Options{ReadOnly: true})
	defer closeStore(t, s)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 200 {
			releasePages(p.dir)
		}
	}()
	for range 3 {
		wantContents(t, s, p.want)
	}
	<-done
	for line, want := range map[string]bool{
		"7f0daaa00000-7f0daafb6000 r--s 00000000 fe:00 9978835 /x/badger/000056.sst": true,
		"7f0daaa00000-7f0daafb6000 rw-p 00000000 fe:00 9978835 /x/badger/000056.sst": false,
		"7f0daaa00000 r--s": false,
		"x-y r--s ":         false,
	} {
		if from, to, ok := addresses(line); ok != want || ok && (from != 0x7f0daaa00000 || to != 0x7f0daafb6000) {
			t.Errorf("%q: %x, %x, %v", line, from, to, ok)
		}
	}
}

// Pages are given back by address, so that no table may be unmapped meanwhile:
// what is mapped in its place would lose its bytes.
func TestNoTableIsUnmappedWhilePagesAreGivenBack(t *testing.T) {
	p := makeSample(t)
	s := mustOpen(t, p.dir, smallStore)
	defer closeStore(t, s)
	v, err := openView(p.dir, s.cur)
	must(t, err)
	waits := func(what string, do func()) (done chan struct{}) {
		done = make(chan struct{})
		go func() { do(); close(done) }()
		select {
		case <-done:
			t.Errorf("%s does not wait", what)
		case <-time.After(50 * time.Millisecond):
		}
		return done
	}
	tablesMapped.RLock()
	released := waits("giving pages back", func() { releasePages(filepath.Join(p.dir, badgerName)) })
	tablesMapped.RUnlock()
	<-released
	tablesMapped.Lock()
	closed := waits("closing a view", func() { _ = v.close() })
	tablesMapped.Unlock()
	<-closed
	tablesMapped.Lock()
	compacted := waits("closing a compaction", (&compaction{}).close)
	tablesMapped.Unlock()
	<-compacted
}
