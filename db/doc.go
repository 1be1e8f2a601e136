// Package db is the index: files and directories with what a scan read of them,
// contents with their fingerprints and simhashes, or the kept records of a stream.
//
// An Index is opened with Open and read through its methods; a Writer, of which there
// is one at a time across all processes, adds to it and commits. Both are bounded by
// Options.Memory. Readers never block the writer, and a killed process loses only what
// it has not committed.
//
// # The rooms
//
// The format (format.go, root.go) comes first: an index is a set of immutable segments,
// each a set of tables of sorted rows, and one root that names them. table.go, rows.go,
// postings.go, places.go, dirs.go, buckets.go and records_format.go encode the tables,
// and segment.go puts them together. index.go opens an index; contents.go, paths.go,
// hashes.go, nearhash.go, ranges.go, records.go and status.go read it. writer.go and the
// files named writer_* collect a batch and commit it as a new segment; merge*.go join
// segments, and renumber.go gives dense numbers to what is left. None of these steps
// goes back up: readers do not know the writer, and formats do not know the index.
//
// Below lie four small packages: store keeps the blocks of segments and the root in a
// folder, and alone knows Badger; hamming finds simhashes within a distance; inorder
// runs pieces of work in parallel and finishes them in order; spill creates temporary
// files. Above lies search, which answers the questions: similar pairs, groups,
// neighbours, changes, duplicates.
package db
