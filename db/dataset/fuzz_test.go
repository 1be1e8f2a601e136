package dataset

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"alike/db"
	"alike/db/hamming"
	"alike/db/spill"
	"alike/fingerprint/simhash"
)

// FuzzParts replaces a part file of an export. Reading the export must return an error that
// names the file or its folder, or rows that make a sound index, and must not allocate much.
func FuzzParts(f *testing.F) {
	dir := smallExport(f)
	parts, err := filepath.Glob(filepath.Join(dir, "host=h", "*", "*"))
	if err != nil || len(parts) != len(tables) {
		f.Fatalf("part files %q, %v", parts, err)
	}
	var sound, plain [][]byte
	for i, part := range parts {
		data, err := os.ReadFile(part)
		if err != nil {
			f.Fatal(err)
		}
		sound, plain = append(sound, data), append(plain, bare(f, data))
		f.Add(uint8(i), data)
		f.Add(uint8(i), plain[i])
		f.Add(uint8(i+1), data)
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		part := int(which) % len(parts)
		put(t, parts[part], data)
		defer put(t, parts[part], sound[part])
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		hosts, err := Hosts(t.Context(), []string{dir})
		if err == nil {
			err = Verify(t.Context(), nil, spill.Place{}, hosts, &Progress{})
		}
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 400<<20 {
			t.Errorf("reading allocated %d MB: %v", n>>20, err)
		}
		if err == nil {
			enterAll(t, hosts)
			return
		}
		if e := new(ExportError); !errors.As(err, &e) || !strings.HasPrefix(e.Path, dir) || e.Host != "h" {
			t.Errorf("the error does not name the export: %v", err)
		}
		if bytes.Equal(data, sound[part]) || bytes.Equal(data, plain[part]) {
			t.Errorf("a sound part was refused: %v", err)
		}
	})
}

// smallExport returns a dataset of one host with a few files.
func smallExport(t testing.TB) string {
	w := newWorld(t, 12, db.DefaultParams)
	iw, err := w.ix.NewWriter()
	w.must(err)
	w.must(iw.KeepHashes(simhash.Default().String(), hamming.DefaultBlocks))
	w.must(iw.Commit())
	w.scan(time.Unix(1_000_000, 0), 12)
	dir := t.TempDir()
	_, err = w.export(Options{Dir: dir, Host: "h"})
	w.must(err)
	return dir
}

func put(t testing.TB, path string, data []byte) {
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// enterAll imports exports that Verify found sound, and checks the index.
func enterAll(t *testing.T, hosts []*Host) {
	ix, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "index"), db.Options{Write: true, Create: true, Kind: db.Hosts})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	w, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	sum, err := Import(t.Context(), w, hosts, &Progress{})
	if e := new(ExportError); errors.As(err, &e) {
		return // of other parameters than the index
	}
	if err != nil || sum.Files != hosts[0].Files {
		t.Fatalf("entered %d of %d files: %v", sum.Files, hosts[0].Files, err)
	}
	report, err := ix.Check(t.Context(), db.CheckOptions{})
	if err != nil || len(report.Problems) > 0 {
		t.Errorf("check: %v, %q", err, report.Problems)
	}
}

// bare returns a part file without compression and checksums of pages, so that changed bytes
// reach the decoders.
func bare(t testing.TB, data []byte) []byte {
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	decoder, err := zstd.NewReader(nil)
	must(err)
	defer decoder.Close()
	x := &inspector{file: bytes.NewReader(data), size: int64(len(data))}
	meta, err := x.footer()
	must(err)
	out := []byte("PAR1")
	for g := range meta.RowGroups {
		for c := range meta.RowGroups[g].Columns {
			m := &meta.RowGroups[g].Columns[c].MetaData
			at := m.DataPageOffset
			if m.DictionaryPageOffset > 0 {
				at = m.DictionaryPageOffset
			}
			begun, end := len(out), at+m.TotalCompressedSize
			for at < end {
				h, size, err := x.pageHeader(at, end)
				must(err)
				page := data[at+size:][:h.CompressedPageSize]
				at += size + int64(h.CompressedPageSize)
				if m.Codec == format.Zstd {
					page, err = decoder.DecodeAll(page, nil)
					must(err)
				}
				if h.Type == format.DictionaryPage {
					m.DictionaryPageOffset = int64(len(out))
				} else {
					m.DataPageOffset = int64(len(out)) // of one page
				}
				h.CRC, h.CompressedPageSize = 0, int32(len(page))
				header, err := thrift.Marshal(&thrift.CompactProtocol{}, h)
				must(err)
				out = slices.Concat(out, header, page)
			}
			m.Codec, m.TotalCompressedSize = format.Uncompressed, int64(len(out)-begun)
		}
	}
	footer, err := thrift.Marshal(&thrift.CompactProtocol{}, meta)
	must(err)
	out = append(out, footer...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(footer)))
	return append(out, "PAR1"...)
}
