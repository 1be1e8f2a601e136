package main

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flagvalue"
	"alike/db"
)

// indexFlags say how an index is opened.
type indexFlags struct {
	wait flagvalue.Duration
}

func (o *indexFlags) addFlags(fs *pflag.FlagSet) {
	fs.Var(&o.wait, "wait", "wait as long as `TIME` while another process writes to the index, as 30s or 5m")
}

// addAnswerFlags is addFlags of a verb that scans if it is given DIR, and else only
// reads.
func (o *indexFlags) addAnswerFlags(fs *pflag.FlagSet) {
	fs.Var(&o.wait, "wait", "wait as long as `TIME` while another process writes to the index, as 30s or 5m; without DIR nothing waits, and the answer is of what was committed last")
}

// addReadFlags is addFlags of a verb that only reads. It takes the flag, which is to
// mean the same everywhere, and has nothing to wait for.
func (o *indexFlags) addReadFlags(fs *pflag.FlagSet) {
	fs.Var(&o.wait, "wait", "no question waits, whatever `TIME` says: while another process writes to the index, it is answered from what was committed last")
}

// memoryFlags bound what the index may use.
type memoryFlags struct {
	memory flagvalue.Memory
}

func (o *memoryFlags) addFlags(fs *pflag.FlagSet) {
	fs.Var(&o.memory, "memory", "`SIZE` that the index may hold in memory (at least 16MiB; default 128MiB, 1GiB to compare all with all)")
}

// garbage is how large the collector lets garbage grow, in parts of a hundred of
// what is in use, where the limit leaves room: a scan that finds nothing changed
// keeps little in use and would collect three hundred times a second.
const garbage = 400

// bound makes the collector keep a scan to about what the flag says, and returns
// what ends that.
func (o memoryFlags) bound() (unbound func()) {
	return boundHeap(cmp.Or(int64(o.memory), db.DefaultMemory))
}

// boundSearch is bound for a search for all pairs, of whose memory half lies
// outside the heap. With less room for garbage a million contents took 4.9 s
// instead of 3.4 s.
func (o memoryFlags) boundSearch() (unbound func()) {
	return boundHeap(cmp.Or(int64(o.memory), db.DefaultSearchMemory) / 2)
}

// boundHeap limits the heap. A limit below 64 MiB would have the collector do
// nothing else.
func boundHeap(bytes int64) (unbound func()) {
	limit := debug.SetMemoryLimit(max(bytes, 64<<20))
	percent := debug.SetGCPercent(garbage)
	return func() {
		debug.SetMemoryLimit(limit)
		debug.SetGCPercent(percent)
	}
}

// indexDir returns the absolute folder of the index: --index, else
// $ALIKE_INDEX, else $XDG_DATA_HOME/alike/VIEW, else
// $HOME/.local/share/alike/VIEW.
func indexDir(a *app) (string, error) {
	if a.common.indexGiven.Changed && a.common.index == "" {
		return "", advice.Usagef("--index is empty: name the folder of the index")
	}
	if a.common.index != "" {
		return absolute(a.common.index)
	}
	if dir := a.env.getenv("ALIKE_INDEX"); dir != "" {
		return absolute(dir)
	}
	// A relative path in an XDG variable is to be ignored, says its standard.
	if dir := a.env.getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "alike", a.common.view), nil
	}
	if dir := a.env.getenv("HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, ".local", "share", "alike", a.common.view), nil
	}
	return "", advice.With(errors.New("there is no place for the index: none of $ALIKE_INDEX, $XDG_DATA_HOME and $HOME is set"),
		"name a folder with --index DIR")
}

// openIndex opens the index. When it is to be written to, another process writes
// to it and --wait allows for that, it says so and waits.
func openIndex(ctx context.Context, a *app, dir string, flags indexFlags, o db.Options) (*db.Index, error) {
	o.Command = strings.Join(a.line, " ")
	if a.common.viewGiven.Changed {
		o.View = a.common.view
	}
	ix, err := db.Open(ctx, dir, o)
	var held *db.HeldError
	if wait := time.Duration(flags.wait); errors.As(err, &held) && wait > 0 {
		who, _ := explain(held)
		a.screen.Note("alike: waiting up to %v: %s", wait, who)
		o.Wait = wait
		ix, err = db.Open(ctx, dir, o)
	}
	return ix, err
}

// readIndex opens the index where the flags say for reading.
func readIndex(ctx context.Context, a *app, flags indexFlags, memory memoryFlags) (*db.Index, string, error) {
	return readIndexOf(ctx, a, db.Files, flags, memory)
}

// readIndexOf is readIndex for an index that holds files, records or either.
func readIndexOf(ctx context.Context, a *app, kind db.Kind, flags indexFlags, memory memoryFlags) (*db.Index, string, error) {
	dir, err := indexDir(a)
	if err != nil {
		return nil, "", err
	}
	ix, err := openIndex(ctx, a, dir, flags, db.Options{Kind: kind, Memory: int64(memory.memory)})
	if err != nil {
		return nil, dir, err
	}
	return ix, dir, nil
}
