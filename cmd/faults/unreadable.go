package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A bad sector, a server that has gone and a drive that takes seconds to wake
// stand behind EIO, and behind reads that are slow or hang. The scan must go on,
// end with 3, name what it could not read and keep what the index had of it. When
// the errors have gone, a scan must complete the index. The file system that
// fails is the harness's own (mirror.go).

func failReads(t *tally) (err error) {
	if err := fuseMissing(); err != nil {
		t.skip("there is no FUSE: %v", err)
		return nil
	}
	grown, err := growTree(filepath.Join(t.dir, "real"), t.seed+2, 3<<20)
	if err != nil {
		return err
	}
	time.Sleep(settleTime)
	r := &readFault{tally: t, real: grown}
	r.shown = filepath.Join(t.dir, "shown")
	if r.mirror, err = mountMirror(r.shown, grown.dir); err != nil {
		t.skip("%v", err)
		return nil
	}
	defer func() { err = errors.Join(err, r.mirror.close()) }()
	if r.want, err = t.undisturbed(r.shown); err != nil {
		return err
	}
	n := 1
	if t.long {
		n = 15
	}
	for range n {
		if err := r.regrow(); err != nil {
			return err
		}
		r.try("errors while a new index is made", func(a *attempt) error { return r.errors(a, false) })
		r.try("errors in a tree that the index has", func(a *attempt) error { return r.errors(a, true) })
		r.try("slow reads and SIGTERM", r.slow)
		r.try("a read that hangs, and SIGTERM", r.hang)
		// Last, since it changes the tree.
		r.try("files that shrink and grow while they are read", r.shrink)
	}
	t.remark("by a FUSE file system: EIO on stat, open, read and listing names; slow and hanging reads")
	if len(r.ended) > 0 {
		t.remark("SIGTERM does not end a hanging read; the %d scans in one ended at most %v after it returned",
			len(r.ended), slices.Max(r.ended).Round(time.Millisecond))
	}
	if r.cut > 0 {
		t.remark("%d scans in a read that hangs until its process dies were ended by a second SIGTERM", r.cut)
	}
	return nil
}

// readFault is what is common to the cases of failReads.
type readFault struct {
	*tally
	real   *tree
	shown  string // the same by way of the mirror
	mirror *mirror
	want   answers
	ended  []time.Duration // after a read that hung returned
	cut    int             // hanging reads that a second SIGTERM ended
}

// regrow gives content to files that shrank in earlier rounds, or in the end there
// would be none left to fail.
func (r *readFault) regrow() error {
	grown := false
	for _, path := range r.real.files[1:] {
		info, err := os.Lstat(path)
		if err != nil || !info.Mode().IsRegular() || info.Size() >= least {
			continue
		}
		grown = true
		if err := os.WriteFile(path, r.real.text(4*least), 0o600); err != nil {
			return fmt.Errorf("let a tree of files grow again: %w", err)
		}
	}
	if !grown {
		return nil
	}
	time.Sleep(settleTime)
	var err error
	r.want, err = r.undisturbed(r.shown)
	return err
}

// least is what a file has that is to fail, in bytes: one may have been cut to
// nothing.
const least = 400

// someFiles draws paths of files, relative to the tree, as many as asked for if
// there are: of such as are opened, and not of the first, which has a second name.
func (r *readFault) someFiles(n int) []string {
	var paths []string
	for _, i := range r.rng.Perm(len(r.real.files)) {
		path := r.real.files[i]
		info, err := os.Lstat(path)
		rel, rerr := filepath.Rel(r.real.dir, path)
		if i > 0 && err == nil && rerr == nil && info.Mode().IsRegular() && info.Size() >= least && !slices.Contains(paths, rel) {
			paths = append(paths, rel)
		}
		if len(paths) == n {
			break
		}
	}
	return paths
}

// failings draws what is to fail: some files, each in one of the ways, and the
// names of a folder. A link and a copy of what fails may be read all the same.
func (r *readFault) failings() (wrong map[string]failing, folder string) {
	wrong = map[string]failing{}
	for i, path := range r.someFiles(12) {
		wrong[path] = []failing{{stat: true}, {open: true}, {read: 1 + int64(r.rng.IntN(200))}}[i%3]
	}
	folder = filepath.Dir(r.someFiles(1)[0])
	for path := range wrong { // what lies in the folder would not be named
		if filepath.Dir(path) == folder {
			delete(wrong, path)
		}
	}
	wrong[folder] = failing{list: true}
	return wrong, folder
}

// errors scans with errors and then without.
func (r *readFault) errors(a *attempt, known bool) error {
	defer r.mirror.set(nil)
	if known {
		if _, err := a.scan(r.shown); err != nil {
			return err
		}
	}
	wrong, folder := r.failings()
	r.mirror.set(wrong)
	o, err := a.run([]int{exitSomeFailed}, append(scanArgs(r.shown), "-v")...)
	if err != nil {
		return err
	}
	got, err := summaryOf(o)
	if err != nil {
		return err
	}
	named := 0
	for path, w := range wrong {
		if known && !w.stat && !w.list {
			continue // it has not changed and is not opened
		}
		named++
		if !strings.Contains(o.stderr, filepath.Join(r.shown, path)) {
			return o.fault("it does not name " + path)
		}
	}
	if got.Failed != int64(named) {
		return fmt.Errorf("%d files failed, want %d: %v", got.Failed, named, wrong)
	}
	if known { // nothing is forgotten that could not be looked at
		if err := a.same(r.want); err != nil {
			return fmt.Errorf("with errors: %w", err)
		}
	} else if err := r.rest(a, folder, int64(named-1)); err != nil {
		return err
	}
	r.mirror.set(nil)
	return r.completes(a)
}

