package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"time"

	"alike/db"
)

// subject is a synthetic index.
type subject struct {
	index    string
	contents int
	seed     uint64
}

// stepVerb makes this program one of the steps below. Each is a process of its
// own, so that its memory is its own too, and so that the process that measures
// stays small (see sample.floored).
const stepVerb = "synthetic-index"

// The steps.
const (
	stepBuild = "build"
	stepRead  = "read"
	stepAsk   = "ask"

	stepHashSet   = "hash-set"
	stepHashIndex = "hash-index"
)

// step is the command that makes a step with an index.
func step(name string, s subject) (command, error) {
	self, err := os.Executable()
	return command{
		name: name, kept: true,
		args: []string{self, stepVerb, name, s.index, strconv.Itoa(s.contents), strconv.FormatUint(s.seed, 10)},
	}, err
}

// inner runs what bench starts itself for, and reports whether the arguments ask
// for that.
func inner(ctx context.Context, stdout io.Writer, args []string) (bool, error) {
	switch {
	case len(args) == 2 && args[0] == readVerb:
		return true, readAll(args[1])
	case len(args) == 5 && args[0] == stepVerb:
		return true, runStep(ctx, stdout, args[1:])
	}
	return false, nil
}

func runStep(ctx context.Context, stdout io.Writer, args []string) error {
	contents, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	seed, err := strconv.ParseUint(args[3], 10, 64)
	if err != nil {
		return err
	}
	s := subject{args[1], contents, seed}
	switch args[0] {
	case stepBuild:
		return buildIndex(ctx, s)
	case stepRead:
		return withIndex(ctx, s, readPostings)
	case stepAsk:
		return withIndex(ctx, s, func(ctx context.Context, ix *db.Index) error {
			l, err := askIndex(ctx, ix, s)
			if err != nil {
				return err
			}
			return json.NewEncoder(stdout).Encode(l)
		})
	}
	if measureHashes, ok := map[string]func(context.Context, subject) (hashFigures, error){
		stepHashSet: measureHashSet, stepHashIndex: measureHashIndex,
	}[args[0]]; ok {
		figures, err := measureHashes(ctx, s)
		if err != nil {
			return err
		}
		return json.NewEncoder(stdout).Encode(figures)
	}
	return fmt.Errorf("there is no step %q", args[0])
}

// withIndex opens the index for reading.
func withIndex(ctx context.Context, s subject, use func(context.Context, *db.Index) error) error {
	ix, err := db.Open(ctx, s.index, db.Options{Command: "bench"})
	if err != nil {
		return err
	}
	return errors.Join(use(ctx, ix), ix.Close())
}

func readPostings(ctx context.Context, ix *db.Index) error {
	n, err := ix.ReadPostings(ctx, runtime.GOMAXPROCS(0))
	if err == nil && n == 0 {
		err = errors.New("the index has no postings")
	}
	return err
}

// latency is how long queries took, in milliseconds.
type latency struct {
	Queries int     `json:"queries"`
	Median  float64 `json:"median_ms"`
	P99     float64 `json:"p99_ms"`
	Most    float64 `json:"most_ms"`
}

const (
	asked   = 1000 // queries that count
	warming = 20   // queries before, in which tables of blocks are read
)

// askIndex asks about contents of the index as if they were new ones: with
// another checksum. Each must find itself.
func askIndex(ctx context.Context, ix *db.Index, s subject) (latency, error) {
	g := newGenerator(s.seed, s.contents)
	rng := rand.New(rand.NewPCG(s.seed, 1<<63))
	var ms []float64
	for n := range warming + asked {
		i := rng.IntN(s.contents)
		c := g.content(i)
		c.Checksum = checksum(s.seed+1, i)
		path, found := pathOf(i), false
		start := time.Now()
		err := ix.Query(ctx, c.Content, c.set, db.PairQuery{Min: leastShare, MinShared: db.MinShared}, func(m db.Match) error {
			found = found || m.File.Path == path
			return nil
		})
		if err != nil {
			return latency{}, err
		}
		if n >= warming {
			ms = append(ms, time.Since(start).Seconds()*1000)
		}
		if !found {
			return latency{}, fmt.Errorf("a query with the fingerprints of %s does not find it", path)
		}
	}
	slices.Sort(ms)
	return latency{Queries: len(ms), Median: median(ms), P99: ms[len(ms)*99/100-1], Most: ms[len(ms)-1]}, nil
}
