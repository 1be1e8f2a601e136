package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// built123 is the folder of release123, once a test has built it. TestMain removes it.
var built123 string

// release123 builds a release for one system, once for all tests.
var release123 = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "alike-release-test-")
	if err != nil {
		return "", err
	}
	built123 = dir
	o := options{out: dir, version: "v1.2.3", maintainer: "alike <alike@localhost>", only: []string{"linux-amd64"}}
	return dir, run(context.Background(), o, nil)
})

func TestMain(m *testing.M) {
	code := m.Run()
	if built123 != "" {
		_ = os.RemoveAll(built123)
	}
	os.Exit(code)
}

// built returns the folder of a release for linux-amd64.
func built(t *testing.T) string {
	t.Helper()
	if os.Getenv("ALIKE_TEST") != "release" {
		t.Skip("builds a release: set ALIKE_TEST=release")
	}
	dir, err := release123()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// repository is what placed needs to know of a release.
func repository(t *testing.T) *release {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return &release{root: root}
}

// TestPlaced checks where the files of an archive are in a package.
func TestPlaced(t *testing.T) {
	t.Parallel()
	files := []file{{name: "alike", mode: 0o755}}
	for _, name := range []string{
		"LICENSE", "README.md", "completions/bash/alike", "completions/fish/alike.fish", "completions/powershell/alike.ps1",
		"completions/zsh/_alike", "docs/disks.md", "licences/go/LICENSE", "man/man7/alike.7",
	} {
		files = append(files, file{name: name, mode: 0o644})
	}
	files = append(files, file{name: "docs/systemd/a.service", data: []byte("ExecStart=/usr/local/bin/alike scan")},
		file{name: "docs/systemd/a.service.d/local.conf"})
	const common = "usr/bin/alike usr/share/bash-completion/completions/alike usr/share/doc/alike/README.md usr/share/doc/alike/docs/disks.md " +
		"usr/share/doc/alike/licences/go/LICENSE usr/share/fish/vendor_completions.d/alike.fish usr/share/man/man7/alike.7.gz "
	const units = "usr/lib/systemd/system/a.service usr/share/doc/alike/examples/local.conf "
	for name, own := range map[string]string{
		"deb":       units + "usr/share/doc/alike/copyright usr/share/zsh/vendor-completions/_alike",
		"rpm":       units + "usr/share/doc/alike/LICENSE usr/share/zsh/site-functions/_alike",
		"archlinux": units + "usr/share/doc/alike/LICENSE usr/share/zsh/site-functions/_alike",
		"apk":       "usr/share/doc/alike/LICENSE usr/share/zsh/site-functions/_alike",
	} {
		f := formats[slices.IndexFunc(formats, func(f format) bool { return f.name == name })]
		placed, err := repository(t).placed(f, files)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range placed {
			got = append(got, p.name)
			if strings.HasSuffix(p.name, ".service") && string(p.data) != "ExecStart=/usr/bin/alike scan" {
				t.Errorf("%s: %s has %q", name, p.name, p.data)
			}
		}
		want := strings.Fields(common + own)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%q, want\n%q", name, got, want)
		}
	}
}

// TestPackages checks that packages have the files that they should, with the modes and
// contents of the archive.
func TestPackages(t *testing.T) {
	dir := built(t)
	for _, c := range []struct {
		format, file string
		data         func(*testing.T, string) []byte
	}{
		{"deb", "alike_1.2.3-1_amd64.deb", func(t *testing.T, name string) []byte { return command(t, "dpkg-deb", "--fsys-tarfile", name) }},
		{"apk", "alike_1.2.3-r1_x86_64.apk", func(t *testing.T, name string) []byte { return gunzip(t, read(t, name)) }},
		{"archlinux", "alike-1.2.3-1-x86_64.pkg.tar.zst", func(t *testing.T, name string) []byte {
			z, err := zstd.NewReader(bytes.NewReader(read(t, name)))
			if err != nil {
				t.Fatal(err)
			}
			defer z.Close()
			return all(t, z)
		}},
	} {
		t.Run(c.format, func(t *testing.T) {
			got := slices.DeleteFunc(untar(t, c.data(t, filepath.Join(dir, c.file))), func(f file) bool { return strings.HasPrefix(f.name, ".") })
			compareFiles(t, got, wanted(t, c.format, dir))
		})
	}
}

