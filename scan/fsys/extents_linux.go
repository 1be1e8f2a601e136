package fsys

import (
	"crypto/sha256"
	"encoding/binary"
	"unsafe"

	"golang.org/x/sys/unix"
)

// reflinking holds the file systems whose files can share blocks.
var reflinking = map[uint32]bool{
	unix.BCACHEFS_SUPER_MAGIC: true,
	unix.BTRFS_SUPER_MAGIC:    true,
	unix.XFS_SUPER_MAGIC:      true,
}

// Blocks finds files that share their blocks. It is not safe for concurrent use.
type Blocks struct {
	Trees     *Trees          // of the files
	shareable map[uint64]bool // by st_dev
}

// MayShare reports whether files on a device can share blocks. It asks the system once per
// device, by the path of a file on it.
func (b *Blocks) MayShare(device uint64, path string) bool {
	is, known := b.shareable[device]
	if known {
		return is
	}
	if fd, err := b.Trees.OpenPath(path, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC); err == nil {
		system, err := Describe(fd)
		is = err == nil && reflinking[system.kind]
		unix.Close(fd)
	}
	if b.shareable == nil {
		b.shareable = map[uint64]bool{}
	}
	b.shareable[device] = is
	return is
}

// Of returns a value that is equal for files whose data lie in the same blocks, and "" if
// that is not known. It reads no data.
func (b *Blocks) Of(path string) string {
	f, err := b.Trees.Current(path)
	if err != nil || !b.MayShare(f.Stat.Device, path) {
		return ""
	}
	fd, err := b.Trees.OpenPath(path, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_CLOEXEC)
	if err != nil {
		return ""
	}
	defer unix.Close(fd)
	hash := sha256.New()
	hash.Write(blockSpace(fd, f.Stat.Device))
	var m fiemap
	for m.start = 0; ; {
		m.length, m.flags, m.count = ^uint64(0)-m.start, 0, uint32(len(m.extents))
		if err := ioctl(fd, fiemapRequest, unsafe.Pointer(&m)); err != nil || m.mapped == 0 || m.mapped > m.count {
			return "" // a hole at the end has no extent, but then the last one says so
		}
		for i := range m.extents[:m.mapped] {
			e := &m.extents[i]
			if e.flags&unplaced != 0 {
				return ""
			}
			_ = binary.Write(hash, binary.LittleEndian, [3]uint64{e.logical, e.physical, e.length})
			if e.flags&lastExtent != 0 {
				return string(hash.Sum(nil))
			}
			m.start = e.logical + e.length
		}
	}
}

// blockSpace names what block numbers refer to: the device, and on btrfs, where each
// subvolume has a device number, the file system.
func blockSpace(fd int, device uint64) []byte {
	var info [1024]byte // btrfs_ioctl_fs_info_args
	if err := ioctl(fd, btrfsInfoRequest, unsafe.Pointer(&info)); err == nil {
		return info[16:32] // fsid
	}
	return binary.LittleEndian.AppendUint64(nil, device)
}

// From linux/fiemap.h, linux/fs.h and linux/btrfs.h.
const (
	fiemapRequest    = 0xc020660b // FS_IOC_FIEMAP
	btrfsInfoRequest = 0x8400941f // BTRFS_IOC_FS_INFO
	lastExtent       = 0x1        // FIEMAP_EXTENT_LAST
	// unplaced marks data without blocks of their own: FIEMAP_EXTENT_UNKNOWN, DELALLOC,
	// NOT_ALIGNED, DATA_INLINE, DATA_TAIL.
	unplaced = 0x2 | 0x4 | 0x100 | 0x200 | 0x400
)

type fiemap struct {
	start, length          uint64
	flags                  uint32
	mapped, count, reserve uint32
	extents                [64]struct {
		logical, physical, length uint64
		_                         [2]uint64
		flags                     uint32
		_                         [3]uint32
	}
}

func ioctl(fd int, request uintptr, argument unsafe.Pointer) error {
	for {
		_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), request, uintptr(argument))
		switch errno {
		case 0:
			return nil
		case unix.EINTR:
		default:
			return errno
		}
	}
}
