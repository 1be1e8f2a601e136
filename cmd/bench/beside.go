//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// querying is the cost of alike query, alone and while a scan writes to the same
// index.
type querying struct {
	Idle      row     `json:"idle"`
	Beside    row     `json:"beside_scan"`
	Ratio     float64 `json:"beside_scan_to_idle"`
	Matches   int64   `json:"matches"` // of the query, while idle
	Scan      row     `json:"scan"`
	ScanFiles int     `json:"scan_files"`
	Outside   int     `json:"queries_not_within_scan"` // not counted
}

const (
	mostScanned  = 60_000 // files in a scan beside queries
	timesScanned = 5      // times the files of the index, up to that
	idleQueries  = 10     // before each scan, after one that does not count
	leastBeside  = 10     // queries within scans, over all rounds
	mostScans    = 200    // at most, to reach leastBeside
)

// queryBesideScans measures queries for one file of the index. In each round it
// queries first while nothing else runs, and then during the first scan of another
// tree.
func (b *bench) queryBesideScans(ctx context.Context, t *templates, file string, files int64) (out querying, err error) {
	out.ScanFiles = int(min(timesScanned*files, mostScanned))
	other := *t
	other.seed++ // contents that the index does not have
	tree := filepath.Join(b.dir, "other")
	b.say("growing %d files to scan beside queries", out.ScanFiles)
	if err := other.grow(ctx, tree, 0, out.ScanFiles); err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(tree)) }()
	q := besideScan{bench: b, index: filepath.Join(b.dir, "busy")}
	q.query = command{name: "alike query", kept: true, args: []string{b.alike, "query", "-q", "--index", q.index, file}}
	q.scan = command{name: "alike scan", kept: true, args: []string{b.alike, "scan", "-q", "--index", q.index, tree}}
	for scans := 0; scans < b.rounds || len(q.beside) < leastBeside; scans++ {
		if scans == max(mostScans, b.rounds) {
			return out, fmt.Errorf("%d scans of %d files ended before %d queries did (use a larger TREE or --files)", scans, out.ScanFiles, leastBeside)
		}
		b.say("scan %d of at least %d, and queries", scans+1, b.rounds)
		if err := q.round(ctx); err != nil {
			return out, err
		}
	}
	b.say("")
	if out.Matches, err = b.matches(ctx, file); err != nil {
		return out, err
	}
	out.Idle = summarize(command{name: "alike query, idle", does: "nothing else runs"}, q.idle, "")
	out.Beside = summarize(command{name: "alike query, beside a scan", does: "of another tree into the same index"}, q.beside, "")
	out.Scan = summarize(command{name: "alike scan, beside queries", does: "of that tree, for the first time"}, q.scans, "")
	out.Outside = q.outside
	out.Ratio = out.Beside.Seconds / out.Idle.Seconds
	return out, nil
}

// matches counts the matches of the measured query.
func (b *bench) matches(ctx context.Context, file string) (n int64, err error) {
	answer, err := b.answer(ctx, b.index(), "query", "-f", "json", file)
	if err != nil {
		return 0, err
	}
	return n, eachLine(answer, func(l answerLine) {
		if l.Type == "match" {
			n++
		}
	})
}

type besideScan struct {
	*bench
	index               string // a fresh copy for each scan
	query, scan         command
	idle, beside, scans []sample
	outside             int
}

// asking is a query with its start.
type asking struct {
	sample
	began time.Time
}

// within reports whether the query began and ended between two times.
func (a asking) within(from, to time.Time) bool {
	return !a.began.Before(from) && !a.began.Add(a.wall).After(to)
}

// round copies the index, queries while nothing else runs, and queries during a scan.
func (q *besideScan) round(ctx context.Context) (err error) {
	if err := os.CopyFS(q.index, os.DirFS(q.bench.index())); err != nil {
		return fmt.Errorf("copy the index: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(q.index)) }()
	unix.Sync()
	for i := range 1 + idleQueries {
		s, err := q.measure(ctx, q.query)
		if err != nil {
			return err
		}
		if i > 0 {
			q.idle = append(q.idle, s)
		}
	}
	return q.during(ctx)
}

// during queries until the scan ends. A query counts if it began and ended during the
// scan.
func (q *besideScan) during(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var scan sample
	var scanError error
	var ended time.Time
	over := make(chan struct{})
	go func() {
		defer close(over)
		scan, scanError = q.measure(ctx, q.scan)
		ended = time.Now()
	}()
	queries, err := q.askUntil(ctx, over)
	if err != nil {
		cancel() // ends the scan
	}
	<-over
	if err == nil && scanError != nil {
		err = fmt.Errorf("%s: %w", q.scan.name, scanError)
	}
	if err != nil {
		return err
	}
	q.scans = append(q.scans, scan)
	for _, a := range queries {
		if a.within(ended.Add(-scan.wall), ended) {
			q.beside = append(q.beside, a.sample)
		} else {
			q.outside++
		}
	}
	return nil
}

func (q *besideScan) askUntil(ctx context.Context, over <-chan struct{}) (all []asking, err error) {
	for {
		select {
		case <-over:
			return all, nil
		default:
		}
		a := asking{began: time.Now()}
		a.sample, err = q.measure(ctx, q.query)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", q.query.name, err)
		}
		all = append(all, a)
	}
}
