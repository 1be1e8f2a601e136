package dataset

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"alike/db"
	"alike/fingerprint/view"
)

// Options say what Write writes, and where.
type Options struct {
	Dir     string // folder of the dataset; it is created if there is none
	Host    string // see CheckHost
	Version string // of the program
	// Machine is an ID that tells this machine from others, or "". An export of the host by a
	// machine of another ID is not replaced.
	Machine string
	Now     time.Time // time of the export
	// Memory bounds the memory in bytes, apart from 40 bytes for each content, or 80 if the
	// index keeps simhashes. 0 means db.DefaultMemory.
	Memory  int64
	Threads int // 0: one per processor
	// After, if not zero, leaves out contents that the index had after this scan, and Since is
	// the time that the export then names. Both are ignored if the dataset has the host.
	After db.ScanID
	Since time.Time
	// Progress, if not nil, is called with the work done and the total, from several
	// goroutines.
	Progress func(done, total int64)

	// In place of the constants, unless 0; for tests.
	small                         int64 // smallGeneration
	inGroup, inPart, rows, inFile int   // postingsInGroup, groupsInPart, rowsInGroup, partBytes
}

// Stats counts what the export of a host has.
type Stats struct {
	Contents, Files, Postings, Hashes int64 // without contents that no file names any more
	Bytes                             int64 // of the part files
	FileBytes                         int64 // sizes of the files, added up
	HasHashes                         bool  // the index keeps simhashes
	// NewContents, NewPostings and NewBytes count what was written, and not kept of the
	// export before.
	NewContents, NewPostings, NewBytes int64
	Partial                            bool // it lacks contents, because of Options.After
	Replaced                           bool // the dataset had an export of the host
	// LostRoots are the folders that the export before had, by the same rules, and this one has
	// not.
	LostRoots []string
	// LongPaths counts the files with paths of more than 16 KiB, which are left out: no import
	// takes an export with such a file, and anybody can make one.
	LongPaths int64
}

// Errors of Write.
var (
	// ErrOutdated reports an index with views made by the rules of an older version.
	ErrOutdated = errors.New("an older version made the views in the index")
	// ErrLongOnly reports an index with contents from an older version of alike. Small ones
	// may lack fingerprints.
	ErrLongOnly = errors.New("small files in the index have only the fingerprints of an older version")
	// ErrImported reports an index of other hosts.
	ErrImported = errors.New("the index holds files of other hosts, which export their own")
	// ErrRecords reports an index of records.
	ErrRecords = errors.New("the index holds records, not files")
	// ErrInsideIndex reports a dataset in the folder of the index.
	ErrInsideIndex = errors.New("it is inside the folder of the index")
)

// Error reports what failed while the export of a host was written.
type Error struct {
	Doing string // such as "writing"
	Path  string
	Err   error
}

func (e *Error) Error() string { return e.Doing + " " + e.Path + ": " + e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// HostError reports a name that no host of a dataset can have.
type HostError struct{ Host string }

func (e *HostError) Error() string {
	if namesDrive(e.Host) && isWord(e.Host) {
		return fmt.Sprintf("%q cannot name a host on Windows: %s:/ is a drive", e.Host, e.Host)
	}
	return fmt.Sprintf("%q cannot name a host: only ASCII letters, digits, -, _ and . can, a letter or digit first, at most %d in all", e.Host, maxHost)
}

// maxHost bounds the length of a host's name: the names of its folders have at most 255 bytes.
const maxHost = 200

// namesDrive reports whether host:/ would be read as a drive.
func namesDrive(host string) bool { return runtime.GOOS == "windows" && len(host) == 1 }

// isWord reports whether a name has the characters of a host, and begins as one.
func isWord(name string) bool {
	for i := range len(name) {
		c := name[i]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
		if !letter && (i == 0 || !strings.ContainsRune("-_.", rune(c))) {
			return false
		}
	}
	return name != ""
}

// CheckHost returns a *HostError if a host of a dataset cannot have the name. On Windows a single
// letter or digit names a drive.
func CheckHost(host string) error {
	if !isWord(host) || len(host) > maxHost || namesDrive(host) {
		return &HostError{host}
	}
	return nil
}

// Write exports an index as a host of a dataset. An earlier export of the host can be read
// until the new one is complete and takes its place in one step. Of the earlier one it keeps the
// part files of contents, postings and simhashes that still serve, so that little is written
// if little has changed. With a *RemainsError it returns the counts of the export too, which is
// complete.
func Write(ctx context.Context, ix *db.Index, o Options) (Stats, error) {
	if err := CheckHost(o.Host); err != nil {
		return Stats{}, err
	}
	switch {
	case ix.Kind() == db.Records:
		return Stats{}, fmt.Errorf("%s: %w", ix.Dir(), ErrRecords)
	case ix.Imported():
		return Stats{}, fmt.Errorf("%s: %w", ix.Dir(), ErrImported)
	case ix.Outdated():
		return Stats{}, fmt.Errorf("%s: %w", ix.Dir(), ErrOutdated)
	case ix.LongOnly():
		return Stats{}, fmt.Errorf("%s: %w", ix.Dir(), ErrLongOnly)
	}
	o.Memory = cmp.Or(o.Memory, db.DefaultMemory)
	o.Threads = cmp.Or(o.Threads, runtime.GOMAXPROCS(0))
	inside, err := Inside(o.Dir, ix.Dir())
	if inside {
		err = ErrInsideIndex
	}
	if err != nil {
		return Stats{}, &Error{"writing the dataset to", o.Dir, err}
	}
	s, err := newStage(o.Dir, o.Host)
	if err != nil {
		return Stats{}, err
	}
	defer s.close()
	w := &writer{Options: o, ix: ix, stage: s, meta: metadata(ix, o.Host)}
	if o.Machine != "" {
		w.meta[machineKey] = o.Machine
	}
	if err := w.write(ctx); err != nil {
		return Stats{}, errors.Join(err, s.discard())
	}
	err = s.publish()
	if err != nil && !errors.As(err, new(*RemainsError)) {
		return Stats{}, errors.Join(err, s.discard())
	}
	return w.stats, err
}

// Inside reports whether a folder, which need not exist, is another folder or inside it.
func Inside(dir, other string) (bool, error) {
	outer, err := os.Stat(other)
	if err != nil {
		return false, err
	}
	dir, err = filepath.Abs(dir)
	if err != nil {
		return false, err
	}
	for {
		if resolved, err := filepath.EvalSymlinks(dir); err == nil {
			dir = resolved
			break
		} else if !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			return false, err
		}
		dir = filepath.Dir(dir)
	}
	for ; ; dir = filepath.Dir(dir) {
		if info, err := os.Stat(dir); err == nil && os.SameFile(info, outer) {
			return true, nil
		}
		if dir == filepath.Dir(dir) {
			return false, nil
		}
	}
}

