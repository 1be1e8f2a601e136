//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Cron starts a scan while yesterday's still runs, and a user asks a question
// meanwhile. The second scan must either name the holder of the index at once or
// wait. A killed holder must not keep the index. A query must be answered from the
// committed part, whatever the scan is doing. Scans are stopped (SIGSTOP) at random
// moments to try all this at each of them.

// saysHolder matches the message of the second scan.
var saysHolder = regexp.MustCompile(`held by process (\d+) \(alike scan .*\) since \d{4}-`)

// pairOfScans is shared by the cases of scanTwice.
type pairOfScans struct {
	*tally
	old, fresh string  // trees: one in the index, one to scan
	want       answers // of both trees
	queries    [][]string
	answers    []string // to the queries, from the index of old
	span       span

	answered, stopped int
}

func scanTwice(t *tally) error {
	s := &pairOfScans{tally: t}
	if err := s.prepare(); err != nil {
		return err
	}
	n := t.pick(1, 3, 40)
	for i := range n {
		m := s.moment(s.span, i, n)
		s.try(fmt.Sprintf("a second scan beside one stopped %v", m), func(a *attempt) error { return s.second(a, m) })
		s.try(fmt.Sprintf("a scan that waits for one killed %v", m), func(a *attempt) error { return s.waiting(a, m) })
		s.try(fmt.Sprintf("queries beside a scan stopped %v", m), func(a *attempt) error { return s.beside(a, m) })
	}
	s.try("two simultaneous scans that wait", s.together)
	s.try("one query after another during a scan", s.during)
	t.remark("%d scans were stopped while they held the index; other verbs read beside them and during scans %d times",
		s.stopped, s.answered)
	return nil
}

func (s *pairOfScans) prepare() error {
	var err error
	s.old = filepath.Join(s.dir, "old")
	s.fresh = filepath.Join(s.dir, "fresh")
	grown, err := growTree(s.old, s.seed+3, 2<<20)
	if err != nil {
		return err
	}
	if _, err := growTree(s.fresh, s.seed+4, 8<<20); err != nil {
		return err
	}
	time.Sleep(settleTime)
	if s.want, err = s.undisturbed(s.old, s.fresh); err != nil {
		return err
	}
	for range 3 {
		s.queries = append(s.queries, []string{"query", "-f", "json", "--sort", grown.any()})
	}
	return s.aside("old", func(a *attempt) error {
		if _, err := a.scan(s.old); err != nil {
			return err
		}
		for _, q := range s.queries {
			o, err := a.done(q...)
			if err != nil {
				return err
			}
			answer, err := matches(o)
			if err != nil {
				return err
			}
			s.answers = append(s.answers, answer)
		}
		if err := os.CopyFS(s.base(), os.DirFS(a.index)); err != nil {
			return err
		}
		s.span, err = a.measure(s.fresh)
		return err
	})
}

// matches returns the results of a query without the one figure that depends on all
// other contents of the index.
func matches(o outcome) (string, error) {
	results, _, err := withoutHistory(o)
	return regexp.MustCompile(`"distinctive":[^,]*,`).ReplaceAllString(strings.Join(results, "\n"), ""), err
}

// base is the path of an index of the old tree.
func (s *pairOfScans) base() string { return filepath.Join(s.dir, "base") }

// stop starts a scan of the fresh tree, stops it at a moment, and reports whether it
// holds the index.
func (s *pairOfScans) stop(a *attempt, m moment) (p *process, holds bool, err error) {
	if err := os.CopyFS(a.index, os.DirFS(s.base())); err != nil {
		return nil, false, err
	}
	w, err := watch(a.index)
	if err != nil {
		return nil, false, err
	}
	defer w.close()
	if p, err = a.start(scanArgs(s.fresh)...); err != nil {
		return nil, false, err
	}
	m.until(p, w)
	p.signal(syscall.SIGSTOP)
	holds = eventually(func() bool { return p.hasStopped() || p.ended() }) && !p.ended() && lockedBy(a.index, p)
	if holds {
		s.stopped++
	}
	return p, holds, nil
}

// hasStopped reports whether all threads of the process are stopped.
func (p *process) hasStopped() bool {
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", p.cmd.Process.Pid))
	return err == nil && len(tasks) > 0 && !slices.ContainsFunc(tasks, func(task string) bool {
		text, err := os.ReadFile(task)
		_, after, found := strings.Cut(string(text), ") ")
		return err != nil || !found || !strings.HasPrefix(after, "T")
	})
}

