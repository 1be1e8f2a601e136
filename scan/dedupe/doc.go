// Package dedupe drops from streams of records the near-duplicates of records that
// were kept earlier.
//
//	options.go                what counts as a duplicate
//	method.go, found.go       the interface of the methods; what they find
//	simhash.go, exact.go, terms.go, fingerprints.go   the methods
//	equal.go                  records that are compared for equality
//	banded.go                 candidates by bands of MinHash signatures
//	lists.go, contained.go    candidates by inverted lists
//	job.go, run.go, row.go    a run: digests in parallel, decisions in order
//	keep.go                   a run in two readings
//	store.go, indexed.go      hold the kept records, in memory or in an index
//	state.go, begin.go        resume a run that was killed
//	statefolder.go            where it keeps its state without another index
//	claim.go                  keeps other runs from the outputs of an unfinished one
//	finished.go               recognise a run that is repeated
//	idf.go                    builds a table of document frequencies
//
// Package scan/records reads and writes the records; package db stores them in an
// index.
package dedupe
