package dataset

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"alike/db"
	"alike/db/hamming"
	"alike/fingerprint"
	"alike/fingerprint/checksum"
)

// Progress counts the rows that an import has read. It may be read while the import runs.
type Progress struct {
	Rows, Total atomic.Int64
	Host        atomic.Pointer[string] // whose export is being read
	Entering    atomic.Bool            // all exports are sound, and their files are being entered
}

func (p *Progress) add(rows int64) { p.Rows.Add(rows) }

// begin counts the rows of all hosts, which are read twice, and their files once more.
func (p *Progress) begin(hosts []*Host) {
	total := int64(0)
	for _, h := range hosts {
		total += 2*(h.Contents+h.Postings) + 3*h.Files
	}
	p.Total.Store(total)
}

// Summary counts what an import did.
type Summary struct {
	Hosts, Files, Bytes             int64
	New, Changed, Unchanged, Gone   int64 // files
	Contents, NewContents, Postings int64
	Older                           []string // hosts whose exports are older than what they replaced
}

// Import enters the exports of hosts into an index for db.Hosts. What the index had of a host is
// replaced: files that are no longer exported are dropped. The work is one scan of the history,
// which a later import resumes if this one is interrupted.
//
// Memory: up to 40 bytes for each content of the largest host, in addition to that of the index.
func Import(ctx context.Context, w *db.Writer, hosts []*Host, progress *Progress) (sum Summary, err error) {
	for _, h := range hosts {
		if h.Params() != w.Params() {
			return sum, h.faulted(Unlike, "exported with %s, but the index has %s", h.made(), w.Params())
		}
	}
	if err := checkSchemes(ctx, w, hosts); err != nil {
		return sum, err
	}
	progress.Entering.Store(true)
	if err := w.BeginScan(time.Now()); err != nil {
		return sum, err
	}
	for _, h := range hosts {
		progress.Host.Store(&h.Host)
		i := &importer{Writer: w, host: h, progress: progress, sum: &sum}
		if err := i.run(ctx); err != nil {
			committing := i.Commit() // what was entered, for the import that resumes
			return sum, errors.Join(replaced(err), committing)
		}
		sum.Hosts++
	}
	if err := w.EndScan(time.Now()); err != nil {
		return sum, fmt.Errorf("committing what was imported: %w", err)
	}
	return sum, w.Merge(ctx)
}

// checkSchemes reports simhashes that cannot be compared with others. All hosts with simhashes have
// one scheme, as Hosts checks.
func checkSchemes(ctx context.Context, w *db.Writer, hosts []*Host) error {
	at := slices.IndexFunc(hosts, func(h *Host) bool { return h.Scheme != "" })
	if at < 0 {
		return nil
	}
	h := hosts[at]
	scheme, kept := w.HashScheme()
	if kept && scheme != h.Scheme {
		if err := w.ForgetScheme(ctx); err != nil {
			return err
		}
		_, kept = w.HashScheme()
	}
	switch {
	case kept && scheme != h.Scheme:
		return h.faulted(Unlike, "its simhashes are %s, and those of the index are %s", h.Scheme, scheme)
	case kept:
		return nil
	}
	return w.KeepHashes(h.Scheme, hamming.DefaultBlocks)
}

// importer enters one host.
type importer struct {
	*db.Writer
	host     *Host
	progress *Progress
	sum      *Summary

	keys    []fileKey      // of the contents that files have, in ascending order
	claimed []fileKey      // of these, those that only files have that are set aside
	ids     []db.ContentID // of keys
	device  [32]byte       // of the name of the host, to tell devices of hosts apart
	at      string         // path of the last open folder
	open    []*folder      // the folders of the last file, "/" first
}

