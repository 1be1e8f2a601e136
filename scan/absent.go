package scan

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"

	"alike/db"
	"alike/scan/fsys"
)

// absence lists the entries of a folder that the walk did not find and that were on
// another device, according to the index, than the folder is now. They were on a disk that is not
// mounted, or whose device number has changed.
type absence struct {
	folder  string // exists, or did a moment ago
	id      db.DirID
	device  uint64 // of the folder
	empty   bool
	files   []string // names in the folder, sorted
	folders []string
	// vanished is set if the folders were there when their parent was listed. If they
	// are there again, they were not removed for good.
	vanished bool
}

// absences collects what the walk did not find. decideAbsent decides on it after the
// walk, when every device number is known.
type absences struct {
	mu         sync.Mutex
	all        []absence
	renumbered map[renumbering]bool
	kept       []keptFiles // set by decideAbsent
}

// keptFiles records that the index keeps absent files in a folder and below it.
type keptFiles struct {
	folder   string
	old, now uint64 // devices of the first such file and of the folder it is absent from
}

// renumbering is a disk that is back under another device number.
type renumbering struct{ old, new uint64 }

// add adds the absence of a folder that was walked, and reports whether anything is absent.
func (a *absences) add(one absence, f *folder) bool {
	if len(one.files)+len(one.folders) == 0 {
		return false
	}
	one.folder = f.path()
	a.note(one)
	return true
}

func (a *absences) note(one absence) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.all = append(a.all, one)
}

// keptWithin reports whether absent files are kept in a folder or below it.
func (a *absences) keptWithin(folder string) bool {
	return slices.ContainsFunc(a.kept, func(k keptFiles) bool { return isWithin(k.folder, folder) })
}

// noteRenumbered records a renumbering if a file that the index has from another device
// is the same file: inode, size and mtime are equal.
func (x *indexer) noteRenumbered(old, now db.Stat) {
	if old.Size != now.Size || old.MTime != now.MTime || old.Inode != now.Inode && !x.IgnoreInode {
		return
	}
	x.absent.mu.Lock()
	defer x.absent.mu.Unlock()
	if x.absent.renumbered == nil {
		x.absent.renumbered = make(map[renumbering]bool)
	}
	x.absent.renumbered[renumbering{old.Device, now.Device}] = true
}

// fromOtherDevice reports whether an entry is from another device than the folder it
// should be in. It is always false on layered file systems, whose files and folders
// differ in device.
func (x *indexer) fromOtherDevice(e *db.Entry, device uint64) bool {
	return e.Device != device && !e.SetAside && !x.Prune && !x.systems.Known(device).IsLayered()
}

// anyFromOtherDevice reports whether the index has such an entry in a folder or below it.
func (x *indexer) anyFromOtherDevice(folder db.DirID, device uint64) (bool, error) {
	if x.Prune || x.systems.Known(device).IsLayered() {
		return false, nil
	}
	err := x.writer.EachIn(folder, func(e db.Entry) error {
		if x.fromOtherDevice(&e, device) {
			return errFound
		}
		return nil
	})
	if err != nil && err != errFound {
		return false, fmt.Errorf("looking for files of other devices in the index: %w", err)
	}
	return err == errFound, nil
}

var errFound = errors.New("found")

// decideAbsent drops the absent entries whose disk is mounted under another number, and
// those that exist but are left out by the options. It keeps the others, warns once per
// folder, and counts each warning as failed. It does not repeat the warning for folders
// below that miss the same disk.
func (x *indexer) decideAbsent(ctx context.Context, sum *Summary) error {
	k := &worker{}
	defer k.addTo(sum)
	sort.Slice(x.absent.all, func(i, j int) bool { return x.absent.all[i].folder < x.absent.all[j].folder })
	for i := range x.absent.all {
		s := &decision{ctx: ctx, x: x, k: k, a: &x.absent.all[i]}
		if err := s.decide(); err != nil {
			return err
		}
		if s.kept.folder == "" {
			continue
		}
		reported := slices.ContainsFunc(x.absent.kept, func(k keptFiles) bool {
			return isWithin(s.kept.folder, k.folder) && s.kept.old == k.old && s.kept.now == k.now
		})
		x.absent.kept = append(x.absent.kept, s.kept)
		x.incomplete.Store(true)
		if !reported {
			x.failed(k, s.kept.folder, s.problem())
		}
	}
	return nil
}

// decision is the state of deciding on one absence.
type decision struct {
	ctx  context.Context // of the scan; that of the walk is over
	x    *indexer
	k    *worker
	a    *absence
	kept keptFiles // folder is the innermost one that contains all kept files; "" if there are none
}

