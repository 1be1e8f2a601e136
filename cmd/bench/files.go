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
)

// list is the files that all commands look at, written to disk in the two forms
// that programs take, so that a million names do not stand in this program's
// memory (see sample.floored).
type list struct {
	zeros, lines string // files: names ended by NUL, by newline
	goFiles      string // files: as lines, those named *.go
	files        int64
	bytes        int64
	sourceFiles  int64 // in goFiles
}

// sources is the list for what compares words: Go files, or all where there is
// none of them.
func (l *list) sources() string {
	if l.sourceFiles > 0 {
		return l.goFiles
	}
	return l.lines
}

// listFiles lists the regular files of a tree without hidden ones, which is what
// `alike scan --no-ignore` reads.
func (b *bench) listFiles(ctx context.Context, tree string) (l list, err error) {
	l = list{zeros: filepath.Join(b.dir, "list0"), lines: filepath.Join(b.dir, "list")}
	zeros, err := os.Create(l.zeros)
	if err != nil {
		return l, err
	}
	defer func() { err = errors.Join(err, zeros.Close()) }()
	lines, err := os.Create(l.lines)
	if err != nil {
		return l, err
	}
	defer func() { err = errors.Join(err, lines.Close()) }()
	l.goFiles = filepath.Join(b.dir, "list-go")
	sources, err := os.Create(l.goFiles)
	if err != nil {
		return l, err
	}
	defer func() { err = errors.Join(err, sources.Close()) }()
	z, n, g := bufio.NewWriter(zeros), bufio.NewWriter(lines), bufio.NewWriter(sources)
	err = visibleFiles(ctx, tree, func(path string, info fs.FileInfo) error {
		l.files++
		l.bytes += info.Size()
		_, err := z.WriteString(path + "\x00")
		if !strings.Contains(path, "\n") {
			_, e := n.WriteString(path + "\n")
			err = errors.Join(err, e)
			if strings.HasSuffix(path, ".go") {
				l.sourceFiles++
				_, e := g.WriteString(path + "\n")
				err = errors.Join(err, e)
			}
		}
		return err
	})
	if err == nil && l.files == 0 {
		err = fmt.Errorf("%s has no files to measure", tree)
	}
	return l, errors.Join(err, z.Flush(), n.Flush(), g.Flush())
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

// readVerb makes this program the plain reader, which is measured as a process
// of its own like all others.
const readVerb = "read-files"

// readAll reads the files of a list with a thread for each processor and does
// nothing with them: the floor under everything that looks at bytes.
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
				errs[i] = errors.Join(errs[i], readThrough(name, buf))
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
