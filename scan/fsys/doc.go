// Package fsys is what a scan asks of the system beyond package os: it opens paths
// of any length, tells file systems and files apart by their numbers, holds reading
// to a rate, and leaves the page cache and the times of access as it found them.
//
// Paths are absolute. Errors are bare errnos unless a function says otherwise: the
// caller has the path beside them.
package fsys
