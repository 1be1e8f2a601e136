//go:build linux

package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// smallParts are the folders of Go's sources that the small form takes.
var smallParts = []string{"archive", "bufio", "bytes", "compress", "container", "encoding", "errors", "fmt", "hash", "html",
	"io", "mime", "path", "sort", "strconv", "strings", "text", "unicode", "vendor"}

// host is one of the machines of the fleet. Names order like the folders of these names.
type host struct {
	name string
	// takes reports whether the host has the files of a folder; part is a hash of its name.
	takes func(part uint64) bool
	// place returns where the host keeps a file, and edit its content there.
	place func(name string) string
	edit  func(text []byte, rng *rand.Rand) []byte
}

func fleetHosts() []host {
	same := func(name string) string { return name }
	return []host{
		{"app_1", func(p uint64) bool { return p%5 == 2 || p%5 == 4 }, same, rewrite},
		{"db-1.site", func(p uint64) bool { return p%5 < 2 }, func(name string) string { return "mirror/v2/" + name }, halfRewritten},
		{"old1", func(p uint64) bool { return p%5 == 0 || p%5 == 3 }, same, cut},
		{"web1", func(p uint64) bool { return p%5 > 0 }, same, kept},
		{"web2", func(p uint64) bool { return p%5 > 0 && p%5 < 4 }, same, kept},
	}
}

// makeHosts writes the trees of the hosts into the folder root, one folder each.
func makeHosts(ctx context.Context, root string, full bool) (files int, size int64, err error) {
	out, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return 0, 0, fmt.Errorf("find Go's sources: %w", err)
	}
	src := filepath.Join(strings.TrimSpace(string(out)), "src")
	sources := os.DirFS(src)
	hosts := fleetHosts()
	err = fs.WalkDir(sources, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || ctx.Err() != nil {
			return cmp.Or(err, ctx.Err())
		}
		top, _, _ := strings.Cut(name, "/")
		if d.IsDir() || !d.Type().IsRegular() || !full && !slices.Contains(smallParts, top) {
			return nil
		}
		text, err := fs.ReadFile(sources, name)
		if err != nil {
			return err
		}
		part := hashOf(filepath.Dir(name))
		for _, h := range hosts {
			if !h.takes(part) {
				continue
			}
			kept := h.edit(text, rand.New(rand.NewPCG(hashOf(name), hashOf(h.name))))
			files++
			size += int64(len(kept))
			if err := writeFile(filepath.Join(root, h.name, h.place(name)), kept); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = oddFiles(root)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("make the files of the hosts from %s: %w", src, err)
	}
	return files, size, nil
}

func hashOf(name string) uint64 {
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(name))
	return sum.Sum64()
}

func writeFile(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}

func kept(text []byte, _ *rand.Rand) []byte { return text }

// rewrite changes a share of the lines that differs from file to file, up to a half.
func rewrite(text []byte, rng *rand.Rand) []byte {
	share := rng.Float64() * rng.Float64() / 2
	lines := bytes.SplitAfter(text, []byte("\n"))
	for i := range lines {
		if rng.Float64() < share {
			lines[i] = fmt.Appendf(nil, "// %x %x %s", rng.Uint64(), rng.Uint64(), lines[i])
		}
	}
	return bytes.Join(lines, nil)
}

// halfRewritten changes every second file.
func halfRewritten(text []byte, rng *rand.Rand) []byte {
	if rng.IntN(2) == 0 {
		return text
	}
	return rewrite(text, rng)
}

// cut keeps a part of the file, perhaps twice.
func cut(text []byte, rng *rand.Rand) []byte {
	if len(text) == 0 {
		return text
	}
	from := rng.IntN(len(text)) / 2
	to := from + rng.IntN(len(text)-from) + 1
	part := text[from:to]
	if rng.IntN(4) == 0 {
		return slices.Concat(part, part)
	}
	return part
}

// oddFiles adds hard links, names that need care, empty and small files. Names with tabs
// and newlines are missing, because spark-sql prints rows as lines.
func oddFiles(root string) error {
	var text bytes.Buffer
	for i := range 200 {
		fmt.Fprintf(&text, "line %d of a file with an odd name, worth %d\n", i, i*i%97)
	}
	for i, name := range []string{"caf\xe9 \xff.txt", "comma, \"quoted\" 'name'.txt", "semi;colon --.txt", `back\slash.txt`, "<b>&amp;.txt", "NULL", "ütf-8 名.txt"} {
		for j, h := range []string{"web1", "old1", "app_1"} {
			if err := writeFile(filepath.Join(root, h, "odd", name), text.Bytes()[j*37+i*100:]); err != nil {
				return err
			}
		}
	}
	for i, size := range []int{0, 0, 30, 60, 60, 120, 250} {
		for _, h := range []string{"web2", "db-1.site"} {
			if err := writeFile(filepath.Join(root, h, "small", fmt.Sprint(i)), text.Bytes()[:size]); err != nil {
				return err
			}
		}
	}
	return linkSome(filepath.Join(root, "app_1"))
}

// linkSome gives every fifth file of a tree a second name.
func linkSome(tree string) error {
	links := filepath.Join(tree, "links")
	if err := os.Mkdir(links, 0o700); err != nil {
		return err
	}
	n := 0
	return filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if path == links {
				return fs.SkipDir
			}
			return err
		}
		if n++; n%5 != 0 {
			return nil
		}
		return os.Link(path, filepath.Join(links, fmt.Sprint(n)))
	})
}
