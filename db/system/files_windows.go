package system

import (
	"fmt"
	"io/fs"
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Flags for opening. Windows has none of these.
const (
	OpenFolder = 0
	NoFollow   = 0
)

// MayWrite returns nil: opening the file tells.
func MayWrite(path string) error { return nil }

// MayCreateIn returns an error if there is no such folder. Creating the file shows whether the user
// may.
func MayCreateIn(folder string) error {
	_, err := os.Stat(folder)
	return err
}

// UserOf returns the number of the user that runs the process.
func UserOf(info fs.FileInfo) int { return os.Geteuid() }

// Occupied returns the size of a file.
func Occupied(info fs.FileInfo) int64 { return info.Size() }

// MayRun reports whether there may be a process with this number.
func MayRun(pid int) bool {
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return err != windows.ERROR_INVALID_PARAMETER
	}
	_ = windows.CloseHandle(h)
	return true
}

// Map maps an open file of size bytes for reading.
func Map(f *os.File, size int) ([]byte, error) {
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

// Unmap gives up a mapping.
func Unmap(data []byte) error { return windows.UnmapViewOfFile(uintptr(unsafe.Pointer(&data[0]))) }

// Space returns the bytes that the user may still write to the volume of dir, and its size.
func Space(dir string) (free, total int64, err error) {
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
