package scan

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	"alike/db"
	"alike/scan/fsys"
)

// absence is what the index has of a folder from another device than the folder
// is on, and what the walk did not come to: it was on a disk that is not mounted
// now, unless that disk has only got another number.
type absence struct {
	folder  string // there is one, or was until a moment ago
	id      db.DirID
	device  uint64 // that it is on
	empty   bool
	files   []string // names in it, in order
	folders []string
	// vanished says that the folders were there when the folder was listed. If they
	// are now it need not be for good.
	vanished bool
}

// absences are what the walk did not come to. What becomes of it is decided when
// the walk is done: only then all evidence of other numbers has been seen.
type absences struct {
	mu         sync.Mutex
	all        []absence
	renumbered map[renumbering]bool
	kept       []keptFiles // once that was decided
}

// keptFiles says of files in a folder and below that they are kept.
type keptFiles struct {
	folder   string
	old, now uint64 // the device of the first of them, and of the folder where they are missed
}

// renumbering is a disk that has come back under another device number.
type renumbering struct{ old, new uint64 }

func (a *absences) add(one absence) {
	if len(one.files)+len(one.folders) == 0 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.all = append(a.all, one)
}

// keptBelow reports whether files are kept of a folder or below it.
func (a *absences) keptWithin(folder string) bool {
	return slices.ContainsFunc(a.kept, func(k keptFiles) bool { return isWithin(k.folder, folder) })
}

// met takes note of a file that the index has from another device: with the same
// inode, size and mtime it is the same file, on a disk under another number.
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

// foreign reports whether a file that the index has is from another device than
// the folder is on where it would be now. Where devices differ by nature that
// says nothing.
func (x *indexer) fromOtherDevice(e *db.Entry, device uint64) bool {
	return e.Device != device && !e.LeftOut() && !x.Prune && !x.systems.Known(device).IsLayered()
}

// foreignBelow reports whether the index has such a file at a path or below it.
func (x *indexer) anyFromOtherDevice(path string, device uint64) (bool, error) {
	if x.Prune || x.systems.Known(device).IsLayered() {
		return false, nil
	}
	err := x.writer.EachBelow(path, func(e db.Entry) error {
		if x.fromOtherDevice(&e, device) {
			return errFound
		}
		return nil
	})
	if err != nil && err != errFound {
		return false, fmt.Errorf("looking up %q in the index: %w", path, err)
	}
	return err == errFound, nil
}

var errFound = errors.New("found")

// settleAbsent decides what becomes of what the walk did not come to: it is
// dropped if the disk that it was on is there under another number, or if it is
// there and left out. Else it is kept, and counts as failed once for each folder,
// and for those inside it that the same disk is missing from.
func (x *indexer) settleAbsent(sum *Summary) error {
	k := &worker{}
	defer k.addTo(sum)
	slices.SortFunc(x.absent.all, func(a, b absence) int { return strings.Compare(a.folder, b.folder) })
	for i := range x.absent.all {
		s := &settling{x: x, k: k, a: &x.absent.all[i]}
		if err := s.settle(); err != nil {
			return err
		}
		if s.kept.folder == "" {
			continue
		}
		told := slices.ContainsFunc(x.absent.kept, func(k keptFiles) bool {
			return isWithin(s.kept.folder, k.folder) && s.kept.old == k.old && s.kept.now == k.now
		})
		x.absent.kept = append(x.absent.kept, s.kept)
		x.incomplete.Store(true)
		if !told {
			x.failed(k, s.kept.folder, s.problem())
		}
	}
	return nil
}

// settling decides on one absence.
type settling struct {
	x    *indexer
	k    *worker
	a    *absence
	kept keptFiles // the folder is the innermost that has all of them; empty if there are none
}

func (s *settling) settle() error {
	has, err := s.lookUp(s.a.folder)
	if err != nil {
		return err
	}
	var gone goneFiles
	for i := range has.Files {
		e := &has.Files[i]
		if _, absent := slices.BinarySearch(s.a.files, e.Name); !absent {
			continue
		}
		if s.unmounted(e, s.a.device) && !s.exists(e) {
			s.keep(s.a.folder, e)
		} else {
			gone.add(e)
		}
	}
	if err := s.x.remove(s.k, s.a.id, gone); err != nil {
		return err
	}
	for _, name := range s.a.folders {
		if _, err := s.drop(s.a.id, s.a.folder, name, s.a.device); err != nil {
			return err
		}
	}
	return nil
}

