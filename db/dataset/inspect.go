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
	maxList       = 64 << 10 // elements of a list: only scanned folders are many

	// rowsInByte is how many rows a byte of a file may stand for. No table has rows of two bits: a
	// posting takes 6 even in a file of 1 TiB.
	rowsInByte = 4
	// A page of more than plainPage bytes may be packed times as large as it is compressed. Export has
	// such pages only for a huge path and for many keys, which are random. All pages of a file may have
	// plainPart bytes and packedPart times the size of the file: paths of deep folders have much in
	// common, but there the headers of pages have two or four of them as they are.
	plainPage, packed     = 1 << 20, 32
	plainPart, packedPart = 4 << 20, 256
	// batchRows bounds the rows that are decoded at once, unless their texts are large: batchBytes is
	// about how many bytes of these are.
	batchRows  = 512
	batchBytes = 4 << 20
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

	left, plainLeft int64 // bytes that columns and their pages may still have
	list            int   // elements so far of the last list
	most            int   // elements that a list may have
	atOnce          int   // rows that may be decoded
}

// inspect reports a part file that claims more than it can hold, and returns how many rows of it may
// be decoded at once. Lists may have so many elements. It reads the file whole, until ctx is
// cancelled.
func inspect(ctx context.Context, file io.ReaderAt, size int64, list int) (atOnce int, err error) {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxPage))
	if err != nil {
		return 0, err
	}
	defer decoder.Close()
	x := &inspector{file: file, size: size, decoder: decoder, left: size, plainLeft: plainPart + packedPart*size, most: list, atOnce: batchRows}
	meta, err := x.footer()
	if err != nil {
		return 0, err
	}
	rows := int64(0)
	for _, group := range meta.RowGroups {
		if group.NumRows < 0 || len(group.Columns) > len(meta.Schema) {
			return 0, errors.New("a row group is damaged")
		}
		if group.NumRows > rowsInByte*size-rows {
			return 0, fmt.Errorf("it has more than %d rows in %d bytes", rowsInByte*size, size)
		}
		rows += group.NumRows
		for i := range group.Columns {
			if err := x.chunk(ctx, &group.Columns[i].MetaData, leafOf(meta.Schema, i), group.NumRows); err != nil {
				return 0, err
			}
		}
	}
	if rows != meta.NumRows {
		return 0, fmt.Errorf("the row groups have %d rows, and the file %d", rows, meta.NumRows)
	}
	return x.atOnce, nil
}

// leaf is a column with values.
type leaf struct {
	levels int // of repetition and definition, each of which pages begin with
	list   bool
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
			l = leaf{levels: list, list: list > 0, texts: s.Type.Valid && s.Type.V == format.ByteArray}
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

// chunk checks the pages of a column in a row group. Together the columns of a file have at most the
// bytes of the file, so that no two can have the same pages.
func (x *inspector) chunk(ctx context.Context, m *format.ColumnMetaData, l leaf, rows int64) error {
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
	if x.left -= m.TotalCompressedSize; x.left < 0 {
		return errors.New("its columns have more bytes than the file")
	}
	if m.Codec != format.Zstd && m.Codec != format.Uncompressed {
		return fmt.Errorf("a column is compressed by %v, not zstd", m.Codec)
	}
	values := int64(0)
	x.list = 0
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
		plain, size := int64(h.UncompressedPageSize), int64(h.CompressedPageSize)
		if x.plainLeft -= plain; x.plainLeft < 0 || plain > plainPage && plain > packed*size {
			return fmt.Errorf("%d bytes of a page are %d when decompressed", size, plain)
		}
		n, err := x.onePage(h, m.Codec, l, at)
		if err != nil {
			return err
		}
		at += int64(h.CompressedPageSize)
		values += n
	}
	if values != m.NumValues || !l.list && values != rows {
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
		if l.list && !x.soundLists(data, n) {
			return 0, fmt.Errorf("a list has more than %d elements", x.most)
		}
		if l.texts && !l.list && n > 0 {
			x.atOnce = min(x.atOnce, int(max(batchBytes*n/int64(len(data)+1), 1)))
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

// soundLists reports whether no list in a page, whose levels of repetition are sound, has too many
// elements. The first list may have begun in the page before.
func (x *inspector) soundLists(data []byte, values int64) bool {
	runs := data[4:][:binary.LittleEndian.Uint32(data)]
	for values > 0 && len(runs) > 0 {
		head, n := binary.Uvarint(runs)
		runs = runs[n:]
		count := min(int64(head>>1), values)
		if head&1 == 0 {
			repeated := runs[0]&1 != 0
			runs = runs[1:]
			if values -= count; count > 0 && !x.element(repeated, count) {
				return false
			}
			continue
		}
		for i := int64(0); i < 8*int64(head>>1) && values > 0; i++ {
			if values--; !x.element(runs[i/8]>>(i%8)&1 != 0, 1) {
				return false
			}
		}
		runs = runs[head>>1:]
	}
	return true
}

// element counts elements that repeat a list, or each begin one.
func (x *inspector) element(repeated bool, count int64) bool {
	if !repeated {
		x.list = 1
		return true
	}
	if int64(x.list)+count > int64(x.most) {
		return false
	}
	x.list += int(count)
	return true
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
