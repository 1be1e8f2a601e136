// Package records reads streams of records that are not files of their own, such
// as news, web pages or training text, and writes the ones that are kept. A record
// keeps its bytes exactly as they are in the input: the output is the input, byte for
// byte and in order, minus the records that were dropped.
//
//	input.go                  opens an input and decompresses it
//	reader.go, split.go       cut its bytes into batches of whole records
//	parse.go                  finds the texts, ids and hashes of a batch's records
//	json*.go, columns.go, listed.go   do so for each format
//	pipeline.go               processes batches in parallel, decides on them in order
//	output.go, dropped.go     write the kept records and list the dropped ones
//	checkpoint.go, resume.go  resume a run that was killed
//	errors.go                 the errors that a caller can tell apart
//
// The package knows nothing about duplicates or the index.
package records
