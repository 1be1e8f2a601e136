//go:build linux

package main

import (
	"cmp"
	"context"
	"debug/buildinfo"
	"debug/elf"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// binary prints the size of the released program, of its sections, and of the functions and
// data of each module, of which the symbols of another build tell. The rest are tables that
// the linker makes for all of them.
func (b *bench) binary(ctx context.Context) error {
	var files [2]*elf.File
	path := filepath.Join(b.dir, "stripped")
	for i, flags := range []string{"", "-s -w"} { // the last one stays
		c := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", flags, "-o", path, "alike/cmd/alike")
		c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64")
		out, err := c.CombinedOutput()
		if err != nil {
			return fmt.Errorf("build alike: %w: %s", err, out)
		}
		if files[i], err = elf.Open(path); err != nil {
			return err
		}
		defer files[i].Close()
	}
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return err
	}
	symbols, err := files[0].Symbols()
	if err != nil {
		return err
	}
	sizes := map[string]uint64{}
	for _, s := range files[1].Sections {
		if s.Type != elf.SHT_NOBITS {
			sizes["section "+s.Name] += s.Size
		}
	}
	for _, s := range symbols {
		if n := int(s.Section); n < len(files[0].Sections) && files[0].Sections[n].Type != elf.SHT_NOBITS {
			sizes[moduleOf(s.Name, info)] += s.Size
		}
	}
	for _, name := range slices.SortedFunc(maps.Keys(sizes), func(x, y string) int { return cmp.Compare(sizes[y], sizes[x]) }) {
		if sizes[name] >= 100_000 {
			fmt.Fprintf(b.stdout, "%9d  %s\n", sizes[name], name)
		}
	}
	stat, err := os.Stat(path)
	if err == nil {
		fmt.Fprintf(b.stdout, "%9d  the program, without symbols\n", stat.Size())
	}
	return err
}

// moduleOf returns the module that a symbol belongs to, the folder for one of this module, or
// the first part of the package's path for one of the standard library. Tables like go:func.*
// belong to none.
func moduleOf(symbol string, info *buildinfo.BuildInfo) string {
	symbol = strings.TrimPrefix(strings.TrimPrefix(symbol, "type:.eq."), "go:itab.")
	symbol = strings.TrimPrefix(symbol, "*")
	path := symbol[:strings.IndexAny(symbol+"(", "[(,")]
	slash := strings.LastIndex(path, "/") + 1
	name, _, ok := strings.Cut(path[slash:], ".")
	path = path[:slash] + name
	switch {
	case !ok || strings.Contains(path, ":"):
		return "tables"
	case path == "main":
		return "alike/cmd"
	}
	for _, d := range info.Deps {
		if path == d.Path || strings.HasPrefix(path, d.Path+"/") {
			return d.Path
		}
	}
	first, rest, _ := strings.Cut(path, "/")
	if first == "alike" {
		rest, _, _ = strings.Cut(rest, "/")
		return first + "/" + rest
	}
	return first
}
