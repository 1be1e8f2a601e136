package fsys

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"

	"alike/db"
)

// Flags of OpenAt.
const (
	ReadOnly    = 0
	Directory   = 1 << iota // fail unless it is a folder
	NoFollow                // fail if the last element is a link or a junction
	PathOnly                // reads attributes only
	NonBlock    = 0
	NoTerminal  = 0
	CloseOnExec = 0 // handles are never inherited
	NoAtime     = 0 // Windows updates access times once an hour, if at all
)

const (
	// WorkingFolder stands for the handle of the working directory.
	WorkingFolder = -1
	// LinkItself makes StatAt return the status of a link or a junction instead of its target's.
	LinkItself = 1
)

// pathMax is the longest path in UTF-16 units, and so at most that long in bytes.
const pathMax = 32_000

// Status is what the system tells about a file.
type Status struct {
	Dev, Ino   uint64 // number of the volume, index of the file on it
	Mode       fs.FileMode
	Nlink      uint32
	Uid        uint32 // as os.Geteuid: there are no such numbers
	Size       int64
	Blocks     int64 // of 512 bytes
	Mtim, Ctim nanoseconds
}

// nanoseconds is a time since 1970.
type nanoseconds int64

// Nano returns the number.
func (n nanoseconds) Nano() int64 { return int64(n) }

// DeviceOf returns the serial number of the volume.
func DeviceOf(st *Status) uint64 { return st.Dev }

// KindOf returns the type bits of a file, 0 for a regular file.
func KindOf(st *Status) os.FileMode { return st.Mode.Type() }

// DeviceName formats the number of a volume as the command vol does.
func DeviceName(device uint64) string {
	return fmt.Sprintf("%04X-%04X", device>>16, device&0xffff)
}

// MakeDevice returns the device of a major and a minor number, which no volume has.
func MakeDevice(major, minor uint32) uint64 { return uint64(major)<<32 | uint64(minor) }

// MaxOpenFiles reports that the number of open files is not limited.
func MaxOpenFiles() (n int, limited bool) { return 0, false }

// openat opens a name below an open folder, or a path.
func openat(dirfd int, name string, flags int) (int, error) {
	h, err := open(dirfd, name, flags, flags&NoFollow != 0)
	if err != nil || flags&NoFollow == 0 {
		return int(h), errnoOf(err)
	}
	tag, err := tagOf(h)
	switch {
	case err != nil:
	case tag == 0:
		return int(h), nil
	case isLink(tag):
		err = syscall.ELOOP
	default: // a placeholder, such as of a file in the cloud
		_ = windows.CloseHandle(h)
		h, err = open(dirfd, name, flags, false)
		return int(h), errnoOf(err)
	}
	_ = windows.CloseHandle(h)
	return -1, errnoOf(err)
}

