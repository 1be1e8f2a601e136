package records

import (
	"alike/db/system"
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Output writes records to a file or stream. A file is compressed if its name ends in .gz
// or .zst. Errors name the output.
type Output struct {
	to     *bufio.Writer
	pack   *packer   // behind to; nil unless compressed
	verify *verifier // behind to, if the file is only compared
	name   string
	line   byte     // its terminator
	file   *os.File // nil if it is a stream
	synced bool     // the folder has been synced
	stale  bool     // the file holds what the first write replaces
	length int64    // including what is not flushed yet, unless compressed
	handed int64    // write-back of the bytes before it has been requested
	open   bool     // the last line written lacks its terminator
}

// NewOutput returns an output to a stream. A run to it cannot be resumed.
func NewOutput(w io.Writer, name string, l Layout) *Output {
	return &Output{to: bufio.NewWriterSize(w, peeked), name: name, line: l.end()}
}

// OpenOutput returns an output to a file that keeps the first length bytes. Anything
// after them was written after the checkpoint and is truncated. With length 0 it
// starts over, and creates the file if necessary. It fails with a ResumeError if the
// file cannot be the one of the checkpoint.
//
// Once ctx is done, it no longer waits for the reader of a named pipe, and writes to the
// pipe fail after pipeGrace.
func OpenOutput(ctx context.Context, path string, length int64, l Layout) (*Output, error) {
	flags, pipe := os.O_RDWR, false
	if length == 0 {
		flags |= os.O_CREATE
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
			flags = os.O_WRONLY // a terminal, for example
			pipe = info.Mode()&fs.ModeNamedPipe != 0
		}
	}
	var f *os.File
	var err error
	if pipe {
		f, err = openPipe(ctx, path)
	} else {
		f, err = os.OpenFile(path, flags, 0o666)
	}
	if err != nil {
		var named *fs.PathError
		if errors.As(err, &named) {
			err = named.Err
		}
		return nil, fmt.Errorf("opening the output %s: %w", path, err)
	}
	o := NewOutput(f, path, l)
	o.file, o.length, o.handed = f, length, length
	if o.pack, err = newPacker(path, f, length); err != nil {
		_ = f.Close()
		return nil, o.failed(err)
	}
	if o.pack != nil {
		o.to.Reset(o.pack)
	}
	if err := o.cut(); err != nil {
		_ = f.Close()
		return nil, err
	}
	return o, nil
}

// pipeGrace is how long a cancelled run may still write what it has decided to a named pipe.
const pipeGrace = 2 * time.Second