func (i *importer) run(ctx context.Context) error {
	i.device = checksum.Of([]byte(i.host.Host))
	var trees []db.Tree
	for _, root := range i.host.Roots {
		trees = append(trees, db.Tree{Path: i.path(root), Scanned: i.host.Exported})
	}
	if slices.ContainsFunc(i.Trees(), func(t db.Tree) bool {
		return db.InTrees(t.Path, []string{i.path("/")}) && t.Scanned > i.host.Exported
	}) {
		i.sum.Older = append(i.sum.Older, i.host.Host)
	}
	i.ReplaceTrees(i.path("/"), trees)
	if err := i.enterContents(ctx); err != nil {
		return err
	}
	return i.enterFiles(ctx)
}

// path returns the path of a file or folder in the index.
func (i *importer) path(path string) string {
	return i.host.Host + ":" + strings.TrimSuffix(path, "/")
}

// enterContents enters the contents that files have.
func (i *importer) enterContents(ctx context.Context) error {
	t, err := i.host.open(ctx)
	if err != nil {
		return err
	}
	defer t.close()
	if i.keys, i.claimed, err = t.keysOf(ctx, i.progress); err != nil {
		return err
	}
	i.ids = make([]db.ContentID, 0, len(i.keys))
	spool := i.NewSpool()
	defer spool.Close()
	var selected []fingerprint.Selected
	seal := newSeal()
	err = t.walk(ctx, i.keys, i.progress, visitor{
		fingerprints: func(set []fingerprint.Fingerprint) error {
			selected = selected[:0]
			for _, f := range set {
				selected = append(selected, fingerprint.Selected{Fingerprint: f})
			}
			i.sum.Postings += int64(len(set))
			return spool.Add(selected)
		},
		content: func(key Key, c db.Content, says description) (err error) {
			var id db.ContentID
			var isNew bool
			if says.hashed = i.host.knowsHash(key, i.claimed, &says); says.hashed {
				id, isNew, err = i.AddDocument(c, spool, says.hash)
			} else {
				id, isNew, err = i.AddContent(c, spool)
			}
			seal.add(key, &says)
			i.ids = append(i.ids, id)
			i.sum.Contents++
			if isNew {
				i.sum.NewContents++
			}
			return err
		},
	})
	if err == nil && seal.sum() != i.host.seal {
		return i.host.replaced()
	}
	return err
}

// folder is an open folder: the files of the index in it, and what the export has.
type folder struct {
	end  int // of its path in importer.at
	id   db.DirID
	old  []db.Entry // of the index, in order of name
	kept []bool     // by old: the export has it too

	folders     []db.Subfolder // of the index, in order of name
	keptFolders []bool
	put         []db.Entry
}

// maxPut bounds the files of a folder that wait to be entered.
const maxPut = 4096

// enterFiles enters the files and drops those that the export does not have.
func (i *importer) enterFiles(ctx context.Context) error {
	t, err := i.host.open(ctx)
	if err != nil {
		return err
	}
	defer t.close()
	i.at = i.path("/")
	l, err := i.Directory(i.at)
	if err != nil {
		return err
	}
	i.enter(len(i.at), l)
	err = t.eachFile(ctx, i.progress, func(path string, f *File) error {
		slash := strings.LastIndexByte(path, '/')
		if err := i.goTo(ctx, i.path(path[:slash])); err != nil {
			return err
		}
		return i.file(ctx, path[slash+1:], f)
	})
	for err == nil && len(i.open) > 0 {
		err = i.leave(ctx)
	}
	return err
}

// goTo makes the folder at a path the last open one. Cost: the length of the path, and the number
// of folders between it and the one before.
func (i *importer) goTo(ctx context.Context, path string) error {
	shared := 0
	for shared < min(len(path), len(i.at)) && path[shared] == i.at[shared] {
		shared++
	}
	for {
		end := i.open[len(i.open)-1].end
		if end <= shared && (end == len(path) || path[end] == '/') {
			break
		}
		if err := i.leave(ctx); err != nil {
			return err
		}
	}
	i.at = path
	for {
		last := i.open[len(i.open)-1]
		if last.end == len(path) {
			return nil
		}
		name, _, _ := strings.Cut(path[last.end+1:], "/")
		var known db.DirID
		if at, ok := last.findFolder(name); ok {
			last.keptFolders[at], known = true, last.folders[at].ID
		} else if at, ok := last.find(name); ok {
			last.kept[at] = true // the folder takes the place of the file
			i.sum.Gone++
		}
		l, err := i.Subdirectory(last.id, name, known)
		if err != nil {
			return err
		}
		i.enter(last.end+1+len(name), l)
	}
}

