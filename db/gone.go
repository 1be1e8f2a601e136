package db

import (
	"context"
	"encoding/binary"
	"maps"
	"slices"
	"sort"

	"alike/fingerprint"
)

// GoneFile is the tombstone of a file: what the index knew when a scan found it gone.
type GoneFile struct {
	FilePath
	Size                   int64
	Level                  int
	Fingerprints           int
	Sum                    uint64 // Checksum.Prefix of its content
	ContentScan, FirstScan ScanID
}

// maxGone bounds the tombstones waiting in memory, at some 200 bytes each.
const maxGone = 16 << 10

// maxGonePart is the approximate size of a part's payload in bytes.
const maxGonePart = 8 << 10

// noteGone keeps a tombstone of a file that a scan found gone.
func (w *Writer) noteGone(dir DirID, e DirEntry) error {
	if !w.scanning {
		return nil
	}
	path, err := w.pathOf(dir)
	if err != nil {
		return err
	}
	g := GoneFile{FilePath: FilePath{path, e.Name}, Size: e.Size, ContentScan: e.ContentScan, FirstScan: e.FirstScan}
	// An uncommitted content is not found. The file then changed and vanished within
	// one scan, and the tombstone has only its size.
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

// writeGone writes the waiting tombstones to the batch's segment, which may have some
// already.
func (w *Writer) writeGone() error {
	sort.Slice(w.gone, func(i, j int) bool { return w.gone[i].Compare(w.gone[j].FilePath) < 0 })
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

// encodeGone encodes as many of the files as fit into a part and returns how many.
func encodeGone(buf []byte, files []GoneFile, scan ScanID) ([]byte, int) {
	n := 0
	var rows []byte
	for ; n < len(files) && len(rows) < maxGonePart; n++ {
		g := &files[n]
		shared, rest := 0, ""
		if n == 0 {
			rest = g.String()
		} else {
			shared, rest = g.after(files[n-1].FilePath)
		}
		rows = binary.AppendUvarint(rows, uint64(shared))
		rows = binary.AppendUvarint(rows, uint64(len(rest)))
		rows = append(rows, rest...)
		rows = binary.AppendUvarint(rows, uint64(g.Size))
		rows = append(rows, byte(g.Level))
		rows = binary.AppendUvarint(rows, uint64(g.Fingerprints))
		rows = binary.LittleEndian.AppendUint64(rows, g.Sum)
		rows = binary.AppendUvarint(rows, uint64(scan-g.ContentScan))
		rows = binary.AppendUvarint(rows, uint64(g.ContentScan-g.FirstScan))
	}
	buf = binary.AppendUvarint(buf, uint64(n))
	return append(buf, rows...), n
}

// decodeGone calls use for the files of a part. Their paths share memory, which is proportional
// to the payload, whatever it claims.
func decodeGone(payload []byte, scan ScanID, use func(GoneFile) error) error {
	r := byteReader{buf: payload}
	var path growingPath
	for range r.uvarint() {
		shared := r.uvarint()
		rest := r.bytes(r.uvarint())
		if r.short || shared > uint64(len(path.text)) {
			return errShort
		}
		g := GoneFile{FilePath: path.change(int(shared), rest), Size: int64(r.uvarint())}
		if level := r.bytes(1); !r.short {
			g.Level = int(level[0])
		}
		g.Fingerprints = int(r.uvarint())
		if sum := r.bytes(8); !r.short {
			g.Sum = sumPrefix(sum)
		}
		contentAge, firstAge := r.uvarint(), r.uvarint()
		if r.short || g.Size < 0 || g.Level > fingerprint.MaxLevel || contentAge > uint64(scan) || firstAge > uint64(scan)-contentAge {
			return errShort
		}
		g.ContentScan = scan - ScanID(contentAge)
		g.FirstScan = g.ContentScan - ScanID(firstAge)
		if err := use(g); err != nil {
			return err
		}
	}
	if r.short || len(r.buf) > 0 {
		return errShort
	}
	return nil
}

// EachGone calls use for the tombstones of all scans after the given one, scan by scan
// within a segment.
func (ix *Index) EachGone(ctx context.Context, after ScanID, use func(scan ScanID, g GoneFile) error) error {
	return eachRowOf(ix.segments, kindGone, func(t *table, key rowKey, payload []byte) error {
		if key.id <= uint64(after) {
			return ctx.Err()
		}
		if key.id > uint64(ix.root.Scan) {
			return t.damage("there are tombstones of scan %d of %d", key.id, ix.root.Scan)
		}
		scan := ScanID(key.id)
		return decodeGone(payload, scan, func(g GoneFile) error { return use(scan, g) })
	})
}

// forgettable reports whether tombstones take too much space and some can be dropped.
// The tombstones of the last scan stay.
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

// toRemember returns the first scan to keep tombstones of in a merge of all segments.
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
	err := eachRowOf(ix.segments, kindGone, func(_ *table, key rowKey, payload []byte) error {
		bytes[ScanID(key.id)] += int64(len(payload))
		return nil
	})
	if err != nil {
		return 0, err
	}
	// The tombstones of the last scan stay, whatever their size.
	left := limit - bytes[ix.root.Scan]
	if left < 0 {
		return max(ix.root.Scan, first), nil
	}
	delete(bytes, ix.root.Scan)
	for _, id := range slices.Backward(slices.Sorted(maps.Keys(bytes))) {
		if left -= bytes[id]; left < 0 {
			return max(id+1, first), nil
		}
	}
	return first, nil
}
