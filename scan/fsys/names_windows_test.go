package fsys

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestReadNamesOfWindows lists names that Windows reserves or cuts, through the open folder: a
// folder \proc, which anybody may make, has no part in it.
func TestReadNamesOfWindows(t *testing.T) {
	root, err := Absolute(t.TempDir())
	must(t, err)
	want := []string{"aux.txt", "dir ", "f", "f."}
	for _, name := range want {
		must(t, os.WriteFile(`\\?\`+strings.ReplaceAll(root, "/", `\`)+`\`+name, []byte(name), 0o644))
	}
	must(t, os.Mkdir(root+"/folder", 0o755))
	fd, err := OpenPath(root, FolderFlags)
	must(t, err)
	defer Close(fd)
	entries, err := ReadNames(fd, func() string { return `C:/no such folder` }, nil)
	must(t, err)
	var files []string
	for _, e := range entries {
		if e.IsDir() != (e.Name() == "folder") {
			t.Errorf("%q is a folder: %v", e.Name(), e.IsDir())
		}
		if !e.IsDir() {
			files = append(files, e.Name())
		}
	}
	if slices.Sort(files); len(entries) != 5 || !slices.Equal(files, want) {
		t.Fatalf("names %q", files)
	}
	for _, name := range want {
		for _, trees := range []*Trees{nil, {Roots: map[string]bool{root: false}}} {
			f, err := trees.OpenRegular(root + "/" + name)
			must(t, err)
			b := make([]byte, 20)
			if n, _ := f.Read(b); string(b[:n]) != name {
				t.Errorf("%q has %q", name, b[:n])
			}
			must(t, f.Close())
		}
	}
}
