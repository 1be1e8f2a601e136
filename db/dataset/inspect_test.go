package dataset

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// TestRuns checks the counts that runs of numbers may claim.
func TestRuns(t *testing.T) {
	t.Parallel()
	run := func(count uint64, rest ...byte) []byte { return append(binary.AppendUvarint(nil, count<<1), rest...) }
	packed := func(groups uint64, rest ...byte) []byte {
		return append(binary.AppendUvarint(nil, groups<<1|1), rest...)
	}
	for name, c := range map[string]struct {
		data  []byte
		width int
		sound bool
	}{
		"empty":                   {nil, 3, true},
		"a run":                   {run(100, 7), 3, true},
		"two runs":                {append(run(50, 7), run(50, 6)...), 3, true},
		"wide":                    {run(100, 1, 2), 9, true},
		"packed":                  {packed(2, 1, 2, 3, 4, 5, 6), 3, true},
		"packed of no bits":       {packed(12), 0, true},
		"many":                    {run(1<<31, 7), 3, false},
		"all":                     {run(math.MaxUint64>>1, 7), 3, false},
		"many in all":             {bytes.Repeat(run(100, 7), 10), 3, false},
		"many packed":             {packed(1 << 40), 0, false},
		"all packed":              {packed(math.MaxUint64 >> 1), 0, false},
		"without its value":       {run(100), 3, false},
		"packed and cut short":    {packed(2, 1, 2, 3), 3, false},
		"with a count cut short":  {[]byte{0x80}, 3, false},
		"with a count of 80 bits": {bytes.Repeat([]byte{0xFF}, 12), 3, false},
	} {
		if got := soundRuns(c.data, c.width, 100); got != c.sound {
			t.Errorf("%s: %v, want %v", name, got, c.sound)
		}
	}
	delta := func(values uint64) []byte {
		return append(binary.AppendUvarint(binary.AppendUvarint(binary.AppendUvarint(nil, 128), 4), values), 0, 0, 0, 0, 0, 0)
	}
	if !soundValues(delta(100), format.DeltaBinaryPacked, 0, 100) || soundValues(delta(1<<31), format.DeltaBinaryPacked, 0, 100) {
		t.Error("deltas")
	}
}

