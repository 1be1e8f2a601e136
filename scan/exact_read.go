package scan

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"golang.org/x/sys/unix"
)

// StatOf returns what tells whether a file is still the one that an fs.FileInfo
// of package os is about.
func StatOf(info fs.FileInfo) db.Stat {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return db.Stat{Size: info.Size(), MTime: info.ModTime().UnixNano()}
	}
	return db.Stat{Size: st.Size, MTime: st.Mtim.Nano(), CTime: st.Ctim.Nano(), Inode: st.Ino, Device: st.Dev}
}

// look makes sure, without opening it, that a file is what it was. A symbolic
// link as the last of its path may lead to it: the scan may have followed one,
// and what it leads to must be the same file on the same device.
func (f exactFile) look() (owner uint32, err error) {
	fd, err := openPath(f.path, unix.O_PATH|unix.O_CLOEXEC)
	if err != nil {
		return 0, f.refused(err)
	}
	defer unix.Close(fd)
	return f.check(fd)
}

// check makes sure that an open file is what it was.
func (f exactFile) check(fd int) (owner uint32, err error) {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return 0, f.refused(err)
	}
	if st.Mode&unix.S_IFMT != unix.S_IFREG || statOf(&st) != f.stat {
		return 0, &uncountable{f, ErrChanged}
	}
	return st.Uid, nil
}

// refused says why a file cannot be counted that the system refuses to read.
func (f exactFile) refused(err error) error {
	switch err {
	case unix.ENOENT, unix.ENOTDIR, unix.ELOOP, unix.ESTALE:
		return &uncountable{f, ErrGone}
	case unix.ENXIO:
		return &uncountable{f, ErrChanged}
	}
	return &uncountable{f, fmt.Errorf("%w: only what can be read can be counted exactly", err)}
}

// openedFile is a file that is read, once or several times.
type openedFile struct {
	exactFile
	fd    int
	cache pageCache
}

// open opens a file that is what it was. What has come into its place is looked
// at before it is opened: opening a FIFO or a device would be felt at its other
// end.
func (f exactFile) open() (*openedFile, error) {
	owner, err := f.look()
	if err != nil {
		return nil, err
	}
	const flags = unix.O_RDONLY | unix.O_NONBLOCK | unix.O_CLOEXEC
	fd := -1
	err = unix.EPERM
	if user := os.Geteuid(); user == 0 || uint32(user) == owner {
		fd, err = openPath(f.path, flags|unix.O_NOATIME)
	}
	if err == unix.EPERM {
		fd, err = openPath(f.path, flags)
	}
	if err != nil {
		return nil, f.refused(err)
	}
	o := &openedFile{exactFile: f, fd: fd}
	o.cache.begin(fd, f.stat.Size)
	return o, nil
}

// close gives back what reading the file brought into the page cache.
func (o *openedFile) close() {
	o.cache.readTo(o.stat.Size, true)
	unix.Close(o.fd)
}

// keptRoom is for how many hashes a collector may have room that is used again;
// 1 MiB. A larger one is left to the garbage.
const keptRoom = 64 << 10

// collector is what a file is read with.
type collector struct {
	windows *fingerprint.Windows
	buffer  []byte
	limit   *ioLimit
	viewer  *view.Viewer // nil for the raw view
}

func (s *Scorer) collector() *collector {
	if c, ok := s.collectors.Get().(*collector); ok {
		return c
	}
	c := &collector{windows: fingerprint.NewWindows(s.Window), buffer: make([]byte, bufferSize), limit: s.limit}
	if s.View != view.Raw && s.View != "" {
		c.viewer = view.NewViewer(s.View, false)
	}
	return c
}

// see has bytes of the file, as its view shows them, collected.
func (c *collector) see(p []byte, last bool) {
	if c.viewer != nil {
		p = c.viewer.Write(p, last)
	}
	c.windows.Write(p)
}

// read returns the distinct hashes that the windows, having been reset, collect
// from a file, valid until they are reset again. The file is checked before and
// after. It is not ok when there was not room enough for the hashes.
func (c *collector) read(ctx context.Context, o *openedFile) (hashes []uint64, ok bool, err error) {
	if _, err := o.check(o.fd); err != nil {
		return nil, false, err
	}
	if c.viewer != nil {
		c.viewer.Reset(o.path)
	}
	for at := int64(0); at < o.stat.Size; {
		if err := ctx.Err(); err != nil {
			return nil, false, context.Cause(ctx)
		}
		wanted, err := c.limit.wait(ctx, min(int64(len(c.buffer)), o.stat.Size-at))
		if err != nil {
			return nil, false, err
		}
		n, err := unix.Pread(o.fd, c.buffer[:wanted], at)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return nil, false, o.refused(err)
		case n == 0:
			return nil, false, &uncountable{o.exactFile, ErrChanged}
		}
		c.see(c.buffer[:n], false)
		at += int64(n)
	}
	c.see(nil, true)
	if _, err := o.check(o.fd); err != nil {
		return nil, false, err
	}
	hashes, ok = c.windows.Hashes()
	return hashes, ok, nil
}
