package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/paths"
	"alike/cmd/alike/report"
	"alike/cmd/alike/serve"
	"alike/cmd/alike/terminal"
	"alike/cmd/alike/web"
	"alike/db"
	"alike/scan"
)

// live answers the requests of alike serve. It opens the index for each piece of work, so
// that other processes can scan meanwhile, and keeps a snapshot of what the page shows.
type live struct {
	app     *app
	options *surveyOptions
	dir     string   // of the index
	trees   []string // that are shown, or nil for all roots

	ctx    context.Context // of jobs, which outlive requests
	cancel context.CancelFunc
	jobs   sync.WaitGroup
	shown  atomic.Pointer[snapshot]

	mu      sync.Mutex
	job     *job   // that runs, or nil
	failed  string // why the last scan failed; "" if it was interrupted
	newer   bool   // the index has changed since the snapshot
	problem string // why the index, or what is new in it, cannot be read

	looking bool          // at the index, in the background
	looked  time.Time     // when that began last
	tried   string        // state of the index of the last snapshot, or of the last that failed
	pause   time.Duration // after a failure, until the same state is tried again
	retry   time.Time     // when that is
}

// job makes a new snapshot, mostly after a scan.
type job struct {
	progress  *scan.Progress // of the scan, or nil
	comparing atomic.Bool
	stop      context.CancelFunc
	done      chan struct{}
}

// snapshot is what the page shows.
type snapshot struct {
	id     string
	state  string // of the index
	page   []byte // compressed
	view   string
	paths  *paths.List
	pairs  []linkedPair // in the order of the table
	linked int          // of them, with a place
	base   *scan.Base

	imported bool // the files are on other hosts
}

// firstWait is how long the first scan waits for another writer at least, such as the first
// scan of a second server.
const firstWait = 10 * time.Second

// begin scans the folders that are shown, if there are any, and makes the first snapshot.
func (l *live) begin(ctx context.Context) error {
	l.ctx, l.cancel = context.WithCancel(ctx)
	var scanned *scan.Summary
	if l.trees != nil && !onHosts(l.trees) {
		var err error
		if scanned, err = l.rescan(ctx, &scan.Progress{}, firstWait); err != nil {
			return err
		}
	}
	first, err := l.snapshot(ctx, scanned)
	if errors.Is(err, db.ErrNoIndex) && advice.Hint(err) == "" {
		err = advice.With(err, "name a folder to scan: alike serve DIR")
	}
	if err != nil {
		return err
	}
	l.shown.Store(first)
	l.tried = first.state
	return nil
}

// end interrupts a job that runs, and waits for it.
func (l *live) end() {
	l.mu.Lock()
	l.cancel() // no other starts after this
	l.mu.Unlock()
	l.jobs.Wait()
}

// newApp returns an app for one scan or one opening of the index.
func (l *live) newApp() *app {
	a := l.app
	return &app{
		env: a.env, screen: a.screen, common: a.common, started: time.Now(), line: a.line,
		queryRoom: a.queryRoom, sortRoom: a.sortRoom,
	}
}

// rescan brings the index up to date. It waits for another writer at least as long as given.
func (l *live) rescan(ctx context.Context, progress *scan.Progress, wait time.Duration) (*scan.Summary, error) {
	a := l.newApp()
	o := scanning{treeOptions: l.options.treeOptions, refresh: l.trees == nil, progress: progress}
	o.index.Wait = max(o.index.Wait, flagvalue.Duration(wait))
	s, err := beginSession(ctx, a, o, l.trees)
	if err != nil {
		return nil, err
	}
	s.scan, err = s.scanTrees(ctx, a, o)
	return &s.scan, cmp.Or(err, s.ix.Close())
}

// open opens the index for reading, without waiting for a writer.
func (l *live) open(ctx context.Context, a *app) (*db.Index, error) {
	index := flags.Index{TrustOwner: l.options.index.TrustOwner}
	return openIndex(ctx, a, l.dir, index, db.Options{Memory: int64(l.options.memory.Bytes)})
}

