// Package dataset keeps what an index holds as Parquet files, for engines that join the
// files of many hosts. docs/fleet.md specifies the layout; Layout is its version.
//
// A dataset is a folder with one folder for each host, partitioned as Hive does:
//
//	DIR/host=web1/exports/part-*.parquet
//	DIR/host=web1/contents/part-*.parquet
//	DIR/host=web1/files/part-*.parquet
//	DIR/host=web1/postings/part-*.parquet
//	DIR/host=web1/simhashes/part-*.parquet
//
// The files are the truth: a content that no file names does not count. So contents, postings
// and simhashes may be added to, and rows of contents that are gone do no harm. A host's folder
// is replaced as a whole; names in DIR that begin with _ are not part of the dataset.
package dataset
