//go:build linux

package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"syscall"

	fuse "github.com/hanwen/go-fuse/v2/fs"
	wire "github.com/hanwen/go-fuse/v2/fuse"
)

// platter is a recording disk: a file system with one file, which backs a loop
// device, and the list of all writes and flushes in order. After a power cut
// the disk holds all writes before the last flush and any of the later ones, because
// a disk with a cache may write them in any order. (The kernel's dm-log-writes does
// the same, but is not always available.)
type platter struct {
	fuse.Inode
	base   string // the original image
	server *wire.Server
	dir    string // the mount point

	file *os.File

	mu  sync.Mutex
	ops []diskOp
}

// diskOp is a write or, without bytes, a flush.
type diskOp struct {
	offset int64
	bytes  []byte
}

const platterFile = "disk"

// newPlatter mounts a recording disk at dir. Its file starts as a copy of the image
// base.
func newPlatter(dir, base string) (*platter, error) {
	p := &platter{base: base, dir: dir}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	now := dir + ".now"
	if err := tool("cp", "--sparse=always", base, now); err != nil {
		return nil, err
	}
	var err error
	if p.file, err = os.OpenFile(now, os.O_RDWR, 0); err != nil {
		return nil, err
	}
	p.server, err = mountFUSE(dir, p)
	return p, err
}

func (p *platter) close() error {
	if err := p.server.Unmount(); err != nil {
		return fmt.Errorf("unmount a recording disk: %w", err)
	}
	return p.file.Close()
}

// recorded returns the number of writes and flushes so far.
func (p *platter) recorded() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.ops)
}

func (p *platter) record(op diskOp) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ops = append(p.ops, op)
}

// cut creates an image of the disk as a power cut after the first n writes and
// flushes leaves it.
func (p *platter) cut(image string, n int, rng *rand.Rand) error {
	if err := tool("cp", "--sparse=always", p.base, image); err != nil {
		return err
	}
	f, err := os.OpenFile(image, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	p.mu.Lock()
	ops := p.ops[:n]
	p.mu.Unlock()
	flushed := 0
	for i, op := range slices.Backward(ops) {
		if op.bytes == nil {
			flushed = i
			break
		}
	}
	kept := rng.Float64() // share of the writes after the last flush
	for i, op := range ops {
		if op.bytes == nil || i > flushed && rng.Float64() > kept {
			continue
		}
		if _, err := f.WriteAt(op.bytes, op.offset); err != nil {
			return err
		}
	}
	return nil
}

func (p *platter) OnAdd(ctx context.Context) {
	p.AddChild(platterFile, p.NewPersistentInode(ctx, &platterNode{p: p}, fuse.StableAttr{Mode: syscall.S_IFREG}), false)
}

type platterNode struct {
	fuse.Inode
	p *platter
}

func (n *platterNode) Getattr(_ context.Context, _ fuse.FileHandle, out *wire.AttrOut) syscall.Errno {
	info, err := n.p.file.Stat()
	if err != nil {
		return fuse.ToErrno(err)
	}
	out.Mode, out.Size = syscall.S_IFREG|0o600, uint64(info.Size())
	return 0
}

func (n *platterNode) Setattr(ctx context.Context, f fuse.FileHandle, _ *wire.SetAttrIn, out *wire.AttrOut) syscall.Errno {
	return n.Getattr(ctx, f, out) // times do not matter
}

func (n *platterNode) Open(context.Context, uint32) (fuse.FileHandle, uint32, syscall.Errno) {
	return nil, wire.FOPEN_KEEP_CACHE, 0
}

func (n *platterNode) Read(_ context.Context, _ fuse.FileHandle, dest []byte, offset int64) (wire.ReadResult, syscall.Errno) {
	k, err := n.p.file.ReadAt(dest, offset)
	if err != nil && err != io.EOF {
		return nil, fuse.ToErrno(err)
	}
	return wire.ReadResultData(dest[:k]), 0
}

func (n *platterNode) Write(_ context.Context, _ fuse.FileHandle, data []byte, offset int64) (uint32, syscall.Errno) {
	k, err := n.p.file.WriteAt(data, offset)
	n.p.record(diskOp{offset, slices.Clone(data[:k])})
	return uint32(k), fuse.ToErrno(err)
}

func (n *platterNode) Fsync(context.Context, fuse.FileHandle, uint32) syscall.Errno {
	n.p.record(diskOp{})
	return 0
}
