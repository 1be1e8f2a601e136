package db

import (
	"fmt"

	"alike/db/hamming"
)

// # The index format, version 4
//
// An index is a set of immutable segments and one root. Both are kept in
// Badger, a segment as values of some kilobytes that are written once and never
// overwritten, the root as the one key that is (see store.go). The root names
// the segments, their tables and the number of blocks in each; a table's index
// names its blocks; so a block that has vanished is always missed, and nothing
// stale can stand in for it. All numbers in keys are big-endian, so that keys
// sort as numbers do; "uvarint" and "varint" are those of encoding/binary.
//
//	key of a block   's' segment:4 kind:1 id:8 sub:4     first row of the block
//	key of an index  's' segment:4 KIND:1 chunk:4        kind in upper case (less 0x20)
//
// An index chunk holds up to 4096 blocks: uvarint count, then for each block
// varint id less that of the block before (0 before the first), uvarint sub,
// uvarint number of rows.
//
// ## Row blocks: contents (kind c), forward sets (f), directories (d)
//
// Rows sorted by (id, part), each: uvarint id less that of the row before in
// the block (0 before the first), uvarint part, uvarint length, payload. A block
// is closed when it has passed 8 KiB.
//
// Contents. id is the content's number, part is 0. Payload: checksum:32
// (BLAKE3-256), uvarint size, level:1, uvarint m, then m counts as uvarint: of
// its fingerprints at its own level, at the next coarser one and so on, up to
// the last that is not zero; in an index of the code view then, unless it is in none,
// the language that it was seen in (uvarint length, name).
//
// Forward sets. The fingerprints of content id in ascending order, 4096 to a
// part. Payload: uvarint n, k:1, then bits (least significant first): the first
// fingerprint in 46 bits, each further one as the difference to the one before,
// less 1, in Golomb-Rice code with parameter k: the quotient in unary (that
// many zeros and a one), then k bits; 20 zeros announce a plain number of 48
// bits instead. Eight zero bytes follow. A content without fingerprints has no row.
//
// Directories. id is the directory's number; 1 is "/". Only what segments of
// higher number say of a directory counts. Payload of every part: flags:1 (1:
// the directory is gone and this is all), uvarint parent, uvarint number of
// parts, name (uvarint length, bytes), device (uvarint), uvarint n, then n
// entries in bytewise order of name:
//
//	flags:1       1 subdirectory, 2 unsettled, 4 device follows, 8 came follows,
//	              16 born follows, 32 generated
//	name          uvarint bytes shared with the name before, uvarint length of the rest, rest
//	subdirectory  uvarint its number
//	file          uvarint content, uvarint size, varint mtime less the one before,
//	              varint ctime less the one before, varint inode less the one
//	              before, uvarint device if it is not that of the part; varint
//	              came less that of the file before, unless they are equal;
//	              uvarint came less born, unless they are equal
//
// A file that is generated and has content 0 is left out: it counts for nothing, and is
// there for scans to know it again.
//
// came is the number of the scan that brought the file its content, born of the
// one that brought the file.
//
// The differences start at zero in each part. A part has at most 256 entries.
//
// ## Postings (kind p)
//
// (fingerprint, content), sorted, at most 1024 to a block; the key of the block
// is the first. uvarint n, k:1, c:1, w:1, uvarint base, then bits: the first
// content less base in w bits; for each further posting the difference of
// fingerprints in Rice code with parameter k, and, if that was zero, the
// difference of contents less 1 in Rice code with parameter c, else the content
// less base in w bits. Eight zero bytes follow. exampleBlock in the
// tests is an example.
//
// ## Places (kind l) and unnamed contents (kind t)
//
// Places: (content, directory) for every file, sorted; a place may be stale and
// must be looked up in the directory. Orphans: (content, 0) for every content
// that no path names; the root says which segment's list counts. At most 1024
// rows to a block, whose key is the first: uvarint n, then for each row uvarint
// difference of contents and varint difference of directories, to the row
// before (0, 0 before the first).
//
// ## Files that are gone (kind g)
//
// What scans found gone. A row as above, whose id is the number of the scan;
// parts count from 0. Payload: uvarint n, then n files in bytewise order of path:
// uvarint bytes shared with the path before, uvarint length of the rest, rest,
// uvarint size, level:1, uvarint number of fingerprints, the first 8 bytes of its
// checksum, uvarint number of the scan less came, uvarint came less born.
//
// ## Simhashes (kind h)
//
// What scans or searches worked out of contents, by the scheme that the root names.
// A row as above, whose id is the content; part is 0. Payload: the hash (8 bytes,
// least significant first), flags:1 (1: too short to judge, the hash is one of its
// normalised text; 2: no document, which has neither hash nor features, and no
// bucket), uvarint number of features. A content may have none, and its row may be
// in a later segment than the content. No content has two.
//
// ## Buckets (kinds 0xC0 to 0xCF, in the root b0 to b15)
//
// One table for each block of bits that the root tells: the kind is 0xC0 and the
// number of the block, 0 being that of the most significant bits; of 64 bits each of
// N blocks has 64/N, and the first 64%N one more. (hash rotated left so that the
// block comes first, content) for each simhash of a document, sorted, at most 512 to a block,
// whose key is the first. n, the number of rows, is told by the index. n hashes,
// rotated, 8 bytes each, least significant first; n contents, 4 bytes each, in the
// same way; then a bit for each, from the low ones of a byte on, that is set if the
// content is too short to judge. Nothing is packed: a block is searched as it is.
// exampleBucket in the tests is an example.
//
// ## Records (kinds r, v, x)
//
// An index holds files or records. One of records has the field records in its root
// and no tables but these three; one of files has none of them. Records are numbered
// from 1 on, a number is never given twice, and segments bring them in ascending
// order.
//
// Records (r): rows as above, whose id is the number of the record; part is 0.
// Payload: flags:1 (1: too short to judge, 2: it has a set), hash:8, least
// significant byte first, uvarint number of features, id (uvarint length, bytes),
// uvarint n, n keys of 4 bytes, least significant first; then, if it has a set,
// uvarint the set's length. exampleRecord in the tests is an example.
//
// Sets (v): what the method keeps of a record to compare exactly, in its own
// encoding. Rows whose id is the number of the record; its bytes are cut into parts
// of 32 KiB, the last being shorter; an empty set has none.
//
// Records that are gone (x): rows without payload, whose id is the number of a record
// that an earlier segment has. A merge of both leaves out both.
//
// ## Root
//
// JSON, see type root.
//
// ## Versions
//
//	1  the first
//	2  scans are numbered: came and born of files, files that are gone, the
//	   fields scan and scans of the root
//	3  simhashes and buckets, the field simhash of the root; records, the field
//	   records of the root
//	4  indexes whose windows stand behind anchors, the fields anchors and view_rules
//	   of the root; files that are generated