// open opens a file or folder for all kinds of sharing. If itself is set, it opens a link or
// another reparse point instead of what it stands for.
func open(dirfd int, name string, flags int, itself bool) (windows.Handle, error) {
	access := uint32(windows.FILE_READ_ATTRIBUTES | windows.SYNCHRONIZE)
	if flags&PathOnly == 0 {
		access |= windows.GENERIC_READ
	}
	options := uint32(windows.FILE_SYNCHRONOUS_IO_NONALERT | windows.FILE_OPEN_FOR_BACKUP_INTENT)
	if flags&Directory != 0 {
		options |= windows.FILE_DIRECTORY_FILE
	}
	if itself {
		options |= windows.FILE_OPEN_REPARSE_POINT
	}
	object := windows.OBJECT_ATTRIBUTES{Attributes: windows.OBJ_CASE_INSENSITIVE}
	object.Length = uint32(unsafe.Sizeof(object))
	if dirfd == WorkingFolder || filepath.IsAbs(name) {
		var err error
		if name, err = ntPath(name); err != nil {
			return windows.InvalidHandle, err
		}
	} else {
		object.RootDirectory = windows.Handle(dirfd)
		name = strings.TrimSuffix(strings.ReplaceAll(name, "/", `\`), `\`)
		if name == "." {
			name = "" // the folder itself
		}
	}
	var err error
	if object.ObjectName, err = windows.NewNTUnicodeString(name); err != nil {
		return windows.InvalidHandle, err
	}
	var h windows.Handle
	var done windows.IO_STATUS_BLOCK
	const share = windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE
	err = windows.NtCreateFile(&h, access, &object, &done, nil, 0, share, windows.FILE_OPEN, options, 0, 0)
	if err != nil {
		return windows.InvalidHandle, err
	}
	return h, nil
}

// ntPath returns a path in the form of the kernel, which may have any length.
func ntPath(path string) (string, error) {
	if strings.HasSuffix(path, ":") {
		path += `\` // the root of a volume, not its working folder
	}
	var err error
	if !filepath.IsAbs(path) {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return "", err
	}
	path = filepath.Clean(path) // keeps trailing dots and blanks, unlike filepath.Abs
	switch {
	case strings.HasPrefix(path, `\\?\`), strings.HasPrefix(path, `\\.\`):
		return `\??\` + path[4:], nil
	case strings.HasPrefix(path, `\\`):
		return `\??\UNC\` + path[2:], nil
	}
	return `\??\` + path, nil
}

// errnoOf returns the error that Unix has for an error of the kernel.
func errnoOf(err error) error {
	status, ok := err.(windows.NTStatus)
	if !ok {
		return err
	}
	switch errno := status.Errno(); errno {
	case windows.ERROR_FILE_NOT_FOUND, windows.ERROR_PATH_NOT_FOUND, windows.ERROR_INVALID_NAME, windows.ERROR_BAD_NETPATH:
		return syscall.ENOENT
	case windows.ERROR_DIRECTORY:
		return syscall.ENOTDIR
	case windows.ERROR_CANT_RESOLVE_FILENAME:
		return syscall.ELOOP
	case windows.ERROR_FILENAME_EXCED_RANGE:
		return syscall.ENAMETOOLONG
	default:
		return errno
	}
}

// tagOf returns the tag of a reparse point, or 0.
func tagOf(h windows.Handle) (uint32, error) {
	var info struct{ attributes, tag uint32 }
	err := windows.GetFileInformationByHandleEx(h, windows.FileAttributeTagInfo, (*byte)(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)))
	if err != nil || info.attributes&windows.FILE_ATTRIBUTE_REPARSE_POINT == 0 {
		return 0, err
	}
	return info.tag, nil
}

// isLink reports whether a reparse point stands for another name: a symbolic link, a
// junction or a mounted folder.
func isLink(tag uint32) bool { return tag&0x20000000 != 0 }

// Fstat fills st with the status of an open file.
func Fstat(fd int, st *Status) error {
	h := windows.Handle(fd)
	var info windows.ByHandleFileInformation
	if err := windows.GetFileInformationByHandle(h, &info); err != nil {
		return err
	}
	var basic struct {
		created, accessed, written, changed int64 // in 100 ns since 1601
		attributes                          uint32
		_                                   uint32
	}
	if err := windows.GetFileInformationByHandleEx(h, windows.FileBasicInfo, (*byte)(unsafe.Pointer(&basic)), uint32(unsafe.Sizeof(basic))); err != nil {
		return err
	}
	var standard struct {
		allocated, size int64
		links           uint32
		_               [4]byte
	}
	if err := windows.GetFileInformationByHandleEx(h, windows.FileStandardInfo, (*byte)(unsafe.Pointer(&standard)), uint32(unsafe.Sizeof(standard))); err != nil {
		return err
	}
	tag, err := tagOf(h)
	if err != nil {
		return err
	}
	*st = Status{
		Dev:    uint64(info.VolumeSerialNumber),
		Ino:    uint64(info.FileIndexHigh)<<32 | uint64(info.FileIndexLow),
		Nlink:  standard.links,
		Uid:    uint32(os.Geteuid() & 0xffffffff),
		Size:   standard.size,
		Blocks: (standard.allocated + 511) / 512,
		Mtim:   since1970(basic.written),
		Ctim:   since1970(basic.changed),
	}
	switch {
	case isLink(tag):
		st.Mode = fs.ModeSymlink
	case basic.attributes&windows.FILE_ATTRIBUTE_DIRECTORY != 0:
		st.Mode = fs.ModeDir
	}
	return nil
}

func since1970(ticks int64) nanoseconds {
	t := windows.Filetime{LowDateTime: uint32(ticks), HighDateTime: uint32(ticks >> 32)}
	return nanoseconds(t.Nanoseconds())
}

func fstatat(dirfd int, name string, st *Status, flags int) error {
	h, err := open(dirfd, name, PathOnly, flags&LinkItself != 0)
	if err != nil {
		return errnoOf(err)
	}
	defer windows.CloseHandle(h)
	return Fstat(int(h), st)
}

// StatOfInfo is StatOf for the result of os.Stat. The result has neither volume nor index, so
// the path is looked at again.
func StatOfInfo(path string, info fs.FileInfo) db.Stat {
	var st Status
	if err := fstatat(WorkingFolder, path, &st, 0); err != nil {
		return db.Stat{Size: info.Size(), MTime: info.ModTime().UnixNano()}
	}
	return StatOf(&st)
}

// Close closes a handle.
func Close(fd int) error { return windows.CloseHandle(windows.Handle(fd)) }

// Read reads on from where the last call ended.
func Read(fd int, p []byte) (int, error) { return readFile(fd, p, nil) }

// Pread reads at an offset.
func Pread(fd int, p []byte, at int64) (int, error) {
	return readFile(fd, p, &windows.Overlapped{Offset: uint32(at), OffsetHigh: uint32(at >> 32)})
}

func readFile(fd int, p []byte, at *windows.Overlapped) (int, error) {
	var n uint32
	err := windows.ReadFile(windows.Handle(fd), p, &n, at)
	if err == windows.ERROR_HANDLE_EOF {
		err = nil
	}
	return int(n), err
}

// FileSystem describes a file system. On Windows all are ordinary ones.
type FileSystem struct {
	ID uint64 // 0: unknown
}

// Describe returns the file system of an open file or directory.
func Describe(fd int) (FileSystem, error) { return FileSystem{}, nil }

// IsPseudo reports whether the file system shows kernel state.
func (f FileSystem) IsPseudo() bool { return false }

// KeepsInodes returns false: a renamed file is read again.
func (f FileSystem) KeepsInodes() bool { return false }

// IsLayered reports whether files and folders of one mount normally have several device
// numbers.
func (f FileSystem) IsLayered() bool { return false }
