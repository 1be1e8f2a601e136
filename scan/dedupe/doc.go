// Package dedupe drops from streams of records the near-duplicates of records that
// were kept earlier.
//
//	options.go, method.go     what counts as a duplicate; the interface of the methods
//	simhash.go, exact.go, terms.go, fingerprints.go   the methods
//	banded.go                 candidates by bands of MinHash signatures
//	lists.go, contained.go    candidates by inverted lists
//	job.go, run.go, row.go    a run: digests in parallel, decisions in order
//	keep.go                   a run in two readings
//	store.go, indexed.go      hold the kept records, in memory or in an index
//	state.go, begin.go        resume a run that was killed
//	claim.go                  keeps other runs from the outputs of an unfinished one
//	finished.go               recognise a run that is repeated
//	idf.go                    builds a table of document frequencies
//
// Package scan/records reads and writes the records; package db stores them in an
// index.
package dedupe
