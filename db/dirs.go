package db

import (
	"encoding/binary"
	"errors"
	"slices"
)

const (
	flagSubdirectory = 1 << iota
	flagUnsettled
	flagDevice
	flagContentScan
	flagFirstScan
	flagGenerated
	flagSetAside
)

// The flags of a directory.
const (
	flagGone = 1 << iota
	flagCoverage
)

// DirEntry is a file or, if dir is not zero, a subdirectory.
type DirEntry struct {
	Entry
	dir DirID
	// ContentScan is the scan that found the file's content, FirstScan the scan
	// that first found the file.
	ContentScan, FirstScan ScanID
}

// isFile reports whether the entry is a file that is not set aside.
func (e *DirEntry) isFile() bool { return e.dir == 0 && !e.SetAside }

// directory is one directory of the index. Its entries are in bytewise order of name.
type directory struct {
	id       DirID
	parent   DirID
	name     string
	entries  []DirEntry
	coverage Coverage
	gone     bool
}

// encodeParts calls use with the payload of each part of the directory.
func (d *directory) encodeParts(use func(part int, payload []byte) error) error {
	if d.gone {
		return use(0, []byte{flagGone})
	}
	parts := max(1, (len(d.entries)+dirPart-1)/dirPart)
	var buf []byte
	for part := range parts {
		entries := d.entries[part*dirPart : min((part+1)*dirPart, len(d.entries))]
		coverage := d.coverage
		if part > 0 {
			coverage = Coverage{}
		}
		buf = d.encodePart(buf[:0], parts, coverage, entries)
		if err := use(part, buf); err != nil {
			return err
		}
	}
	return nil
}

// encodePart appends the part with the given coverage and entries. parts is the number of parts.
func (d *directory) encodePart(buf []byte, parts int, coverage Coverage, entries []DirEntry) []byte {
	var flags byte
	if coverage.Known {
		flags = flagCoverage
	}
	buf = append(buf, flags)
	buf = binary.AppendUvarint(buf, uint64(d.parent))
	buf = binary.AppendUvarint(buf, uint64(parts))
	buf = binary.AppendUvarint(buf, uint64(len(d.name)))
	buf = append(buf, d.name...)
	if coverage.Known {
		buf = encodeLeftOut(buf, coverage.LeftOut)
	}
	return encodeEntries(buf, entries)
}

func encodeEntries(buf []byte, entries []DirEntry) []byte {
	var last DirEntry
	for _, e := range entries {
		if e.dir == 0 {
			last.Device = e.Device
			break
		}
	}
	device := last.Device
	buf = binary.AppendUvarint(buf, device)
	buf = binary.AppendUvarint(buf, uint64(len(entries)))
	for _, e := range entries {
		var flags byte
		if e.dir != 0 {
			flags |= flagSubdirectory
		}
		if e.Unsettled {
			flags |= flagUnsettled
		}
		if e.Generated {
			flags |= flagGenerated
		}
		if e.SetAside {
			flags |= flagSetAside
		}
		if e.dir == 0 && e.Device != device {
			flags |= flagDevice
		}
		if e.dir == 0 && e.ContentScan != last.ContentScan {
			flags |= flagContentScan
		}
		if e.dir == 0 && e.FirstScan != e.ContentScan {
			flags |= flagFirstScan
		}
		shared := 0
		for shared < min(len(e.Name), len(last.Name)) && e.Name[shared] == last.Name[shared] {
			shared++
		}
		buf = append(buf, flags)
		buf = binary.AppendUvarint(buf, uint64(shared))
		buf = binary.AppendUvarint(buf, uint64(len(e.Name)-shared))
		buf = append(buf, e.Name[shared:]...)
		last.Name = e.Name
		if e.dir != 0 {
			buf = binary.AppendUvarint(buf, uint64(e.dir))
			continue
		}
		buf = binary.AppendUvarint(buf, uint64(e.Content))
		buf = binary.AppendUvarint(buf, uint64(e.Size))
		buf = binary.AppendVarint(buf, e.MTime-last.MTime)
		buf = binary.AppendVarint(buf, e.CTime-last.CTime)
		buf = binary.AppendVarint(buf, int64(e.Inode-last.Inode))
		if flags&flagDevice != 0 {
			buf = binary.AppendUvarint(buf, e.Device)
		}
		if flags&flagContentScan != 0 {
			buf = binary.AppendVarint(buf, int64(e.ContentScan)-int64(last.ContentScan))
		}
		if flags&flagFirstScan != 0 {
			buf = binary.AppendUvarint(buf, uint64(e.ContentScan-e.FirstScan))
		}
		last.Stat, last.ContentScan = e.Stat, e.ContentScan
	}
	return buf
}

