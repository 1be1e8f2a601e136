package db

import (
	"context"
	"encoding/binary"
	"slices"
	"strings"
)

// goneFile is a file that a scan found gone.
type goneFile struct {
	path         string
	size         int64
	level        int
	fingerprints int
	sum          uint64 // the first bytes of its checksum
	came, born   ScanID
}

// maxGone is how many of them wait in memory, at some 200 bytes each.
const maxGone = 16 << 10

// maxGonePart is how large the payload of a part is, in bytes, more or less.
const maxGonePart = 8 << 10

// noteGone remembers a file that is dropped because a scan found it gone.
func (w *Writer) noteGone(dir DirID, e dirEntry) error {
	if !w.scanning {
		return nil
	}
	path, err := w.pathOf(dir)
	if err != nil {
		return err
	}
	g := goneFile{path: joinPath(path, e.Name), size: e.Size, came: e.came, born: e.born}
	// A content that waits for its commit is not found. Then the file changed and
	// went between two looks of one scan, and only its size is told.
	row, _, err := w.ix.content(e.Content)
	if err != nil {
		return err
	}
	g.level, g.fingerprints, g.sum = row.Level, row.fingerprints(), sumPrefix(row.Checksum[:])
	w.gone = append(w.gone, g)
	w.tree.waiting++
	if len(w.gone) < maxGone {
		return nil
	}
	w.begin(w.root.NextContent)
	return w.writeGone()
}

// pathOf returns the path of a directory as the writer sees it. It never
// changes.
func (w *Writer) pathOf(id DirID) (string, error) {
	if id == rootDir {
		return "/", nil
	}
	if p, ok := w.goneDirs[id]; ok {
		return p, nil
	}
	d, err := w.tree.state(id)
	if err != nil {
		return "", err
	}
	name := d.name
	parent, err := w.pathOf(d.parent)
	if err != nil {
		return "", err
	}
	if w.goneDirs == nil || len(w.goneDirs) >= maxPaths {
		w.goneDirs = map[DirID]string{}
	}
	w.goneDirs[id] = joinPath(parent, name)
	return w.goneDirs[id], nil
}

// writeGone writes what is gone to a table of the batch's segment, which may have
// some already.
func (w *Writer) writeGone() error {
	slices.SortFunc(w.gone, func(a, b goneFile) int { return strings.Compare(a.path, b.path) })
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
func encodeGone(buf []byte, files []goneFile, scan ScanID) ([]byte, int) {
	n, bytes := 0, 0
	for n < len(files) && bytes < maxGonePart {
		bytes += len(files[n].path)
		n++
	}
	buf = binary.AppendUvarint(buf, uint64(n))
	last := ""
	for _, g := range files[:n] {
		shared := commonPrefix(g.path, last)
		buf = binary.AppendUvarint(buf, uint64(shared))
		buf = binary.AppendUvarint(buf, uint64(len(g.path)-shared))
		buf = append(buf, g.path[shared:]...)
		buf = binary.AppendUvarint(buf, uint64(g.size))
		buf = append(buf, byte(g.level))
		buf = binary.AppendUvarint(buf, uint64(g.fingerprints))
		buf = binary.LittleEndian.AppendUint64(buf, g.sum)
		buf = binary.AppendUvarint(buf, uint64(scan-g.came))
		buf = binary.AppendUvarint(buf, uint64(g.came-g.born))
		last = g.path
	}
	return buf, n
}

// decodeGone calls use for the files of a part.
func decodeGone(payload []byte, scan ScanID, use func(goneFile) error) error {
	r := byteReader{buf: payload}
	last := ""
	for range r.uvarint() {
		shared := r.uvarint()
		rest := r.bytes(r.uvarint())
		if r.short || shared > uint64(len(last)) {
			return errShort
		}
		g := goneFile{path: last[:shared] + string(rest), size: int64(r.uvarint())}
		if level := r.bytes(1); !r.short {
			g.level = int(level[0])
		}
		g.fingerprints = int(r.uvarint())
		if sum := r.bytes(8); !r.short {
			g.sum = sumPrefix(sum)
		}
		came, born := r.uvarint(), r.uvarint()
		if r.short || came > uint64(scan) || born > uint64(scan)-came {
			return errShort
		}
		g.came = scan - ScanID(came)
		g.born = g.came - ScanID(born)
		if err := use(g); err != nil {
			return err
		}
		last = g.path
	}
	if r.short || len(r.buf) > 0 {
		return errShort
	}
	return nil
}

// eachGone calls use for every file that a scan after the given one found gone,
// scan by scan within a segment.
func (ix *Index) eachGone(ctx context.Context, after ScanID, use func(scan ScanID, g goneFile) error) error {
	for _, s := range ix.segments {
		err := s.table(kindGone).each(func(key rowKey, payload []byte) error {
			if key.id <= uint64(after) {
				return ctx.Err()
			}
			scan := ScanID(key.id)
			return decodeGone(payload, scan, func(g goneFile) error { return use(scan, g) })
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// gone keeps what scans found gone, unless it was before the first one to be
// remembered.
func (m *merger) gone() error {
	cursors, err := m.cursors(kindGone)
	if err != nil {
		return err
	}
	for {
		cursors = slices.DeleteFunc(cursors, func(c *rowCursor) bool { return c.done })
		if len(cursors) == 0 {
			return nil
		}
		id := cursors[0].key.id
		for _, c := range cursors {
			id = min(id, c.key.id)
		}
		part := uint32(0)
		for _, c := range cursors {
			for !c.done && c.key.id == id {
				if id >= uint64(m.remember) {
					if err := m.seg.gone.add(rowKey{id, part}, c.payload); err != nil {
						return err
					}
				}
				part++
				if err := c.next(); err != nil {
					return err
				}
			}
		}
	}
}

// goneShare is which part of the index what scans found gone may take up, and
// goneLeast what it may anyhow, in bytes.
const (
	goneShare = 1.0 / 16
	goneLeast = 1 << 20
)

// goneBytes returns how many bytes that takes up, and how many it may.
func (r *root) goneBytes() (has, limit int64) {
	all := int64(0)
	for i := range r.Segments {
		all += r.Segments[i].bytes()
		has += r.Segments[i].Tables[kindName(kindGone)].Bytes
	}
	return has, max(goneLeast, int64(goneShare*float64(all-has)))
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