// enter opens a folder whose path ends at an offset of i.at.
func (i *importer) enter(end int, l db.Listing) {
	i.open = append(i.open, &folder{
		end: end, id: l.ID, old: l.Files, kept: make([]bool, len(l.Files)),
		folders: l.Folders, keptFolders: make([]bool, len(l.Folders)),
	})
}

// leave enters what is left of the last open folder, drops what the export does not have, and
// closes the folder.
func (i *importer) leave(ctx context.Context) error {
	f := i.open[len(i.open)-1]
	i.open = i.open[:len(i.open)-1]
	if err := i.putFiles(f); err != nil {
		return err
	}
	var gone []string
	for n, kept := range f.kept {
		if !kept {
			gone = append(gone, f.old[n].Name)
			i.sum.Gone++
		}
	}
	for n, kept := range f.keptFolders {
		if kept {
			continue
		}
		files, err := i.Drop(ctx, f.id, f.folders[n].Name)
		if i.sum.Gone += files; err != nil {
			return err
		}
	}
	if len(gone) == 0 {
		return nil
	}
	return i.Remove(f.id, gone...)
}

// findFolder returns the place of a folder in folders.
func (f *folder) findFolder(name string) (at int, known bool) {
	return slices.BinarySearchFunc(f.folders, name, func(s db.Subfolder, name string) int { return strings.Compare(s.Name, name) })
}

// find returns the place of a file in old.
func (f *folder) find(name string) (at int, known bool) {
	return slices.BinarySearchFunc(f.old, name, func(e db.Entry, name string) int { return strings.Compare(e.Name, name) })
}

func (i *importer) putFiles(f *folder) error {
	if len(f.put) == 0 {
		return nil
	}
	err := i.Put(f.id, f.put...)
	f.put = f.put[:0]
	return err
}

// file enters a file into the last open folder unless the index has it as it is.
func (i *importer) file(ctx context.Context, name string, row *File) error {
	at, ok := findKey(i.keys, row.Key)
	if !ok || at >= len(i.ids) || i.keys[at].size != row.Size {
		return i.host.replaced()
	}
	e := db.Entry{
		Name: name, Content: i.ids[at], Generated: row.Generated, SetAside: row.SetAside,
		Stat: db.Stat{Size: row.Size, MTime: row.MTime, CTime: row.CTime, Inode: uint64(row.Inode), Device: i.deviceOf(row.Device)},
	}
	i.sum.Files++
	i.sum.Bytes += row.Size
	f := i.open[len(i.open)-1]
	was, known := f.find(name)
	switch {
	case !known:
		if at, ok := f.findFolder(name); ok {
			f.keptFolders[at] = true // the file takes the place of the folder
			files, err := i.Drop(ctx, f.id, name)
			if i.sum.Gone += files; err != nil {
				return err
			}
		}
		i.sum.New++
	case f.old[was] == e:
		f.kept[was] = true
		i.sum.Unchanged++
		return nil
	default:
		f.kept[was] = true
		if f.old[was].Content == e.Content {
			i.sum.Unchanged++
		} else {
			i.sum.Changed++
		}
	}
	if f.put = append(f.put, e); len(f.put) < maxPut {
		return nil
	}
	return i.putFiles(f)
}

// deviceOf returns a number for a device of the host that devices of other hosts do not have.
func (i *importer) deviceOf(device int64) uint64 {
	binary.LittleEndian.PutUint64(i.device[24:], uint64(device))
	sum := checksum.Of(i.device[:])
	return binary.LittleEndian.Uint64(sum[:])
}