// decodePart adds one part to the directory and returns the number of parts.
func (d *directory) decodePart(payload []byte) (parts int, err error) {
	r := byteReader{buf: payload}
	if parts = d.decodeHead(&r); d.gone || len(d.name) > maxName {
		if !d.gone {
			err = errShort
		}
		return parts, err
	}
	device := r.uvarint()
	n := r.uvarint()
	if r.short || n > dirPart {
		return parts, errShort
	}
	var last DirEntry
	for range n {
		e, ok := decodeEntry(&r, last, device)
		if !ok {
			return parts, errShort
		}
		d.entries = append(d.entries, e)
		if e.dir == 0 {
			last.Stat, last.ContentScan = e.Stat, e.ContentScan
		}
		last.Name = e.Name
	}
	if len(r.buf) > 0 {
		return parts, errShort
	}
	return parts, nil
}

// decodeHead decodes the beginning that all parts share.
func (d *directory) decodeHead(r *byteReader) (parts int) {
	flags := r.bytes(1)
	if !r.short && flags[0]&flagGone != 0 {
		d.gone = true
		return 1
	}
	d.parent = DirID(r.uvarint())
	parts = int(r.uvarint())
	d.name = string(r.bytes(r.uvarint()))
	if !r.short && flags[0]&flagCoverage != 0 {
		d.coverage = decodeLeftOut(r)
	}
	return parts
}

func decodeEntry(r *byteReader, last DirEntry, device uint64) (e DirEntry, ok bool) {
	flags := r.bytes(1)
	shared := r.uvarint()
	rest := r.bytes(r.uvarint())
	if r.short || shared > uint64(len(last.Name)) || shared+uint64(len(rest)) > maxName {
		return e, false
	}
	e.Name = last.Name[:shared] + string(rest)
	if flags[0]&flagSubdirectory != 0 {
		e.dir = DirID(r.uvarint())
		return e, !r.short && e.dir != 0
	}
	e.Unsettled = flags[0]&flagUnsettled != 0
	e.Generated = flags[0]&flagGenerated != 0
	e.Content = ContentID(r.uvarint())
	e.SetAside = flags[0]&flagSetAside != 0 || e.Generated && e.Content == 0
	e.Size = int64(r.uvarint())
	e.MTime = last.MTime + r.varint()
	e.CTime = last.CTime + r.varint()
	e.Inode = last.Inode + uint64(r.varint())
	e.Device = device
	if flags[0]&flagDevice != 0 {
		e.Device = r.uvarint()
	}
	e.ContentScan = last.ContentScan
	if flags[0]&flagContentScan != 0 {
		e.ContentScan = ScanID(int64(last.ContentScan) + r.varint())
	}
	e.FirstScan = e.ContentScan
	if flags[0]&flagFirstScan != 0 {
		e.FirstScan -= ScanID(r.uvarint())
	}
	return e, !r.short && e.Size >= 0
}

// directory returns a directory from the newest segment that has it, nil if there is
// none or it is gone.
func (ix *Index) directory(id DirID) (*directory, error) {
	return ix.directoryInParts(id, func(*directory) {})
}