func (s *settling) lookUp(folder string) (db.Listing, error) {
	has, err := s.x.writer.Directory(folder)
	if err != nil {
		return has, fmt.Errorf("looking up %q in the index: %w", folder, err)
	}
	return has, nil
}

// unmounted reports whether a file was on a disk that is not there under any
// number.
func (s *settling) unmounted(e *db.Entry, device uint64) bool {
	return s.x.fromOtherDevice(e, device) && !s.x.absent.renumbered[renumbering{e.Device, device}]
}

// isThere reports whether a file is where it was, and was left out. With links
// followed a file may be on another device than its folder.
func (s *settling) exists(e *db.Entry) bool {
	flags := unix.AT_SYMLINK_NOFOLLOW
	if s.x.Follow {
		flags = 0
	}
	var st unix.Stat_t
	return fsys.StatAt(unix.AT_FDCWD, withSlash(s.a.folder)+e.Name, &st, flags) == nil && st.Dev == e.Device
}

// drop drops what is gone of a folder, and the folder itself if nothing in it is
// kept. The device is that of the folder above.
func (s *settling) drop(parent db.DirID, above, name string, device uint64) (dropped bool, err error) {
	folder := withSlash(above) + name
	if s.x.roots.has(folder) {
		return false, nil // it is scanned in its own right
	}
	if !s.a.vanished {
		device = s.deviceOf(folder, device)
	}
	has, err := s.lookUp(folder)
	if err != nil {
		return false, err
	}
	dropped = true
	var gone goneFiles
	for i := range has.Files {
		switch e := &has.Files[i]; {
		case s.x.roots.has(withSlash(folder) + e.Name):
			dropped = false
		case s.unmounted(e, device):
			dropped = false
			s.keep(folder, e)
		default:
			gone.add(e)
		}
	}
	if err := s.x.remove(s.k, has.ID, gone); err != nil {
		return false, err
	}
	for _, name := range has.Folders {
		whole, err := s.drop(has.ID, folder, name, device)
		if err != nil {
			return false, err
		}
		dropped = dropped && whole
	}
	if !dropped {
		return false, nil
	}
	if err := s.x.writer.Remove(parent, name); err != nil {
		return false, fmt.Errorf("removing %q from the index: %w", folder, err)
	}
	return true, nil
}

// deviceOf returns the device of a folder if there is one, which was left out
// then, and that of the folder above if there is none.
func (s *settling) deviceOf(folder string, above uint64) uint64 {
	flags := unix.O_PATH | unix.O_DIRECTORY | unix.O_CLOEXEC
	if !s.x.Follow {
		flags |= unix.O_NOFOLLOW
	}
	fd, err := fsys.OpenPath(folder, flags)
	if err != nil {
		return above
	}
	defer unix.Close(fd)
	if err := unix.Fstat(fd, &s.k.stat); err != nil {
		return above
	}
	s.x.systems.Look(s.k.stat.Dev, fd)
	return s.k.stat.Dev
}

// keep notes that a file in a folder is kept.
func (s *settling) keep(folder string, e *db.Entry) {
	if s.kept.folder == "" {
		s.kept = keptFiles{folder, e.Device, s.a.device}
	}
	if s.a.empty {
		folder = s.a.folder // it may well be where the disk is mounted
	}
	for !isWithin(folder, s.kept.folder) {
		s.kept.folder = path.Dir(s.kept.folder)
	}
}

// problem says why files are kept.
func (s *settling) problem() error {
	e := &UnmountedError{Folder: s.kept.folder}
	var st unix.Stat_t
	switch err := fsys.StatPath(s.kept.folder, &st); {
	case err != nil:
		e.Missing = true
	case s.a.empty && s.kept.folder == s.a.folder:
		e.Empty = true
	default:
		e.Device = st.Dev
	}
	return e
}
