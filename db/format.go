package db

import (
	"fmt"

	"alike/db/hamming"
)

// # The index format, version 8
//
// An index is a set of immutable segments and one root. Package store keeps both: a
// segment as values of some kilobytes that are written once and never overwritten, the
// root as its one mutable value. The root names the segments, their tables and the
// number of blocks in each table; the index of a table names its blocks. So a missing
// block is always detected, and a stale one cannot take its place. Numbers in keys are
// big-endian, so that keys sort like numbers. "uvarint" and "varint" are the encodings
// of encoding/binary.
//
//	key of a block   's' segment:4 kind:1 id:8 sub:4     first row of the block
//	key of an index  's' segment:4 KIND:1 chunk:4        kind in upper case (less 0x20)
//
// An index chunk holds up to 4096 blocks: uvarint count, then for each block: varint
// id, minus the id of the block before (0 before the first); uvarint sub; uvarint
// number of rows.
//
// ## Row blocks: contents (kind c), forward sets (f), directories (d)
//
// Rows are sorted by (id, part). Each row is: uvarint id, minus the id of the row
// before in the block (0 before the first); uvarint part; uvarint length; payload. A
// block ends with the row that takes it past 8 KiB.
//
// Contents. The id is the number of the content, the part is 0. Payload: checksum:32
// (BLAKE3-256); uvarint size; level:1; uvarint m; then m counts as uvarints. The counts
// are the numbers of its fingerprints at its own level, at the next coarser one and so
// on, up to the last that is not zero. In an index of the code view the language of the
// content follows, unless it has none: uvarint length, name.
//
// Forward sets. The fingerprints of content id in ascending order, at most 4096 to a part.
// Payload: uvarint n; k:1; then bits, least significant first: the first fingerprint in
// 46 bits; each further one as its difference to the one before, minus 1, in
// Golomb-Rice code with parameter k: the quotient in unary (that many zeros and a one),
// then k bits. 20 zeros announce a plain number of 48 bits instead. Eight zero bytes
// follow. A content without fingerprints has no row.
//
// Directories. The id is the number of the directory; 1 is "/". If several segments
// have a directory, the one with the highest number counts. Payload of every part:
// flags:1 (1: the directory is gone, and nothing follows; 2: what was left out follows, in
// the first part only); uvarint parent; uvarint number of parts; name (uvarint length,
// bytes); what was left out; device (uvarint); uvarint n; then n entries in bytewise order
// of name:
//
//	flags:1       1 subdirectory, 2 unsettled, 4 device follows,
//	              8 content scan follows, 16 first scan follows, 32 generated,
//	              64 set aside
//	name          uvarint bytes shared with the name before, uvarint length of the rest, rest
//	subdirectory  uvarint its number
//	file          uvarint content, uvarint size, varint mtime minus the one before,
//	              varint ctime minus the one before, varint inode minus the one
//	              before, uvarint device if it differs from the device of the part;
//	              varint content scan minus the one of the file before, if they
//	              differ; uvarint content scan minus first scan, if they differ
//
// What was left out: uvarint n; then n reasons in bytewise order, each as name (uvarint
// length, bytes), uvarint number of files and folders, uvarint bytes. Without the flag it is
// not known what a scan left out of the directory.
//
// The content scan is the scan that found the file's content, the first scan the
// one that first found the file. The differences start at zero in each part. A part has
// at most 256 entries. A generated file with content 0 is set aside, and unread.
//
// ## Postings (kind p)
//
// (fingerprint, content), sorted, at most 1024 to a block; 512 are written. The key of the
// block is the first posting. uvarint n; k:1; c:1; w:1; uvarint base; then bits: the first
// content minus base in w bits; for each further posting the difference of the fingerprints in
// Rice code with parameter k and, if that is zero, the difference of the contents minus
// 1 in Rice code with parameter c, else the content minus base in w bits. Eight zero
// bytes follow. The tests have an example, exampleBlock.
//
// ## Places (kind l) and contents that are not live (kind t)
//
// Places: (content, directory) for every file, sorted. A place may be stale and must be
// looked up in the directory. Not live are orphaned contents, which
// no path names, as (content, 0), and claimed contents, which only files that are set aside
// have, as (content, 1); the root names the segment whose list counts. At most 1024 rows to a
// block, whose key is the first row: uvarint n; then for each row the uvarint difference of
// the contents and the varint difference of the directories to the row before (0, 0
// before the first).
//
// ## Tombstones of files (kind g)
//
// The files that scans found gone. A row as above; its id is the number of the scan, and
// parts count from 0. Payload: uvarint n, then n files in bytewise order of path:
// uvarint bytes shared with the path before; uvarint length of the rest; rest; uvarint
// size; level:1; uvarint number of fingerprints; the first 8 bytes of its checksum;
// uvarint scan minus content scan; uvarint content scan minus first scan.
//
// ## Simhashes (kind h)
//
// The simhashes of contents, by the scheme that the root names. A row as above; its id is
// the content and the part is 0. Payload: the hash (8 bytes, least significant
// first); flags:1 (1: too short to judge, the hash is one of the normalised text; 2: not
// a document, without hash, features and buckets); uvarint number of features. A content
// has at most one, which may be in a later segment than the content.
//
// ## Buckets (kinds 0xC0 to 0xCF, in the root b0 to b15)
//
// One table for each block of bits of the simhashes; the root gives the number N of
// blocks. The kind is 0xC0 plus the number of the block, 0 for the most significant
// bits. A block has 64/N bits, and the first 64%N blocks have one more. Rows are (hash
// rotated left so that the block comes first, content) for each simhash of a document,
// sorted, at most 512 to a block of the table, whose key is the first row. The index of
// the table has the number of rows, n. n rotated hashes, 8 bytes each, least significant
// first; n contents, 4 bytes each, least significant first; then a bit for each row,
// from the low bit of each byte on: 1 if the content is too short to judge. Nothing is
// compressed, so that a block can be searched in place. The tests have an example,
// exampleBucket.
//
// ## Records (kinds r, v, x)
//
// An index holds either files or records. The root of an index of records has the field
// records, and the index has only these three tables; an index of files has none of
// them. Records are numbered from 1 on, numbers are not reused, and later segments have
// higher numbers.
//
// Records (r): rows as above; the id is the number of the record and the part is 0.
// Payload: flags:1 (1: too short to judge, 2: it has a set); hash:8, least significant
// byte first; uvarint number of features; id (uvarint length, bytes); uvarint n; n keys
// of 4 bytes, least significant first; then, if it has a set, the uvarint length of the
// set. The tests have an example, exampleRecord.
//
// Sets (v): what the method compares exactly, in its own encoding. The id of a row is the
// number of the record. A set is cut into parts of 32 KiB, except that the last may be
// shorter; an empty set has no rows.
//
// Tombstones of records (x): rows without payload. The id is the number of a record in an
// earlier segment. A merge of both segments drops both rows.
//
// ## Root
//
// JSON, see type root.
//
// ## Versions
//
//	1  the first
//	2  scans have numbers: the content scan and first scan of files, files that
//	   are gone, the fields scan and scans of the root
//	3  simhashes and buckets, the field simhash of the root; records, the field
//	   records of the root
//	4  windows after anchors, the fields anchors and view_rules of the root;
//	   generated files
//	5  files that are set aside, and claimed contents
//	6  small windows of small contents, the fields small and long_only of the root
//	7  files of other hosts, the field imported of the root; only of indexes that have it
//	8  what scans left out of directories; tombstones share paths in parts of 8 KiB, however
//	   long the paths are
//
// The field volumes of the root, of indexes made on Windows, has no version: no program for
// Windows is older.

