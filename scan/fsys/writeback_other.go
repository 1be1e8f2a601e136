//go:build !linux

package fsys

import "context"

// StartWriteBack does nothing: only Linux can start writing the pages of a file without
// waiting for the disk. Changes through a mapping that stays open may go unnoticed until
// the times of the file change; Verify finds them.
func StartWriteBack(ctx context.Context, fd int, size int64) {}
