//go:build unix

package dedupe

import "golang.org/x/sys/unix"

const dontFollow = unix.O_NOFOLLOW

// mayWrite returns an error if a file cannot be written.
func mayWrite(path string) error { return unix.Access(path, unix.W_OK) }

// mayCreateIn returns an error if no file can be created in a folder.
func mayCreateIn(folder string) error { return unix.Access(folder, unix.W_OK|unix.X_OK) }
