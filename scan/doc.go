// Package scan updates an index from trees of files. It walks the trees, reads the
// files that changed, and passes checksums and fingerprints to package db. It does not
// print, does not exit, and does not know how the index is stored. Its functions and types may
// change in a minor version before v1; docs/library.md says more.
//
// A fixed number of workers shares one stack of work (queue.go). Reading has priority
// over walking, so each worker holds at most about one directory of files that are
// walked but not read, whatever the size of the tree:
//
//	walk.go, entries.go    list the files and folders of a directory
//	above.go               read the rules of the folders above a root
//	indexer.go             compare the listing with the index
//	trees.go, absent.go    keep what may be on a disk that is not mounted
//	moved.go               find the content of renamed files without reading
//	read.go, digest.go     read the changed files, in one pass
//	drop.go                remove folders that are gone
//	cover.go, coverage.go  record what was left out of a folder
//
// Below this package, fsys makes the system calls and ignore matches the patterns of
// names that are left out. Above it, exact counts what scanned files share by reading
// them again, and compare compares two files. Packages records and dedupe handle
// streams of records instead of files.
//
// Paths are bytes, absolute and clean, with symbolic links unresolved.
package scan
