package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A kill stands for the OOM killer, a reset and an impatient administrator. It
// comes at any moment: while files are read, between the steps of a commit,
// while segments are merged, while tables are compacted and the old ones go.
// After each the index must be sound, the next scan must read nothing again that
// was committed, and what it answers must be what an undisturbed scan answers.

// killing is what is common to the cases of killScans and signalScans.
type killing struct {
	*tally
	signals []syscall.Signal

	unfinished int // cases that left a commit half done
	noIndex    int // that came before there was an index
	tooLate    int // that came when the scan was done
	twice      int // in which the next scan was ended as well
	deaf       int // signals that came before alike listened
	late       int // that came when all was read, but answered with 130
}

func killScans(t *tally) error {
	n := 12
	if t.long {
		n = 200
	}
	k := &killing{tally: t, signals: []syscall.Signal{syscall.SIGKILL}}
	return k.all(n)
}

func signalScans(t *tally) error {
	n := 6
	if t.long {
		n = 60
	}
	k := &killing{tally: t, signals: []syscall.Signal{syscall.SIGTERM, syscall.SIGINT}}
	return k.all(n)
}

// all tries n cases: a third each of first scans of the made up tree, of scans
// after changes to another, and, in the long form, of first scans of Go's
// sources.
func (k *killing) all(n int) error {
	steady, want, err := k.steady()
	if err != nil {
		return err
	}
	parts := 2
	if k.long {
		parts = 3
		sources, err := goSources(k.ctx)
		if err != nil {
			return err
		}
		wanted, err := k.undisturbed(sources)
		if err != nil {
			return err
		}
		if err := k.firstScans(sources, wanted, n/parts); err != nil {
			return err
		}
	}
	if err := k.firstScans(steady, want, n/parts); err != nil {
		return err
	}
	if err := k.rescans(n - (parts-1)*(n/parts)); err != nil {
		return err
	}
	k.remark("%d left a commit half done, %d came before there was an index, %d after the end", k.unfinished, k.noIndex, k.tooLate)
	if k.twice > 0 {
		k.remark("in %d the scan after it was ended as well", k.twice)
	}
	if k.deaf > 0 {
		k.remark("%d came before the program listened to signals", k.deaf)
	}
	if k.late > 0 {
		k.remark("%d came when all was read and committed, and led to 130 nevertheless", k.late)
	}
	k.remark("compared: pairs and status, without %s", strings.Join(history, ", "))
	return nil
}

// measure runs an undisturbed scan.
func (a *attempt) measure(trees ...string) (span, error) {
	w, err := watch(a.index)
	if err != nil {
		return span{}, err
	}
	o, err := a.done(scanArgs(trees...)...)
	time.Sleep(10 * time.Millisecond) // for the last events
	return span{o.took, w.close()}, err
}

// firstScans ends scans into new indexes of a tree that does not change.
func (k *killing) firstScans(tree string, want answers, n int) error {
	var s span
	err := k.aside("first", func(a *attempt) (err error) { s, err = a.measure(tree); return err })
	if err != nil {
		return err
	}
	for i := range n {
		m := k.moment(s, i, n)
		if !k.try(fmt.Sprintf("first scan of %s, ended %v", tree, m), func(a *attempt) error {
			return k.firstScan(a, tree, want, m)
		}) {
			break
		}
	}
	return nil
}

func (k *killing) firstScan(a *attempt, tree string, want answers, m moment) error {
	if err := k.end(a, m, tree); err != nil {
		return err
	}
	if err := a.sound(true); err != nil {
		return err
	}
	had, err := a.status()
	if err != nil {
		return err
	}
	if had.Files == 0 {
		k.noIndex++
	}
	got, err := a.scan(tree)
	if err != nil {
		return err
	}
	// No file is as young as to be read for that reason.
	if got.Unchanged != had.Files || got.Unchanged+got.Read > got.Files {
		return fmt.Errorf("the index had %d files of %d; the next scan found %d unchanged and read %d",
			had.Files, got.Files, got.Unchanged, got.Read)
	}
	if err := a.same(want); err != nil {
		return err
	}
	return a.sound(false)
}