// makeFolder creates a folder and those around it that do not exist, and calls sync for each
// folder in which it created one, the innermost first.
func makeFolder(dir string, sync func(path string) error) error {
	var changed []string
	for at := dir; at != filepath.Dir(at); at = filepath.Dir(at) {
		if _, err := os.Stat(at); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		changed = append(changed, filepath.Dir(at))
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, path := range changed {
		if err := sync(path); err != nil {
			return err
		}
	}
	return nil
}

// writer writes the export of a host.
type writer struct {
	Options
	ix    *db.Index
	stage *stage
	meta  map[string]string // of every file
	all   *contentList
	kept  *kept
	fresh []sortedContent // contents to be written
	stamp string          // in the names of part files
	// partial is set if the export lacks contents.
	partial bool
	stats   Stats
	counts  Export // only the counts, of all rows
	work    progress
}

func (w *writer) write(ctx context.Context) (err error) {
	if err := w.checkBefore(ctx); err != nil {
		return err
	}
	if w.all, err = listContents(ctx, w.ix); err != nil {
		return err
	}
	if w.kept, err = w.keep(ctx); err != nil {
		return err
	}
	w.choose()
	_, _, w.stats.HasHashes = w.ix.HashScheme()
	w.stats.Replaced = w.stage.replaces
	w.work.show = w.Progress
	w.work.total.Store(w.stats.NewPostings + w.stats.NewPostings/collectWork + int64(len(w.fresh))*contentWork/2 + w.filesWork())
	for _, table := range []func(context.Context) error{w.writePostings, w.writeContents, w.writeFiles, w.writeHashes, w.writeExport} {
		if err := table(ctx); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// choose decides which contents are written, and the names of their part files.
func (w *writer) choose() {
	from := db.ContentID(0)
	if w.After > 0 && !w.stage.replaces {
		from = w.ix.FirstContentAfter(w.After)
	}
	if len(w.kept.generations) == 0 && from <= 1 {
		w.fresh = w.all.sorted
	} else {
		for i, c := range w.all.sorted {
			if !w.kept.contents[i] && c.id >= from {
				w.fresh = append(w.fresh, c)
			}
			w.partial = w.partial || !w.kept.contents[i] && c.id < from
		}
	}
	for _, c := range w.fresh {
		w.stats.NewPostings += int64(c.count)
	}
	w.stats.Contents, w.stats.Postings = int64(len(w.all.sorted)), w.all.postings
	if w.partial {
		w.stats.Contents, w.stats.Postings = int64(len(w.fresh)), w.stats.NewPostings
	}
	w.stats.NewContents, w.stats.Partial = int64(len(w.fresh)), w.partial
	taken := func(g *generation) bool { return g.stamp == w.stamp }
	for at := w.Now.UTC(); w.stamp == "" || slices.ContainsFunc(w.kept.generations, taken); at = at.Add(time.Microsecond) {
		w.stamp = at.Format(stampFormat)
	}
}

// filesWork is the work for the table files.
func (w *writer) filesWork() int64 { return int64(len(w.all.sorted)) * contentWork / 2 }

// metadata returns the key-value metadata that the files of all tables have.
func metadata(ix *db.Index, host string) map[string]string {
	p := ix.Params()
	return map[string]string{
		"alike.layout":  fmt.Sprint(Layout),
		"alike.host":    host,
		"alike.view":    p.View,
		"alike.rules":   view.Kind(p.View).Rules(),
		"alike.window":  fmt.Sprint(p.Rule.Window),
		"alike.density": fmt.Sprint(p.Rule.Density),
		"alike.small":   fmt.Sprint(p.Rule.Small),
		"alike.anchors": string(p.Rule.Anchors),
	}
}
