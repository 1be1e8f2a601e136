//go:build !linux

package fsys

// OpenBeneath opens a relative path below an open folder. It follows no symbolic link,
// not even within the path, so that the result lies below the folder whatever happens
// to the tree meanwhile. A link on the way is ELOOP or ENOTDIR. The path may have any
// length. Cost: one or two system calls for each component.
func OpenBeneath(dirfd int, path string, flags int) (int, error) {
	return openStepwise(dirfd, path, flags)
}
