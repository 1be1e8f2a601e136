package dataset

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"

	"github.com/parquet-go/parquet-go"
)

const (
	// partBytes is the size from which a part file takes no more row groups.
	partBytes = 128 << 20
	// rowsInGroup is the number of rows in a row group of all tables but postings.
	rowsInGroup = 1 << 17
)

// countedFile counts the bytes of a file.
type countedFile struct {
	out   *os.File
	bytes int64
}

// Write implements io.Writer for the parquet.Writer.
func (f *countedFile) Write(p []byte) (int, error) {
	n, err := f.out.Write(p)
	f.bytes += int64(n)
	return n, err
}

// parquetWriter has no type parameter: the one with it makes the program 1.1 MB larger.
//
//lint:ignore SA1019 it works and stays
type parquetWriter = parquet.Writer

func newParquetWriter(out io.Writer, config *parquet.WriterConfig) *parquetWriter {
	return parquet.NewWriter(out, config)
}

// table writes the part files of a table.
type table struct {
	stage  *stage
	name   string
	stamp  string // in the names of its parts
	config *parquet.WriterConfig

	file  *countedFile // the open part, or nil
	out   *parquetWriter
	group int // rows since the last row group

	inGroup, inPart int // rows, and bytes

	parts     int
	rows      int64
	bytes     int64
	keptRows  int64
	keptBytes int64
}

// newTable creates the folder of a table, with the parts that are kept.
func (w *writer) newTable(name string) (t *table, err error) {
	if err := w.stage.mkdir(name); err != nil {
		return nil, err
	}
	t = &table{stage: w.stage, name: name, stamp: w.stamp, inGroup: cmp.Or(w.rows, rowsInGroup), inPart: cmp.Or(w.inFile, partBytes)}
	if t.keptRows, t.keptBytes, err = w.link(name); err != nil {
		return nil, err
	}
	for _, known := range tables {
		if known.name != name {
			continue
		}
		config, err := parquet.NewWriterConfig(
			parquet.SchemaOf(known.row), parquet.Compression(&parquet.Zstd), parquet.DataPageVersion(1),
			parquet.CreatedBy("alike", w.Version, ""), sortedBy(name),
		)
		if err != nil {
			return nil, err
		}
		config.KeyValueMetadata = map[string]string{"alike.table": name}
		for key, value := range w.meta {
			config.KeyValueMetadata[key] = value
		}
		row := reflect.TypeOf(known.row)
		for i := range row.NumField() {
			f := row.Field(i)
			config.KeyValueMetadata["alike.column."+columnName(f)] = f.Tag.Get("doc")
		}
		t.config = config
	}
	return t, nil
}

// sortedBy returns the order of the rows of a table.
func sortedBy(table string) parquet.WriterOption {
	var columns []parquet.SortingColumn
	switch table {
	case contents, simhashes:
		columns = append(columns, parquet.Ascending("key"))
	case postings:
		columns = append(columns, parquet.Ascending("key"), parquet.Ascending("fingerprint"))
	}
	return parquet.SortingWriterConfig(parquet.SortingColumns(columns...))
}

// open begins the next part.
func (t *table) open() error { return t.openPart(t.parts) }

// openPart begins the part with a number.
func (t *table) openPart(n int) (err error) {
	if t.file, err = t.stage.create(fmt.Sprintf("%s/part-%s-%05d.parquet", t.name, t.stamp, n)); err != nil {
		return err
	}
	t.parts++
	t.out = newParquetWriter(t.file, t.config)
	return nil
}

// write adds a row, a pointer to the struct of the table.
func (t *table) write(row any) error {
	if t.out == nil {
		if err := t.open(); err != nil {
			return err
		}
	}
	if err := t.out.Write(row); err != nil {
		return t.failed(err)
	}
	t.rows++
	if t.group++; t.group < t.inGroup {
		return nil
	}
	t.group = 0
	if err := t.out.Flush(); err != nil {
		return t.failed(err)
	}
	if t.out.Size() >= int64(t.inPart) {
		return t.close()
	}
	return nil
}

// close completes the open part.
func (t *table) close() error {
	if t.out == nil {
		return nil
	}
	file, out := t.file, t.out
	t.file, t.out = nil, nil
	return t.closePart(file, out)
}

// closePart completes a part and writes it to its disk.
func (t *table) closePart(file *countedFile, out *parquetWriter) error {
	err := out.Close()
	if err == nil {
		err = file.out.Sync()
	}
	t.bytes += file.bytes
	return t.failed(errors.Join(err, file.out.Close()))
}

// abandon closes the open part after an error and returns the error.
func (t *table) abandon(err error) error {
	if t.file != nil {
		_ = t.file.out.Close()
	}
	return err
}

func (t *table) failed(err error) error {
	if err == nil {
		return nil
	}
	return t.stage.failed("writing", t.name, err)
}

// finish completes a table and returns its number of rows, with kept ones. A table without rows
// has a part without rows, so that engines find its columns.
func (w *writer) finish(t *table) (rows int64, err error) {
	if t.parts == 0 && t.keptBytes == 0 {
		err = t.open()
	}
	if err == nil {
		err = t.close()
	}
	if err == nil {
		err = w.stage.syncDir(t.name)
	}
	w.stats.Bytes += t.bytes + t.keptBytes
	w.stats.NewBytes += t.bytes
	return t.rows + t.keptRows, err
}
