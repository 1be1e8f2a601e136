package db

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"alike/db/hamming"
	"alike/db/store"
	"alike/fingerprint"
	"alike/fingerprint/view"
)

// Options say how an index is opened.
type Options struct {
	// Write opens the index for scanning, which one process at a time can do. Else
	// it is only read, as it is at this moment, beside any that writes.
	Write bool
	// Create makes the index, with Params, where there is none. With Write only.
	Create bool
	// Params is what an index must have been made with; nil accepts any, and
	// makes one with DefaultParams.
	Params *Params
	// View is the view that an index must have, and is made with, whatever its other
	// parameters; "" accepts any.
	View string
	// Kind is what the index must hold, or nothing yet; the zero value is Files.
	Kind Kind
	// Wait is how long to wait for another process that writes to the index. With
	// Write only.
	Wait time.Duration
	// Command is what other processes are told about who writes to the index.
	Command string
	// Memory bounds what the index may hold in memory, in bytes; 0 is
	// DefaultMemory, and DefaultSearchMemory for a search for all pairs.
	Memory int64
}

// DefaultMemory is what an index may hold in memory unless it is told otherwise.
// More makes no scan faster: 100,000 files took 2.8 s with 128 MiB and 2.9 s with
// 256 MiB; a scan of a million files peaked at 191 MiB, without the mapped pages of
// the index.
const DefaultMemory = 128 << 20

// DefaultSearchMemory is what a search for all pairs may use unless it is told
// otherwise. What it needs beyond that it keeps in a file.
const DefaultSearchMemory = 1 << 30

// Index is an open index. Its methods may be called from several goroutines,
// but not beside those of a Writer; Record may.
type Index struct {
	st       *store.Store
	dir      string
	memory   int64
	search   int64 // bytes that a search for all pairs may use
	write    bool
	root     root
	segments []*segment // in the order in which they were written

	sizes     atomic.Pointer[Sizes]
	lastFound atomic.Pointer[foundDirectory] // since the last commit

	merging sync.RWMutex               // held by who reads a record, and by a merge while it replaces segments
	shown   atomic.Pointer[recordView] // the records of the last commit; nil when it holds none
}

// Open opens the index in a folder. Errors, beside those of the file system:
// ErrNoIndex, *HeldError, *DamagedError, *KindError, *ParamsError and *NoSpaceError.
func Open(ctx context.Context, dir string, o Options) (*Index, error) {
	search := o.Memory
	if o.Memory == 0 {
		o.Memory, search = DefaultMemory, DefaultSearchMemory
	}
	st, err := store.Open(ctx, dir, store.Options{
		ReadOnly: !o.Write,
		Create:   o.Create,
		Wait:     o.Wait,
		Command:  o.Command,
		Memory:   o.Memory / 4,
	})
	if err != nil {
		return nil, err
	}
	ix := &Index{st: st, dir: dir, memory: o.Memory, search: search, write: o.Write}
	if err := ix.open(o); err != nil {
		_ = st.Close()
		return nil, err
	}
	return ix, nil
}

func (ix *Index) open(o Options) error {
	val, err := ix.st.Root()
	if err != nil {
		return err
	}
	if val == nil {
		if !o.Create {
			return fmt.Errorf("%w at %s", ErrNoIndex, ix.dir)
		}
		return ix.create(o)
	}
	if err := json.Unmarshal(val, &ix.root); err != nil {
		return &DamagedError{Path: ix.dir, Problem: "its root is not readable: " + err.Error()}
	}
	if ix.root.Format < oldestFormat || ix.root.Format > FormatVersion {
		return &DamagedError{
			Path:    ix.dir,
			Problem: fmt.Sprintf("it has format %d, this version reads formats %d to %d", ix.root.Format, oldestFormat, FormatVersion),
		}
	}
	if err := ix.root.checkScans(); err != nil {
		return ix.Damaged("its history is not readable: %v", err)
	}
	if m := ix.root.Simhash; m != nil && hamming.CheckBlocks(m.Blocks) != nil {
		return ix.Damaged("its root tells of simhashes in %d blocks", m.Blocks)
	}
	if err := ix.Params().Rule.Validate(); err != nil {
		return ix.Damaged("its root tells of a rule that cannot be: %v", err)
	}
	if rules := view.Kind(ix.root.View).Rules(); ix.root.ViewRules != rules {
		return &DamagedError{
			Path: ix.dir,
			Problem: fmt.Sprintf("its %s views were made by other rules (%s) than this version has (%s), so that the same file would not match itself",
				ix.root.View, cmp.Or(ix.root.ViewRules, "unknown"), rules),
		}
	}
	if err := ix.root.checkKind(ix.dir, o.Kind); err != nil {
		return err
	}
	if o.Params != nil && *o.Params != ix.Params() {
		return &ParamsError{Dir: ix.dir, Has: ix.Params(), Want: *o.Params}
	}
	if want := ix.Params(); o.View != "" && o.Kind == Files && o.View != want.View {
		want.View = o.View
		return &ParamsError{Dir: ix.dir, Has: ix.Params(), Want: want}
	}
	for _, m := range ix.root.Segments {
		ix.segments = append(ix.segments, openSegment(ix.st, m))
	}
	ix.showRecords()
	return nil
}