// Every version may have optional fields in the root that older programs ignore and drop:
// of a scan how long it ran, of a tree its first scan, its selection and what that left
// out.

// MaxName is the longest name of a file or folder in bytes.
const MaxName = maxName

// FormatVersion is the version described above. Versions 1 to 7 lack only what was added
// since, and are read too. The first commit to an index makes it version 8.
const (
	FormatVersion  = 8
	coverageFormat = 8
	oldestFormat   = 1
)

// The kinds of tables. The index of a table has the letter in upper case.
const (
	kindContents   = 'c'
	kindForward    = 'f'
	kindDirs       = 'd'
	kindPostings   = 'p'
	kindPlaces     = 'l'
	kindOrphans    = 't'
	kindGone       = 'g'
	kindHashes     = 'h'
	kindRecords    = 'r'
	kindSets       = 'v'
	kindTombstones = 'x'
	kindBuckets    = 0xC0 // plus the number of the block
	indexKindDelta = 'a' - 'A'
)

// allKinds returns the kinds of tables that a segment may have.
func allKinds() []byte {
	kinds := []byte{kindContents, kindForward, kindDirs, kindPostings, kindPlaces, kindOrphans, kindGone, kindHashes,
		kindRecords, kindSets, kindTombstones}
	for i := range hamming.MaxBlocks {
		kinds = append(kinds, byte(kindBuckets+i))
	}
	return kinds
}