// wanted returns the files of a package, made of those of the archive.
func wanted(t *testing.T, name, dir string) []file {
	t.Helper()
	archive := untar(t, gunzip(t, read(t, filepath.Join(dir, "alike-1.2.3-linux-amd64.tar.gz"))))
	for i := range archive {
		_, archive[i].name, _ = strings.Cut(archive[i].name, "/")
	}
	f := formats[slices.IndexFunc(formats, func(f format) bool { return f.name == name })]
	files, err := repository(t).placed(f, archive)
	if err != nil || len(files) < 60 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	return files
}

// compareFiles compares names, modes and contents.
func compareFiles(t *testing.T, got, want []file) {
	t.Helper()
	got, err := ordered(got)
	if err != nil {
		t.Fatal(err)
	}
	names := func(files []file) (names []string) {
		for _, f := range files {
			names = append(names, fmt.Sprintf("%s %o", f.name, f.mode))
		}
		return names
	}
	if !slices.Equal(names(got), names(want)) {
		t.Fatalf("%q, want\n%q", names(got), names(want))
	}
	for i := range got {
		if !bytes.Equal(got[i].data, want[i].data) {
			t.Errorf("%s has other contents", got[i].name)
		}
	}
}

// TestMaterials checks that the bill of materials names the modules of go.sum's sums.
func TestMaterials(t *testing.T) {
	var bill struct {
		Components []struct {
			Name   string
			Hashes []struct{ Content string }
		}
	}
	if err := json.Unmarshal(read(t, filepath.Join(built(t), "alike-1.2.3-linux-amd64.cdx.json")), &bill); err != nil {
		t.Fatal(err)
	}
	hashed := 0
	found := map[string]bool{}
	for _, c := range bill.Components {
		found[c.Name] = true
		if len(c.Hashes) == 1 {
			hashed++
		}
	}
	listed := strings.Fields(string(command(t, "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}", "alike/cmd/alike")))
	slices.Sort(listed)
	listed = slices.Compact(listed)
	if len(listed) < 20 || hashed != len(listed) || !found["std"] || !found["d3-force"] {
		t.Errorf("%d modules, %d with sums, std: %v, d3-force: %v", len(listed), hashed, found["std"], found["d3-force"])
	}
	for _, name := range listed {
		if !found[name] {
			t.Errorf("%s is missing", name)
		}
	}
}

// untar returns the files of a tar, or of several in a row, without folders. All belong to root.
func untar(t *testing.T, data []byte) []file {
	t.Helper()
	return untarOf(t, data, "")
}

// untarImage does so for an image, in which the folder of the index belongs to nobody.
func untarImage(t *testing.T, data []byte) []file {
	t.Helper()
	return untarOf(t, data, "var/lib/alike/")
}

func untarOf(t *testing.T, data []byte, ofNobody string) []file {
	t.Helper()
	var files []file
	for r := tar.NewReader(bytes.NewReader(data)); ; {
		h, err := r.Next()
		if err == io.EOF {
			return files
		}
		owner := 0
		if err == nil && h.Name == ofNobody {
			owner = nobody
		}
		if err != nil || h.Uid != owner || h.Gid != owner || strings.HasPrefix(h.Name, "/") {
			t.Fatalf("%+v, %v", h, err)
		}
		if h.Typeflag == tar.TypeReg {
			files = append(files, file{name: strings.TrimPrefix(h.Name, "./"), mode: h.Mode & 0o7777, data: all(t, r)})
		}
	}
}

func gunzip(t *testing.T, data []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return all(t, z)
}

func all(t *testing.T, r io.Reader) []byte {
	t.Helper()
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// command returns the standard output of a command.
func command(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	c := exec.Command(name, args...)
	var errs strings.Builder
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, errs.String())
	}
	return out
}