// lockedBy reports whether the lock file of the index names the process.
func lockedBy(index string, p *process) bool {
	text, err := os.ReadFile(filepath.Join(index, "lock"))
	return err == nil && strings.Contains(string(text), fmt.Sprintf(`"pid":%d,`, p.cmd.Process.Pid))
}

// second starts a second scan beside a stopped one.
func (s *pairOfScans) second(a *attempt, m moment) error {
	p, holds, err := s.stop(a, m)
	if err != nil {
		return err
	}
	var refused error
	if holds {
		o, err := a.run([]int{exitHeld}, scanArgs(s.fresh)...)
		found := saysHolder.FindStringSubmatch(o.stderr)
		switch {
		case err != nil:
			refused = err
		case found == nil || found[1] != fmt.Sprint(p.cmd.Process.Pid):
			refused = o.fault(fmt.Sprintf("want process %d named as the holder", p.cmd.Process.Pid))
		}
	}
	p.signal(syscall.SIGCONT)
	ended := p.wait().want(exitDone)
	if err := errors.Join(refused, ended); err != nil {
		return err
	}
	return s.complete(a)
}

// waiting kills a scan while another waits for it.
func (s *pairOfScans) waiting(a *attempt, m moment) error {
	p, holds, err := s.stop(a, m)
	if err != nil {
		return err
	}
	next, err := a.start(append(scanArgs(s.fresh), "--wait", "1m")...)
	if err != nil {
		return err
	}
	if holds {
		time.Sleep(150 * time.Millisecond)
		if next.ended() {
			p.signal(syscall.SIGKILL)
			killed, early := p.wait().want(), next.wait().fault("want it to wait")
			return errors.Join(killed, early)
		}
	}
	p.signal(syscall.SIGKILL)
	p.wait()
	killed := time.Now()
	if err := next.wait().want(exitDone); err != nil {
		return err
	}
	a.say("done %v after the holder was killed", time.Since(killed))
	return s.complete(a)
}

// complete scans the fresh tree once more and compares the answers.
func (s *pairOfScans) complete(a *attempt) error {
	if err := a.sound(false); err != nil {
		return err
	}
	return a.completes(s.want, s.fresh)
}

// beside queries while a scan is stopped.
func (s *pairOfScans) beside(a *attempt, m moment) error {
	p, _, err := s.stop(a, m)
	if err != nil {
		return err
	}
	asked := s.askAll(a)
	p.signal(syscall.SIGCONT)
	ended := p.wait().want(exitDone)
	if err := errors.Join(asked, ended); err != nil {
		return err
	}
	return s.complete(a)
}

// askAll runs each query, and other verbs that read.
func (s *pairOfScans) askAll(a *attempt) error {
	for i, q := range s.queries {
		o, err := a.done(q...)
		if err != nil {
			return err
		}
		s.answered++
		got, err := matches(o)
		if err != nil {
			return err
		}
		if got != s.answers[i] {
			return fmt.Errorf("alike %s during a scan answers\n%s\nwant\n%s", strings.Join(q, " "), got, s.answers[i])
		}
	}
	for _, verb := range []string{"status", "check", "dups", "pairs"} {
		if _, err := a.done(verb); err != nil {
			return err
		}
		s.answered++
	}
	return nil
}

// together starts two scans that wait for the index.
func (s *pairOfScans) together(a *attempt) error {
	var all []*process
	for range 2 {
		p, err := a.start(append(scanArgs(s.old, s.fresh), "--wait", "1m")...)
		if err != nil {
			return err
		}
		all = append(all, p)
	}
	for _, p := range all {
		if err := p.wait().want(exitDone); err != nil {
			return err
		}
	}
	return s.complete(a)
}

// during queries repeatedly until a scan ends.
func (s *pairOfScans) during(a *attempt) error {
	if err := os.CopyFS(a.index, os.DirFS(s.base())); err != nil {
		return err
	}
	p, err := a.start(scanArgs(s.fresh)...)
	if err != nil {
		return err
	}
	for !p.ended() && a.ctx.Err() == nil {
		if err := s.askAll(a); err != nil {
			ended := p.wait().want(exitDone)
			return errors.Join(err, ended)
		}
	}
	if err := p.wait().want(exitDone); err != nil {
		return err
	}
	return s.complete(a)
}