// create writes the first root, so that an index has its parameters from its
// first moment on.
func (ix *Index) create(o Options) error {
	p := DefaultParams
	if o.Params != nil {
		p = *o.Params
	}
	if o.View != "" {
		p.View = o.View
	}
	ix.root = root{
		Format:      FormatVersion,
		View:        p.View,
		ViewRules:   view.Kind(p.View).Rules(),
		Window:      p.Rule.Window,
		Density:     p.Rule.Density,
		Anchors:     string(p.Rule.Anchors),
		NextContent: 1,
		NextDir:     rootDir,
		NextSegment: 1,
	}
	return ix.commitRoot(ix.root)
}

// commitRoot makes everything that was put visible, and nothing else.
func (ix *Index) commitRoot(r root) error {
	ix.lastFound.Store(nil)
	ix.sizes.Store(nil)
	val, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("encoding the root of the index: %w", err)
	}
	if err := ix.st.Commit(val); err != nil {
		return err
	}
	ix.root = r
	return nil
}

// Announce tells other processes that want to write to the index how far this one
// is. It may be called at any time but beside StopWriting and Close; without Write
// nothing happens.
func (ix *Index) Announce(state string) { ix.st.Announce(state) }

// StopWriting lets other processes write to an index that was opened for that.
// From here on it is one that is only read, as it was committed last; its Writer
// must not be used any more. Not to be called beside other methods.
func (ix *Index) StopWriting() error {
	ix.write = false
	return ix.st.StopWriting()
}

// Close closes the index. What was not committed is gone.
func (ix *Index) Close() error { return ix.st.Close() }

// Dir returns the folder that the index is in.
func (ix *Index) Dir() string { return ix.dir }

// SearchMemory returns how many bytes a search for all pairs may use.
func (ix *Index) SearchMemory() int64 { return ix.search }

// NextContent returns a number above all contents of the index: an array by content has
// this length.
func (ix *Index) NextContent() ContentID { return ix.root.NextContent }

// LiveContents returns how many contents some path names.
func (ix *Index) LiveContents() int64 { return ix.root.Named }

// Params returns what the index was made with.
func (ix *Index) Params() Params {
	return Params{View: ix.root.View, Rule: fingerprint.Rule{
		Window: ix.root.Window, Density: ix.root.Density, Anchors: fingerprint.Anchors(ix.root.Anchors)}}
}

// ParamsError is an index that was made with other parameters than asked for.
// Mixing them would compare what cannot be compared.
type ParamsError struct {
	Dir       string
	Has, Want Params
}

func (e *ParamsError) Error() string {
	return fmt.Sprintf("the index in %s was made with %s, not with %s", e.Dir, e.Has, e.Want)
}

// String returns the parameters in words.
func (p Params) String() string {
	selection := "automatic density"
	switch {
	case p.Rule.Anchors != "":
		selection = fmt.Sprintf("anchors (strings: %d, digest: %s)", len(p.Rule.Anchors.Lines()), p.Rule.Anchors.Digest())
	case p.Rule.Density != fingerprint.Auto:
		selection = fmt.Sprintf("density %d", p.Rule.Density)
	}
	return fmt.Sprintf("view %s, window %d, %s", p.View, p.Rule.Window, selection)
}

// Damaged returns a *DamagedError about what the index says.
func (ix *Index) Damaged(format string, args ...any) error {
	return &DamagedError{Path: ix.dir, Problem: fmt.Sprintf(format, args...)}
}

// Kind returns what the index holds; AnyKind if nothing yet.
func (ix *Index) Kind() Kind { return ix.root.kind() }