// directoryInParts is like directory, and calls use after each part. If use takes the
// entries away, a large directory is never whole in memory.
func (ix *Index) directoryInParts(id DirID, use func(d *directory)) (*directory, error) {
	for i := len(ix.segments) - 1; i >= 0; i-- {
		t := ix.segments[i].table(kindDirs)
		d := &directory{id: id}
		parts := 1
		for part := 0; part < parts; part++ {
			found, err := t.row(rowKey{uint64(id), uint32(part)}, func(payload []byte) (err error) {
				parts, err = d.decodePart(payload)
				return err
			})
			if err != nil {
				return nil, err
			}
			if found {
				use(d)
			}
			if !found && part == 0 {
				d = nil
				break
			}
			if !found {
				return nil, t.damage("part %d of directory %d is missing", part, id)
			}
		}
		if d != nil {
			if d.gone {
				return nil, nil
			}
			return d, nil
		}
	}
	return nil, nil
}

// directoryHead returns a directory without its entries, nil if there is none. It reads
// one part: the entries of a folder of 40,000 files take 4 ms.
func (ix *Index) directoryHead(id DirID) (*directory, error) {
	for _, s := range slices.Backward(ix.segments) {
		d := &directory{id: id}
		found, err := s.table(kindDirs).row(rowKey{uint64(id), 0}, func(payload []byte) error {
			r := byteReader{buf: payload}
			if d.decodeHead(&r); r.short {
				return errShort
			}
			return nil
		})
		switch {
		case err != nil || found && d.gone:
			return nil, err
		case found:
			return d, nil
		}
	}
	return nil, nil
}

// eachDirectory calls use for every directory of the index, in no order. Cost: the
// directory tables of all segments are read.
func (ix *Index) eachDirectory(use func(d *directory) error) error {
	seen := numberSet[DirID]{}
	for i := len(ix.segments) - 1; i >= 0; i-- {
		t := ix.segments[i].table(kindDirs)
		d := &directory{}
		left := 0 // parts of d still to come
		err := t.each(func(key rowKey, payload []byte) error {
			if key.id == 0 || key.id >= uint64(ix.root.NextDir) {
				return t.damage("directory %d does not exist", key.id)
			}
			if seen.has(DirID(key.id)) {
				return nil
			}
			if key.sub == 0 {
				d = &directory{id: DirID(key.id)}
				left = 1
			}
			if left == 0 || d.id != DirID(key.id) {
				return t.damage("a part of directory %d is missing", key.id)
			}
			parts, err := d.decodePart(payload)
			if err != nil {
				return err
			}
			if left = parts - int(key.sub) - 1; left > 0 {
				return nil
			}
			seen.add(DirID(key.id))
			if d.gone {
				return nil
			}
			return use(d)
		})
		if err != nil {
			return err
		}
		if left > 0 {
			return t.damage("the last parts of directory %d are missing", d.id)
		}
	}
	return nil
}

// pathOf returns the path of a directory. The error is errGone if a directory above no
// longer exists.
func (ix *Index) pathOf(d *directory, known *dirPaths) (*DirPath, error) {
	return ix.pathBy(d.id, known, func(id DirID) (*directory, error) {
		if id == d.id {
			return d, nil
		}
		return ix.directoryHead(id)
	})
}

// maxUncommitted is more than the directories that wait for a commit.
const maxUncommitted = 1 << 20

// pathBy returns the path of a directory that head reads, and those above it.
func (ix *Index) pathBy(id DirID, known *dirPaths, head func(id DirID) (*directory, error)) (*DirPath, error) {
	path, err := known.path(ix.root.top(), id, int(ix.root.rows(kindDirs))+maxUncommitted, func(id DirID) (dirHead, error) {
		d, err := head(id)
		if err == nil && d == nil {
			err = errGone
		}
		if err != nil {
			return dirHead{}, err
		}
		return dirHead{id, d.parent, d.name}, nil
	})
	if inside, ok := err.(errInside); ok {
		err = ix.Damaged("%v", inside)
	}
	return path, err
}

// errGone reports a directory that the index no longer has.
var errGone = errors.New("the directory no longer exists")
