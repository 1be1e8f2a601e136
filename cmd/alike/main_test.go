package main

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/testdata"
)

// TestMain makes this test binary the command alike of the scripts.
func TestMain(m *testing.M) {
	testscript.Main(testdata.Patient{M: m}, map[string]func(){"alike": main})
}

func TestExitCode(t *testing.T) {
	wrap := func(err error) error { return fmt.Errorf("doing something: %w", err) }
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{errors.New("anything"), 1},
		{wrap(&db.NoSpaceError{}), 1},
		{wrap(&db.ParamsError{}), 1},
		{wrap(&db.KindError{}), 1},
		{errNoneRead, 1},
		{errSomeFailed, 3},
		{errMatched, 4},
		{wrap(db.ErrNoIndex), 10},
		{wrap(&db.HeldError{}), 11},
		{wrap(&db.DamagedError{}), 12},
		{errUnsound, 12},
		{advice.Usagef("wrong"), 64},
		{wrap(context.Canceled), 130},
	} {
		if got := exitCode(c.err); got != c.want {
			t.Errorf("exitCode(%v) = %d, want %d", c.err, got, c.want)
		}
		if what, next := explain(cmpError(c.err)); !terminal.Plain(what) || !terminal.Plain(next) {
			t.Errorf("explain(%v) = %q, %q: not safe to show", c.err, what, next)
		}
	}
}

// cmpError returns err, or a stand-in for nil, which is never explained.
func cmpError(err error) error {
	if err == nil {
		return errors.New("nothing")
	}
	return err
}

func TestOutcome(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		err     error
		failed  int64
		matched bool
		want    error
	}{
		{nil, 0, false, nil},
		{nil, 2, false, errSomeFailed},
		{nil, 0, true, errMatched},
		{nil, 2, true, errMatched},
		{report.ErrClosed, 0, false, nil},
		{report.ErrClosed, 0, true, errMatched},
		{broken, 2, true, broken},
	} {
		a := &app{failed: c.failed, matched: c.matched}
		if got := a.outcome(c.err); got != c.want {
			t.Errorf("outcome(%v) with %d failed, matched %v = %v, want %v", c.err, c.failed, c.matched, got, c.want)
		}
	}
}
