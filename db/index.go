package db

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"alike/db/spill"
	"alike/db/store"
	"alike/fingerprint"
	"alike/fingerprint/view"
)

// Options are the options of Open.
type Options struct {
	// Write opens the index for writing, which one process at a time may do. Otherwise
	// the index is read in its present state, even if a writer commits meanwhile.
	Write bool
	// Create creates the index, with Params, if there is none. It needs Write.
	Create bool
	// Params are the parameters that the index must have; nil means any. A new index gets
	// them, or DefaultParams.
	Params *Params
	// View is the view that the index must have or is created with; "" means any. The
	// other parameters do not matter.
	View string
	// Kind is what the index must hold, unless it is empty. The zero value is Files, which
	// without Write means Hosts too.
	Kind Kind
	// Wait is how long to wait for another writer. It needs Write.
	Wait time.Duration
	// Command is shown to other processes as the holder of the index.
	Command string
	// TrustOwner lets root write to an index that another user may change; without it that
	// is an *OwnerError.
	TrustOwner bool
	// Memory bounds the memory of the index in bytes. 0 means DefaultMemory, and
	// for DefaultSearchMemory in a search for all pairs.
	Memory int64
}

// DefaultMemory is the default of Options.Memory. More memory does not make scans faster:
// 100,000 files took 2.8 s with 128 MiB and 2.9 s with 256 MiB. A scan of a million files
// peaked at 936 MiB, mapped pages of the index of 682 MiB included.
const DefaultMemory = 128 << 20

// DefaultSearchMemory is the default memory of a search for all pairs in bytes. What
// does not fit goes to a file.
const DefaultSearchMemory = 1 << 30

// Index is an open index. Its methods may be called from several goroutines, but,
// except Record, not while a method of a Writer runs.
type Index struct {
	st        *store.Store
	dir       string
	memory    int64
	search    int64 // bytes that a search for all pairs may use
	write     bool
	root      root
	older     bool       // see OlderViews
	asked     *Params    // to rebuild the index with, or nil
	oldHashes bool       // the simhashes are of an older version
	segments  []*segment // in the order in which they were written

	sizes atomic.Pointer[Sizes]
	found foundDirectories // since the last commit

	merging sync.RWMutex               // held while a record is read, and by a merge while it replaces segments
	shown   atomic.Pointer[recordView] // the records of the last commit; nil if the index holds none
}