// rest looks whether the index has all files but those that failed, and those of
// the folder whose names are not known.
func (r *readFault) rest(a *attempt, folder string, failed int64) error {
	had, err := a.status()
	if err != nil {
		return err
	}
	all, err := countFiles(r.real.dir)
	if err != nil {
		return err
	}
	hidden, err := countFiles(filepath.Join(r.real.dir, folder))
	if err != nil {
		return err
	}
	// Of the folder one name, the first, was still given.
	if least := all - hidden - failed; had.Files < least || had.Files > least+1 {
		return fmt.Errorf("the index has %d files, want %d of %d: %d failed, and %d are in the folder that failed",
			had.Files, least, all, failed, hidden)
	}
	return nil
}

// completes scans without errors, which must give the same as ever.
func (r *readFault) completes(a *attempt) error {
	if _, err := a.scan(r.shown); err != nil {
		return err
	}
	if err := a.same(r.want); err != nil {
		return err
	}
	return a.sound(false)
}

// slow sends SIGTERM while some files take their time.
func (r *readFault) slow(a *attempt) error {
	defer r.mirror.set(nil)
	wrong := map[string]failing{}
	for _, path := range r.someFiles(40) {
		wrong[path] = failing{slow: 10 * time.Millisecond}
	}
	r.mirror.set(wrong)
	if r.rng.IntN(2) == 0 {
		return r.completes(a)
	}
	p, err := a.start(scanArgs(r.shown)...)
	if err != nil {
		return err
	}
	time.Sleep(time.Duration(50+r.rng.IntN(100)) * time.Millisecond)
	p.signal(syscall.SIGTERM)
	if err := p.wait().want(exitInterrupted, exitDone); err != nil {
		return err
	}
	if err := a.sound(true); err != nil {
		return err
	}
	r.mirror.set(nil)
	return r.completes(a)
}

// hang lets a read hang, as that of a server that has gone, and sends SIGTERM. No
// signal that a program may catch ends such a read: what can be asked is that the
// process ends soon after it, and that a second signal ends it at once where the
// file system lets go of who dies. (FUSE does when its server answers to
// interrupts. Of one that does not, not even SIGKILL frees a process.)
func (r *readFault) hang(a *attempt) error {
	defer r.mirror.set(nil)
	begun, release := make(chan struct{}), make(chan struct{})
	var once, free sync.Once
	letGo := func() { free.Do(func() { close(release) }) }
	defer letGo()
	obeys := r.rng.IntN(2) == 0
	r.mirror.set(map[string]failing{r.someFiles(1)[0]: {before: func(ctx context.Context, _ string, _ int64) syscall.Errno {
		once.Do(func() { close(begun) })
		interrupted := ctx.Done()
		if !obeys {
			interrupted = nil
		}
		select {
		case <-release:
			return 0
		case <-interrupted:
			return syscall.EINTR
		}
	}}})
	p, err := a.start(scanArgs(r.shown)...)
	if err != nil {
		return err
	}
	select {
	case <-begun:
	case <-p.done: // a file whose link was read
		return errors.Join(p.wait().want(exitDone), r.completes(a))
	}
	p.signal(syscall.SIGTERM)
	select {
	case <-p.done:
	case <-time.After(300 * time.Millisecond):
	}
	if obeys && !p.ended() { // as who has no patience
		p.signal(syscall.SIGTERM)
		if !eventually(p.ended) {
			letGo()
			return errors.Join(p.wait().want(exitInterrupted), errors.New("a second SIGTERM does not end a scan in a hanging read"))
		}
		r.cut++
	}
	a.say("ended before the read returned: %v", p.ended())
	letGo()
	returned := time.Now()
	if err := p.wait().want(exitInterrupted); err != nil {
		return err
	}
	if took := time.Since(returned); took > 10*time.Second {
		return fmt.Errorf("the scan ended only %v after the read had returned", took)
	} else if !obeys {
		r.ended = append(r.ended, took)
	}
	r.mirror.set(nil)
	if err := a.sound(true); err != nil {
		return err
	}
	return r.completes(a)
}

// shrink cuts files and adds to them while they are read. Times are set back in
// one of two, so that only the size tells.
func (r *readFault) shrink(a *attempt) error {
	defer r.mirror.set(nil)
	wrong := map[string]failing{}
	for i, path := range r.someFiles(12) {
		var times sync.Mutex
		left := 1 + r.rng.IntN(4) // how often; alike reads a file again that moved
		wrong[path] = failing{before: func(_ context.Context, real string, offset int64) syscall.Errno {
			times.Lock()
			defer times.Unlock()
			if left--; left < 0 {
				return 0
			}
			info, err := os.Stat(real)
			if err != nil {
				return 0
			}
			_ = os.Truncate(real, []int64{0, offset / 2, info.Size() / 2, info.Size() + 3000}[i%4])
			if i%2 == 0 {
				_ = os.Chtimes(real, info.ModTime(), info.ModTime())
			}
			return 0
		}}
	}
	r.mirror.set(wrong)
	if _, err := a.run([]int{exitDone}, scanArgs(r.shown)...); err != nil {
		return err
	}
	if err := a.sound(false); err != nil {
		return err
	}
	r.mirror.set(nil)
	time.Sleep(settleTime) // else the next case would find files read again that have not changed
	var err error
	if r.want, err = r.undisturbed(r.shown); err != nil {
		return err
	}
	return r.completes(a)
}

// countFiles counts the regular files below a folder.
func countFiles(dir string) (n int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			n++
		}
		return err
	})
	return n, err
}
