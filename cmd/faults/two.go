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

// Cron starts a scan while that of yesterday still runs, and a user asks
// something meanwhile. The second scan must be told at once who holds the index,
// or wait; a holder that is killed must not keep it; and a query must be answered
// from what was committed, at whatever point the scan is. Scans are stopped
// (SIGSTOP) at random moments, so that all this happens at each of them.

// saysHolder is what the second one must be told.
var saysHolder = regexp.MustCompile(`held by process (\d+) \(alike scan .*\) since \d{4}-`)

// pairOfScans is what is common to the cases of scanTwice.
type pairOfScans struct {
	*tally
	old, fresh string  // trees: the one that the index has, and the one that is scanned
	want       answers // of both
	queries    [][]string
	answers    []string // to them, by the index of old
	span       span

	answered, stopped int
}

func scanTwice(t *tally) error {
	s := &pairOfScans{tally: t}
	if err := s.prepare(); err != nil {
		return err
	}
	n := 3
	if t.long {
		n = 40
	}
	for i := range n {
		m := s.moment(s.span, i, n)
		s.try(fmt.Sprintf("a second scan beside one that is stopped %v", m), func(a *attempt) error { return s.second(a, m) })
		s.try(fmt.Sprintf("a scan that waits for one that is killed %v", m), func(a *attempt) error { return s.waiting(a, m) })
		s.try(fmt.Sprintf("queries beside a scan that is stopped %v", m), func(a *attempt) error { return s.beside(a, m) })
	}
	s.try("two scans at the same time, which wait", s.together)
	s.try("queries one after the other during a scan", s.during)
	t.remark("%d scans were stopped while they held the index; %d times other verbs asked beside them and during scans, and were answered",
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
		if err := copyFolder(s.base(), a.index); err != nil {
			return err
		}
		s.span, err = a.measure(s.fresh)
		return err
	})
}

// matches are the results of a query, without the one figure in which all other
// contents of the index have a part.
func matches(o outcome) (string, error) {
	results, _, err := withoutHistory(o)
	return regexp.MustCompile(`"distinctive":[^,]*,`).ReplaceAllString(strings.Join(results, "\n"), ""), err
}

// base is an index of the old tree.
func (s *pairOfScans) base() string { return filepath.Join(s.dir, "base") }

// stopped starts a scan of the new tree and stops it at that moment, if it holds
// the index then.
func (s *pairOfScans) stop(a *attempt, m moment) (p *process, holds bool, err error) {
	if err := copyFolder(a.index, s.base()); err != nil {
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

// ended says whether the process has.
func (p *process) ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// hasStopped says whether all threads of the process stand still.
func (p *process) hasStopped() bool {
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", p.cmd.Process.Pid))
	return err == nil && len(tasks) > 0 && !slices.ContainsFunc(tasks, func(task string) bool {
		text, err := os.ReadFile(task)
		_, after, found := strings.Cut(string(text), ") ")
		return err != nil || !found || !strings.HasPrefix(after, "T")
	})
}

// lockedBy says whether the process has the lock of the index, and its name in
// it.
func lockedBy(index string, p *process) bool {
	text, err := os.ReadFile(filepath.Join(index, "lock"))
	return err == nil && strings.Contains(string(text), fmt.Sprintf(`"pid":%d,`, p.cmd.Process.Pid))
}

// second starts a second scan beside one that stands still.
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
			refused = o.fault(fmt.Sprintf("it does not say that process %d holds the index", p.cmd.Process.Pid))
		}
	}
	p.signal(syscall.SIGCONT)
	return errors.Join(refused, p.wait().want(exitDone), s.complete(a))
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
			return errors.Join(p.wait().want(), next.wait().fault("it has not waited"))
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

// complete scans what a case may have left to scan, and compares.
func (s *pairOfScans) complete(a *attempt) error {
	if err := a.sound(false); err != nil {
		return err
	}
	if _, err := a.scan(s.fresh); err != nil {
		return err
	}
	if err := a.same(s.want); err != nil {
		return err
	}
	return a.sound(false)
}

// beside asks while a scan stands still.
func (s *pairOfScans) beside(a *attempt, m moment) error {
	p, _, err := s.stop(a, m)
	if err != nil {
		return err
	}
	asked := s.askAll(a)
	p.signal(syscall.SIGCONT)
	return errors.Join(asked, p.wait().want(exitDone), s.complete(a))
}

// askAll asks each query, and what other verbs there are that read.
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

// together starts two scans that wait for each other.
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

// during asks as often as a scan gives time for.
func (s *pairOfScans) during(a *attempt) error {
	if err := copyFolder(a.index, s.base()); err != nil {
		return err
	}
	p, err := a.start(scanArgs(s.fresh)...)
	if err != nil {
		return err
	}
	for !p.ended() && a.ctx.Err() == nil {
		if err := s.askAll(a); err != nil {
			return errors.Join(err, p.wait().want(exitDone))
		}
	}
	return errors.Join(p.wait().want(exitDone), s.complete(a))
}