// Open opens the index in a folder. Besides errors of the file system it returns
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

		TrustOwner: o.TrustOwner,
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
		return ix.Damaged("its root cannot be decoded: %v", err)
	}
	if ix.root.Format < oldestFormat || ix.root.Format > FormatVersion {
		return ix.Damaged("it has format %d, but this version reads formats %d to %d", ix.root.Format, oldestFormat, FormatVersion)
	}
	if err := ix.root.check(ix.st.Size()); err != nil {
		return ix.Damaged("its root is impossible: %v", err)
	}
	if err := ix.Params().Rule.Validate(); err != nil {
		return ix.Damaged("its root has an impossible rule: %v", err)
	}
	if err := ix.outdated(); err != nil {
		return err
	}
	if !ix.Outdated() && o.Write && ix.st.HasNewStore() { // a process was killed when that had replaced this one
		_ = ix.st.RemoveNewStore() // it only takes space
	}
	if has := ix.root.kind(); has != AnyKind && o.Kind != AnyKind && has != o.Kind && (has != Hosts || o.Kind != Files || o.Write) {
		return &KindError{ix.dir, has, o.Kind}
	}
	if o.Kind == Hosts && o.Write {
		ix.root.Imported = true // written by the first commit
	}
	if o.Params != nil && !ix.serves(*o.Params) {
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

// create writes the first root, so that an index has its parameters from the start.
func (ix *Index) create(o Options) error {
	p := DefaultParams
	if o.Params != nil {
		p = *o.Params
	}
	if o.View != "" {
		p.View = o.View
		if o.Params == nil {
			p.Rule = view.Kind(o.View).Rule()
		}
	}
	ix.root = root{
		Imported:    o.Kind == Hosts,
		Volumes:     o.Kind != Hosts && os.PathSeparator == '\\',
		View:        p.View,
		ViewRules:   view.Kind(p.View).Rules(),
		Window:      p.Rule.Window,
		Density:     p.Rule.Density,
		Small:       p.Rule.Small,
		Anchors:     string(p.Rule.Anchors),
		NextContent: 1,
		NextDir:     rootDir,
		NextSegment: 1,
	}
	ix.root.Format = FormatVersion
	return ix.commitRoot(ix.root)
}

// commitRoot makes everything put so far visible, and nothing else.
func (ix *Index) commitRoot(r root) error {
	ix.found.clear()
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

// Announce publishes the progress of this process to others that want to write to the
// index. It may be called at any time, except while StopWriting or Close runs. Without
// Options.Write it does nothing.
func (ix *Index) Announce(state string) { ix.st.Announce(state) }

// EndWith bounds what the index does after ctx was cancelled: reads and writes that begin later
// than a grace after that fail with the error of ctx, and nothing more is committed. It is for
// programs that must end soon, even in a method that takes no context. Close still works.
func (ix *Index) EndWith(ctx context.Context, grace time.Duration) { ix.st.EndWith(ctx, grace) }

// StopWriting lets other processes write to an index that was opened for writing. The
// index becomes a reader of the last commit, and its Writer must no longer be used. No
// other method may run at the same time.
func (ix *Index) StopWriting() error {
	ix.write = false
	return ix.st.StopWriting()
}

// Close closes the index. Uncommitted entries are lost.
func (ix *Index) Close() error { return ix.st.Close() }

// LongOnly reports whether small contents of the index may lack small windows.
func (ix *Index) LongOnly() bool {
	return ix.root.LongOnly > 1 || ix.root.Small == 0 && ix.root.NextContent > 1 && ix.root.upgradable()
}

// Dir returns the folder of the index.
func (ix *Index) Dir() string { return ix.dir }

// Place returns the index folder as a place of spill files.
func (ix *Index) Place() spill.Place { return ix.st.Place() }

// SearchMemory returns how many bytes a search for all pairs may use.
func (ix *Index) SearchMemory() int64 { return ix.search }

// State returns a short text that is another one after each commit.
func (ix *Index) State() string {
	val, _ := json.Marshal(ix.root) // it came from JSON, or has been committed as JSON
	sum := sha256.Sum256(val)
	return hex.EncodeToString(sum[:16])
}

// NextContent returns a number above all contents of the index: the length of an array
// indexed by content.
func (ix *Index) NextContent() ContentID { return ix.root.NextContent }

// LiveContents returns how many contents at least one path names.
func (ix *Index) LiveContents() int64 { return ix.root.Named }

// Params returns the parameters that the index was created with.
func (ix *Index) Params() Params {
	return Params{View: ix.root.View, Rule: fingerprint.Rule{
		Window: ix.root.Window, Density: ix.root.Density, Anchors: fingerprint.Anchors(ix.root.Anchors), Small: ix.root.Small}}
}

// Serves reports whether an index with these parameters can be used if others are asked
// for. Small windows do not matter: an index from before version 6 has none.
func (p Params) Serves(asked Params) bool {
	asked.Rule.Small = p.Rule.Small
	return p == asked
}

// ParamsError reports an index with parameters other than the requested ones.
// Fingerprints made with different parameters cannot be compared.
type ParamsError struct {
	Dir       string
	Has, Want Params
}

func (e *ParamsError) Error() string {
	return fmt.Sprintf("the index in %s was made with %s, not with %s", e.Dir, e.Has, e.Want)
}

// String describes the parameters in words.
func (p Params) String() string {
	selection := "automatic density"
	switch {
	case p.Rule.Anchors != "":
		selection = fmt.Sprintf("anchors (strings: %d, digest: %s)", len(p.Rule.Anchors.Lines()), p.Rule.Anchors.Digest())
	case !p.Rule.IsAuto():
		selection = fmt.Sprintf("density %d", p.Rule.Density)
	}
	return fmt.Sprintf("view %s, window %d, %s", p.View, p.Rule.Window, selection)
}

// Damaged returns a *DamagedError about the content of the index.
func (ix *Index) Damaged(format string, args ...any) error {
	return &DamagedError{Path: ix.dir, Problem: fmt.Sprintf(format, args...)}
}

// Imported reports whether the files of the index are of other hosts: their paths begin with
// a host and a colon, and nothing can be read again.
func (ix *Index) Imported() bool { return ix.root.Imported }

// inside returns the path of a folder or file below "/", under which the index keeps it. ok is
// false if an index like this has no such path.
func (ix *Index) inside(path string) (below string, ok bool) {
	if ix.root.top() == "/" || path == "/" {
		return path, true
	}
	return "/" + path, !strings.HasPrefix(path, "/")
}

// Kind returns what the index holds, AnyKind if it is empty.
func (ix *Index) Kind() Kind { return ix.root.kind() }