// snapshot reads the index and makes the page. scanned is the scan that has just ended, or nil.
func (l *live) snapshot(ctx context.Context, scanned *scan.Summary) (*snapshot, error) {
	defer debug.FreeOSMemory() // the search took much more than the snapshot
	a := l.newApp()
	ix, err := l.open(ctx, a)
	if err != nil {
		return nil, err
	}
	defer ix.Close()
	n := &snapshot{state: ix.State(), view: ix.Params().View, paths: &paths.List{}}
	sum := sha256.Sum256(fmt.Append(nil, n.state, l.app.started.UnixNano()))
	n.id = hex.EncodeToString(sum[:8])
	files, bytes, err := n.readPaths(ctx, ix, &shownFiles{sizes: l.options.sizes, trees: l.trees})
	if err != nil {
		return nil, err
	}
	s := &session{ix: ix, dir: l.dir, trees: l.trees}
	if err := s.checkHosts(); err != nil {
		return nil, err
	}
	if scanned != nil {
		s.scan, a.failed = *scanned, scanned.Failed
	}
	d, err := l.gather(ctx, a, s, n)
	if err != nil {
		return nil, err
	}
	if scanned == nil || l.trees == nil {
		d.Overview.Files, d.Overview.Bytes = files, bytes
	}
	d.Overview.Live = &web.Live{Snapshot: n.id, Compare: "compare", API: "api/v1", MaxUpload: serve.MaxUpload}
	n.imported = ix.Imported()
	return n, n.render(d)
}

// gather gathers the data of the page, and the pairs and the base of the snapshot.
func (l *live) gather(ctx context.Context, a *app, s *session, n *snapshot) (*web.Data, error) {
	o := *l.options
	v, err := newSurvey(newAnswer(a, "report", &o.questionOptions, s), o.limit)
	if err == nil {
		err = v.readBase(ctx)
	}
	if err == nil {
		v.print, err = report.New(report.Output{Results: io.Discard, Screen: a.screen}, o.out, report.About{Verb: "serve"})
	}
	if err != nil {
		return nil, err
	}
	d, err := v.gather(ctx)
	if err != nil {
		return nil, err
	}
	n.base = v.base
	n.link(v.found.Strongest())
	if l.shown.Load() == nil { // the first one
		noteOlder(a, s.ix)
		if a.noteFirstScan(s.ix, l.dir); a.first != nil {
			a.screen.Note("%s\n  %s", a.first.what, a.first.covers)
		}
		v.left.note(a.screen)
		o.units.Note(a.screen)
	}
	return d, nil
}

const (
	lookEvery    = time.Second // between two looks at the index
	firstPause   = 2 * time.Second
	longestPause = 5 * time.Minute
)

// look checks in the background whether another process has changed the index, and then
// makes a new snapshot. The index may be slow to open.
func (l *live) look() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.job != nil || l.looking || time.Since(l.looked) < lookEvery || l.ctx.Err() != nil {
		return
	}
	l.looking, l.looked = true, time.Now()
	l.jobs.Go(func() {
		state, err := l.currentState()
		l.mu.Lock()
		defer l.mu.Unlock()
		l.looking = false
		if l.job != nil || l.ctx.Err() != nil {
			return
		}
		if err != nil {
			l.fail(err)
			return
		}
		l.newer = state != "" && state != l.shown.Load().state
		switch {
		case state == "":
		case !l.newer:
			l.problem, l.pause = "", 0
		case state != l.tried || time.Now().After(l.retry):
			l.tried = state
			l.start(&job{}, func(ctx context.Context) error { return l.renew(ctx, nil) })
		}
	})
}

// currentState returns the state of the index, or "" while another process writes to it: a
// scan that still runs does not count.
func (l *live) currentState() (string, error) {
	if db.Holder(l.dir) != nil {
		return "", nil
	}
	ix, err := l.open(l.ctx, l.newApp())
	if err != nil {
		return "", err
	}
	return ix.State(), ix.Close()
}

