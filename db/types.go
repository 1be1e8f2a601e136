package db

import (
	"encoding/binary"

	"alike/fingerprint"
)

// ContentID names a content inside one index. Zero is no content.
type ContentID uint32

// DirID names a directory inside one index. Zero is no directory.
type DirID uint32

// ScanID numbers the scans of one index, from 1 on. Zero is before the first.
type ScanID uint32

// Checksum is the BLAKE3-256 checksum of a content's bytes.
type Checksum [32]byte

// Prefix returns the first eight bytes, little-endian. Two contents of one index have
// the same prefix by chance only.
func (c *Checksum) Prefix() uint64 { return sumPrefix(c[:]) }

// Params are the properties of an index that are written into it when it is
// made and never change: what turns bytes into fingerprints.
type Params struct {
	View string // raw: the bytes as they are
	Rule fingerprint.Rule
}

// DefaultParams are those of an index that nothing else was asked for.
var DefaultParams = Params{View: "raw", Rule: fingerprint.DefaultRule}

// Stat is what tells whether a file is still the one that was read.
type Stat struct {
	Size   int64  // bytes
	MTime  int64  // nanoseconds since 1970
	CTime  int64  // nanoseconds since 1970
	Inode  uint64 //
	Device uint64 //
}

// Entry is a file in a directory, as the index knows it.
type Entry struct {
	Name string
	Stat
	Content ContentID
	// Unsettled marks a file that changed so shortly before or while it was
	// read that a later change could leave its times as they are: the next scan
	// reads it again.
	Unsettled bool
	// Generated marks a file that a program wrote, as its beginning tells. One
	// without a Content is left out: no answer knows it, and what is remembered of it
	// spares the next scan from reading it again.
	Generated bool
}

// LeftOut reports whether the index has no more of a file than that it is left out.
func (e *Entry) LeftOut() bool { return e.Generated && e.Content == 0 }

// Content is what is stored once for all files of the same bytes.
type Content struct {
	Checksum Checksum
	Size     int64 // bytes
	Level    int   // of detail, see fingerprint.Rule
	// Language is the one that the code view saw the bytes in, "" if none. The same
	// bytes under a name of another language are another content.
	Language string
}

// ContentKey identifies a content: under the code view the same bytes are a content
// of their own in each language.
type ContentKey struct {
	Checksum Checksum
	Language string
}

// Key returns what identifies the content.
func (c *Content) Key() ContentKey { return ContentKey{c.Checksum, c.Language} }

// Status is what an index holds.
type Status struct {
	Params         Params
	Format         int
	Files          int64 // paths
	Directories    int64
	Contents       int64 // that a path names
	Orphans        int64 // contents that no path names, dropped at the next merge
	Bytes          int64 // sum of the sizes of the files
	ContentBytes   int64 // sum of the sizes of the contents
	Fingerprints   int64 // sum over live contents
	Postings       int64 // stored, of orphaned contents too
	Segments       int
	Generation     uint64
	DiskBytes      int64
	Hashes         int64 // simhashes, of orphaned contents too
	HashBytes      int64 // that these take, with their buckets
	Records        int64 // that are kept, in an index that holds these
	RecordBytes    int64 // that these take, with what is forgotten and not merged away yet
	Documents      int64 // live contents with a simhash
	ShortDocuments int64 // of these, too short to judge
	NoDocuments    int64 // live contents that are no text
	FewFingerprint int64 // live contents with fewer than 3 fingerprints: matched only as identical
}

func sumPrefix(sum []byte) uint64 { return binary.LittleEndian.Uint64(sum) }

// RecordID numbers a record that is kept, from 1 on; it is never given again. Zero
// is no record.
type RecordID uint32

// Kind is what an index holds. One of both could not be asked about either.
type Kind int

// The kinds of indexes. An index that nothing was entered into yet is of each.
const (
	Files   Kind = iota // and what is known of their contents
	Records             // that are no files, see Record
	AnyKind             // either, for who asks only how the index is
)
