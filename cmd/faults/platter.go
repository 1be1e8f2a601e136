package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"

	fuse "github.com/hanwen/go-fuse/v2/fs"
	wire "github.com/hanwen/go-fuse/v2/fuse"
)

// platter is a disk that remembers: a file system with one file, which carries a
// loop device, and a record of all writes to it and of all flushes, in their
// order. What the disk holds after a power cut at any moment follows from that:
// all writes before the last flush, and of the later ones any, as a disk with a
// cache may write them in any order. (The kernel's dm-log-writes does the same,
// where it is there.)
type platter struct {
	fuse.Inode
	base   string // the image as it was at first
	server *wire.Server
	dir    string // where the one file is

	file *os.File

	mu  sync.Mutex
	ops []diskOp
}

// diskOp is a write or, without bytes, a flush.
type diskOp struct {
	offset int64
	bytes  []byte
}

// platterFile is the name of the one file.
const platterFile = "disk"

// newPlatter shows the image at base as a file in a folder of its own. The image
// itself is not written to.
func newPlatter(dir, base string) (*platter, error) {
	p := &platter{base: base, dir: dir}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	now := dir + ".now"
	if err := copySparse(now, base); err != nil {
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
		return fmt.Errorf("unmounting a disk that remembers: %w", err)
	}
	return p.file.Close()
}

// path is the one file.
func (p *platter) path() string { return filepath.Join(p.dir, platterFile) }

// recorded is how many writes and flushes there were.
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

// cut makes the image that there is after a power cut when n writes and flushes
// have come.
func (p *platter) cut(image string, n int, rng *rand.Rand) error {
	if err := copySparse(image, p.base); err != nil {
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
	kept := rng.Float64() // of what was not flushed: from nothing to all
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

// OnAdd puts the one file into the folder.
func (p *platter) OnAdd(ctx context.Context) {
	p.AddChild(platterFile, p.NewPersistentInode(ctx, &platterNode{p: p}, fuse.StableAttr{Mode: syscall.S_IFREG}), false)
}

// platterNode is the one file.
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
	return n.Getattr(ctx, f, out) // times are of no interest
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

// copySparse copies an image, most of which is holes.
func copySparse(to, from string) error {
	const block = 64 << 10
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	defer out.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	buf := make([]byte, block)
	const data, hole = 3, 4 // SEEK_DATA and SEEK_HOLE
	for at := int64(0); ; {
		begin, err := syscall.Seek(int(in.Fd()), at, data)
		if err == syscall.ENXIO { // nothing more
			return out.Truncate(info.Size())
		}
		if err != nil {
			return err
		}
		if at, err = syscall.Seek(int(in.Fd()), begin, hole); err != nil {
			return err
		}
		if _, err := io.CopyBuffer(io.NewOffsetWriter(out, begin), struct{ io.Reader }{io.NewSectionReader(in, begin, at-begin)}, buf); err != nil {
			return err
		}
	}
}
