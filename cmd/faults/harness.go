package main

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// harness is one run.
type harness struct {
	options
	stdout, stderr io.Writer
	dir            string // for all that is made
	shared         sharedTree
}

// fault is one kind of breakage.
type fault struct {
	name, what string
	onlyLong   bool
	run        func(t *tally) error
}

func allFaults() []fault {
	return []fault{
		{"kill", "SIGKILL at random moments of a scan", false, killScans},
		{"signal", "SIGTERM and SIGINT at random moments of a scan", false, signalScans},
		{"full", "a disk that is full, or fills up, during a scan", false, fillDisk},
		{"unreadable", "read errors, slow and hanging reads", false, failReads},
		{"flux", "files that change while they are scanned", false, changeFiles},
		{"two", "two scans at once, and queries during a scan", false, scanTwice},
		{"damage", "bits flipped, tails cut and files removed in the index", false, damageIndex},
		{"clock", "files of the future and of before 1970", false, oddTimes},
		{"power", "a power cut at random moments of a scan", true, cutPower},
	}
}

// choose returns the faults that the options ask for.
func choose(all []fault, o options) ([]fault, error) {
	for _, name := range o.only {
		if !slices.ContainsFunc(all, func(f fault) bool { return f.name == name }) {
			return nil, fmt.Errorf("--only %s: there is no such fault, see --help", name)
		}
	}
	return slices.DeleteFunc(all, func(f fault) bool {
		if len(o.only) > 0 {
			return !slices.Contains(o.only, f.name)
		}
		return f.onlyLong && !o.long
	}), nil
}

// tally counts how one fault went.
type tally struct {
	*harness
	ctx  context.Context
	name string
	dir  string
	rng  *rand.Rand

	tried, survived int
	broken          []string
	skipped         string // why nothing, or not all, was tried
	remarks         []string
	took            time.Duration
}

// mostBroken is after how many broken cases a fault is given up: the next ones
// would say the same.
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
			// Not alike has failed but the harness, or what it needs.
			err = fmt.Errorf("%s: %w", f.name, err)
			break
		}
	}
	return broken, errors.Join(err, h.report(tallies))
}

func (h *harness) newTally(ctx context.Context, f fault) *tally {
	sum := fnv.New64()
	_, _ = io.WriteString(sum, f.name)
	return &tally{
		harness: h, ctx: ctx, name: f.name,
		dir: filepath.Join(h.dir, f.name),
		// So that one fault alone meets the same as among the others.
		rng: rand.New(rand.NewPCG(h.seed, sum.Sum64())),
	}
}

// remark adds to the last column of the table.
func (t *tally) remark(format string, args ...any) {
	t.remarks = append(t.remarks, fmt.Sprintf(format, args...))
}

// skip says why something was not tried.
func (t *tally) skip(format string, args ...any) {
	t.skipped = fmt.Sprintf(format, args...)
}

// attempt is one case of a fault, in a folder of its own.
type attempt struct {
	*tally
	dir   string
	index string
	log   strings.Builder // the commands, and what they said
}

// try lets a case be tried. An error is an invariant that broke: then the folder
// stays. It reports whether there is a point in trying more.
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
		return false // interrupted: what was seen means nothing
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

// aside does what is no case of the fault but needed for it, in a folder of its
// own, which stays if it fails.
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

// breaks writes down what broke.
func (t *tally) breaks(a *attempt, what string, err error) {
	text := fmt.Sprintf("%s: %v", what, err)
	t.broken = append(t.broken, fmt.Sprintf("%s\n    %s", text, a.dir))
	fmt.Fprintf(t.stderr, "faults: %s broke: %s\n", t.name, text)
	story := fmt.Sprintf("%s (--only %s --seed %d)\n%s\n\n%s", what, t.name, t.seed, err, a.log.String())
	_ = os.WriteFile(filepath.Join(a.dir, "what-happened"), []byte(story), 0o600)
}

// tmpDir is where the program may make temporary files.
func (a *attempt) tmpDir() string { return filepath.Join(a.dir, "tmp") }

// say adds a line to the story of a case.
func (a *attempt) say(format string, args ...any) {
	fmt.Fprintf(&a.log, format+"\n", args...)
}

// report prints the table.
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
