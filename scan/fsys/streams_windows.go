package fsys

import (
	"encoding/binary"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Streams returns the number of alternate data streams of an open file, 0 if the file system
// has none. Cost: one system call.
func Streams(fd int) int {
	var buffer [16 << 10]byte
	err := windows.GetFileInformationByHandleEx(windows.Handle(fd), windows.FileStreamInfo, (*byte)(unsafe.Pointer(&buffer)), uint32(len(buffer)))
	if err != nil {
		return 0
	}
	return alternate(buffer[:])
}

// alternate counts the streams in a list of FILE_STREAM_INFO, without the file's own bytes,
// which come first.
func alternate(list []byte) int {
	n := 0
	for {
		next := binary.LittleEndian.Uint32(list)
		if next == 0 || int64(next)+4 > int64(len(list)) {
			return n
		}
		n, list = n+1, list[next:]
	}
}
