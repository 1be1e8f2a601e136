// Package testdata holds the files that the tests of several packages share: the
// scripts of the command line, indexes of older versions, sources and texts to
// fingerprint, and golden values. They are embedded, so a folder that is moved or
// emptied breaks the build instead of leaving a test with nothing to loop over.
//
// The pattern ./... skips this folder: name ./testdata as well.
package testdata

import (
	"embed"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
)

//go:embed script/*.txtar
//go:embed index/version1/files index/version1/lock index/version1/badger/*
//go:embed index/version2/files index/version2/lock index/version2/badger/*
//go:embed index/version3/files index/version3/lock index/version3/badger/*
//go:embed index/version4/files index/version4/lock index/version4/badger/*
//go:embed index/version5/files index/version5/lock index/version5/badger/*
//go:embed index/version6/files index/version6/lock index/version6/badger/*
//go:embed source/*.java source/*.js source/*.py
//go:embed golden/*.txt
//go:embed text/*.txt
var files embed.FS

// Scripts copies the scripts of the command line into a temporary folder and
// returns its path.
func Scripts(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "script")
	if err := unpack(dir, "script"); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Index copies an index of an older format version into a temporary folder and
// returns its path. The versions are 1 to 6. Each index was written by the last
// program of that version from four files in /srv/books: a.txt, a2.txt with the
// same bytes, b.txt with two thirds of them, and c.txt. Version 2 has one scan.
func Index(t testing.TB, version int) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "index")
	if err := WriteIndex(dir, version); err != nil {
		t.Fatal(err)
	}
	return dir
}

// WriteIndex is Index for a new folder dir.
func WriteIndex(dir string, version int) error {
	if err := unpack(dir, "index/version"+strconv.Itoa(version)); err != nil {
		return err
	}
	return os.Chmod(dir, 0o700) // the mode in which alike creates indexes
}

// Sources returns source files in Java, JavaScript and Python, all in one folder.
func Sources() fs.FS {
	sources, err := fs.Sub(files, "source")
	if err != nil {
		panic("testdata: " + err.Error())
	}
	return sources
}

// Folder returns a temporary folder by its path as an index keeps it, with slashes.
func Folder(t testing.TB) string {
	t.Helper()
	return filepath.ToSlash(t.TempDir())
}

// Symlink makes a symbolic link. On Windows this takes a right, and Wine does nothing: without a
// link the test is skipped.
func Symlink(t testing.TB, to, link string) {
	t.Helper()
	err := os.Symlink(to, link)
	if _, missing := os.Lstat(link); runtime.GOOS == "windows" && missing != nil {
		t.Skip("makes a symbolic link, which this user of Windows cannot")
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Read returns a file by its path below this folder, such as "text/chinese.txt".
// It panics if there is no such file.
func Read(path string) []byte {
	data, err := files.ReadFile(path)
	if err != nil {
		panic("testdata: " + err.Error())
	}
	return data
}

// Long skips the test unless the environment has ALIKE_TEST=long.
func Long(t testing.TB) {
	t.Helper()
	if !IsLong() {
		t.Skip("a long test: set ALIKE_TEST=long")
	}
}

// Sequential skips a long test of sequential code under the race detector, which
// would find nothing and make it ten times slower.
func Sequential(t testing.TB) {
	t.Helper()
	if raceDetector {
		t.Skip("long and sequential: not under the race detector")
	}
}

// IsLong reports whether the environment has ALIKE_TEST=long. It is for
// tests that always run but have more rounds or larger inputs in their long form.
func IsLong() bool { return os.Getenv("ALIKE_TEST") == "long" }

// Rounds returns long if the environment has ALIKE_TEST=long, otherwise normal.
func Rounds(normal, long int) int {
	if IsLong() {
		return long
	}
	return normal
}

func unpack(dir, folder string) error {
	sub, err := fs.Sub(files, folder)
	if err != nil {
		return err
	}
	return os.CopyFS(dir, sub)
}
