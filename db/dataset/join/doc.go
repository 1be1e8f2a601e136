// Package join writes the questions about a dataset of many hosts as SQL, for an engine
// that reads Parquet files. The SQL gives the figures of alike pairs --estimate on one
// index of all hosts.
//
// A question is a list of templates in the folder sql. Both dialects share them; what
// differs stands in dialect.go. These rules keep the answers of all engines equal:
//
//   - Nothing about the fingerprints stands in the text. It is read from the table exports.
//   - Numbers with a fraction are doubles, written as CAST('0.5' AS DOUBLE), and are only
//     added, subtracted, multiplied, divided, compared and rounded down.
//   - Sums of integers are cast to BIGINT.
//   - Paths are compared by their bytes.
//
// Every name that the SQL creates begins with alike_ and is temporary, or, on Spark, dropped
// at the end.
package join
