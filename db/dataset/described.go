package dataset

import (
	"bytes"
	"cmp"
	"container/heap"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"slices"

	"alike/db"
	"alike/db/spill"
)

// descriptionRow is what a host says of a content: the key and eight more bytes of the checksum, the
// kind of the row, the digest, whether and how the simhash is known, and the number of the host.
type descriptionRow [rowSize]byte

const (
	rowKeySize = 8 + 8 + 1
	rowSize    = rowKeySize + 16 + 1 + 9 + 4
)

// The kinds of rows.
const (
	ofContent byte = iota
	ofBytes        // of any language: the key is of the checksum, and the digest is the size
)

func newRow(kind byte, key uint64, sum db.Checksum, says *description, host int) (r descriptionRow) {
	binary.BigEndian.PutUint64(r[:], key)
	copy(r[8:16], sum[8:])
	r[16] = kind
	copy(r[17:33], says.digest[:])
	if says.hashed {
		h := hashBytes(says.hash)
		r[33] = 1
		copy(r[34:], h[:])
	}
	binary.BigEndian.PutUint32(r[43:], uint32(host))
	return r
}

func (r *descriptionRow) digest() []byte { return r[17:33] }
func (r *descriptionRow) hash() []byte   { return r[33:43] } // begins with 0 if it is not known
func (r *descriptionRow) host() int      { return int(binary.BigEndian.Uint32(r[43:])) }

// same reports whether two rows are of one content.
func (r *descriptionRow) same(s *descriptionRow) bool {
	return bytes.Equal(r[:rowKeySize], s[:rowKeySize])
}

// isOf reports whether the row is of a content with a key.
func (r *descriptionRow) isOf(key Key, c *db.Content) bool {
	k := uint64(key)
	if r[16] == ofBytes {
		k = c.Checksum.Prefix()
	}
	return binary.BigEndian.Uint64(r[:]) == k && bytes.Equal(r[8:16], c.Checksum[8:16])
}

// descriptions sorts rows. Those that do not fit into memory are in sorted runs of a temporary file.
type descriptions struct {
	place spill.Place // of the file; the folder for such files is the second choice
	room  int         // rows in memory
	rows  []descriptionRow
	file  *spill.File // or nil
	runs  []descriptionRun
}

// descriptionRun is a sorted run of rows in the file, from at to end, or in memory.
type descriptionRun struct {
	at, end int64
	rest    []descriptionRow // that were read
	buffer  []byte
}

// rowsInRun is the number of rows in memory, for runs of 6 MB.
const rowsInRun = 128 << 10

func (d *descriptions) add(row descriptionRow) error {
	if d.rows = append(d.rows, row); len(d.rows) < cmp.Or(d.room, rowsInRun) {
		return nil
	}
	return d.flush()
}

// flush writes the rows in memory to the file, as a run.
func (d *descriptions) flush() (err error) {
	d.sort()
	if d.file == nil {
		if d.file, err = d.place.Create(); err != nil {
			d.file, err = spill.In(os.TempDir()).Create()
		}
		if err != nil {
			return failedComparison(err)
		}
	}
	run := descriptionRun{}
	if n := len(d.runs); n > 0 {
		run.at = d.runs[n-1].end
	}
	data := make([]byte, 0, len(d.rows)*rowSize)
	for i := range d.rows {
		data = append(data, d.rows[i][:]...)
	}
	run.end = run.at + int64(len(data))
	if _, err := d.file.WriteAt(data, run.at); err != nil {
		return failedComparison(err)
	}
	d.runs, d.rows = append(d.runs, run), d.rows[:0]
	return nil
}

func failedComparison(err error) error {
	return fmt.Errorf("comparing what hosts say of the same contents: %w", err)
}

func (d *descriptions) sort() {
	slices.SortFunc(d.rows, func(a, b descriptionRow) int { return bytes.Compare(a[:], b[:]) })
}

func (d *descriptions) close() {
	if d.file != nil {
		_ = d.file.Close()
	}
}

// fill reads further rows of a run if none are left, and reports whether there are any.
func (d *descriptions) fill(r *descriptionRun) (bool, error) {
	if len(r.rest) > 0 || r.at == r.end {
		return len(r.rest) > 0, nil
	}
	data := r.buffer[:min(int64(len(r.buffer)), r.end-r.at)]
	if n, err := d.file.ReadAt(data, r.at); n < len(data) {
		return false, failedComparison(cmp.Or(err, io.ErrUnexpectedEOF))
	}
	r.at += int64(len(data))
	r.rest = r.rest[:0:0]
	for ; len(data) > 0; data = data[rowSize:] {
		r.rest = append(r.rest, descriptionRow(data))
	}
	return true, nil
}

// each calls use for all rows in order. The row is valid during the call.
func (d *descriptions) each(ctx context.Context, use func(row *descriptionRow) error) error {
	d.sort()
	var runs runHeap
	inBuffer := max(cmp.Or(d.room, rowsInRun)/(len(d.runs)+1), 1)
	for _, run := range append(d.runs, descriptionRun{rest: d.rows}) {
		run.buffer = make([]byte, min(int64(inBuffer)*rowSize, run.end-run.at))
		some, err := d.fill(&run)
		if err != nil {
			return err
		}
		if some {
			runs = append(runs, &run)
		}
	}
	heap.Init(&runs)
	for n := 0; len(runs) > 0; n++ {
		if n%rowsInRun == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		r := runs[0]
		if err := use(&r.rest[0]); err != nil {
			return err
		}
		r.rest = r.rest[1:]
		some, err := d.fill(r)
		if err != nil {
			return err
		}
		if some {
			heap.Fix(&runs, 0)
		} else {
			heap.Pop(&runs)
		}
	}
	return nil
}

// runHeap has the run with the first row first.
type runHeap []*descriptionRun

func (h runHeap) Len() int           { return len(h) }
func (h runHeap) Less(i, j int) bool { return bytes.Compare(h[i].rest[0][:], h[j].rest[0][:]) < 0 }
func (h runHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *runHeap) Push(x any)        { *h = append(*h, x.(*descriptionRun)) }
func (h *runHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}
