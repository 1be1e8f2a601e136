// Package scan brings an index up to date with trees of files: it walks them,
// notices what changed, reads that, and hands checksums and fingerprints to
// package db. It prints nothing, ends no process and knows nothing of how the
// index is stored.
//
// A fixed number of workers shares one stack of work (queue.go). Reading comes
// before walking, so what has been walked and not yet read is at most a
// directory for each worker, whatever the size of the tree:
//
//	walk.go, entries.go   a directory becomes a listing of files and folders
//	ignore.go, globs.go   what its rules leave out
//	compare.go            the listing against what the index has
//	gone.go, absent.go    what is missing because a disk is not mounted
//	moved.go              renamed files keep their content
//	read.go, digest.go    the files that changed are read, in one pass
//
// Beside that, exact.go counts what files that were scanned have in common, by
// reading them again.
//
// Paths are bytes, absolute and clean, with symbolic links unresolved.
package scan