func (s *decision) decide() error {
	indexed, err := s.x.lookUpPath(s.a.folder)
	if err != nil {
		return err
	}
	var gone goneFiles
	for i := range indexed.Files {
		e := &indexed.Files[i]
		if !inSorted(s.a.files, e.Name) {
			continue
		}
		if s.unmounted(e, s.a.device) && !s.exists(e) {
			s.keep(nil, e)
		} else {
			gone.add(e)
		}
	}
	if err := s.x.remove(s.k, s.a.id, gone); err != nil {
		return err
	}
	inner := s.x.roots.within(s.a.folder)
	for _, name := range s.a.folders {
		i, known := findFolder(indexed.Folders, name)
		if !known || inSorted(inner, name) {
			continue
		}
		of := absentFolder{name: name, device: s.a.device, inner: rootsBelow(inner, name), fd: -1}
		if !s.a.vanished {
			s.open(&of, -1)
		}
		dropped, err := s.drop(s.a.id, indexed.Folders[i].ID, &of)
		if err == nil && !dropped {
			err = s.x.coverUnreadable(s.pathOf(&of), reasonUnmounted)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// absentFolder is a folder of an absence, or below one.
type absentFolder struct {
	above  *absentFolder // nil directly in the folder of the absence
	name   string
	depth  int
	device uint64   // of the folder, or of the nearest one above it that is there
	inner  []string // roots below it, relative to it
	fd     int      // -1 if it is not there, or too deep to be kept open
	gone   bool     // it is not there, nor is anything in it
}

// pathOf builds the path of a folder of the absence.
func (s *decision) pathOf(f *absentFolder) string {
	var names []string
	for ; f != nil; f = f.above {
		names = append(names, f.name)
	}
	slices.Reverse(names)
	return withSlash(s.a.folder) + strings.Join(names, "/")
}

// unmounted reports whether an entry is from a disk that is not mounted under any
// number.
func (s *decision) unmounted(e *db.Entry, device uint64) bool {
	return s.x.fromOtherDevice(e, device) && !s.x.absent.renumbered[renumbering{e.Device, device}]
}

// exists reports whether a file is still there, so that it was left out. If links are
// followed, a file may be on another device than its folder.
func (s *decision) exists(e *db.Entry) bool {
	flags := fsys.LinkItself
	if s.x.roots.follows(s.a.folder) {
		flags = 0
	}
	var st fsys.Status
	return fsys.StatAt(fsys.WorkingFolder, withSlash(s.a.folder)+e.Name, &st, flags) == nil && fsys.DeviceOf(&st) == e.Device
}

// drop removes what is gone from a folder, and the folder itself if nothing in it is kept.
func (s *decision) drop(parent, id db.DirID, f *absentFolder) (dropped bool, err error) {
	if f.fd >= 0 {
		defer fsys.Close(f.fd)
	}
	if err := s.ctx.Err(); err != nil {
		return false, err
	}
	indexed, err := s.x.writer.Subdirectory(parent, f.name, id)
	if err != nil {
		return false, fmt.Errorf("looking up the folder %q in the index: %w", f.name, err)
	}
	dropped = true
	var gone goneFiles
	for i := range indexed.Files {
		switch e := &indexed.Files[i]; {
		case inSorted(f.inner, e.Name):
			dropped = false
		case s.unmounted(e, f.device):
			dropped = false
			s.keep(f, e)
		default:
			gone.add(e)
		}
	}
	if err := s.x.remove(s.k, id, gone); err != nil {
		return false, err
	}
	for _, sub := range indexed.Folders {
		if inSorted(f.inner, sub.Name) {
			dropped = false // scanned as a root
			continue
		}
		below := &absentFolder{
			above: f, name: sub.Name, depth: f.depth + 1, device: f.device, inner: rootsBelow(f.inner, sub.Name), fd: -1, gone: f.gone,
		}
		if !s.a.vanished && !f.gone {
			s.open(below, f.fd)
		}
		whole, err := s.drop(id, sub.ID, below)
		if err != nil {
			return false, err
		}
		dropped = dropped && whole
	}
	if !dropped {
		return false, nil
	}
	if err := s.x.writer.Remove(parent, f.name); err != nil {
		return false, fmt.Errorf("removing the folder %q from the index: %w", f.name, err)
	}
	return true, nil
}

// open opens a folder by the descriptor of the one that it is in, or by its path, and sets its
// device. A folder that is there was left out.
func (s *decision) open(f *absentFolder, above int) {
	const mostOpen = 64 // deeper folders are opened by their paths
	flags, follow := placeFlags, s.x.roots.follows(s.a.folder)
	if !follow {
		flags |= fsys.NoFollow
	}
	var fd int
	var err error
	if above >= 0 {
		fd, err = fsys.OpenAt(above, f.name, flags)
	} else {
		fd, err = fsys.OpenPath(s.pathOf(f), flags)
	}
	var st fsys.Status
	if err == nil {
		if err = fsys.Fstat(fd, &st); err != nil {
			fsys.Close(fd)
		}
	}
	if err != nil {
		f.gone = true
		return
	}
	f.device = fsys.DeviceOf(&st)
	s.x.systems.Look(f.device, fd)
	if f.depth < mostOpen {
		f.fd = fd
	} else {
		fsys.Close(fd)
	}
}

// keep records that a file in a folder is kept.
func (s *decision) keep(f *absentFolder, e *db.Entry) {
	folder := s.a.folder
	if f != nil {
		folder = s.pathOf(f)
	}
	if s.kept.folder == "" {
		s.kept = keptFiles{folder, e.Device, s.a.device}
	}
	if s.a.empty {
		folder = s.a.folder // this may be the mount point
	}
	for !isWithin(folder, s.kept.folder) {
		s.kept.folder = path.Dir(s.kept.folder)
	}
}

// problem returns the reason why files are kept.
func (s *decision) problem() error {
	e := &UnmountedError{Folder: s.kept.folder}
	var st fsys.Status
	switch err := fsys.StatPath(s.kept.folder, &st); {
	case err != nil:
		e.Missing = true
	case s.a.empty && s.kept.folder == s.a.folder:
		e.Empty = true
	default:
		e.Device = fsys.DeviceOf(&st)
	}
	return e
}
