package db

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"alike/fingerprint"
)

// ContentID numbers a content of one index. Zero is no content.
type ContentID uint32

// DirID numbers a directory of one index. Zero is no directory.
type DirID uint32

// ScanID numbers the scans of one index, from 1 on. Zero is before the first.
type ScanID uint32

// Checksum is the BLAKE3-256 checksum of the bytes of a content.
type Checksum [32]byte

// Prefix returns the first eight bytes as a little-endian number. Two contents of one
// index share it only by chance.
func (c *Checksum) Prefix() uint64 { return sumPrefix(c[:]) }

// Params are the parameters of an index. They decide how bytes become fingerprints and
// never change.
type Params struct {
	View string // raw, text or code, see package view
	Rule fingerprint.Rule
}

// DefaultParams are the parameters of an index that was created without any.
var DefaultParams = Params{View: "raw", Rule: fingerprint.DefaultRule}

// Stat is the metadata by which a scan recognises an unchanged file.
type Stat struct {
	Size   int64 // bytes
	MTime  int64 // nanoseconds since 1970
	CTime  int64 // nanoseconds since 1970
	Inode  uint64
	Device uint64
}

// Entry is a file in a directory.
type Entry struct {
	Name string
	Stat
	Content ContentID
	// Unsettled marks a file that changed while it was read, or so shortly before that
	// a later change could leave its times as they are. The next scan reads it again.
	Unsettled bool
	// Generated marks a file that a program wrote, according to its first lines.
	Generated bool
	// SetAside marks a generated file that counts as left out. Only its pairs with files
	// that are not set aside are in answers. Its Content is 0 if an older version left it
	// out unread.
	SetAside bool
}

// Coverage says how much of a folder, without its subfolders, the index has. The zero value is
// that of a folder of which nobody knows: an older version scanned it, the scan was interrupted
// there, it was imported, or entries of it were forgotten since.
type Coverage struct {
	Known   bool
	LeftOut []LeftOut // in bytewise order of reason
}

// Whole reports whether nothing in the folder was left out.
func (c Coverage) Whole() bool { return c.Known && len(c.LeftOut) == 0 }

// Equal reports whether two coverages are the same.
func (c Coverage) Equal(o Coverage) bool {
	return c.Known == o.Known && slices.Equal(c.LeftOut, o.LeftOut)
}

// LeftOut counts what a scan left out of a folder for one reason.
type LeftOut struct {
	Reason string // small letters and hyphens
	Count  int64  // files and folders; a folder counts as one with all that is in it
	Bytes  int64  // of the files among them whose size the scan knew
}

// encodeLeftOut appends what was left out.
func encodeLeftOut(buf []byte, all []LeftOut) []byte {
	buf = binary.AppendUvarint(buf, uint64(len(all)))
	for _, l := range all {
		buf = binary.AppendUvarint(buf, uint64(len(l.Reason)))
		buf = append(buf, l.Reason...)
		buf = binary.AppendUvarint(buf, uint64(l.Count))
		buf = binary.AppendUvarint(buf, uint64(l.Bytes))
	}
	return buf
}

// decodeLeftOut decodes a coverage. The reasons are printed, so they are checked.
func decodeLeftOut(r *byteReader) (c Coverage) {
	n := r.uvarint()
	c.Known, r.short = true, r.short || n > maxReasons
	for i := uint64(0); i < n && !r.short; i++ {
		reason := r.bytes(r.uvarint())
		l := LeftOut{string(reason), int64(r.uvarint()), int64(r.uvarint())}
		if l.check() != nil || i > 0 && c.LeftOut[i-1].Reason >= l.Reason {
			r.short = true
		}
		c.LeftOut = append(c.LeftOut, l)
	}
	return c
}

// check reports a count that no scan makes.
func (l LeftOut) check() error {
	letter := func(c rune) bool { return c >= 'a' && c <= 'z' || c == '-' }
	if l.Reason == "" || len(l.Reason) > maxReason || strings.ContainsFunc(l.Reason, func(c rune) bool { return !letter(c) }) ||
		l.Count <= 0 || l.Bytes < 0 || l.Count > maxLeftOut || l.Bytes > maxLeftOut {
		return fmt.Errorf("%d files with %d bytes cannot be left out as %q", l.Count, l.Bytes, l.Reason)
	}
	return nil
}

// Content is stored once for all files with the same bytes.
type Content struct {
	Checksum Checksum
	Size     int64 // bytes
	Level    int   // level of detail, see fingerprint.Rule
	// Language is the language that the code view used, "" if none. The same bytes in a
	// file of another language are another content.
	Language string
}

// ContentKey identifies a content: checksum and language. Under the code view the same
// bytes are one content in each language.
type ContentKey struct {
	Checksum Checksum
	Language string
}

// Key returns the key of the content.
func (c *Content) Key() ContentKey { return ContentKey{c.Checksum, c.Language} }

// Status counts what an index holds.
type Status struct {
	Params         Params
	Format         int
	Files          int64 // paths
	Directories    int64
	Contents       int64 // contents that at least one path names, except paths of files set aside
	Orphans        int64 // contents that no path names, dropped at the next merge
	Bytes          int64 // sum of the sizes of the files
	ContentBytes   int64 // sum of the sizes of the contents
	Fingerprints   int64 // sum over live contents
	Postings       int64 // orphaned contents included
	Segments       int
	Generation     uint64
	DiskBytes      int64
	Hashes         int64 // simhashes, orphaned contents included
	HashBytes      int64 // size of the simhashes and their buckets
	Records        int64 // kept records, in an index of records
	RecordBytes    int64 // size of the records, deleted ones included until a merge drops them
	Documents      int64 // live contents with a simhash
	ShortDocuments int64 // documents too short to judge
	NoDocuments    int64 // live contents that are not text
	FewFingerprint int64 // live contents with fewer than 3 fingerprints: they match only if identical
}

func sumPrefix(sum []byte) uint64 { return binary.LittleEndian.Uint64(sum) }

// RecordID numbers a kept record, from 1 on. Numbers are not reused. Zero is no record.
type RecordID uint32

// Kind is what an index holds: files or records.
type Kind int

// The kinds of indexes. An empty index is of any kind, unless it was created for Hosts.
const (
	Files   Kind = iota // files and their contents
	Records             // records of a stream, see Record
	AnyKind             // any kind, in Options
	Hosts               // files of other hosts and their contents, imported
)
