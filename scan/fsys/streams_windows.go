package fsys

import (
	"encoding/binary"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Streams returns the number of alternate data streams of an open file, 0 if the file system
// does not list them. It counts those whose names fit into 16 KiB. Cost: one system call.
func Streams(fd int) int {
	var buffer [2 << 10]uint64 // the list is aligned to 8 bytes
	list := unsafe.Slice((*byte)(unsafe.Pointer(&buffer)), unsafe.Sizeof(buffer))
	err := windows.GetFileInformationByHandleEx(windows.Handle(fd), windows.FileStreamInfo, &list[0], uint32(len(list)))
	if err != nil && err != windows.ERROR_MORE_DATA {
		return 0
	}
	return alternate(list)
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
