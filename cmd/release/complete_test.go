package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// checkComplete checks a release for all systems: that each archive has what belongs to it, that
// bills, images and packages are of the same program, and that the checksums are right wherever
// they stand. It builds nothing.
func checkComplete(t *testing.T, dir, version, url string) {
	t.Helper()
	sums := checkSums(t, dir)
	archives := map[string][]file{}
	for _, s := range systems {
		archives[s.String()] = archived(t, dir, version, s)
	}
	common := expected(t)
	for _, s := range systems {
		files := archives[s.String()]
		checkArchive(t, s, files, common)
		checkBill(t, filepath.Join(dir, "alike-"+version+"-"+s.String()+".cdx.json"), s, files)
		if s.packaged() {
			checkImage(t, dir, version, s, files)
			checkPackages(t, dir, version, s, files)
		}
	}
	for _, name := range []string{"alike.rb", "alike.json"} {
		checkRecipe(t, string(read(t, filepath.Join(dir, name))), name, version, url, sums)
	}
	if text := string(read(t, filepath.Join(dir, "Containerfile"))); !strings.Contains(text, "\nADD alike-"+version+"-linux-${TARGETARCH}-image.tar.gz /\n") {
		t.Error(text)
	}
}

// checkSums computes all checksums once more, and returns them by file.
func checkSums(t *testing.T, dir string) map[string]string {
	t.Helper()
	sums := map[string]string{}
	var want strings.Builder
	for _, name := range entries(t, dir) {
		if name != sumsName {
			sums[name] = fmt.Sprintf("%x", sha256.Sum256(read(t, filepath.Join(dir, name))))
			fmt.Fprintf(&want, "%s  %s\n", sums[name], name)
		}
	}
	if got := string(read(t, filepath.Join(dir, sumsName))); got != want.String() {
		t.Errorf("%s has\n%s, want\n%s", sumsName, got, want.String())
	}
	return sums
}

// archived returns the files of the archive for a system, without its top folder.
func archived(t *testing.T, dir, version string, s system) []file {
	t.Helper()
	top := "alike-" + version + "-" + s.String()
	var files []file
	if s.os == "windows" {
		data := read(t, filepath.Join(dir, top+".zip"))
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file{name: f.Name, mode: int64(f.Mode().Perm()), data: all(t, r)})
		}
	} else {
		files = untar(t, gunzip(t, read(t, filepath.Join(dir, top+".tar.gz"))))
	}
	for i := range files {
		name, ok := strings.CutPrefix(files[i].name, top+"/")
		if !ok {
			t.Fatalf("%s has %s", top, files[i].name)
		}
		files[i].name = name
	}
	return files
}

// under returns the names of files below a folder.
func under(files []file, dir string) (names []string) {
	for _, f := range files {
		if strings.HasPrefix(f.name, dir) {
			names = append(names, f.name)
		}
	}
	slices.Sort(names)
	return names
}

// expected returns the names of the files that an archive for Linux has besides program and
// licences: the documents tracked by git, a manual page for each verb of README.md, and scripts.
func expected(t *testing.T) []string {
	t.Helper()
	root := repository(t).root
	want := strings.Fields("man/man1/alike.1 man/man7/alike.7 " +
		"completions/bash/alike completions/fish/alike.fish completions/powershell/alike.ps1 completions/zsh/_alike")
	docs := strings.Fields(string(command(t, "git", "-C", root, "ls-files", "docs")))
	want = slices.Concat(want, documents, slices.DeleteFunc(docs, func(name string) bool { return name == "docs/terminal.py" }))
	_, verbs, _ := strings.Cut(string(read(t, filepath.Join(root, "README.md"))), "\n| verb | does |\n")
	verbs, _, _ = strings.Cut(verbs, "\n\n")
	for line := range strings.Lines(verbs) {
		cell, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), " |")
		for _, verb := range regexp.MustCompile("`([a-z]+)").FindAllStringSubmatch(cell, -1) {
			want = append(want, "man/man1/alike-"+verb[1]+".1")
		}
	}
	if len(docs) < 20 || len(want) < len(docs)+25 {
		t.Fatalf("%d documents, %d files: %q", len(docs), len(want), want)
	}
	return want
}

// checkArchive checks what an archive has besides its licences, which checkBill compares with the
// bill.
func checkArchive(t *testing.T, s system, files []file, common []string) {
	t.Helper()
	want := append(slices.Clone(common), s.program())
	want = slices.DeleteFunc(want, func(name string) bool {
		return s.os != "linux" && strings.HasPrefix(name, "docs/systemd/") || s.os == "windows" && (strings.HasPrefix(name, "man/") ||
			strings.HasPrefix(name, "completions/") && !strings.Contains(name, "powershell"))
	})
	slices.Sort(want)
	got := slices.DeleteFunc(under(files, ""), func(name string) bool { return strings.HasPrefix(name, "licences/") })
	if !slices.Equal(got, want) {
		t.Errorf("%v: %q, want %q", s, got, want)
	}
	for _, f := range files {
		if mode := int64(0o644); f.name != s.program() && f.mode != mode || f.name == s.program() && f.mode != 0o755 || len(f.data) == 0 {
			t.Errorf("%v: %s has mode %o and %d bytes", s, f.name, f.mode, len(f.data))
		}
	}
}

// program returns the program among the files of an archive.
func program(t *testing.T, s system, files []file) []byte {
	t.Helper()
	i := slices.IndexFunc(files, func(f file) bool { return f.name == s.program() })
	if i < 0 {
		t.Fatalf("%v: no program", s)
	}
	return files[i].data
}

