//go:build !linux

package system

import "errors"

// StartWriteBack fails: only Linux can start to write a part of a file without waiting.
func StartWriteBack(fd uintptr, at, size int64) error { return errors.ErrUnsupported }
