package dataset

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// Limits of what a part file may make its reader allocate. Export writes a hundredth of each.
const (
	maxFooter     = 8 << 20  // bytes
	maxElements   = 1 << 18  // of all lists in the footer
	maxPageHeader = 4 << 20  // bytes; it has the smallest and the largest path, perhaps twice
	maxPage       = 64 << 20 // bytes after decompression
	maxTexts      = 64 << 10 // bytes of a dictionary of texts, each of which may be copied for every row
	maxValues     = 1 << 23  // of a page
)

var errPage = errors.New("a page is damaged")

// inspector checks a part file before the Parquet library reads it, which trusts the sizes and
// counts that the file claims.
type inspector struct {
	file    io.ReaderAt
	size    int64
	decoder *zstd.Decoder
	page    []byte
	plain   []byte
}

// inspect reports a part file that claims more than it can hold. It reads the file whole, until
// ctx is cancelled.
func inspect(ctx context.Context, file io.ReaderAt, size int64) error {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxPage))
	if err != nil {
		return err
	}
	defer decoder.Close()
	x := &inspector{file: file, size: size, decoder: decoder}
	meta, err := x.footer()
	if err != nil {
		return err
	}
	rows := int64(0)
	for _, group := range meta.RowGroups {
		rows += group.NumRows
		if group.NumRows < 0 || len(group.Columns) > len(meta.Schema) {
			return errors.New("a row group is damaged")
		}
		for i := range group.Columns {
			if err := x.chunk(ctx, &group.Columns[i].MetaData, leafOf(meta.Schema, i)); err != nil {
				return err
			}
		}
	}
	if rows != meta.NumRows {
		return fmt.Errorf("the row groups have %d rows, and the file %d", rows, meta.NumRows)
	}
	return nil
}

// leaf is a column with values.
type leaf struct {
	levels int // of repetition and definition, each of which pages begin with
	texts  bool
}

// leafOf returns the column of a chunk. Only lists have levels of repetition, and all of its
// groups are repeated or required.
func leafOf(schema []format.SchemaElement, chunk int) (l leaf) {
	list := 0
	for i := range schema {
		s := &schema[i]
		group := s.NumChildren.Valid && s.NumChildren.V > 0
		repeated := s.RepetitionType.Valid && s.RepetitionType.V == format.Repeated
		switch {
		case group && repeated:
			list = 2
		case group:
		case chunk > 0:
			chunk--
			list = 0
		default:
			l = leaf{levels: list, texts: s.Type.Valid && s.Type.V == format.ByteArray}
			if list == 0 && s.RepetitionType.Valid && s.RepetitionType.V == format.Optional {
				l.levels = 1
			}
			return l
		}
	}
	return l
}

func (x *inspector) footer() (*format.FileMetaData, error) {
	var tail [8]byte
	if x.size < 12 {
		return nil, errors.New("cut short: it is not a Parquet file")
	}
	if _, err := x.file.ReadAt(tail[:], x.size-8); err != nil {
		return nil, err
	}
	n := int64(binary.LittleEndian.Uint32(tail[:]))
	if string(tail[4:]) != "PAR1" || n > x.size-12 || n > maxFooter {
		return nil, errors.New("cut short: its end is not that of a Parquet file")
	}
	data := make([]byte, n)
	if _, err := x.file.ReadAt(data, x.size-8-n); err != nil {
		return nil, err
	}
	w := compactWalk{data: data, left: maxElements}
	if !w.structure(0) {
		return nil, errors.New("its footer is damaged")
	}
	meta := &format.FileMetaData{}
	return meta, thrift.Unmarshal(&thrift.CompactProtocol{}, data[:w.at], meta)
}

// chunk checks the pages of a column in a row group.
func (x *inspector) chunk(ctx context.Context, m *format.ColumnMetaData, l leaf) error {
	at := m.DataPageOffset
	if d := m.DictionaryPageOffset; d != 0 { // the library begins there, wherever that is
		if d > at {
			return errors.New("the dictionary of a column is after its pages")
		}
		at = d
	}
	end := at + m.TotalCompressedSize
	if at < 4 || m.TotalCompressedSize < 0 || end > x.size || end < at {
		return errors.New("a column is outside of the file")
	}
	if m.Codec != format.Zstd && m.Codec != format.Uncompressed {
		return fmt.Errorf("a column is compressed by %v, not zstd", m.Codec)
	}
	values := int64(0)
	for at < end {
		if err := ctx.Err(); err != nil {
			return err
		}
		h, size, err := x.pageHeader(at, end)
		if err != nil {
			return err
		}
		at += size
		if h.CompressedPageSize < 0 || int64(h.CompressedPageSize) > end-at || h.UncompressedPageSize < 0 || h.UncompressedPageSize > maxPage {
			return errPage
		}
		n, err := x.onePage(h, m.Codec, l, at)
		if err != nil {
			return err
		}
		at += int64(h.CompressedPageSize)
		values += n
	}
	if values != m.NumValues {
		return errPage
	}
	return nil
}

// pageHeader reads the header of a page and returns its size. Most are short.
func (x *inspector) pageHeader(at, end int64) (h *format.PageHeader, size int64, err error) {
	for _, most := range []int64{1 << 10, maxPageHeader} {
		data := make([]byte, min(most, end-at))
		if _, err := x.file.ReadAt(data, at); err != nil {
			return nil, 0, err
		}
		w := compactWalk{data: data, left: 16}
		if !w.structure(0) {
			continue
		}
		h = &format.PageHeader{}
		if thrift.Unmarshal(&thrift.CompactProtocol{}, data[:w.at], h) != nil {
			return nil, 0, errPage
		}
		return h, int64(w.at), nil
	}
	return nil, 0, errPage
}