// openPipe opens a named pipe when it has a reader.
func openPipe(ctx context.Context, path string) (*os.File, error) {
	for {
		f, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if err == nil {
			context.AfterFunc(ctx, func() { _ = f.SetWriteDeadline(time.Now().Add(pipeGrace)) })
		}
		if !errors.Is(err, syscall.ENXIO) { // there is no reader
			return f, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// cut truncates the file to the committed length.
func (o *Output) cut() error {
	info, err := o.file.Stat()
	switch {
	case err != nil:
		return o.failed(err)
	case !info.Mode().IsRegular() && o.length > 0:
		return resumeErrorf("the output %s is not a regular file", o.name)
	case !info.Mode().IsRegular():
		return nil
	case info.Size() < o.length:
		return resumeErrorf("the output %s has %d bytes, and %d were committed: it was replaced or truncated", o.name, info.Size(), o.length)
	case o.length > 0 && o.pack == nil:
		tail := make([]byte, min(o.length, int64(len(byteOrderMark))))
		if _, err := o.file.ReadAt(tail, o.length-int64(len(tail))); err != nil {
			return o.failed(err)
		}
		onlyMark := o.length == int64(len(tail)) && string(tail) == string(byteOrderMark)
		o.open = tail[len(tail)-1] != o.line && !onlyMark
	case o.length == 0:
		o.stale = info.Size() > 0
		return nil
	}
	if err := o.file.Truncate(o.length); err != nil {
		return o.failed(err)
	}
	if _, err := o.file.Seek(o.length, io.SeekStart); err != nil {
		return o.failed(err)
	}
	return nil
}

// begin truncates a stale file.
func (o *Output) begin() error {
	if !o.stale {
		return nil
	}
	o.stale = false
	if err := o.file.Truncate(0); err != nil {
		return o.failed(err)
	}
	return nil
}

// Open reports whether the last line lacks its terminator.
func (o *Output) Open() bool { return o.open }

// SetOpen restores what Open returned at a checkpoint. A compressed file does not tell.
func (o *Output) SetOpen(open bool) { o.open = o.open || open }

// Write writes the raw bytes of a record. If the record before it lacks its line
// terminator, as the last one of an input may, Write adds that first.
func (o *Output) Write(raw []byte) error {
	if len(raw) == 0 {
		return nil
	}
	if err := o.begin(); err != nil {
		return err
	}
	if o.open {
		if err := o.to.WriteByte(o.line); err != nil {
			return o.failed(err)
		}
		o.length++
	}
	o.open = raw[len(raw)-1] != o.line
	n, err := o.to.Write(raw)
	o.length += int64(n)
	if err != nil {
		return o.failed(err)
	}
	o.writeBack()
	return nil
}

// writeBackStep is the number of bytes per write-back request.
const writeBackStep = 4 << 20

// writeBack asks the kernel to start writing new bytes to disk, so that Sync has
// little to wait for. Without it the whole pipeline waits for the disk at every
// checkpoint.
func (o *Output) writeBack() {
	if o.pack != nil {
		o.length = o.pack.file.n
	}
	if o.file == nil || o.length-o.handed < writeBackStep {
		return
	}
	_ = system.StartWriteBack(o.file.Fd(), o.handed, o.length-o.handed) // not every file is on a disk
	o.handed = o.length
}

// WriteRecord writes a kept record, a blank line or a heading.
func (o *Output) WriteRecord(rec *Record) error {
	switch {
	case rec.Role == Repeated:
		return nil
	case rec.Role == Heading && string(rec.Raw) == string(byteOrderMark):
		err := o.Write(rec.Raw)
		o.open = false // a byte order mark is not a line
		return err
	}
	return o.Write(rec.Raw)
}

// Flush passes on what was written, so that a reader of the stream sees each batch
// without delay.
func (o *Output) Flush() error {
	err := o.to.Flush()
	if err == nil && o.pack != nil {
		err = o.pack.flush()
	}
	if err != nil {
		return o.failed(err)
	}
	return nil
}

// end flushes the output and ends what is compressed, so that the file may be cut here.
func (o *Output) end() error {
	if o.pack == nil {
		return o.Flush()
	}
	err := o.to.Flush()
	if err == nil {
		err = o.pack.end()
	}
	if err != nil {
		return o.failed(err)
	}
	o.length = o.pack.file.n
	return nil
}

// Sync flushes the output and, if it is a regular file, makes it durable. It returns
// the length that a checkpoint may now record.
func (o *Output) Sync() (length int64, err error) {
	err = o.begin()
	if err == nil {
		err = o.end()
	}
	if err != nil {
		return 0, err
	}
	if o.verify != nil {
		return o.length, o.verify.end()
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
		// Some file systems cannot sync a folder. The file is durable regardless.
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
	if o.verify != nil {
		o.verify.src.close()
		return nil
	}
	var err error
	if !o.stale {
		err = o.end()
	}
	if o.file != nil {
		if closed := o.file.Close(); err == nil && closed != nil {
			err = o.failed(closed)
		}
	}
	return err
}

// failed wraps an error with the name of the output.
func (o *Output) failed(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) { // see openPipe
		return context.Canceled
	}
	var named *fs.PathError
	if errors.As(err, &named) {
		err = named.Err // its text would repeat the name
	}
	return fmt.Errorf("writing records to %s: %w", o.name, err)
}

// CheckDistinct returns an error if an output is also an input, which opening the
// output would truncate.
func CheckDistinct(outputs []string, inputs []Input) error {
	for _, path := range outputs {
		to, err := os.Stat(path)
		if err != nil || !to.Mode().IsRegular() {
			continue
		}
		if err := CheckOpenDistinct("the output "+path, to, inputs); err != nil {
			return err
		}
	}
	return nil
}

// CheckOpenDistinct is CheckDistinct for one output that is already open.
func CheckOpenDistinct(name string, to fs.FileInfo, inputs []Input) error {
	for _, in := range inputs {
		from, err := in.stat()
		if err == nil && from != nil && os.SameFile(to, from) {
			return fmt.Errorf("%s is also the input %s", name, in.Name)
		}
	}
	return nil
}
