package store

import (
	"fmt"
	"io/fs"
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

const (
	openFolderOnly   = 0
	openFolderItself = 0
)

// checkLinks returns nil: the access list of a file decides who may write to it, whatever
// links there are.
func (d *folder) checkLinks(info fs.FileInfo, name string) error { return nil }

// giveAway does nothing: files belong to whom the access list of the folder says.
func (d *folder) giveAway(made *os.File) error { return nil }

// userOf returns the number of the user that runs the process.
func userOf(info fs.FileInfo) int { return os.Geteuid() }

// occupied returns the size of a file.
func occupied(info fs.FileInfo) int64 { return info.Size() }

// mayRun reports whether there may be a process with this number.
func mayRun(pid int) bool {
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return err != windows.ERROR_INVALID_PARAMETER
	}
	_ = windows.CloseHandle(h)
	return true
}

// mapFile maps an open file of size bytes for reading.
func mapFile(f *os.File, size int) ([]byte, error) {
	m, err := windows.CreateFileMapping(windows.Handle(f.Fd()), nil, windows.PAGE_READONLY, 0, 0, nil)
	if err != nil {
		return nil, err
	}
	defer windows.CloseHandle(m) // the view keeps it
	base, err := windows.MapViewOfFile(m, windows.FILE_MAP_READ, 0, 0, uintptr(size))
	if err != nil {
		return nil, err
	}
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&base)), size), nil
}

func unmap(data []byte) error { return windows.UnmapViewOfFile(uintptr(unsafe.Pointer(&data[0]))) }

// space returns the bytes that the user may still write to the volume of dir, and its size.
func space(dir string) (free, total int64, err error) {
	name, err := windows.UTF16PtrFromString(dir)
	var left, all uint64
	if err == nil {
		err = windows.GetDiskFreeSpaceEx(name, &left, &all, nil)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("reading the free space of %s: %w", dir, err)
	}
	return int64(left), int64(all), nil
}
