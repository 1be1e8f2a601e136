package dataset

import (
	"reflect"
	"strings"
)

// Layout is the version of the layout. Readers refuse any other.
const Layout = 1

// Key identifies a content in the tables of a dataset: the first eight bytes of its BLAKE3-256
// checksum, little endian, as a signed number; for a content with a language, the first eight
// bytes of the BLAKE3-256 checksum of its checksum followed by the language. Of n contents, n²/2^65
// pairs share a key by chance: one in 370,000 for 10 million contents.
type Key = int64

// The tags doc describe the columns. They are in the metadata of every file, and docs/fleet.md
// repeats them.

// Export is the row of the table exports: one host and how its index was made. Datasets whose
// exports differ in view, rules, window, density, small or anchors cannot be joined.
type Export struct {
	Layout   int32    `parquet:"layout" doc:"version of the layout"`
	Host     string   `parquet:"host,dict" doc:"name of the host"`
	Exported int64    `parquet:"exported" doc:"time of the export, nanoseconds since 1970"`
	Version  string   `parquet:"version" doc:"version of alike"`
	View     string   `parquet:"view" doc:"raw, text or code"`
	Rules    string   `parquet:"rules" doc:"rules of the view"`
	Window   int32    `parquet:"window" doc:"window size: bytes under the view, or tokens of code"`
	Density  int32    `parquet:"density" doc:"level of detail of all files; -1, -2 and -3 are automatic"`
	Small    int32    `parquet:"small" doc:"window size of small files in bytes, 0 if they have no other"`
	Anchors  string   `parquet:"anchors" doc:"strings that windows follow, one a line; empty if windows are selected by hash"`
	Scheme   string   `parquet:"scheme" doc:"how the simhashes are made, empty if there are none"`
	Roots    []string `parquet:"roots,list" doc:"scanned folders"`
	Since    int64    `parquet:"since" doc:"0 if the export is complete; otherwise it lacks contents from before that time, nanoseconds since 1970"`
	Contents int64    `parquet:"contents" doc:"rows of the host's table contents"`
	Files    int64    `parquet:"files" doc:"rows of the host's table files"`
	Postings int64    `parquet:"postings" doc:"rows of the host's table postings"`
	Hashes   int64    `parquet:"simhashes" doc:"rows of the host's table simhashes"`
}

// Content is a row of the table contents, sorted by key.
type Content struct {
	Key      Key      `parquet:"key" doc:"key of the content"`
	Checksum [32]byte `parquet:"checksum" doc:"BLAKE3-256 of its bytes"`
	Size     int64    `parquet:"size" doc:"bytes"`
	Level    int32    `parquet:"level,dict" doc:"level of detail, 0 to 30"`
	Language string   `parquet:"language,dict" doc:"language under the view code, empty if none"`
	Counts   []int32  `parquet:"counts,list" doc:"fingerprints at level, level+1, ..., without trailing zeros"`
}

// File is a row of the table files, sorted bytewise by path. Readers take an empty path_bytes for
// null: GenericWriter of parquet-go writes nil as empty after a path that is not UTF-8.
type File struct {
	Host      string `parquet:"host,dict" doc:"name of the host"`
	Path      string `parquet:"path" doc:"absolute path in UTF-8; each run of other bytes is replaced by one U+FFFD"`
	PathBytes []byte `parquet:"path_bytes,optional" doc:"the path, if it is not UTF-8; otherwise null"`
	Key       Key    `parquet:"key" doc:"key of its content"`
	Size      int64  `parquet:"size" doc:"bytes"`
	MTime     int64  `parquet:"mtime" doc:"time of the last change of its bytes, nanoseconds since 1970"`
	CTime     int64  `parquet:"ctime" doc:"time of the last change of its inode, nanoseconds since 1970"`
	Device    int64  `parquet:"device,dict" doc:"the 64 bits of st_dev, signed"`
	Inode     int64  `parquet:"inode" doc:"the 64 bits of st_ino, signed; 0 if unknown"`
	Generated bool   `parquet:"generated" doc:"a program wrote it, as its first lines say"`
	SetAside  bool   `parquet:"set_aside" doc:"it is generated and counts as left out"`
}

// Posting is a row of the table postings, sorted by key and then by fingerprint.
type Posting struct {
	Key         Key   `parquet:"key,dict" doc:"key of the content"`
	Fingerprint int64 `parquet:"fingerprint,delta,uncompressed" doc:"46 bits: rank and check bits"`
	Level       int32 `parquet:"level,dict" doc:"level of detail of the content, 0 to 30"`
}

// Hash is a row of the table simhashes, sorted by key.
type Hash struct {
	Key     Key   `parquet:"key" doc:"key of the content"`
	Simhash int64 `parquet:"simhash" doc:"its 64 bits, signed"`
	Short   bool  `parquet:"short" doc:"too short to judge: near only if equal"`
}

// The tables of a host.
const (
	exports   = "exports"
	contents  = "contents"
	files     = "files"
	postings  = "postings"
	simhashes = "simhashes"
)

// tables are the tables of a host with their rows.
var tables = []struct {
	name string
	row  any
}{{exports, Export{}}, {contents, Content{}}, {files, File{}}, {postings, Posting{}}, {simhashes, Hash{}}}

// Doc is the description of a column.
type Doc struct{ Table, Column, Text string }

// Docs returns the descriptions of all columns.
func Docs() (docs []Doc) {
	for _, t := range tables {
		row := reflect.TypeOf(t.row)
		for i := range row.NumField() {
			f := row.Field(i)
			docs = append(docs, Doc{t.name, columnName(f), f.Tag.Get("doc")})
		}
	}
	return docs
}

// columnName returns the name of the column of a field.
func columnName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("parquet"), ",")
	return name
}
