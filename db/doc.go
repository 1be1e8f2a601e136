// Package db is the index: files and directories as scans found them, contents with
// their fingerprints and simhashes, or the kept records of a stream.
//
// Open opens an Index, whose methods read it. A Writer adds to it and commits; only one
// process at a time can have one. Options.Memory bounds the memory of both. Readers never
// block the writer, and a killed process loses only what it has not committed.
//
// Later versions read the indexes of earlier ones; see FormatVersion. The functions and types
// may change in a minor version before v1; docs/library.md says more.
//
// # Files and packages
//
// The format (format.go, root.go) comes first: an index is a set of immutable segments,
// each a set of tables of sorted rows, and one root that names them. table.go, rows.go,
// postings.go, places.go, dirs.go, buckets.go and records.go encode the tables,
// decode.go and inplace.go read them, and segment.go puts them together. index.go opens an
// index; contents.go, sizes.go, paths.go, hashes.go, nearhash.go, ranges.go, lists.go, records.go and
// status.go read it. writer.go and the files named writer_* collect a batch and commit it as
// a new segment; merge*.go join segments, and renumber.go gives dense numbers to what is left.
//
// Four small packages support this one: store keeps the blocks of segments and the root
// in a folder, and is the only importer of Badger; hamming finds simhashes within a
// distance; inorder runs pieces of work in parallel and finishes them in order; spill
// creates temporary files. Package search builds on db and answers queries: similar
// pairs, groups, neighbours, changes, duplicates.
package db
