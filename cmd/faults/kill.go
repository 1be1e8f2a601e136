//go:build linux

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// The OOM killer, a reset or an impatient administrator may end a scan at any moment:
// while files are read, between the steps of a commit, while segments are merged, while
// tables are compacted and removed. After each kill the index must be sound, the next scan
// must not read committed files again, and its answers must equal the ones of an undisturbed
// scan.

// killing is shared by the cases of killScans and signalScans.
type killing struct {
	*tally
	signals []syscall.Signal

	// Numbers of signals.
	unfinished int // left a commit half done
	noIndex    int // came before there was an index
	tooLate    int // came after the end of the scan
	twice      int // were followed by another signal during the next scan
	deaf       int // came before alike caught signals
}

func killScans(t *tally) error {
	k := &killing{tally: t, signals: []syscall.Signal{syscall.SIGKILL}}
	return k.all(t.pick(5, 12, 200))
}

func signalScans(t *tally) error {
	k := &killing{tally: t, signals: []syscall.Signal{syscall.SIGTERM, syscall.SIGINT}}
	return k.all(t.pick(3, 6, 60))
}

// all tries n cases: first scans of the shared tree, scans of a changing tree, and,
// in the long form, first scans of Go's sources, in equal parts.
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
		k.remark("%d were followed by another signal during the next scan", k.twice)
	}
	if k.deaf > 0 {
		k.remark("%d came before the program caught signals", k.deaf)
	}
	k.remark("compared: pairs and status, without %s", strings.Join(history, ", "))
	return nil
}

// firstScans signals first scans of a tree that does not change.
func (k *killing) firstScans(tree string, want answers, n int) error {
	var s span
	err := k.aside("first", func(a *attempt) (err error) { s, err = a.measure(tree); return err })
	if err != nil {
		return err
	}
	for i := range n {
		m := k.moment(s, i, n)
		k.try(fmt.Sprintf("first scan of %s, ended %v", tree, m), func(a *attempt) error {
			return k.firstScan(a, tree, want, m)
		})
	}
	return nil
}

func (k *killing) firstScan(a *attempt, tree string, want answers, m moment) error {
	if err := k.end(a, m, tree); err != nil {
		return err
	}
	had, err := a.survived(true)
	if err != nil {
		return err
	}
	if had.Files == 0 {
		k.noIndex++
	}
	return a.continues(had, want, tree)
}

// rescans signals scans of a tree that changes between scans. All use one index, so
// that merges and compactions happen.
func (k *killing) rescans(n int) error {
	t, err := growTree(filepath.Join(k.dir, "changing"), k.seed+1, k.pick(4, 4, 12)<<20)
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
		if !k.try(fmt.Sprintf("scan %d of a changing tree, ended %v", i+1, m), func(a *attempt) error {
			return k.rescan(a, life, t.dir, want, m)
		}) {
			break
		}
	}
	return nil
}

func (k *killing) rescan(a *attempt, life, tree string, want answers, m moment) error {
	if err := os.CopyFS(a.index, os.DirFS(life)); err != nil {
		return err
	}
	was, err := a.status()
	if err != nil {
		return err
	}
	if err := k.end(a, m, tree); err != nil {
		return err
	}
	if k.rng.IntN(3) == 0 { // again, while the next scan recovers
		k.twice++
		if err := k.end(a, moment{after: time.Duration(k.rng.IntN(40)) * time.Millisecond}, tree); err != nil {
			return err
		}
	}
	now, err := a.survived(false)
	if err != nil {
		return err
	}
	if now.Generation < was.Generation {
		return fmt.Errorf("the index fell back from generation %[2]d to %[1]d", now.Generation, was.Generation)
	}
	if err := a.completes(want, tree); err != nil {
		return err
	}
	if err := os.RemoveAll(life); err != nil {
		return err
	}
	return os.Rename(a.index, life)
}

// end starts a scan and signals it at the given moment. It keeps a copy of the index
// in the folder of the case, because the next command repairs the index itself.
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
	if err := os.CopyFS(left, os.DirFS(a.index)); err != nil {
		return err
	}
	return k.judge(a, o, s, time.Since(sent))
}

// judge checks how the scan reacted to the signal.
func (k *killing) judge(a *attempt, o outcome, s syscall.Signal, took time.Duration) error {
	if o.code == exitDone {
		k.tooLate++
		return nil
	}
	if s == syscall.SIGKILL {
		if o.signal != syscall.SIGKILL || o.hung {
			return o.fault("want the scan killed")
		}
		return nil
	}
	if o.signal == s { // the default action, before main installs its handler
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
		return fmt.Errorf("the scan ended %v after the signal", took)
	}
	if !strings.Contains(o.stderr, "interrupted") {
		return o.fault("want a message that it was interrupted")
	}
	if strings.Count(o.stdout, "\n") != 1 || !strings.Contains(o.stdout, `"interrupted":true,`) {
		return o.fault(fmt.Sprintf("want the summary of an interrupted scan, not %q", o.stdout))
	}
	return nil
}

// goSources returns the folder of Go's own sources.
func goSources(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("find Go's sources: %w", err)
	}
	return filepath.Join(strings.TrimSpace(string(out)), "src"), nil
}
