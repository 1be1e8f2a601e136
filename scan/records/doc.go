// Package records reads streams of records that are no files of their own, such
// as news, web pages or training text, and writes those that are kept. Every
// record comes with its bytes exactly as they stood in the input, so that the
// output is the input, byte for byte and in order, less the records left out.
//
//	input.go            an input is opened and decompressed
//	reader.go, split.go its bytes become batches of whole records
//	parse.go            a batch's records get their texts, ids and hashes
//	json*.go, columns.go, listed.go   how, for each format
//	pipeline.go         batches are worked on side by side, decided on in order
//	output.go, dropped.go   what is kept and what is not is written
//	checkpoint.go, resume.go   how a run that was killed goes on
//
// Nothing here knows what a duplicate is, nor the index.
package records
