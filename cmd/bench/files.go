//go:build linux

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/sys/unix"
)

// list names the files that all commands look at. The names are on disk, in the
// two forms that programs read: a million names in this program's memory would
// raise the peak that its children start with (see sample.floored).
type list struct {
	zeros, lines string // files of names, ended by NUL and by newline
	goFiles      string // file of the names that end in .go, as lines
	files        int64
	bytes        int64
	sourceFiles  int64 // in goFiles
}

// sources returns the list for programs that compare words: the Go files, or all
// files if there are none.
func (l *list) sources() string {
	if l.sourceFiles > 0 {
		return l.goFiles
	}
	return l.lines
}

// listFiles lists the regular files of a tree that are not hidden: those that
// `alike scan --no-ignore` reads.
func (b *bench) listFiles(ctx context.Context, tree string) (l list, err error) {
	var out [3]*bufio.Writer
	for i, name := range []*string{&l.zeros, &l.lines, &l.goFiles} {
		*name = filepath.Join(b.dir, fmt.Sprint("list", i))
		f, err := os.Create(*name)
		if err != nil {
			return l, err
		}
		defer f.Close()
		out[i] = bufio.NewWriter(f) // keeps its first error until Flush
	}
	err = visibleFiles(ctx, tree, func(path string, info fs.FileInfo) error {
		l.files++
		l.bytes += info.Size()
		_, _ = out[0].WriteString(path + "\x00")
		if strings.Contains(path, "\n") {
			return nil
		}
		_, _ = out[1].WriteString(path + "\n")
		if strings.HasSuffix(path, ".go") {
			l.sourceFiles++
			_, _ = out[2].WriteString(path + "\n")
		}
		return nil
	})
	for i := 0; i < len(out) && err == nil; i++ {
		err = out[i].Flush()
	}
	return l, err
}

// visibleFiles calls visit for each regular file that is not hidden.
func visibleFiles(ctx context.Context, tree string, visit func(string, fs.FileInfo) error) error {
	return filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
		if err = errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		if path != tree && strings.HasPrefix(d.Name(), ".") {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return visit(path, info)
	})
}

// typicalSize is about the size of the file that --again changes and asks about.
// Such a file has some hundred fingerprints.
const typicalSize = 16 << 10

// survey counts the files of a tree and returns the first of those nearest to
// typicalSize.
func survey(ctx context.Context, tree string) (files, bytes int64, typical string, err error) {
	nearest := int64(-1)
	err = visibleFiles(ctx, tree, func(path string, info fs.FileInfo) error {
		files++
		bytes += info.Size()
		away := max(info.Size()-typicalSize, typicalSize-info.Size())
		// A name that is not UTF-8 is in another field of alike's JSON.
		if info.Size() > 0 && utf8.ValidString(path) && (nearest < 0 || away < nearest) {
			nearest, typical = away, path
		}
		return nil
	})
	if err == nil && typical == "" {
		err = fmt.Errorf("all %d files are empty", files)
	}
	return files, bytes, typical, err
}

// sizeOnDisk returns the disk space of a folder, as du counts it.
func sizeOnDisk(dir string) (bytes int64, err error) {
	err = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		var st unix.Stat_t
		if err := unix.Lstat(path, &st); err != nil {
			return fmt.Errorf("size of %s: %w", path, err)
		}
		bytes += st.Blocks * 512
		return nil
	})
	return bytes, err
}

// readVerb makes bench the plain reader: a process of its own, measured like all
// others.
const readVerb = "read-files"

// readAll reads the files of a list with one thread per processor and drops their
// bytes. No program that looks at contents can be faster.
func readAll(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	names := make(chan string, 256)
	var wg sync.WaitGroup
	errs := make([]error, runtime.GOMAXPROCS(0))
	for i := range errs {
		wg.Go(func() {
			buf := make([]byte, 256<<10)
			for name := range names {
				if errs[i] == nil {
					errs[i] = readThrough(name, buf)
				}
			}
		})
	}
	in := bufio.NewReader(f)
	for {
		name, err := in.ReadString(0)
		if err != nil {
			break
		}
		names <- name[:len(name)-1]
	}
	close(names)
	wg.Wait()
	return errors.Join(errs...)
}

func readThrough(name string, buf []byte) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	for {
		if _, err := f.Read(buf); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}
