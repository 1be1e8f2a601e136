//go:build !linux

package fsys

// Blocks would find files that share their blocks. Only Linux tells.
type Blocks struct {
	Trees *Trees // of the files
}

// MayShare reports whether files on a device can be asked whether they share blocks.
func (b *Blocks) MayShare(device uint64, path string) bool { return false }

// Of returns "", because it is not known.
func (b *Blocks) Of(path string) string { return "" }