// kindName returns the name of a kind in the root.
func kindName(kind byte) string {
	if kind >= kindBuckets {
		return fmt.Sprintf("b%d", kind-kindBuckets)
	}
	return string(rune(kind))
}

const (
	rowBlockSize    = 8 << 10 // bytes from which a block of rows takes no more
	postingsInBlock = 512     // as written; a query decodes half a block for each fingerprint
	mostPostings    = 1024    // as read: blocks of earlier versions
	placesInBlock   = 1024
	hashesInBlock   = 512
	setPart         = 4096     // fingerprints in one part of a forward set
	dirPart         = 256      // entries in one part of a directory
	indexChunk      = 4096     // blocks named by one index chunk
	recordSetPart   = 32 << 10 // bytes of a record's set in one part
)

// Limits of what a reader accepts.
const (
	leastBlock = 4       // bytes of a block with its entry in the table's index
	maxReasons = 64      // for leaving files out of one directory
	maxReason  = 32      // bytes of the name of a reason
	maxLeftOut = 1 << 56 // files or bytes left out of one directory for one reason, so that sums do not overflow
	maxName    = 4096    // bytes of the name of a file or directory; file systems allow a quarter
)

// rowLimits returns the largest number of rows in a block of a table, and the smallest
// size of a row in bits.
func rowLimits(kind byte) (inBlock, bits int64) {
	switch {
	case kind == kindPostings:
		return mostPostings, 2
	case kind == kindPlaces || kind == kindOrphans:
		return placesInBlock, 2 * 8
	case kind >= kindBuckets:
		return hashesInBlock, 12 * 8
	}
	const row = 3 // bytes of the key and the length
	switch inBlock = rowBlockSize/row + 1; kind {
	case kindContents:
		return inBlock, (row + 35) * 8
	case kindForward:
		return inBlock, (row + 2 + padding) * 8
	}
	return inBlock, row * 8
}

// kindsByName has the kinds of tables by their names in the root.
var kindsByName = func() map[string]byte {
	kinds := map[string]byte{}
	for _, kind := range allKinds() {
		kinds[kindName(kind)] = kind
	}
	return kinds
}()

// rowKey orders the rows of every table: (content or fingerprint or directory, part or
// content or directory).
type rowKey struct {
	id  uint64
	sub uint32
}

func (k rowKey) less(o rowKey) bool {
	return k.id < o.id || k.id == o.id && k.sub < o.sub
}

// isRecordKind reports whether a kind of table belongs to an index of records.
func isRecordKind(kind byte) bool {
	return kind == kindRecords || kind == kindSets || kind == kindTombstones
}