// checkBill checks that a bill is of the program in the archive, that it has the modules that
// the linker put into it, and that the archive has licences of just these.
func checkBill(t *testing.T, name string, s system, files []file) {
	t.Helper()
	var bill struct {
		BOMFormat, SpecVersion string
		Metadata               struct {
			Component struct{ Hashes []struct{ Content string } }
		}
		Components []struct {
			Name, Version string
			PackageURL    string `json:"purl"`
			Licenses      []any
		}
	}
	if err := json.Unmarshal(read(t, name), &bill); err != nil {
		t.Fatal(err)
	}
	data := program(t, s, files)
	info, err := buildinfo.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%v: %v", s, err)
	}
	if hashes := bill.Metadata.Component.Hashes; bill.BOMFormat != "CycloneDX" || bill.SpecVersion != "1.6" ||
		len(hashes) != 1 || hashes[0].Content != fmt.Sprintf("%x", sha256.Sum256(data)) {
		t.Errorf("%s: %s %s of %v", name, bill.BOMFormat, bill.SpecVersion, hashes)
	}
	var listed, linked []string
	for _, c := range bill.Components {
		if len(c.Licenses) == 0 {
			t.Errorf("%s: %s has no licence", name, c.Name)
		}
		if strings.HasPrefix(c.PackageURL, "pkg:golang/") && c.Name != "std" {
			listed = append(listed, c.Name+"@"+c.Version)
		}
	}
	for _, d := range info.Deps {
		linked = append(linked, d.Path+"@"+d.Version)
	}
	slices.Sort(listed)
	slices.Sort(linked)
	var licensed []string
	for _, licence := range under(files, "licences/") {
		if dir := strings.TrimPrefix(path.Dir(licence), "licences"); dir != "" && dir != "/go" {
			licensed = append(licensed, dir[1:])
		}
	}
	slices.Sort(licensed)
	if licensed = slices.Compact(licensed); len(linked) < 20 || !slices.Equal(listed, linked) || !slices.Equal(licensed, linked) {
		t.Errorf("%v: the program has %q,\nthe bill %q,\nthe licences %q", s, linked, listed, licensed)
	}
	for _, licence := range []string{"licences/go/LICENSE", "licences/pages.txt"} {
		if !slices.Contains(under(files, licence), licence) {
			t.Errorf("%v: no %s", s, licence)
		}
	}
}

// checkImage checks that an image has the program and the licences of the archive and nothing
// else, in at most 30 MB.
func checkImage(t *testing.T, dir, version string, s system, files []file) {
	t.Helper()
	got := untarImage(t, gunzip(t, read(t, filepath.Join(dir, "alike-"+version+"-"+s.String()+"-image.tar.gz"))))
	var want []file
	size := 0
	for _, f := range files {
		switch {
		case f.name == "alike":
			f.name = "usr/bin/alike"
		case f.name == "LICENSE", strings.HasPrefix(f.name, "licences/"):
			f.name = "usr/share/doc/alike/" + f.name
		default:
			continue
		}
		size += len(f.data)
		want = append(want, f)
	}
	want, err := ordered(want)
	if err != nil {
		t.Fatal(err)
	}
	compareFiles(t, got, want)
	if size > 30e6 {
		t.Errorf("the image for %v has %d bytes", s, size)
	}
}

// checkPackages checks that the deb and the package for Arch have the files of the archive for
// the same system. TestPackages and TestInstall look at all packages for amd64.
func checkPackages(t *testing.T, dir, version string, s system, files []file) {
	t.Helper()
	rpm := map[string]string{"amd64": "x86_64", "arm64": "aarch64", "riscv64": "riscv64"}[s.arch]
	for _, name := range []string{
		"alike_" + version + "-1_" + s.arch + ".deb", "alike-" + version + "-1." + rpm + ".rpm",
		"alike_" + version + "-r1_" + rpm + ".apk", "alike-" + version + "-1-" + rpm + ".pkg.tar.zst",
	} {
		if len(read(t, filepath.Join(dir, name))) < 5e6 {
			t.Errorf("%s is short", name)
		}
	}
	placed, err := repository(t).placed(formats[0], slices.Clone(files))
	if err != nil {
		t.Fatal(err)
	}
	compareFiles(t, untar(t, command(t, "dpkg-deb", "--fsys-tarfile", filepath.Join(dir, "alike_"+version+"-1_"+s.arch+".deb"))), placed)
	if got := strings.TrimSpace(string(command(t, "dpkg-deb", "-f", filepath.Join(dir, "alike_"+version+"-1_"+s.arch+".deb"), "Architecture"))); got != s.arch {
		t.Errorf("%v: the deb is for %s", s, got)
	}
}

// checkRecipe checks that each address in a recipe is of a file of the release, and that the
// checksum after it is that of the file.
func checkRecipe(t *testing.T, text, name, version, url string, sums map[string]string) {
	t.Helper()
	found := regexp.MustCompile(`"(`+regexp.QuoteMeta(url)+`/releases/download/v`+regexp.QuoteMeta(version)+`/([^"/]+))",?\s+"?(?:sha256|hash)"?:? "([0-9a-f]{64})"`).FindAllStringSubmatch(text, -1)
	if want := map[string]int{"alike.rb": 4, "alike.json": 2}[name]; len(found) != want || strings.Count(text, "/releases/download/") != want {
		t.Errorf("%s has %d archives with checksums, want %d:\n%s", name, len(found), want, text)
	}
	for _, f := range found {
		if sums[f[2]] != f[3] {
			t.Errorf("%s: %s has the checksum %s, want %s", name, f[2], f[3], sums[f[2]])
		}
	}
}
