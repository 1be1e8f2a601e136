package scan

import (
	"bytes"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"

	"alike/fingerprint/view"
	"alike/scan/fsys"
	"alike/scan/ignore"
)

// addName adds a name in a directory to the listing, or counts it as skipped.
func (w *walker) addName(k *worker, l *listing, name *fsys.Dirent) {
	s := ignore.Path{Prefix: l.dir.prefix, Name: name.Name(), Dir: name.IsDir(), Deep: l.dir.prefix == ""}
	if l.dir.holdsRoot(s.Name) {
		l.kept = append(l.kept, s.Name)
		return
	}
	if !l.dir.root.selected.Hidden && s.Name[0] == '.' {
		l.leave(k, reasonHidden, 0)
		return
	}
	kind := name.ModeType()
	linked := kind&os.ModeSymlink != 0 && l.dir.root.selected.Follow
	var err error
	if linked {
		kind, err = w.target(k, l.dir, s.Name)
		s.Dir = kind.IsDir()
	}
	if r, out := w.excludedByName(l.dir, &s); out {
		l.leave(k, r, 0)
		w.leftOut(l.dir, s.Name, r)
		return
	}
	switch {
	case err != nil:
		w.statFailed(k, l, &s, err, linked)
	case kind.IsDir():
		l.folders = append(l.folders, l.dir.below(s.Name, linked))
	case kind.IsRegular():
		w.addFile(k, l, &s, linked)
	default:
		l.leave(k, reasonOfKind(kind), 0)
	}
}

// excludedByName reports whether a rule excludes the name.
func (w *walker) excludedByName(d *directory, s *ignore.Path) (reason, bool) {
	root := d.root.base
	if d.root.selected.globs.Match(s, root) {
		return reasonExcluded, true
	}
	for _, list := range d.root.selected.lists {
		switch list.Match(s, root) {
		case ignore.Ignored:
			return reasonExcluded, true
		case ignore.Included:
			return 0, false
		}
	}
	if d.level.Ignores(s) {
		return reasonIgnored, true
	}
	return w.vendoredOrGenerated(d.root, s)
}

// vendoredOrGenerated reports whether the name is typical of vendored or generated
// code, which the code view leaves out.
func (s *settings) vendoredOrGenerated(r *root, of *ignore.Path) (reason, bool) {
	switch {
	case s.View != view.FoldCode:
	case !r.selected.Vendored && view.Vendored(of.Name, of.Dir):
		return reasonVendored, true
	case !r.selected.Generated && !of.Dir && view.Generated(of.Name, nil):
		return reasonGenerated, true
	}
	return 0, false
}

// skipsGenerated reports whether files of a folder are set aside if their beginning
// marks them as generated.
func (s *settings) skipsGenerated(d *directory) bool {
	return s.View == view.FoldCode && !d.root.selected.Generated && !d.root.file
}

// target returns the type of a symbolic link's target and leaves its stat in k.stat.
func (w *walker) target(k *worker, d *directory, name string) (os.FileMode, error) {
	if err := fsys.StatAt(d.fd, name, &k.stat, 0); err != nil {
		return 0, err
	}
	return fsys.KindOf(&k.stat), nil
}

func reasonOfKind(kind os.FileMode) reason {
	switch {
	case kind&os.ModeSymlink != 0:
		return reasonSymlink
	case kind&os.ModeNamedPipe != 0:
		return reasonFIFO
	case kind&os.ModeSocket != 0:
		return reasonSocket
	case kind&os.ModeDevice != 0:
		return reasonDevice
	}
	return reasonUnknown
}

// statFailed counts a name whose stat failed.
func (w *walker) statFailed(k *worker, l *listing, s *ignore.Path, err error, linked bool) {
	switch {
	case err == syscall.ELOOP && linked:
		l.leave(k, reasonLoop, 0)
	case err == syscall.ENOENT && linked, err == syscall.ENOTDIR && linked:
		l.leave(k, reasonDangling, 0)
	case err == syscall.ENOENT:
		k.skip(reasonVanished)
	default:
		l.kept = append(l.kept, s.Name)
		w.incomplete.Store(true)
		l.left.add(reasonUnreadable, 0)
		w.failed(k, l.dir.pathOf(s.Name), err)
	}
}

