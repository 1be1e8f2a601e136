package dataset

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"slices"

	"alike/db"
	"alike/db/inorder"
	"alike/db/spill"
	"alike/fingerprint"
)

// sets holds the fingerprints of contents by row group. The index has them in the order in
// which contents came, and row groups are in order of key: to look each content up takes a
// random read of the disk. So the index is read once in its own order, and the fingerprints
// go to a buffer for each row group and, beyond a bound, to a temporary file.
type sets struct {
	place  spill.Place // of the temporary file; the folder for such files is the second choice
	room   int         // bytes of all buffers
	held   int
	groups []setGroup

	file *spill.File // or nil
	end  int64       // of what was written to it
}

// setGroup is the sets of the contents of a row group. A set is the number of the content
// within the group and the number of fingerprints, 4 bytes each, and the fingerprints, 6 bytes
// each.
type setGroup struct {
	buffer []byte
	chunks []chunk
}

// chunk is a piece of the temporary file.
type chunk struct{ at, size int64 }

const (
	setHead   = 8
	printSize = 6
)

// collect reads the fingerprints of the contents of all groups.
func (s *sets) collect(ctx context.Context, ix *db.Index, groups [][]sortedContent, done func(n int64)) error {
	type wanted struct {
		id            db.ContentID
		group, number uint32
	}
	var all []wanted
	for g, contents := range groups {
		for i, c := range contents {
			if c.count > 0 {
				all = append(all, wanted{c.id, uint32(g), uint32(i)})
			}
		}
	}
	if err := inorder.Sort(ctx, all, func(a, b wanted) int { return cmp.Compare(a.id, b.id) }); err != nil {
		return err
	}
	s.groups = make([]setGroup, len(groups))
	var set fingerprint.Set
	var err error
	for _, c := range all {
		n := int(groups[c.group][c.number].count)
		if set, err = ix.Fingerprints(c.id, n, set[:0]); err != nil {
			return err
		}
		if err := s.add(int(c.group), c.number, set); err != nil {
			return err
		}
		if done(int64(n)); ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// add adds the set of a content.
func (s *sets) add(group int, number uint32, set fingerprint.Set) error {
	g := &s.groups[group]
	g.buffer = binary.LittleEndian.AppendUint32(g.buffer, number)
	g.buffer = binary.LittleEndian.AppendUint32(g.buffer, uint32(len(set)))
	for _, f := range set {
		g.buffer = append(g.buffer, byte(f), byte(f>>8), byte(f>>16), byte(f>>24), byte(f>>32), byte(f>>40))
	}
	if s.held += setHead + printSize*len(set); s.held < s.room {
		return nil
	}
	return s.flush()
}

// flush writes all buffers to the temporary file.
func (s *sets) flush() (err error) {
	if s.file == nil {
		if s.file, err = s.place.Create(); err != nil {
			if s.file, err = spill.In(os.TempDir()).Create(); err != nil {
				return err
			}
		}
	}
	for i := range s.groups {
		g := &s.groups[i]
		if len(g.buffer) == 0 {
			continue
		}
		n, err := s.file.WriteAt(g.buffer, s.end)
		if err != nil {
			return err
		}
		g.chunks = append(g.chunks, chunk{s.end, int64(n)})
		s.end += int64(n)
		g.buffer = g.buffer[:0]
	}
	s.held = 0
	return nil
}

func (s *sets) close() {
	if s.file != nil {
		_ = s.file.Close()
	}
}

// groupSets is the sets of one row group.
type groupSets struct {
	data []byte
	at   []int64 // of the set of each content in data, -1 if it has none
}

// read reads the sets of a group with a number of contents, in place of those before.
func (r *groupSets) read(s *sets, group, contents int) error {
	g := &s.groups[group]
	r.data = r.data[:0]
	for _, c := range g.chunks {
		from := len(r.data)
		r.data = slices.Grow(r.data, int(c.size))[:from+int(c.size)]
		if n, err := s.file.ReadAt(r.data[from:], c.at); n < int(c.size) {
			return fmt.Errorf("reading the fingerprints of %d contents from a temporary file: %w", contents, cmp.Or(err, io.ErrUnexpectedEOF))
		}
	}
	r.data = append(r.data, g.buffer...)
	g.buffer = nil
	r.at = slices.Grow(r.at[:0], contents)[:contents]
	for i := range r.at {
		r.at[i] = -1
	}
	for at := 0; at < len(r.data); {
		number, n := binary.LittleEndian.Uint32(r.data[at:]), binary.LittleEndian.Uint32(r.data[at+4:])
		r.at[number] = int64(at)
		at += setHead + printSize*int(n)
	}
	return nil
}

// each calls use for the fingerprints of a content, in ascending order, until use returns an
// error.
func (r *groupSets) each(number int, use func(f int64) error) error {
	at := r.at[number]
	if at < 0 {
		return nil
	}
	n := int64(binary.LittleEndian.Uint32(r.data[at+4:]))
	for data := r.data[at+setHead : at+setHead+printSize*n]; len(data) > 0; data = data[printSize:] {
		f := uint64(binary.LittleEndian.Uint32(data)) | uint64(binary.LittleEndian.Uint16(data[4:]))<<32
		if err := use(int64(f)); err != nil {
			return err
		}
	}
	return nil
}
