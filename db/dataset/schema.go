package dataset

// Layout is the version of the layout. Readers refuse any other.
const Layout = 1

// Key identifies a content in the tables of a dataset: the first eight bytes of its BLAKE3-256
// checksum, little endian, as a signed number; for a content with a language, the first eight
// bytes of the BLAKE3-256 checksum of its checksum followed by the language. Of n contents, n²/2^65
// pairs share a key by chance: one in 370 million for 10 million contents.
type Key = int64

// Export is the row of the table exports: one host and how its index was made. Datasets whose
// exports differ in view, rules, window, density, small or anchors cannot be joined.
type Export struct {
	Layout   int32    `parquet:"layout"`
	Host     string   `parquet:"host,dict"`
	Exported int64    `parquet:"exported"` // nanoseconds since 1970
	Version  string   `parquet:"version"`  // of alike
	View     string   `parquet:"view"`     // raw, text or code
	Rules    string   `parquet:"rules"`    // of the view
	Window   int32    `parquet:"window"`   // bytes under the view; tokens of code
	Density  int32    `parquet:"density"`  // level of detail of all files; -1 and -2 are automatic
	Small    int32    `parquet:"small"`    // window of small files, 0 if none
	Anchors  string   `parquet:"anchors"`
	Scheme   string   `parquet:"scheme"` // of the simhashes, "" if none
	Roots    []string `parquet:"roots,list"`
	Contents int64    `parquet:"contents"` // rows of the host's tables
	Files    int64    `parquet:"files"`
	Postings int64    `parquet:"postings"`
	Hashes   int64    `parquet:"simhashes"`
}

// Content is a row of the table contents, sorted by key.
type Content struct {
	Key      Key      `parquet:"key"`
	Checksum [32]byte `parquet:"checksum"` // BLAKE3-256
	Size     int64    `parquet:"size"`     // bytes
	Level    int32    `parquet:"level"`    // level of detail, 0 to 30
	Language string   `parquet:"language,dict"`
	Counts   []int32  `parquet:"counts,list"` // fingerprints at level, level+1, …, without trailing zeros
}

// File is a row of the table files, sorted by path.
type File struct {
	Host string `parquet:"host,dict"`
	// Path is UTF-8; bytes that are not are replaced by U+FFFD. PathBytes is the path then,
	// and null or empty otherwise: parquet-go writes nil as empty after a path that is not
	// UTF-8.
	Path      string `parquet:"path"`
	PathBytes []byte `parquet:"path_bytes,optional"`
	Key       Key    `parquet:"key"`    // of its content
	Size      int64  `parquet:"size"`   // bytes
	MTime     int64  `parquet:"mtime"`  // nanoseconds since 1970
	CTime     int64  `parquet:"ctime"`  // nanoseconds since 1970
	Device    int64  `parquet:"device"` // the 64 bits of st_dev, signed
	Inode     int64  `parquet:"inode"`  // the 64 bits of st_ino, signed; 0 if unknown
	Generated bool   `parquet:"generated"`
	SetAside  bool   `parquet:"set_aside"`
}

// Posting is a row of the table postings, sorted by key and then by fingerprint.
type Posting struct {
	Key         Key   `parquet:"key,dict"`
	Fingerprint int64 `parquet:"fingerprint,delta"` // 46 bits: rank and check bits
	Level       int32 `parquet:"level,dict"`        // of the content
}

// Hash is a row of the table simhashes, sorted by key.
type Hash struct {
	Key     Key   `parquet:"key"`
	Simhash int64 `parquet:"simhash"` // 64 bits, signed
	Short   bool  `parquet:"short"`   // too short to judge: near only if equal
}
