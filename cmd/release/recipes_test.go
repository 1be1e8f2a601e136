package main

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestRecipes checks that a formula and a manifest name archives of the release, each with its
// own checksum, and that neither is written without the address of the release.
func TestRecipes(t *testing.T) {
	t.Parallel()
	written := func() map[string]string {
		files := map[string]string{}
		for _, s := range systems {
			name := "alike-1.2.3-" + s.String() + ".tar.gz"
			if s.os == "windows" {
				name = "alike-1.2.3-" + s.String() + ".zip"
			}
			files[name] = "sum of " + name
		}
		return files
	}
	r := repository(t)
	r.options = options{out: t.TempDir(), version: "v1.2.3", url: "https://example.org/alike/"}
	r.name, r.systems, r.written = "1.2.3", systems, written()
	if err := r.recipes(); err != nil {
		t.Fatal(err)
	}
	formula := string(read(t, filepath.Join(r.out, "alike.rb")))
	for _, s := range []string{"darwin-amd64", "darwin-arm64", "linux-amd64", "linux-arm64"} {
		name := "alike-1.2.3-" + s + ".tar.gz"
		want := `url "https://example.org/alike/releases/download/v1.2.3/` + name + "\"\n      sha256 \"sum of " + name + "\"\n"
		if strings.Count(formula, want) != 1 {
			t.Errorf("%q is missing in\n%s", want, formula)
		}
	}
	if ruby, err := exec.LookPath("ruby"); err == nil {
		command(t, ruby, "-c", filepath.Join(r.out, "alike.rb"))
	}
	var manifest struct {
		Version      string
		Architecture map[string]struct {
			URL, Hash string
			Dir       string `json:"extract_dir"`
		}
	}
	if err := json.Unmarshal(read(t, filepath.Join(r.out, "alike.json")), &manifest); err != nil {
		t.Fatal(err)
	}
	for name, arch := range map[string]string{"64bit": "amd64", "arm64": "arm64"} {
		top := "alike-1.2.3-windows-" + arch
		if m := manifest.Architecture[name]; manifest.Version != "1.2.3" || m.Dir != top || m.Hash != "sum of "+top+".zip" ||
			m.URL != "https://example.org/alike/releases/download/v1.2.3/"+top+".zip" {
			t.Errorf("%s: %+v", name, m)
		}
	}
	r.out, r.url, r.written = t.TempDir(), "", written()
	if err := r.recipes(); err != nil || !slices.Equal(entries(t, r.out), []string{"Containerfile"}) {
		t.Errorf("without an address: %v", err)
	}
	r.out, r.url, r.written = t.TempDir(), "https://example.org", written()
	delete(r.written, "alike-1.2.3-darwin-arm64.tar.gz")
	if err := r.recipes(); err == nil || !strings.Contains(err.Error(), "darwin-arm64") {
		t.Errorf("without an archive: %v", err)
	}
}
