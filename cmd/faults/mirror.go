//go:build linux

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

// mirror is a file system that shows another folder, with injected failures. Neither
// bytes nor attributes are cached, so every call that alike makes arrives here.
type mirror struct {
	from   string
	server *wire.Server

	mu       sync.Mutex
	failures map[string]failure // by path, relative to the root
}

// failure describes how a file or folder fails.
type failure struct {
	stat, list bool  // stat, or listing the names, gives EIO
	open       bool  // open gives EIO
	read       int64 // reading beyond this offset gives EIO; 0 if all can be read
	slow       time.Duration
	// before is called before each read, with its offset. It may wait, change the
	// file, or fail the read. The context ends when the reader is killed.
	before func(ctx context.Context, path string, offset int64) syscall.Errno
}

// mountMirror mounts a mirror of the folder from at dir.
func mountMirror(dir, from string) (*mirror, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	m := &mirror{from: from}
	var err error
	m.server, err = mountFUSE(dir, &mirrorNode{m: m})
	return m, err
}

// mountFUSE mounts a file system at dir that this process serves.
func mountFUSE(dir string, root fuse.InodeEmbedder) (*wire.Server, error) {
	var never time.Duration
	server, err := fuse.Mount(dir, root, &fuse.Options{
		MountOptions: wire.MountOptions{
			FsName: "alike-faults", Name: "faults",
			DirectMount: true, // as root; other users need fusermount3
			SyncRead:    true, // reads arrive in the order in which alike makes them
		},
		EntryTimeout: &never, AttrTimeout: &never, NegativeTimeout: &never,
	})
	if err != nil {
		return nil, fmt.Errorf("mount a FUSE file system: %w", err)
	}
	return server, nil
}

// fuseMissing returns the reason why FUSE file systems cannot be mounted, or nil.
func fuseMissing() error {
	f, err := os.OpenFile("/dev/fuse", os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

func (m *mirror) close() error {
	var err error
	if eventually(func() bool { err = m.server.Unmount(); return err == nil }) {
		return nil
	}
	return fmt.Errorf("unmount a mirror: %w", err)
}

func (m *mirror) set(failures map[string]failure) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.failures = failures
}

func (m *mirror) failure(path string) failure {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.failures[path]
}

// mirrorNode is a file or folder. Nothing is renamed through the mirror, so a path
// never changes.
type mirrorNode struct {
	fuse.Inode
	m    *mirror
	path string
}

func (n *mirrorNode) real() string { return filepath.Join(n.m.from, n.path) }

// Lookup returns the attributes of a name.
func (n *mirrorNode) Lookup(ctx context.Context, name string, out *wire.EntryOut) (*fuse.Inode, syscall.Errno) {
	child := &mirrorNode{m: n.m, path: filepath.Join(n.path, name)}
	if n.m.failure(child.path).stat {
		return nil, syscall.EIO
	}
	var st syscall.Stat_t
	if err := syscall.Lstat(child.real(), &st); err != nil {
		return nil, fuse.ToErrno(err)
	}
	out.Attr.FromStat(&st)
	return n.NewInode(ctx, child, fuse.StableAttr{Mode: st.Mode, Ino: st.Ino}), 0
}

// Getattr returns the attributes of open files and folders.
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
	if n.m.failure(n.path).list {
		return &brokenNames{names: names}, 0
	}
	return fuse.NewListDirStream(names), 0
}

// brokenNames is a listing that fails after the first name.
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
	if n.m.failure(n.path).open {
		return nil, 0, syscall.EIO
	}
	f, err := os.Open(n.real())
	if err != nil {
		return nil, 0, fuse.ToErrno(err)
	}
	return &mirrorFile{n, f}, wire.FOPEN_DIRECT_IO, 0
}

type mirrorFile struct {
	node *mirrorNode
	file *os.File
}

func (f *mirrorFile) Read(ctx context.Context, dest []byte, offset int64) (wire.ReadResult, syscall.Errno) {
	wrong := f.node.m.failure(f.node.path)
	time.Sleep(wrong.slow)
	if wrong.before != nil {
		if errno := wrong.before(ctx, f.node.real(), offset); errno != 0 {
			return nil, errno
		}
	}
	if wrong.read > 0 && offset+int64(len(dest)) > wrong.read {
		if offset >= wrong.read {
			return nil, syscall.EIO
		}
		dest = dest[:wrong.read-offset]
	}
	n, err := f.file.ReadAt(dest, offset)
	if n > 0 || err == nil || err == io.EOF {
		return wire.ReadResultData(dest[:n]), 0
	}
	return nil, fuse.ToErrno(err)
}

func (f *mirrorFile) Release(context.Context) syscall.Errno { return fuse.ToErrno(f.file.Close()) }
