//go:build unix

package arena

import (
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// reserve reserves addresses.
func reserve(size uintptr) (unsafe.Pointer, error) {
	return unix.MmapPtr(-1, 0, nil, size, unix.PROT_NONE, unix.MAP_ANON|unix.MAP_PRIVATE|noReserve)
}

// free frees addresses and what is mapped there.
func free(base unsafe.Pointer, size uintptr) { _ = unix.MunmapPtr(base, size) }

// open makes one slab of reserved addresses usable.
func (r *Room) open(at unsafe.Pointer) error {
	fd, offset, flags := -1, int64(0), unix.MAP_FIXED|unix.MAP_PRIVATE|unix.MAP_ANON
	if slab := int64(r.slab); r.left < slab {
		if err := r.enlargeFile(); err != nil {
			return &FullError{err}
		}
		fd, offset, flags = int(r.file.Fd()), r.end-slab, unix.MAP_FIXED|unix.MAP_SHARED
	} else {
		r.left -= slab
	}
	if _, err := unix.MmapPtr(fd, offset, at, uintptr(r.slab), unix.PROT_READ|unix.PROT_WRITE, flags); err != nil {
		return fmt.Errorf("mapping memory for the search: %w", err)
	}
	return nil
}

// enlargeFile adds a slab to the file. It creates the file in the first folder that has
// space for a slab. It allocates the blocks, so a full disk is an error here and not a
// fault when a page is written.
func (r *Room) enlargeFile() error {
	if r.file != nil {
		if err := r.file.Allocate(r.end, int64(r.slab)); err != nil {
			return err
		}
		r.end += int64(r.slab)
		return nil
	}
	var errs []error
	for _, place := range r.places {
		f, err := place.Create()
		if err == nil {
			if err = f.Allocate(0, int64(r.slab)); err == nil {
				r.file, r.end = f, int64(r.slab)
				return nil
			}
			_ = f.Close()
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