// hostile writes a part file of simhashes with a changed footer or page, and returns its path.
func hostile(t *testing.T, change func(meta *format.FileMetaData, page *format.PageHeader, data *[]byte)) string {
	t.Helper()
	data := make([]byte, 80)
	page := &format.PageHeader{Type: format.DataPage, UncompressedPageSize: 80}
	page.DataPageHeader.Valid = true
	page.DataPageHeader.V = format.DataPageHeader{NumValues: 10, Encoding: format.Plain}
	var file bytes.Buffer
	if err := parquet.Write(&file, make([]Hash, 10)); err != nil {
		t.Fatal(err)
	}
	f, err := parquet.OpenFile(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	meta := *f.Metadata()
	meta.RowGroups[0].Columns = meta.RowGroups[0].Columns[:1]
	column := &meta.RowGroups[0].Columns[0].MetaData
	column.DictionaryPageOffset = 0
	encoder, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	change(&meta, page, &data)
	data = encoder.EncodeAll(data, nil)
	if page.CompressedPageSize == 0 {
		page.CompressedPageSize = int32(len(data))
	}
	header, err := thrift.Marshal(&thrift.CompactProtocol{}, page)
	if err != nil {
		t.Fatal(err)
	}
	column.Codec, column.DataPageOffset = format.Zstd, 4
	column.TotalCompressedSize = int64(len(header) + len(data))
	footer, err := thrift.Marshal(&thrift.CompactProtocol{}, &meta)
	if err != nil {
		t.Fatal(err)
	}
	out := append(append([]byte("PAR1"), header...), data...)
	out = append(append(out, footer...), binary.LittleEndian.AppendUint32(nil, uint32(len(footer)))...)
	path := filepath.Join(t.TempDir(), "part-0.parquet")
	if err := os.WriteFile(path, append(out, "PAR1"...), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestHostileParts checks that a part file that claims much is refused before much is allocated.
func TestHostileParts(t *testing.T) {
	inspectAt := func(path string) (allocated uint64, err error) {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err = inspect(t.Context(), f, info.Size(), 31)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc, err
	}
	for name, change := range map[string]func(meta *format.FileMetaData, page *format.PageHeader, data *[]byte){
		"sound":           func(*format.FileMetaData, *format.PageHeader, *[]byte) {},
		"a large page":    func(_ *format.FileMetaData, p *format.PageHeader, _ *[]byte) { p.UncompressedPageSize = math.MaxInt32 },
		"a long page":     func(_ *format.FileMetaData, p *format.PageHeader, _ *[]byte) { p.CompressedPageSize = math.MaxInt32 },
		"a negative page": func(_ *format.FileMetaData, p *format.PageHeader, _ *[]byte) { p.UncompressedPageSize = -1 },
		"many values": func(_ *format.FileMetaData, p *format.PageHeader, _ *[]byte) {
			p.DataPageHeader.V.NumValues = math.MaxInt32
		},
		"another encoding": func(_ *format.FileMetaData, p *format.PageHeader, _ *[]byte) {
			p.DataPageHeader.V.Encoding = format.DeltaByteArray
		},
		"other rows": func(m *format.FileMetaData, _ *format.PageHeader, _ *[]byte) { m.NumRows = 1 << 60 },
		"a bomb": func(_ *format.FileMetaData, p *format.PageHeader, data *[]byte) {
			*data = make([]byte, 300<<20)
			p.UncompressedPageSize = 80
		},
		"a page of zeros": func(_ *format.FileMetaData, p *format.PageHeader, data *[]byte) {
			*data = make([]byte, 8*300_000)
			p.UncompressedPageSize, p.DataPageHeader.V.NumValues = int32(len(*data)), 300_000
		},
		"a dictionary after the pages": func(m *format.FileMetaData, _ *format.PageHeader, _ *[]byte) {
			m.RowGroups[0].Columns[0].MetaData.DictionaryPageOffset = 5 // where the library begins to read
		},
		"a dictionary before the file": func(m *format.FileMetaData, _ *format.PageHeader, _ *[]byte) {
			m.RowGroups[0].Columns[0].MetaData.DictionaryPageOffset = -1
		},
		"many elements": func(m *format.FileMetaData, _ *format.PageHeader, _ *[]byte) {
			m.KeyValueMetadata = make([]format.KeyValue, maxElements)
		},
	} {
		path := hostile(t, change)
		bytes, err := inspectAt(path)
		if (err == nil) != (name == "sound") || bytes > 100<<20 {
			t.Errorf("%s: %v, after allocating %d MB", name, err, bytes>>20)
		}
	}
	path := hostile(t, func(*format.FileMetaData, *format.PageHeader, *[]byte) {})
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	huge := append([]byte{0x19, 0xFC}, binary.AppendUvarint(nil, 1<<31-1)...) // a list of structs in the footer
	data = append(data[:len(data)-8], huge...)
	data = append(append(data, byte(len(huge)), 0, 0, 0), "PAR1"...)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if bytes, err := inspectAt(path); err == nil || !strings.Contains(err.Error(), "footer") || bytes > 10<<20 {
		t.Errorf("a list of 2^31 elements: %v, after allocating %d MB", err, bytes>>20)
	}
}

// partOf returns a part file with rows.
func partOf[Row any](t *testing.T, rows []Row) []byte {
	t.Helper()
	var file bytes.Buffer
	w := parquet.NewGenericWriter[Row](&file, parquet.Compression(&parquet.Zstd), parquet.DataPageVersion(1))
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// refooted returns a part file with another footer.
func refooted(t *testing.T, part []byte, change func(meta *format.FileMetaData)) []byte {
	t.Helper()
	x := &inspector{file: bytes.NewReader(part), size: int64(len(part))}
	meta, err := x.footer()
	if err != nil {
		t.Fatal(err)
	}
	change(meta)
	footer, err := thrift.Marshal(&thrift.CompactProtocol{}, meta)
	if err != nil {
		t.Fatal(err)
	}
	had := int(binary.LittleEndian.Uint32(part[len(part)-8:]))
	part = append(slices.Clone(part[:len(part)-8-had]), footer...)
	return append(binary.LittleEndian.AppendUint32(part, uint32(len(footer))), "PAR1"...)
}

// TestHostileRows checks that a part file with more rows, elements or texts than its size allows
// is refused before they are decoded, and that large texts are decoded a few at a time.
func TestHostileRows(t *testing.T) {
	t.Parallel()
	r := rand.NewChaCha8([32]byte{1})
	postings := make([]Posting, 100_000)
	for i := range postings {
		postings[i].Fingerprint = int64(i) << 20
	}
	scattered := slices.Clone(postings)
	for i := range scattered {
		scattered[i].Fingerprint += int64(r.Uint64() & (1<<20 - 1))
	}
	lists := make([]Content, 139)
	for i := range lists {
		lists[i].Counts = make([]int32, 4000)
		for j := range lists[i].Counts {
			lists[i].Counts[j] = int32(r.Uint64())
		}
		_, _ = r.Read(lists[i].Checksum[:])
	}
	fair := slices.Clone(lists)
	for i := range fair {
		fair[i].Counts = fair[i].Counts[:i%32]
	}
	paths := make([]File, 80)
	for i := range paths {
		paths[i].Path = strings.Repeat("x", 1<<20-100) + string(rune('a'+i))
	}
	long := make([]File, 8)
	for i := range long {
		text := make([]byte, 400<<10)
		_, _ = r.Read(text)
		long[i].Path = string(text)
	}
	for _, c := range []struct {
		what, want string
		part       []byte
		atOnce     int
	}{
		{"sound postings", "", partOf(t, scattered), batchRows},
		{"row groups over the same pages", "more bytes than the file", refooted(t, partOf(t, scattered), func(m *format.FileMetaData) {
			m.RowGroups = slices.Repeat(m.RowGroups, 500)
			m.NumRows *= 500
		}), 0},
		{"columns over the same pages", "more bytes than the file", refooted(t, partOf(t, scattered), func(m *format.FileMetaData) {
			c := m.RowGroups[0].Columns
			c[0] = c[1]
			c[2] = c[1]
		}), 0},
		{"postings without information", "rows in", partOf(t, postings), 0},
		{"rows without values", "damaged", refooted(t, partOf(t, scattered), func(m *format.FileMetaData) {
			m.RowGroups[0].NumRows, m.NumRows = 2*m.NumRows, 2*m.NumRows
		}), 0},
		{"a negative number of rows", "damaged", refooted(t, partOf(t, scattered), func(m *format.FileMetaData) {
			g := m.RowGroups[0]
			g.NumRows = -5
			m.RowGroups = append(m.RowGroups, g)
		}), 0},
		{"fair lists", "", partOf(t, fair), batchRows},
		{"long lists", "a list has more than 31 elements", partOf(t, lists), 0},
		{"texts without information", "when decompressed", partOf(t, paths), 0},
		{"long texts", "", partOf(t, long), 10},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		atOnce, err := inspect(t.Context(), bytes.NewReader(c.part), int64(len(c.part)), 31)
		runtime.ReadMemStats(&after)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) || atOnce != c.atOnce {
			t.Errorf("%s: %v, %d rows at once; want %q, %d", c.what, err, atOnce, c.want, c.atOnce)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 150<<20 {
			t.Errorf("%s: allocated %d MB", c.what, n>>20)
		}
	}
}
