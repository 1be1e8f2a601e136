//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"
)

// harness is one run.
type harness struct {
	options
	stdout, stderr io.Writer
	dir            string // holds all temporary files
	shared         sharedTree
}

// fault is one kind of breakage.
type fault struct {
	name, what string
	onlyLong   bool
	run        func(t *tally) error
}

// tally counts the cases of one fault.
type tally struct {
	*harness
	ctx  context.Context
	name string
	dir  string
	rng  *rand.Rand

	tried, survived int
	broken          []string
	skipped         string // why no case, or not every case, was tried
	remarks         []string
	took            time.Duration
}

// mostBroken is the number of broken cases after which a fault ends: more would
// tell nothing new.
const mostBroken = 5

// breakAll tries the faults and prints the table.
func (h *harness) breakAll(ctx context.Context, faults []fault) (broken int, err error) {
	if err := h.build(ctx); err != nil {
		return 0, err
	}
	var tallies []*tally
	for _, f := range faults {
		t := h.newTally(ctx, f)
		begun := time.Now()
		err = f.run(t)
		t.took = time.Since(begun)
		tallies = append(tallies, t)
		broken += len(t.broken)
		if ctx.Err() != nil {
			err = ctx.Err()
			break
		}
		if err != nil {
			// The harness, or something that it needs, failed; alike did not.
			err = fmt.Errorf("%s: %w", f.name, err)
			break
		}
	}
	reporting := h.report(tallies) // of what was tried until then
	return broken, errors.Join(err, reporting)
}

func (h *harness) newTally(ctx context.Context, f fault) *tally {
	sum := fnv.New64()
	_, _ = io.WriteString(sum, f.name)
	return &tally{
		harness: h, ctx: ctx, name: f.name,
		dir: filepath.Join(h.dir, f.name),
		// The name is part of the seed, so that --only does not change the cases.
		rng: rand.New(rand.NewPCG(h.seed, sum.Sum64())),
	}
}

// remark adds to the last column of the table.
func (t *tally) remark(format string, args ...any) {
	t.remarks = append(t.remarks, fmt.Sprintf(format, args...))
}

// skip records why cases were not tried.
func (t *tally) skip(format string, args ...any) {
	t.skipped = fmt.Sprintf(format, args...)
}

// attempt is one case of a fault, in a folder of its own.
type attempt struct {
	*tally
	dir   string
	index string
	log   strings.Builder // the commands and their output
}

// try runs a case. An error means that an invariant broke; the folder of the case
// is then kept. try reports whether more cases should follow.
func (t *tally) try(what string, do func(a *attempt) error) bool {
	if t.ctx.Err() != nil || len(t.broken) >= mostBroken {
		return false
	}
	dir := filepath.Join(t.dir, fmt.Sprintf("%03d", t.tried+1))
	a := &attempt{tally: t, dir: dir, index: filepath.Join(dir, "index")}
	err := os.MkdirAll(a.tmpDir(), 0o700)
	if err == nil {
		err = do(a)
	}
	if t.ctx.Err() != nil {
		return false // interrupted: the result means nothing
	}
	t.tried++
	if err == nil {
		t.survived++
		err = os.RemoveAll(dir)
	}
	if err != nil {
		t.breaks(a, what, err)
	}
	return len(t.broken) < mostBroken
}

// aside prepares for a fault in a separate folder, which is kept if the preparation
// fails.
func (t *tally) aside(name string, do func(a *attempt) error) error {
	if err := os.MkdirAll(t.dir, 0o700); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(t.dir, name+"-")
	if err != nil {
		return err
	}
	a := &attempt{tally: t, dir: dir, index: filepath.Join(dir, "index")}
	if err := os.Mkdir(a.tmpDir(), 0o700); err != nil {
		return err
	}
	if err := do(a); err != nil {
		return fmt.Errorf("%s, without a fault: %w (kept in %s)", name, err, dir)
	}
	return os.RemoveAll(dir)
}

// breaks records a broken case.
func (t *tally) breaks(a *attempt, what string, err error) {
	text := fmt.Sprintf("%s: %v", what, err)
	t.broken = append(t.broken, fmt.Sprintf("%s\n    %s", text, a.dir))
	fmt.Fprintf(t.stderr, "faults: %s broke: %s\n", t.name, text)
	log := fmt.Sprintf("%s (--only %s --seed %d)\n%s\n\n%s", what, t.name, t.seed, err, a.log.String())
	_ = os.WriteFile(filepath.Join(a.dir, "what-happened"), []byte(log), 0o600)
}

// tmpDir is the folder for the program's temporary files.
func (a *attempt) tmpDir() string { return filepath.Join(a.dir, "tmp") }

// say adds a line to the log of a case.
func (a *attempt) say(format string, args ...any) {
	fmt.Fprintf(&a.log, format+"\n", args...)
}

func (h *harness) report(tallies []*tally) error {
	w := tabwriter.NewWriter(h.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "fault\ttried\tsurvived\tseconds\tremarks\n")
	for _, t := range tallies {
		remarks := t.remarks
		if t.skipped != "" {
			remarks = append([]string{"skipped: " + t.skipped}, remarks...)
		}
		if len(remarks) == 0 {
			remarks = []string{""}
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%.0f\t%s\n", t.name, t.tried, t.survived, t.took.Seconds(), remarks[0])
		for _, r := range remarks[1:] {
			fmt.Fprintf(w, "\t\t\t\t%s\n", r)
		}
	}
	for _, t := range tallies {
		for _, b := range t.broken {
			fmt.Fprintf(w, "BROKEN %s: %s\n", t.name, b)
		}
	}
	return w.Flush()
}

// build compiles alike, unless --alike names a program.
func (h *harness) build(ctx context.Context) error {
	if h.alike != "" {
		var err error
		h.alike, err = filepath.Abs(h.alike)
		return err
	}
	h.alike = filepath.Join(h.dir, "alike")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", h.alike, "alike/cmd/alike").CombinedOutput(); err != nil {
		return fmt.Errorf("build alike: %w\n%s", err, out)
	}
	return nil
}
