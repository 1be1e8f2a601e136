package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestArchive checks that an archive depends neither on the order of the files nor on the
// zone of the time, and what it says of each file.
func TestArchive(t *testing.T) {
	t.Parallel()
	made := time.Date(2026, 11, 23, 1, 2, 3, 456, time.UTC)
	files := []file{
		{name: "b/c", mode: 0o644, data: []byte("two")}, {name: "alike", mode: 0o755, data: []byte("one")}, {name: "b/a", mode: 0o644},
	}
	for _, c := range []struct {
		name  string
		write func(io.Writer, string, []file, time.Time) error
		list  func(*testing.T, []byte, time.Time) []string
	}{{"tar", writeTar, listTar}, {"zip", writeZip, listZip}} {
		t.Run(c.name, func(t *testing.T) {
			write := func(files []file, made time.Time) []byte {
				var b bytes.Buffer
				if err := c.write(&b, "top", files, made); err != nil {
					t.Fatal(err)
				}
				return b.Bytes()
			}
			first := write(files, made)
			reversed := slices.Clone(files)
			slices.Reverse(reversed)
			if !bytes.Equal(first, write(reversed, made.In(time.FixedZone("x", 3600)))) {
				t.Error("the same files make other bytes")
			}
			if bytes.Equal(first, write(files, made.Add(time.Hour))) {
				t.Error("the time does not count")
			}
			got := c.list(t, first, made.Truncate(time.Second))
			want := []string{"top/alike -rwxr-xr-x one", "top/b/a -rw-r--r-- ", "top/b/c -rw-r--r-- two"}
			if !slices.Equal(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
			for _, name := range []string{"../x", "/x", "a//b", "alike"} {
				if c.write(io.Discard, "top", append(slices.Clone(files), file{name: name}), made) == nil {
					t.Errorf("%q is accepted", name)
				}
			}
		})
	}
}

// listTar returns names, modes and contents of a tar.gz, whose files belong to root and are
// of one time.
func listTar(t *testing.T, data []byte, made time.Time) []string {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return got
		}
		data, _ := io.ReadAll(r)
		if err != nil || h.Uid != 0 || h.Gid != 0 || h.Uname != "root" || !h.ModTime.Equal(made) {
			t.Fatalf("%+v, %v", h, err)
		}
		got = append(got, h.Name+" "+h.FileInfo().Mode().String()+" "+string(data))
	}
}

// listZip does the same for a zip.
func listZip(t *testing.T, data []byte, made time.Time) []string {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil || !f.Modified.Equal(made) {
			t.Fatalf("%+v, %v", f.FileHeader, err)
		}
		data, _ := io.ReadAll(r)
		got = append(got, f.Name+" "+f.Mode().String()+" "+string(data))
	}
	return got
}

// TestSuited checks what archives leave out on some systems.
func TestSuited(t *testing.T) {
	t.Parallel()
	var files []file
	for _, name := range []string{"LICENSE", "completions/bash/alike", "completions/powershell/alike.ps1", "docs/disks.md", "docs/systemd/alike-scan.service", "man/man7/alike.7"} {
		files = append(files, file{name: name})
	}
	for s, want := range map[system]string{
		{"linux", "arm"}:     "LICENSE bash/alike powershell/alike.ps1 disks.md systemd/alike-scan.service man7/alike.7",
		{"darwin", "arm64"}:  "LICENSE bash/alike powershell/alike.ps1 disks.md man7/alike.7",
		{"windows", "amd64"}: "LICENSE powershell/alike.ps1 disks.md",
	} {
		var got []string
		for _, f := range s.suited(files) {
			_, name, ok := strings.Cut(f.name, "/")
			if !ok {
				name = f.name
			}
			got = append(got, name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%v: %q, want %q", s, got, want)
		}
	}
	if some, err := chosen([]string{"windows-arm64"}); err != nil || !slices.Equal(some, []system{{"windows", "arm64"}}) {
		t.Errorf("%v, %v", some, err)
	}
	if _, err := chosen([]string{"linux-mips"}); err == nil || !strings.Contains(err.Error(), "linux-mips") {
		t.Errorf("an unknown system: %v", err)
	}
}

// TestLicences checks that a module without a licence is an error, and one with only a
// notice too.
func TestLicences(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"README.md", "license.go", "NOTICE", "PATENTS"} {
		if _, err := licencesOf("m@v1", dir); err == nil || !strings.Contains(err.Error(), "m@v1") {
			t.Errorf("before %s: %v", name, err)
		}
		write(name)
	}
	_ = os.Remove(filepath.Join(dir, "license.go"))
	write("LICENSE.md")
	found, err := licencesOf("m@v1", dir)
	var names []string
	for _, f := range found {
		names = append(names, f.name)
	}
	want := []string{"licences/m@v1/LICENSE.md", "licences/m@v1/NOTICE", "licences/m@v1/PATENTS"}
	if err != nil || !slices.Equal(names, want) {
		t.Errorf("%q, %v, want %q", names, err, want)
	}
}

// TestSums checks the form of sha256sum, and that no file is written twice.
func TestSums(t *testing.T) {
	t.Parallel()
	r := &release{options: options{out: t.TempDir()}, written: map[string]string{}}
	nothing := func(io.Writer) error { return nil }
	for _, name := range []string{"b", "a"} {
		if err := r.create(name, nothing); err != nil {
			t.Fatal(err)
		}
	}
	const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	if want := empty + "  a\n" + empty + "  b\n"; r.sums() != want {
		t.Errorf("%q, want %q", r.sums(), want)
	}
	if r.create("a", nothing) == nil {
		t.Error("a file is written twice")
	}
}

// TestReproducible builds a release twice, the second time from nothing.
func TestReproducible(t *testing.T) {
	if os.Getenv("ALIKE_TEST") != "release" {
		t.Skip("builds everything twice: set ALIKE_TEST=release")
	}
	o := options{out: t.TempDir(), version: "v0.0.1", url: "https://example.org/alike", maintainer: "alike <alike@localhost>", again: true}
	if err := run(t.Context(), o, nil); err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(o.out, sumsName))
	if err != nil {
		t.Fatal(err)
	}
	if lines, want := strings.Count(string(sums), "\n"), 2*len(systems)+3*(len(formats)+1)+3; lines != want {
		t.Errorf("%d files, want %d", lines, want)
	}
	checkComplete(t, o.out, "0.0.1", o.url)
}
