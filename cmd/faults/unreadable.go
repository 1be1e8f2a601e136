//go:build linux

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

// Bad sectors, lost servers and drives that take seconds to wake cause EIO and reads
// that are slow or hang. The scan must continue, exit with 3, name the unreadable files,
// and keep their old entries in the index. Once the errors are gone, a scan must
// complete the index. The harness provides the failing file system (mirror.go).

func failReads(t *tally) (err error) {
	if err := fuseMissing(); err != nil {
		t.skip("no FUSE: %v", err)
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
	for range t.pick(1, 1, 15) {
		if err := r.regrow(); err != nil {
			return err
		}
		r.try("errors in a first scan", func(a *attempt) error { return r.errors(a, false) })
		r.try("errors in a known tree", func(a *attempt) error { return r.errors(a, true) })
		r.try("slow reads and SIGTERM", r.slow)
		r.try("a read that hangs, and SIGTERM", r.hang)
		// Last, because it changes the tree.
		r.try("files that shrink and grow during reads", r.shrink)
	}
	t.remark("on a FUSE file system: EIO on stat, open, read and listing names; slow and hanging reads")
	if len(r.ended) > 0 {
		t.remark("SIGTERM does not end a hanging read; %d scans ended within %v after the read returned",
			len(r.ended), slices.Max(r.ended).Round(time.Millisecond))
	}
	if r.cut > 0 {
		t.remark("a second SIGTERM ended %d scans in hanging reads", r.cut)
	}
	return nil
}

// readFault is shared by the cases of failReads.
type readFault struct {
	*tally
	real   *tree
	shown  string // the same tree through the mirror
	mirror *mirror
	want   answers
	ended  []time.Duration // from the return of a hanging read to the end of the scan
	cut    int             // hanging reads ended by a second SIGTERM
}

// regrow refills files that shrank in earlier rounds. Otherwise there would soon be
// none left to fail.
func (r *readFault) regrow() error {
	grown := false
	for _, path := range r.real.files[1:] {
		info, err := os.Lstat(path)
		if err != nil || !info.Mode().IsRegular() || info.Size() >= least {
			continue
		}
		grown = true
		if err := os.WriteFile(path, r.real.text(4*least), 0o600); err != nil {
			return fmt.Errorf("refill a tree: %w", err)
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

// least is the size in bytes of the smallest file that may fail.
const least = 400

// someFiles draws up to n paths of regular files, relative to the tree. The first
// file is left out because it has a second name.
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

// failures draws files that fail, each in one way, and a folder that cannot be
// listed. Links and copies of the files can still be read.
func (r *readFault) failures() (wrong map[string]failure, folder string) {
	wrong = map[string]failure{}
	for i, path := range r.someFiles(12) {
		wrong[path] = []failure{{stat: true}, {open: true}, {read: 1 + int64(r.rng.IntN(200))}}[i%3]
	}
	folder = filepath.Dir(r.someFiles(1)[0])
	for path := range wrong { // errors in that folder would not be reported
		if filepath.Dir(path) == folder {
			delete(wrong, path)
		}
	}
	wrong[folder] = failure{list: true}
	return wrong, folder
}

// errors scans with failures and then without.
func (r *readFault) errors(a *attempt, known bool) error {
	defer r.mirror.set(nil)
	if known {
		if _, err := a.scan(r.shown); err != nil {
			return err
		}
	}
	wrong, folder := r.failures()
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
			continue // unchanged, so not opened
		}
		named++
		if !strings.Contains(o.stderr, filepath.Join(r.shown, path)) {
			return o.fault("want " + path + " named")
		}
	}
	if got.Failed != int64(named) {
		return fmt.Errorf("%d files failed, want %d: %v", got.Failed, named, wrong)
	}
	if known { // the index still has the unreadable files
		if err := a.same(r.want); err != nil {
			return fmt.Errorf("with errors: %w", err)
		}
	} else if err := r.rest(a, folder, int64(named-1)); err != nil {
		return err
	}
	r.mirror.set(nil)
	return a.completes(r.want, r.shown)
}

// rest checks that the index has all files except the failed ones and those in the
// unlisted folder.
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
	// The mirror still lists the first name of the folder.
	if least := all - hidden - failed; had.Files < least || had.Files > least+1 {
		return fmt.Errorf("the index has %d files, want %d of %d: %d failed, and %d are in the unlisted folder",
			had.Files, least, all, failed, hidden)
	}
	return nil
}

// slow scans files with slow reads, and in half of the cases sends SIGTERM meanwhile.
func (r *readFault) slow(a *attempt) error {
	defer r.mirror.set(nil)
	wrong := map[string]failure{}
	for _, path := range r.someFiles(40) {
		wrong[path] = failure{slow: 10 * time.Millisecond}
	}
	r.mirror.set(wrong)
	if r.rng.IntN(2) == 0 {
		return a.completes(r.want, r.shown)
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
	return a.completes(r.want, r.shown)
}

// hang makes a read hang, as reads from a lost server do, and sends SIGTERM. No signal
// that a program can catch ends such a read. The process must end soon after the read,
// and at once after a second signal if the file system lets dying processes go. (FUSE
// does if its server answers interrupts. Otherwise not even SIGKILL frees the process.)
func (r *readFault) hang(a *attempt) error {
	defer r.mirror.set(nil)
	begun, release := make(chan struct{}), make(chan struct{})
	var once, free sync.Once
	unblock := func() { free.Do(func() { close(release) }) }
	defer unblock()
	obeys := r.rng.IntN(2) == 0
	r.mirror.set(map[string]failure{r.someFiles(1)[0]: {before: func(ctx context.Context, _ string, _ int64) syscall.Errno {
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
	case <-p.done: // a link to the file was read instead
		if err := p.wait().want(exitDone); err != nil {
			return err
		}
		return a.completes(r.want, r.shown)
	}
	p.signal(syscall.SIGTERM)
	select {
	case <-p.done:
	case <-time.After(300 * time.Millisecond):
	}
	if obeys && !p.ended() {
		p.signal(syscall.SIGTERM)
		if !eventually(p.ended) {
			unblock()
			return errors.Join(p.wait().want(exitInterrupted), errors.New("a second SIGTERM does not end a scan in a hanging read"))
		}
		r.cut++
	}
	a.say("ended before the read returned: %v", p.ended())
	unblock()
	returned := time.Now()
	if err := p.wait().want(exitInterrupted); err != nil {
		return err
	}
	if took := time.Since(returned); took > 10*time.Second {
		return fmt.Errorf("the scan ended %v after the read returned", took)
	} else if !obeys {
		r.ended = append(r.ended, took)
	}
	r.mirror.set(nil)
	if err := a.sound(true); err != nil {
		return err
	}
	return a.completes(r.want, r.shown)
}

// shrink truncates and extends files during reads. For every second file it resets
// the time, so that only the size differs.
func (r *readFault) shrink(a *attempt) error {
	defer r.mirror.set(nil)
	wrong := map[string]failure{}
	for i, path := range r.someFiles(12) {
		var times sync.Mutex
		left := 1 + r.rng.IntN(4) // changes left; alike reads a changed file again
		wrong[path] = failure{before: func(_ context.Context, real string, offset int64) syscall.Errno {
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
	time.Sleep(settleTime) // otherwise the next case would find unchanged files read again
	var err error
	if r.want, err = r.undisturbed(r.shown); err != nil {
		return err
	}
	return a.completes(r.want, r.shown)
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
