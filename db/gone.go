package db

import (
	"context"
	"encoding/binary"
	"slices"
	"strings"
)

// GoneFile is a file that a scan found gone.
type GoneFile struct {
	Path                   string
	Size                   int64
	Level                  int
	Fingerprints           int
	Sum                    uint64 // Checksum.Prefix of its content
	ContentScan, FirstScan ScanID
}

// maxGone is how many of them wait in memory, at some 200 bytes each.
const maxGone = 16 << 10

// maxGonePart is how large the payload of a part is, in bytes, more or less.
const maxGonePart = 8 << 10

// noteGone remembers a file that is dropped because a scan found it gone.
func (w *Writer) noteGone(dir DirID, e DirEntry) error {
	if !w.scanning {
		return nil
	}
	path, err := w.pathOf(dir)
	if err != nil {
		return err
	}
	g := GoneFile{Path: joinPath(path, e.Name), Size: e.Size, ContentScan: e.ContentScan, FirstScan: e.FirstScan}
	// A content that waits for its commit is not found. Then the file changed and
	// went between two looks of one scan, and only its size is told.
	row, _, err := w.ix.content(e.Content)
	if err != nil {
		return err
	}
	g.Level, g.Fingerprints, g.Sum = row.Level, row.Fingerprints(), row.Checksum.Prefix()
	w.gone = append(w.gone, g)
	w.tree.waiting++
	if len(w.gone) < maxGone {
		return nil
	}
	w.begin(w.root.NextContent)
	return w.writeGone()
}

// writeGone writes what is gone to a table of the batch's segment, which may have
// some already.
func (w *Writer) writeGone() error {
	slices.SortFunc(w.gone, func(a, b GoneFile) int { return strings.Compare(a.Path, b.Path) })
	var payload []byte
	for files := w.gone; len(files) > 0; w.goneParts++ {
		n := 0
		payload, n = encodeGone(payload[:0], files, w.root.Scan)
		if err := w.batch.seg.gone.add(rowKey{uint64(w.root.Scan), w.goneParts}, payload); err != nil {
			return err
		}
		files = files[n:]
	}
	w.gone = w.gone[:0]
	return nil
}

// encodeGone encodes as many of the files as fit into a part.
func encodeGone(buf []byte, files []GoneFile, scan ScanID) ([]byte, int) {
	n, bytes := 0, 0
	for n < len(files) && bytes < maxGonePart {
		bytes += len(files[n].Path)
		n++
	}
	buf = binary.AppendUvarint(buf, uint64(n))
	last := ""
	for _, g := range files[:n] {
		shared := commonPrefix(g.Path, last)
		buf = binary.AppendUvarint(buf, uint64(shared))
		buf = binary.AppendUvarint(buf, uint64(len(g.Path)-shared))
		buf = append(buf, g.Path[shared:]...)
		buf = binary.AppendUvarint(buf, uint64(g.Size))
		buf = append(buf, byte(g.Level))
		buf = binary.AppendUvarint(buf, uint64(g.Fingerprints))
		buf = binary.LittleEndian.AppendUint64(buf, g.Sum)
		buf = binary.AppendUvarint(buf, uint64(scan-g.ContentScan))
		buf = binary.AppendUvarint(buf, uint64(g.ContentScan-g.FirstScan))
		last = g.Path
	}
	return buf, n
}

// decodeGone calls use for the files of a part.
func decodeGone(payload []byte, scan ScanID, use func(GoneFile) error) error {
	r := byteReader{buf: payload}
	last := ""
	for range r.uvarint() {
		shared := r.uvarint()
		rest := r.bytes(r.uvarint())
		if r.short || shared > uint64(len(last)) {
			return errShort
		}
		g := GoneFile{Path: last[:shared] + string(rest), Size: int64(r.uvarint())}
		if level := r.bytes(1); !r.short {
			g.Level = int(level[0])
		}
		g.Fingerprints = int(r.uvarint())
		if sum := r.bytes(8); !r.short {
			g.Sum = sumPrefix(sum)
		}
		came, born := r.uvarint(), r.uvarint()
		if r.short || came > uint64(scan) || born > uint64(scan)-came {
			return errShort
		}
		g.ContentScan = scan - ScanID(came)
		g.FirstScan = g.ContentScan - ScanID(born)
		if err := use(g); err != nil {
			return err
		}
		last = g.Path
	}
	if r.short || len(r.buf) > 0 {
		return errShort
	}
	return nil
}

// EachGone calls use for every file that a scan after the given one found gone,
// scan by scan within a segment.
func (ix *Index) EachGone(ctx context.Context, after ScanID, use func(scan ScanID, g GoneFile) error) error {
	for _, s := range ix.segments {
		err := s.table(kindGone).each(func(key rowKey, payload []byte) error {
			if key.id <= uint64(after) {
				return ctx.Err()
			}
			scan := ScanID(key.id)
			return decodeGone(payload, scan, func(g GoneFile) error { return use(scan, g) })
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// forgettable reports whether what is gone takes up too much, and some of it can
// be dropped: that of the last scan never is.
func (ix *Index) forgettable() (bool, error) {
	if has, limit := ix.root.goneBytes(); has <= 2*limit {
		return false, nil
	}
	for _, s := range ix.segments {
		t := s.table(kindGone)
		if err := t.load(); err != nil {
			return false, err
		}
		if len(t.blocks) > 0 && t.blocks[0].first.id < uint64(ix.root.Scan) {
			return true, nil
		}
	}
	return false, nil
}

// toRemember returns the first scan of which an index whose segments are all
// merged is to remember what is gone.
func (ix *Index) toRemember() (ScanID, error) {
	first := ScanID(1)
	if len(ix.root.Scans) > 0 {
		first = ix.root.Scans[0].ID
	}
	has, limit := ix.root.goneBytes()
	if has <= limit {
		return first, nil
	}
	bytes := map[ScanID]int64{}
	for _, s := range ix.segments {
		err := s.table(kindGone).each(func(key rowKey, payload []byte) error {
			bytes[ScanID(key.id)] += int64(len(payload))
			return nil
		})
		if err != nil {
			return 0, err
		}
	}
	// The last scan always, whatever it takes.
	left := limit - bytes[ix.root.Scan]
	id := ix.root.Scan
	for ; id > first; id-- {
		if left -= bytes[id-1]; left < 0 {
			break
		}
	}
	return max(id, first), nil
}
