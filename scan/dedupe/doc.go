// Package dedupe leaves out of streams of records those that are near-duplicates
// of an earlier one that was kept.
//
//	options.go          what counts as the same
//	method.go, make.go  how that is found out: one interface, one file for each method
//	terms.go, fingerprints.go   those that compare sets; their candidates:
//	banded.go           by bands of MinHash signatures
//	lists.go, contained.go   by inverted lists
//	run.go              a run: digests side by side, decisions in order
//	store.go, indexed.go   where the kept records are: in memory, or in an index
//	state.go, begin.go  how a run that was killed goes on
//	idf.go              a table of document frequencies instead of a run
//
// The bytes of records are the matter of package scan/records, and how an index
// holds records that of package db.
package dedupe