// onePage checks a page and returns the number of its values, 0 for a dictionary.
func (x *inspector) onePage(h *format.PageHeader, codec format.CompressionCodec, l leaf, at int64) (values int64, err error) {
	if int(h.CompressedPageSize) > cap(x.page) {
		x.page = make([]byte, h.CompressedPageSize)
	}
	data := x.page[:h.CompressedPageSize]
	if _, err := x.file.ReadAt(data, at); err != nil {
		return 0, err
	}
	if h.CRC != 0 && uint32(h.CRC) != crc32.ChecksumIEEE(data) {
		return 0, errPage
	}
	if codec == format.Zstd {
		if x.plain, err = x.decoder.DecodeAll(data, x.plain[:0]); err != nil {
			return 0, errPage
		}
		data = x.plain
	}
	if len(data) != int(h.UncompressedPageSize) {
		return 0, errPage
	}
	switch {
	case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid:
		if n := h.DictionaryPageHeader.V.NumValues; n < 0 || n > maxValues || l.texts && len(data) > maxTexts {
			return 0, errPage
		}
		return 0, nil
	case h.Type == format.DataPage && h.DataPageHeader.Valid:
		n := int64(h.DataPageHeader.V.NumValues)
		if n < 0 || n > maxValues || !soundValues(data, h.DataPageHeader.V.Encoding, l.levels, n) {
			return 0, errPage
		}
		return n, nil
	}
	return 0, fmt.Errorf("it has a page of type %v", h.Type)
}

// soundValues reports whether the runs of a data page have as many values as it says.
func soundValues(data []byte, encoding format.Encoding, levels int, values int64) bool {
	for range levels {
		if len(data) < 4 {
			return false
		}
		n := int64(binary.LittleEndian.Uint32(data))
		if data = data[4:]; n > int64(len(data)) || !soundRuns(data[:n], 1, values) {
			return false
		}
		data = data[n:]
	}
	switch encoding {
	case format.Plain:
		return true
	case format.RLEDictionary:
		return values == 0 || len(data) > 0 && data[0] <= 32 && soundRuns(data[1:], int(data[0]), values)
	case format.DeltaBinaryPacked, format.DeltaLengthByteArray:
		var head [3]uint64 // size of a block, its miniblocks, all values
		for i := range head {
			n := 0
			if head[i], n = binary.Uvarint(data); n <= 0 {
				return false
			}
			data = data[n:]
		}
		return head[0] <= 1<<16 && head[2] <= uint64(values)
	}
	return false
}

// soundRuns reports whether runs of numbers of a width in bits are not many more than values.
func soundRuns(data []byte, width int, values int64) bool {
	for left := 2*values + 64; len(data) > 0; {
		head, n := binary.Uvarint(data)
		if n <= 0 {
			return false
		}
		count, size := int64(head>>1), int64(width+7)/8
		if head&1 != 0 { // groups of eight, packed
			if count > left {
				return false
			}
			size = count * int64(width)
			count *= 8
		}
		if left -= count; count < 0 || left < 0 || int64(len(data)-n) < size {
			return false
		}
		data = data[int64(n)+size:]
	}
	return true
}

// compactWalk walks over values in the compact protocol of Thrift.
type compactWalk struct {
	data []byte
	at   int
	left int // elements that lists may still have
}

const maxDepth = 16

func (w *compactWalk) structure(depth int) bool {
	if depth > maxDepth {
		return false
	}
	for w.at < len(w.data) {
		b := w.data[w.at]
		w.at++
		if b == 0 {
			return true
		}
		if b>>4 == 0 { // the id follows
			if _, ok := w.uvarint(); !ok {
				return false
			}
		}
		if kind := b & 15; kind > 2 && !w.value(kind, depth) { // 1 and 2 are true and false
			return false
		}
	}
	return false
}

func (w *compactWalk) value(kind byte, depth int) bool {
	switch kind {
	case 1, 2, 3: // in a list
		w.at++
	case 4, 5, 6:
		_, ok := w.uvarint()
		return ok
	case 7:
		w.at += 8
	case 8:
		n, ok := w.uvarint()
		if !ok || n > uint64(len(w.data)-w.at) {
			return false
		}
		w.at += int(n)
	case 9, 10:
		return w.list(depth)
	case 12:
		return w.structure(depth + 1)
	default:
		return false
	}
	return w.at <= len(w.data)
}

func (w *compactWalk) list(depth int) bool {
	if w.at >= len(w.data) || depth > maxDepth {
		return false
	}
	b := w.data[w.at]
	w.at++
	n := uint64(b >> 4)
	if n == 15 {
		var ok bool
		if n, ok = w.uvarint(); !ok {
			return false
		}
	}
	if n > uint64(w.left) {
		return false
	}
	w.left -= int(n)
	for range n {
		if !w.value(b&15, depth+1) {
			return false
		}
	}
	return true
}

func (w *compactWalk) uvarint() (uint64, bool) {
	v, n := binary.Uvarint(w.data[w.at:])
	if n <= 0 {
		return 0, false
	}
	w.at += n
	return v, true
}
