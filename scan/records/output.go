package records

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Output is where records are written to. Errors name it.
type Output struct {
	to     *bufio.Writer
	name   string
	end    byte     // of a line
	file   *os.File // nil if it is a stream
	synced bool     // the folder knows of the file
	length int64    // with what is not flushed yet
	handed int64    // the system was asked to write what is before
	open   bool     // a line without its end was written last
}

// NewOutput writes to a stream, which cannot be gone on with.
func NewOutput(w io.Writer, name string, l Layout) *Output {
	return &Output{to: bufio.NewWriterSize(w, peeked), name: name, end: l.end()}
}

// OpenOutput writes to a file behind its first length bytes, and cuts off what is
// behind them: that was written after the checkpoint with that length. With
// length 0 it begins anew, and makes the file if there is none.
func OpenOutput(path string, length int64, l Layout) (*Output, error) {
	flags := os.O_RDWR
	if length == 0 {
		flags |= os.O_CREATE
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
			flags = os.O_WRONLY // a terminal, a named pipe
		}
	}
	f, err := os.OpenFile(path, flags, 0o666)
	if err != nil {
		return nil, fmt.Errorf("opening the output: %w", err)
	}
	o := NewOutput(f, path, l)
	o.file, o.length, o.handed = f, length, length
	if err := o.cut(); err != nil {
		_ = f.Close()
		return nil, err
	}
	return o, nil
}

// cut makes the file as long as was committed.
func (o *Output) cut() error {
	info, err := o.file.Stat()
	switch {
	case err != nil:
		return o.failed(err)
	case !info.Mode().IsRegular() && o.length > 0:
		return fmt.Errorf("writing records: %s is no regular file, so it cannot be gone on with: begin anew", o.name)
	case !info.Mode().IsRegular():
		return nil
	case info.Size() < o.length:
		return fmt.Errorf("writing records: %s has %d bytes, and %d were committed: it is another file, or was cut: put it back, or begin anew", o.name, info.Size(), o.length)
	case o.length > 0:
		tail := make([]byte, min(o.length, int64(len(byteOrderMark))))
		if _, err := o.file.ReadAt(tail, o.length-int64(len(tail))); err != nil {
			return o.failed(err)
		}
		onlyMark := o.length == int64(len(tail)) && string(tail) == string(byteOrderMark)
		o.open = tail[len(tail)-1] != o.end && !onlyMark
	}
	if err := o.file.Truncate(o.length); err != nil {
		return o.failed(err)
	}
	if _, err := o.file.Seek(o.length, io.SeekStart); err != nil {
		return o.failed(err)
	}
	return nil
}

// Write writes the raw bytes of a record. Where those before it did not end their
// line, as at the end of an input, that is done first.
func (o *Output) Write(raw []byte) error {
	if len(raw) == 0 {
		return nil
	}
	if o.open {
		if err := o.to.WriteByte(o.end); err != nil {
			return o.failed(err)
		}
		o.length++
	}
	o.open = raw[len(raw)-1] != o.end
	n, err := o.to.Write(raw)
	o.length += int64(n)
	if err != nil {
		return o.failed(err)
	}
	o.writeBack()
	return nil
}

// writeBackStep is how many bytes the system is asked to write at a time.
const writeBackStep = 4 << 20

// writeBack has the system begin to write what a file has got since, so that Sync has
// little left to wait for: else all waits for the disk at every checkpoint.
func (o *Output) writeBack() {
	if o.file == nil || o.length-o.handed < writeBackStep {
		return
	}
	// Of what is no file on a disk nothing comes of it, and that is no matter.
	_ = unix.SyncFileRange(int(o.file.Fd()), o.handed, o.length-o.handed, unix.SYNC_FILE_RANGE_WRITE)
	o.handed = o.length
}

// pass writes what is no line, a byte order mark.
func (o *Output) pass(raw []byte) error {
	if err := o.Write(raw); err != nil {
		return err
	}
	o.open = false
	return nil
}

// WriteRecord writes a record that is kept, or what stands between records.
func (o *Output) WriteRecord(rec *Record) error {
	switch {
	case rec.Kind == Repeated:
		return nil
	case rec.Kind == Heading && string(rec.Raw) == string(byteOrderMark):
		return o.pass(rec.Raw)
	}
	return o.Write(rec.Raw)
}

// Flush hands on what was written, as whoever reads the stream would like after
// each batch.
func (o *Output) Flush() error {
	if err := o.to.Flush(); err != nil {
		return o.failed(err)
	}
	return nil
}

// Sync makes what was written outlast a power cut, if it goes to a file, and
// returns the length that a checkpoint may now say.
func (o *Output) Sync() (length int64, err error) {
	if err := o.Flush(); err != nil {
		return 0, err
	}
	if o.file == nil {
		return o.length, nil
	}
	if info, err := o.file.Stat(); err == nil && !info.Mode().IsRegular() {
		return o.length, nil
	}
	if err := o.file.Sync(); err != nil {
		return 0, o.failed(err)
	}
	if !o.synced {
		// That some file systems cannot sync a folder takes nothing away from the
		// bytes.
		if d, err := os.Open(filepath.Dir(o.name)); err == nil {
			_ = d.Sync()
			_ = d.Close()
		}
		o.synced = true
	}
	return o.length, nil
}

// Close flushes the output, and closes the file if it is one.
func (o *Output) Close() error {
	err := o.Flush()
	if o.file != nil {
		if closed := o.file.Close(); err == nil && closed != nil {
			err = o.failed(closed)
		}
	}
	return err
}

// failed says what was done when something failed.
func (o *Output) failed(err error) error {
	var named *fs.PathError
	if errors.As(err, &named) {
		err = named.Err // without the name
	}
	return fmt.Errorf("writing records to %s: %w", o.name, err)
}

// Apart reports an output that is one of the inputs, which opening it would cut.
func Apart(outputs []string, inputs []Input) error {
	for _, path := range outputs {
		to, err := os.Stat(path)
		if err != nil || !to.Mode().IsRegular() {
			continue
		}
		if err := ApartFrom("the output "+path, to, inputs); err != nil {
			return err
		}
	}
	return nil
}

// ApartFrom is Apart for one output that is open.
func ApartFrom(name string, to fs.FileInfo, inputs []Input) error {
	for _, in := range inputs {
		from, err := in.stat()
		if err == nil && from != nil && os.SameFile(to, from) {
			return fmt.Errorf("%s is the input %s as well: write to another file", name, in.Name)
		}
	}
	return nil
}