// addFile adds a regular file to the listing, or counts it as skipped.
func (w *walker) addFile(k *worker, l *listing, s *ignore.Path, linked bool) {
	if !linked { // otherwise target has filled k.stat
		if err := fsys.StatAt(l.dir.fd, s.Name, &k.stat, fsys.LinkItself); err != nil {
			w.statFailed(k, l, s, err, false)
			return
		}
	}
	st := &k.stat
	switch r, out := l.dir.root.selected.excludedBySize(st); {
	case !fsys.KindOf(st).IsRegular():
		l.leave(k, reasonReplaced, 0)
	case out:
		l.leave(k, r, st.Size)
	case fsys.DeviceOf(st) != l.dir.device && w.onPseudo(l.dir.fd, s.Name, fsys.DeviceOf(st)):
		l.leave(k, reasonPseudo, 0)
	default:
		l.files = append(l.files, file{
			name:   s.Name,
			stat:   fsys.StatOf(st),
			links:  uint64(st.Nlink),
			linked: linked,
			own:    w.user == 0 || st.Uid == w.user,
		})
	}
}

// onPseudo reports whether a file on another device than its directory (because of a
// bind mount, a symbolic link or an overlay) is on a pseudo file system.
func (w *walker) onPseudo(dirfd int, name string, device uint64) bool {
	fd, err := fsys.OpenAt(dirfd, name, fsys.PathOnly|fsys.CloseOnExec)
	if err != nil {
		return false // reading will report the error
	}
	defer fsys.Close(fd)
	return w.systems.Look(device, fd).IsPseudo()
}

// singleFile fills the listing for a root that is a file.
func (w *walker) singleFile(k *worker, l *listing) {
	s := ignore.Path{Prefix: l.dir.prefix, Name: path.Base(l.dir.root.path)}
	if _, err := w.target(k, l.dir, s.Name); err != nil {
		w.statFailed(k, l, &s, err, false)
		return
	}
	w.addFile(k, l, &s, true)
}

// These identify a CACHEDIR.TAG (bford.info/cachedir).
const (
	cacheTag  = "CACHEDIR.TAG"
	cacheSign = "Signature: 8a477f597d28d172789f06886806bc55"
)

// marked reports whether a name in a directory excludes the directory.
func (w *walker) marked(d *directory, names []*fsys.Dirent) (reason, bool) {
	if len(d.root.selected.markers) > 0 {
		for _, name := range names {
			if d.root.selected.markers[name.Name()] {
				return reasonMarked, true
			}
		}
	}
	if d.root.selected.ExcludeCaches && contains(names, cacheTag) && isCacheTag(d.fd) {
		return reasonCache, true
	}
	return 0, false
}

// isCacheTag reports whether a directory has a valid CACHEDIR.TAG. An unreadable one
// does not count here, but as a failed file.
func isCacheTag(dirfd int) bool {
	fd, err := fsys.OpenAt(dirfd, cacheTag, fsys.ReadOnly|fsys.NoFollow|fsys.NonBlock|fsys.CloseOnExec)
	if err != nil {
		return false
	}
	defer fsys.Close(fd)
	var begin [len(cacheSign)]byte
	n, err := fsys.Pread(fd, begin[:], 0)
	return err == nil && bytes.Equal(begin[:n], []byte(cacheSign))
}

// contains reports whether sorted names include name.
func contains(names []*fsys.Dirent, name string) bool {
	_, found := slices.BinarySearchFunc(names, name, func(d *fsys.Dirent, name string) int {
		return strings.Compare(d.Name(), name)
	})
	return found
}

// readRules adds the patterns in a directory to those above it.
func (w *walker) readRules(k *worker, d *directory, names []*fsys.Dirent) {
	if d.root.selected.NoIgnore {
		return
	}
	read := func(name string) *ignore.Patterns {
		if !contains(names, name) {
			return nil
		}
		p, err := ignore.Read(w.ctx, d.fd, name)
		if err != nil {
			w.failed(k, d.pathOf(name), err)
		}
		w.slowPatterns(func() string { return d.pathOf(name) }, p)
		return p
	}
	var err error
	d.level, err = d.level.Below(d.prefixSize(), read(ignore.GitFile), read(ignore.AlikeFile), contains(names, ignore.GitFolder))
	if err != nil && w.tooMany.CompareAndSwap(false, true) { // folders below may be as many
		w.failed(k, d.path(), err)
	}
}

// leave counts a name of the directory as skipped. size is that of a file, if it is known: a stat
// of 100,000 ignored files beside 5,000 others would double the time of a scan without changes.
func (l *listing) leave(k *worker, r reason, size int64) {
	k.skip(r)
	l.left.add(r, size)
}