// rescans ends scans of a tree that changes from one to the next. The index
// lives on through all of them, so that it comes to merges and compactions.
func (k *killing) rescans(n int) error {
	size := 4 << 20
	if k.long {
		size = 12 << 20
	}
	t, err := growTree(filepath.Join(k.dir, "changing"), k.seed+1, size)
	if err != nil {
		return err
	}
	life := filepath.Join(k.dir, "life")
	var s span
	err = k.aside("again", func(a *attempt) error {
		if _, err := a.scan(t.dir); err != nil {
			return err
		}
		if err := t.change(0.3); err != nil {
			return err
		}
		if s, err = a.measure(t.dir); err != nil {
			return err
		}
		return os.Rename(a.index, life)
	})
	if err != nil {
		return err
	}
	for i := range n {
		if err := t.change(0.05 + 0.4*k.rng.Float64()); err != nil {
			return err
		}
		want, err := k.undisturbed(t.dir)
		if err != nil {
			return err
		}
		m := k.moment(s, i, n)
		if !k.try(fmt.Sprintf("scan %d of a tree that changes, ended %v", i+1, m), func(a *attempt) error {
			return k.rescan(a, life, t.dir, want, m)
		}) {
			break
		}
	}
	return nil
}

func (k *killing) rescan(a *attempt, life, tree string, want answers, m moment) error {
	if err := copyFolder(a.index, life); err != nil {
		return err
	}
	was, err := a.status()
	if err != nil {
		return err
	}
	if err := k.end(a, m, tree); err != nil {
		return err
	}
	if k.rng.IntN(3) == 0 { // and again, while the next one puts things right
		k.twice++
		if err := k.end(a, moment{after: time.Duration(k.rng.IntN(40)) * time.Millisecond}, tree); err != nil {
			return err
		}
	}
	if err := a.sound(false); err != nil {
		return err
	}
	now, err := a.status()
	if err != nil {
		return err
	}
	if now.Generation < was.Generation {
		return fmt.Errorf("the index is back at generation %d; it was at %d", now.Generation, was.Generation)
	}
	if _, err := a.scan(tree); err != nil {
		return err
	}
	if err := a.same(want); err != nil {
		return err
	}
	if err := a.sound(false); err != nil {
		return err
	}
	if err := os.RemoveAll(life); err != nil {
		return err
	}
	return os.Rename(a.index, life)
}

// end starts a scan and ends it at that moment. What it leaves is kept in the
// folder of the case, as it is put right by whoever comes next.
func (k *killing) end(a *attempt, m moment, tree string) error {
	w, err := watch(a.index)
	if err != nil {
		return err
	}
	defer w.close()
	p, err := a.start(scanArgs(tree)...)
	if err != nil {
		return err
	}
	m.until(p, w)
	s := k.signals[k.rng.IntN(len(k.signals))]
	p.signal(s)
	sent := time.Now()
	o := p.wait()
	a.say("sent %v at %v", s, m)
	if _, err := os.Lstat(filepath.Join(a.index, "files.new")); err == nil {
		k.unfinished++
	}
	left := filepath.Join(a.dir, "left")
	if err := os.RemoveAll(left); err != nil {
		return err
	}
	if err := copyFolder(left, a.index); err != nil {
		return err
	}
	return k.judge(a, o, s, time.Since(sent))
}

// judge looks at how the scan took the signal.
func (k *killing) judge(a *attempt, o outcome, s syscall.Signal, took time.Duration) error {
	if o.code == exitDone {
		k.tooLate++
		return nil
	}
	if s == syscall.SIGKILL {
		if o.signal != syscall.SIGKILL || o.hung {
			return o.fault("it was to be killed")
		}
		return nil
	}
	if o.signal == s { // the default, before main has begun
		names, err := os.ReadDir(a.index)
		if err == nil && o.stderr == "" && !slices.ContainsFunc(names, func(e os.DirEntry) bool { return e.Name() == "tmp" }) {
			k.deaf++
			return nil
		}
	}
	if err := o.want(exitInterrupted); err != nil {
		return err
	}
	if took > 20*time.Second {
		return fmt.Errorf("the scan ended only %v after the signal", took)
	}
	if !strings.Contains(o.stderr, "interrupted") {
		return o.fault("it does not say that it was interrupted")
	}
	if strings.Count(o.stdout, "\n") != 1 || !strings.Contains(o.stdout, `"interrupted":true,`) {
		return o.fault(fmt.Sprintf("it printed %q, no summary of an interrupted scan", o.stdout))
	}
	if strings.Contains(o.stderr, "scanned ") && !strings.Contains(o.stderr, "this much is kept") {
		k.late++
	}
	return nil
}
