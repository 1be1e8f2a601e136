package dataset

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"

	"alike/db/system"
	"alike/fingerprint"

	"github.com/parquet-go/parquet-go"
)

// ExportError reports an export that cannot be read or is not what it says.
type ExportError struct {
	Host string
	Path string // of the file, or of the folder of the host
	Err  error
}

func (e *ExportError) Error() string { return fmt.Sprintf("host %s: %s: %v", e.Host, e.Path, e.Err) }

func (e *ExportError) Unwrap() error { return e.Err }

// sourceFile is one file of a table.
type sourceFile[T any] struct {
	ctx  context.Context // read fails when it is cancelled
	path string
	file *os.File
	left int64 // rows

	// The readers of parquet-go for whole files make the program 0.3 MB larger.
	schema *parquet.Schema
	groups []parquet.RowGroup // after the one that is open
	rows   parquet.Rows       // of the open row group, or nil
	buffer []parquet.Row
	atOnce int // rows that may be decoded
}

// contained calls f, and returns a panic of the Parquet library as an error.
func contained(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("damaged: %v", p)
		}
	}()
	return f()
}

// openSourceFile opens a file of a table and checks that it has the columns of T.
func openSourceFile[T any](ctx context.Context, root *os.Root, dir, name string, known inspected) (*sourceFile[T], error) {
	p := &sourceFile[T]{ctx: ctx, path: joined(dir, name)}
	var err error
	// O_NONBLOCK: a named pipe would wait for its writer.
	if p.file, err = root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK|system.Large, 0); err != nil {
		return nil, unopened(root, name, err)
	}
	if err := contained(func() error { return p.begin(known) }); err != nil {
		_ = p.file.Close()
		return nil, err
	}
	return p, nil
}

func (p *sourceFile[T]) begin(known inspected) error {
	info, err := p.file.Stat()
	if err != nil {
		return withoutPath(err)
	}
	if !info.Mode().IsRegular() {
		return errors.New("not a regular file")
	}
	if p.atOnce, err = known.inspect(p.ctx, p.path, p.file, info); err != nil {
		return err
	}
	f, err := parquet.OpenFile(p.file, info.Size(), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true), parquet.ReadBufferSize(64<<10))
	if err != nil {
		return err
	}
	want := parquet.SchemaOf(*new(T))
	if !parquet.EqualNodes(want, f.Schema()) {
		return fmt.Errorf("the columns are not those of layout %d", Layout)
	}
	p.groups, p.left, p.schema = f.RowGroups(), f.NumRows(), want
	return nil
}

// read reads up to len(rows) rows. At the end it returns 0.
func (p *sourceFile[T]) read(rows []T) (n int, err error) {
	if p.left == 0 {
		return 0, nil
	}
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	clear(rows) // the reader appends to slices
	err = contained(func() (err error) {
		n, err = p.decode(rows)
		return err
	})
	if errors.Is(err, io.EOF) {
		err = nil
	}
	p.left -= int64(n)
	if err == nil && (n == 0 || p.left < 0) {
		err = fmt.Errorf("cut short: %d rows are missing", p.left)
	}
	return n, err
}

// decode reads rows until the slice is full or the file ends, with io.EOF.
func (p *sourceFile[T]) decode(rows []T) (n int, err error) {
	if len(p.buffer) < len(rows) {
		p.buffer = make([]parquet.Row, len(rows))
	}
	for n < len(rows) {
		if p.rows == nil {
			if len(p.groups) == 0 {
				return n, io.EOF
			}
			p.rows, p.groups = p.groups[0].Rows(), p.groups[1:]
		}
		read, err := p.rows.ReadRows(p.buffer[:len(rows)-n])
		for _, row := range p.buffer[:read] {
			if err := p.schema.Reconstruct(&rows[n], row); err != nil {
				return n, err
			}
			n++
		}
		if read == 0 || err != nil {
			if err != nil && !errors.Is(err, io.EOF) {
				return n, err
			}
			err, p.rows = p.rows.Close(), nil
			if err != nil {
				return n, err
			}
		}
	}
	return n, nil
}

func (p *sourceFile[T]) close() {
	if p.rows != nil {
		_ = contained(p.rows.Close)
	}
	_ = p.file.Close()
}

// inspected are the files that inspect found sound, by path.
type inspected map[string]inspectedFile

type inspectedFile struct {
	os.FileInfo
	atOnce int
}

// inspect inspects a file, which is in the folder of its table, unless that was done and it has not
// changed since. It returns how many of its rows may be decoded at once.
func (known inspected) inspect(ctx context.Context, name string, f *os.File, info os.FileInfo) (atOnce int, err error) {
	if was, ok := known[name]; ok && os.SameFile(was.FileInfo, info) && was.Size() == info.Size() && was.ModTime().Equal(info.ModTime()) {
		return was.atOnce, nil
	}
	list := maxList
	if path.Base(path.Dir(name)) == contents {
		list = fingerprint.MaxLevel + 1 // counts
	}
	if atOnce, err = inspect(ctx, f, info.Size(), list); err == nil {
		known[name] = inspectedFile{info, atOnce}
	}
	return atOnce, err
}

// partNames returns the names of the files of a table, relative to the folder of the host. A
// table without rows may have none.
func partNames(root *os.Root, table string) ([]string, error) {
	dir, err := root.OpenFile(table, os.O_RDONLY|system.OpenFolder, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, unopened(root, table, err)
	}
	defer dir.Close()
	all, err := dir.Readdirnames(-1)
	if err != nil {
		return nil, withoutPath(err)
	}
	var names []string
	for _, name := range all {
		if strings.HasSuffix(name, ".parquet") && name[0] != '_' && name[0] != '.' {
			names = append(names, joined(table, name))
		}
	}
	slices.Sort(names)
	return names, nil
}

// unopened returns why something in the folder of a host was not opened.
func unopened(root *os.Root, name string, err error) error {
	if info, lerr := root.Lstat(name); lerr == nil && info.Mode()&fs.ModeSymlink != 0 {
		return faulty{errors.New("a symbolic link that leads out of the export and is not followed"), Linked}
	}
	return withoutPath(err)
}

// withoutPath returns the cause of a *fs.PathError, since an ExportError names the path.
func withoutPath(err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}
