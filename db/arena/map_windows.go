package arena

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// reserve reserves addresses.
func reserve(size uintptr) (unsafe.Pointer, error) {
	base, err := windows.VirtualAlloc(0, size, windows.MEM_RESERVE, windows.PAGE_NOACCESS)
	return pointer(base), err
}

// pointer returns an address outside of the heap of Go as a pointer.
func pointer(address uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&address)) }

// free frees addresses and the memory there.
func free(base unsafe.Pointer, size uintptr) {
	_ = windows.VirtualFree(uintptr(base), 0, windows.MEM_RELEASE)
}

// open makes one slab of reserved addresses usable. Beyond the budget it is memory too, for
// which the system has its page file: Windows maps no file into reserved addresses.
func (r *Room) open(at unsafe.Pointer) error {
	if _, err := windows.VirtualAlloc(uintptr(at), uintptr(r.slab), windows.MEM_COMMIT, windows.PAGE_READWRITE); err != nil {
		return &FullError{fmt.Errorf("committing memory: %w", err)}
	}
	r.left = max(0, r.left-int64(r.slab))
	return nil
}