// FormatVersion is the version that this file describes. Versions 1 to 3 are read
// too, being the same without what was added since; an index is of version 4 once
// something was written to it.
const (
	FormatVersion = 4
	oldestFormat  = 1
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
	kindBuckets    = 0xC0 // and the number of the block
	indexKindDelta = 'a' - 'A'
)

// allKinds are the kinds of tables that a segment may have.
func allKinds() []byte {
	kinds := []byte{kindContents, kindForward, kindDirs, kindPostings, kindPlaces, kindOrphans, kindGone, kindHashes,
		kindRecords, kindSets, kindTombstones}
	for i := range hamming.MaxBlocks {
		kinds = append(kinds, byte(kindBuckets+i))
	}
	return kinds
}

// kindName is what the root calls the tables of a kind.
func kindName(kind byte) string {
	if kind >= kindBuckets {
		return fmt.Sprintf("b%d", kind-kindBuckets)
	}
	return string(rune(kind))
}

const (
	rowBlockSize    = 8 << 10 // bytes after which a block of rows is closed
	postingsInBlock = 1024
	hashesInBlock   = 512
	setPart         = 4096     // fingerprints in one part of a forward set
	dirPart         = 256      // entries in one part of a directory
	indexChunk      = 4096     // blocks named by one index chunk
	recordSetPart   = 32 << 10 // bytes of a record's set in one part
)

// rowKey sorts the rows of every table: (content or fingerprint or directory,
// part or content or directory).
type rowKey struct {
	id  uint64
	sub uint32
}

func (k rowKey) less(o rowKey) bool {
	return k.id < o.id || k.id == o.id && k.sub < o.sub
}

// isRecordKind reports whether tables of a kind are of an index of records.
func isRecordKind(kind byte) bool {
	return kind == kindRecords || kind == kindSets || kind == kindTombstones
}
