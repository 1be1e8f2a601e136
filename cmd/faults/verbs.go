//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Verbs other than scan are killed at random moments as well: those that write to an
// index, and those that only read it and keep a folder for temporary files meanwhile.
// Afterwards the index must be sound, the same command must give the answer of an
// undisturbed run, and the next reader must remove what killed ones left.

// killedVerb is a command to be killed.
type killedVerb struct {
	name string
	// prepare creates what the command needs in the folder of the attempt.
	prepare func(a *attempt) error
	args    []string
	// again are the arguments that complete a killed run.
	again []string
	// result returns what the command leaves or answers.
	result func(a *attempt, o outcome) (string, error)
}

func killVerbs(t *tally) error {
	grown, err := growTree(filepath.Join(t.dir, "tree"), t.seed+7, t.pick(1, 2, 8)<<20)
	if err != nil {
		return err
	}
	records := filepath.Join(t.dir, "in.jsonl")
	var b strings.Builder
	for i := range t.pick(2_000, 4_000, 40_000) {
		if i%3 > 0 {
			fmt.Fprintf(&b, "{\"text\":%q}\n", grown.text(300))
		} else {
			fmt.Fprintf(&b, "{\"text\":\"record %d\"}\n", i%100)
		}
	}
	if err := os.WriteFile(records, []byte(b.String()), 0o600); err != nil {
		return err
	}
	time.Sleep(settleTime)
	scanned := func(args ...string) func(a *attempt) error {
		return func(a *attempt) error { _, err := a.done(append(scanArgs(grown.dir), args...)...); return err }
	}
	answer := func(_ *attempt, o outcome) (string, error) {
		results, _, err := withoutHistory(o)
		return strings.Join(results, "\n"), err
	}
	pairs := func(args ...string) func(a *attempt, o outcome) (string, error) {
		return func(a *attempt, _ outcome) (string, error) {
			o, err := a.done(append([]string{"pairs", "-f", "json", "--sort"}, args...)...)
			if err != nil {
				return "", err
			}
			return answer(a, o)
		}
	}
	written := func(a *attempt, _ outcome) (string, error) {
		text, err := os.ReadFile(filepath.Join(a.dir, "out.jsonl"))
		return string(text), err
	}
	code := []string{"--view", "code"}
	near := []string{"near", "-f", "json", "--sort", "--distance", "12"}
	forget := []string{"forget", filepath.Dir(grown.files[0]), filepath.Dir(grown.files[1])}
	dedupe := []string{"dedupe", "-f", "json", "--commit-every", "4KiB", "-o", "OUT", records}
	reading := []string{"pairs", "-f", "json", "--sort"}
	verbs := []killedVerb{
		{"scan --view code", func(*attempt) error { return nil }, append(scanArgs(grown.dir), code...), nil, pairs(code...)},
		{"near", scanned(), near, nil, answer},
		{"forget", scanned(), forget, nil, pairs()},
		{"dedupe", func(*attempt) error { return nil }, dedupe, append(dedupe[:len(dedupe):len(dedupe)], "--resume"), written},
		{"pairs", scanned(), reading, nil, answer},
	}
	for _, v := range verbs[:t.pick(2, len(verbs), len(verbs))] {
		if err := t.killVerb(v, t.pick(1, 4, 40)); err != nil {
			return err
		}
	}
	t.remark("killed: scan --view code, near, forget, dedupe and pairs")
	return nil
}

// killVerb kills a command n times.
func (t *tally) killVerb(v killedVerb, n int) error {
	var want string
	var s span
	err := t.aside("verb", func(a *attempt) error {
		if err := v.prepare(a); err != nil {
			return err
		}
		o, err := a.done(a.at(v.args)...)
		if err != nil {
			return err
		}
		s.took = o.took
		if want, err = v.result(a, o); err == nil && want == "" {
			err = errors.New("the command leaves nothing to compare")
		}
		return err
	})
	if err != nil {
		return err
	}
	for i := range n {
		m := t.moment(s, i, n)
		t.try(fmt.Sprintf("%s, killed %v", v.name, m), func(a *attempt) error {
			if err := v.prepare(a); err != nil {
				return err
			}
			p, err := a.start(a.at(v.args)...)
			if err != nil {
				return err
			}
			m.until(p, nil)
			p.signal(syscall.SIGKILL)
			p.wait()
			args := v.args
			if _, err := os.Lstat(filepath.Join(a.dir, "out.jsonl.alike")); err == nil {
				args = v.again // there is something to resume
			}
			return a.afterKill(v, args, want)
		})
	}
	return nil
}

// at replaces OUT by a path in the folder of the attempt.
func (a *attempt) at(args []string) (all []string) {
	for _, arg := range args {
		if arg == "OUT" {
			arg = filepath.Join(a.dir, "out.jsonl")
		}
		all = append(all, arg)
	}
	return all
}

// afterKill completes a killed command.
func (a *attempt) afterKill(v killedVerb, args []string, want string) error {
	left, err := filepath.Glob(filepath.Join(a.tmpDir(), "alike-snapshot-*"))
	if err != nil {
		return err
	}
	for _, folder := range left { // younger ones are not swept
		old := time.Now().Add(-time.Hour)
		if err := os.Chtimes(folder, old, old); err != nil {
			return err
		}
	}
	if err := a.sound(true); err != nil {
		return err
	}
	codes := []int{exitDone}
	if v.name == "forget" { // the killed run may have done it
		codes = append(codes, exitFailed)
	}
	o, err := a.run(codes, a.at(args)...)
	if err != nil {
		return err
	}
	got, err := v.result(a, o)
	if err != nil {
		return err
	}
	if got != want {
		return fmt.Errorf("%d bytes of results, want %d; they differ", len(got), len(want))
	}
	if err := a.sound(true); err != nil {
		return err
	}
	if left, err := os.ReadDir(a.tmpDir()); err != nil || len(left) > 0 {
		return fmt.Errorf("left in the temporary folder: %v, %v", left, err)
	}
	return nil
}
