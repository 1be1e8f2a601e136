package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	fuse "github.com/hanwen/go-fuse/v2/fs"
	wire "github.com/hanwen/go-fuse/v2/fuse"
)

// mirror is a file system that shows a folder as it is, but for the failings
// that it was told of. Nothing is cached, neither bytes nor attributes: each
// call of alike's comes here.
type mirror struct {
	from   string
	server *wire.Server

	mu       sync.Mutex
	failings map[string]failing // by path, relative to the root
}

// failing says what is wrong with a file or folder.
type failing struct {
	stat, list bool  // asking about it, or for its names, gives EIO
	open       bool  // opening it gives EIO
	read       int64 // reading from this offset on gives EIO; 0: all can be read
	slow       time.Duration
	// before is called with the offset of each read, before it. It may wait, change
	// the file, or refuse the read. The context ends when the reader is killed.
	before func(ctx context.Context, path string, offset int64) syscall.Errno
}

// none is the failing of a file that has none.
var none = failing{}

// failsRead says whether a read of bytes up to end must fail.
func (f failing) failsRead(end int64) bool { return f.read > 0 && end > f.read }

// mountMirror shows the folder from at dir.
func mountMirror(dir, from string) (*mirror, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	m := &mirror{from: from}
	var err error
	m.server, err = mountFUSE(dir, &mirrorNode{m: m})
	return m, err
}

// mountFUSE mounts a file system of this program's own at dir.
func mountFUSE(dir string, root fuse.InodeEmbedder) (*wire.Server, error) {
	var never time.Duration
	server, err := fuse.Mount(dir, root, &fuse.Options{
		MountOptions: wire.MountOptions{
			FsName: "alike-faults", Name: "faults",
			DirectMount: true, // as root; else fusermount3 is asked
			// Reads come one after the other, as alike makes them.
			SyncRead: true,
		},
		EntryTimeout: &never, AttrTimeout: &never, NegativeTimeout: &never,
	})
	if err != nil {
		return nil, fmt.Errorf("mounting a file system of the harness's own: %w", err)
	}
	return server, nil
}

// fuseMissing returns why there can be no file system of one's own here.
func fuseMissing() error {
	f, err := os.OpenFile("/dev/fuse", os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// close takes the mirror away.
func (m *mirror) close() error {
	var err error
	for range 100 {
		if err = m.server.Unmount(); err == nil {
			return nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return fmt.Errorf("unmounting a mirror: %w", err)
}

// set says what is wrong from now on; nil: nothing.
func (m *mirror) set(failings map[string]failing) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.failings = failings
}

func (m *mirror) failing(path string) failing {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f, ok := m.failings[path]; ok {
		return f
	}
	return none
}

// mirrorNode is a file or folder. None is ever renamed by way of the mirror, so
// its path is what it was when it was found.
type mirrorNode struct {
	fuse.Inode
	m    *mirror
	path string
}

func (n *mirrorNode) real() string { return filepath.Join(n.m.from, n.path) }

// Lookup is asked for each name whose attributes are wanted.
func (n *mirrorNode) Lookup(ctx context.Context, name string, out *wire.EntryOut) (*fuse.Inode, syscall.Errno) {
	child := &mirrorNode{m: n.m, path: filepath.Join(n.path, name)}
	if n.m.failing(child.path).stat {
		return nil, syscall.EIO
	}
	var st syscall.Stat_t
	if err := syscall.Lstat(child.real(), &st); err != nil {
		return nil, fuse.ToErrno(err)
	}
	out.Attr.FromStat(&st)
	return n.NewInode(ctx, child, fuse.StableAttr{Mode: st.Mode, Ino: st.Ino}), 0
}

// Getattr is asked about files that are open, and folders.
func (n *mirrorNode) Getattr(_ context.Context, f fuse.FileHandle, out *wire.AttrOut) syscall.Errno {
	var st syscall.Stat_t
	var err error
	if open, ok := f.(*mirrorFile); ok {
		err = syscall.Fstat(int(open.file.Fd()), &st)
	} else {
		err = syscall.Lstat(n.real(), &st)
	}
	out.FromStat(&st)
	return fuse.ToErrno(err)
}

func (n *mirrorNode) Readlink(context.Context) ([]byte, syscall.Errno) {
	to, err := os.Readlink(n.real())
	return []byte(to), fuse.ToErrno(err)
}

func (n *mirrorNode) Readdir(context.Context) (fuse.DirStream, syscall.Errno) {
	entries, err := os.ReadDir(n.real())
	if err != nil {
		return nil, fuse.ToErrno(err)
	}
	var names []wire.DirEntry
	for _, e := range entries {
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fuse.ToErrno(err)
		}
		st := info.Sys().(*syscall.Stat_t)
		names = append(names, wire.DirEntry{Name: e.Name(), Mode: st.Mode, Ino: st.Ino})
	}
	if n.m.failing(n.path).list {
		return &brokenNames{names: names}, 0
	}
	return fuse.NewListDirStream(names), 0
}

// brokenNames gives the first name and then an error.
type brokenNames struct {
	names []wire.DirEntry
	given bool
}

func (b *brokenNames) HasNext() bool { return true }

func (b *brokenNames) Next() (wire.DirEntry, syscall.Errno) {
	if b.given || len(b.names) == 0 {
		return wire.DirEntry{}, syscall.EIO
	}
	b.given = true
	return b.names[0], 0
}

func (b *brokenNames) Close() {}

func (n *mirrorNode) Open(context.Context, uint32) (fuse.FileHandle, uint32, syscall.Errno) {
	if n.m.failing(n.path).open {
		return nil, 0, syscall.EIO
	}
	f, err := os.Open(n.real())
	if err != nil {
		return nil, 0, fuse.ToErrno(err)
	}
	return &mirrorFile{n, f}, wire.FOPEN_DIRECT_IO, 0
}

// mirrorFile is an open file.
type mirrorFile struct {
	node *mirrorNode
	file *os.File
}

func (f *mirrorFile) Read(ctx context.Context, dest []byte, offset int64) (wire.ReadResult, syscall.Errno) {
	wrong := f.node.m.failing(f.node.path)
	time.Sleep(wrong.slow)
	if wrong.before != nil {
		if errno := wrong.before(ctx, f.node.real(), offset); errno != 0 {
			return nil, errno
		}
	}
	if wrong.failsRead(offset + int64(len(dest))) {
		if offset >= wrong.read {
			return nil, syscall.EIO
		}
		dest = dest[:wrong.read-offset] // what lies before can be read
	}
	n, err := f.file.ReadAt(dest, offset)
	if n > 0 || err == nil || err == io.EOF {
		return wire.ReadResultData(dest[:n]), 0
	}
	return nil, fuse.ToErrno(err)
}

func (f *mirrorFile) Release(context.Context) syscall.Errno { return fuse.ToErrno(f.file.Close()) }