// fail keeps the reason why the index cannot be read, and prints it if it is another one than
// before. The caller holds the lock.
func (l *live) fail(err error) {
	what, next := explain(err)
	if what == l.problem {
		return
	}
	l.problem = what
	l.say(what, next)
}

func (l *live) say(what, next string) {
	l.app.screen.Say("alike: " + what)
	if next != "" {
		l.app.screen.Say("  " + next)
	}
}

// state returns what the page polls.
func (l *live) state() serve.State {
	l.look()
	l.mu.Lock()
	defer l.mu.Unlock()
	st := serve.State{Snapshot: l.shown.Load().id, Newer: l.newer, Error: l.problem}
	j := l.job
	if j == nil || j.progress == nil {
		st.Scan.Error = l.failed
		return st
	}
	p := j.progress
	st.Scan = serve.ScanState{Running: true, Files: p.Done.Load(), Bytes: p.DoneBytes.Load(), Phase: "scanning"}
	if p.Counted.Load() {
		st.Scan.AllFiles, st.Scan.AllBytes = p.TotalFiles.Load(), p.TotalBytes.Load()
	}
	if j.comparing.Load() {
		st.Scan.Phase = "comparing"
	}
	return st
}

// scan starts a scan and makes a snapshot after it.
func (l *live) scan() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	shown := l.shown.Load()
	switch held := db.Holder(l.dir); {
	case l.job != nil && l.job.progress != nil:
		return serve.ErrBusy
	case shown != nil && shown.imported:
		return serve.Errorf(serve.ErrBusy.Status, "the index holds files of other hosts, which are not scanned here: run alike import")
	case l.ctx.Err() != nil:
		return l.ctx.Err()
	case held != nil:
		return serve.Errorf(serve.ErrBusy.Status, "the index is being written by %s", report.WrittenBy(held))
	}
	l.failed = ""
	j := &job{progress: &scan.Progress{}}
	l.start(j, func(ctx context.Context) error {
		scanned, err := l.rescan(ctx, j.progress, 0)
		if err != nil {
			return err
		}
		j.comparing.Store(true)
		return l.renew(ctx, scanned)
	})
	return nil
}

// stop interrupts a scan.
func (l *live) stop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.job != nil && l.job.progress != nil {
		l.job.stop()
	}
}

// start starts a job in place of one that runs. The caller holds the lock.
func (l *live) start(j *job, do func(context.Context) error) {
	ctx, stop := context.WithCancel(l.ctx)
	before := l.job
	j.stop, j.done = stop, make(chan struct{})
	l.job = j
	l.jobs.Go(func() {
		defer close(j.done)
		defer stop()
		if before != nil {
			before.stop()
			<-before.done
		}
		err := do(ctx)
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.job == j {
			l.job = nil
		}
		l.ended(j, err)
	})
}

// ended keeps the error of a job. The caller holds the lock.
func (l *live) ended(j *job, err error) {
	switch {
	case err == nil || l.ctx.Err() != nil:
	case errors.Is(err, context.Canceled):
		if j.progress == nil { // a scan took its place, which may be interrupted too
			l.tried = ""
		}
	case j.progress == nil:
		l.pause = min(max(2*l.pause, firstPause), longestPause)
		l.retry = time.Now().Add(l.pause)
		l.fail(err)
	default:
		what, next := explain(err)
		l.failed = what
		l.say(what, next)
	}
}

// renew replaces the snapshot.
func (l *live) renew(ctx context.Context, scanned *scan.Summary) error {
	n, err := l.snapshot(ctx, scanned)
	if err != nil {
		return fmt.Errorf("reading what is new: %w", err)
	}
	l.shown.Store(n)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tried, l.newer, l.problem, l.pause = n.state, false, "", 0
	l.app.screen.Detail("the page shows %s", terminal.Amount(int64(n.paths.Len()), "file", "files"))
	return nil
}
