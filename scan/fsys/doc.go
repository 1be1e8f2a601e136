// Package fsys makes the system calls that a scan needs beyond package os. It opens
// paths of any length, identifies file systems and files by their numbers, limits the
// read rate, and leaves the page cache and access times as it found them.
//
// Paths are absolute. Errors are bare errnos unless documented otherwise, because the
// caller knows the path.
package fsys
