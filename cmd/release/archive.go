package main

import (
	"archive/tar"
	"archive/zip"
	"cmp"
	"compress/flate"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// file is a file of an archive, or an empty folder of an image. Its name is relative to the
// top folder, with slashes.
type file struct {
	name   string
	mode   int64
	data   []byte
	folder bool
	owner  int // root, but for folders of an image
}

// archive writes the archive for a system: a zip for Windows, otherwise a tar.gz.
func (r *release) archive(s system, files []file) error {
	top := "alike-" + r.name + "-" + s.String()
	if s.os == "windows" {
		return r.create(top+".zip", func(w io.Writer) error { return writeZip(w, top, files, r.made) })
	}
	return r.create(top+".tar.gz", func(w io.Writer) error { return writeTar(w, top, files, r.made) })
}

// create writes a file of the folder out and keeps its checksum.
func (r *release) create(name string, write func(io.Writer) error) error {
	place := filepath.Join(r.out, name)
	f, err := os.OpenFile(place, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	sum := sha256.New()
	if err := errors.Join(write(io.MultiWriter(f, sum)), f.Close()); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if r.written[name] != "" {
		return fmt.Errorf("%s is written twice", name)
	}
	r.written[name] = fmt.Sprintf("%x", sum.Sum(nil))
	fmt.Println(place)
	return nil
}

// sums returns SHA256SUMS for the files of the folder out, for sha256sum -c.
func (r *release) sums() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(r.written)) {
		fmt.Fprintf(&b, "%s  %s\n", r.written[name], name)
	}
	return b.String()
}

// ordered returns files sorted by name. Every name must be one of an archive, and its own.
func ordered(files []file) ([]file, error) {
	files = slices.SortedFunc(slices.Values(files), func(a, b file) int { return cmp.Compare(a.name, b.name) })
	for i, f := range files {
		if !fs.ValidPath(f.name) || i > 0 && f.name == files[i-1].name {
			return nil, fmt.Errorf("%q is not a name in an archive, or is there twice", f.name)
		}
	}
	return files, nil
}

// writeTar writes a tar.gz of files in the folder top. Its bytes depend only on the
// arguments, not on the order of the files: names are sorted, and everything was modified at
// the given time.
func writeTar(w io.Writer, top string, files []file, made time.Time) error {
	files, err := ordered(files)
	if err != nil {
		return err
	}
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(z)
	for _, f := range files {
		header := &tar.Header{
			Typeflag: tar.TypeReg, Name: path.Join(top, f.name), Mode: f.mode, Size: int64(len(f.data)),
			ModTime: made.Truncate(time.Second), Uid: f.owner, Gid: f.owner,
		}
		if f.owner == 0 {
			header.Uname, header.Gname = "root", "root"
		}
		if f.folder {
			header.Typeflag, header.Name = tar.TypeDir, header.Name+"/"
		}
		if err := t.WriteHeader(header); err != nil {
			return err
		}
		if _, err := t.Write(f.data); err != nil {
			return err
		}
	}
	return errors.Join(t.Close(), z.Close())
}

// writeZip writes a zip of files in the folder top, whose bytes depend on as little as those
// of writeTar.
func writeZip(w io.Writer, top string, files []file, made time.Time) error {
	files, err := ordered(files)
	if err != nil {
		return err
	}
	z := zip.NewWriter(w)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	for _, f := range files {
		header := &zip.FileHeader{Name: path.Join(top, f.name), Method: zip.Deflate, Modified: made.UTC().Truncate(time.Second)}
		header.SetMode(fs.FileMode(f.mode))
		part, err := z.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := part.Write(f.data); err != nil {
			return err
		}
	}
	return z.Close()
}

// readTree returns the files below a folder, as files of an archive below prefix.
func readTree(dir, prefix string) ([]file, error) {
	var files []file
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		files = append(files, file{name: path.Join(prefix, filepath.ToSlash(rel)), mode: 0o644, data: data})
		return nil
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s has no files", dir)
	}
	return files, err
}
