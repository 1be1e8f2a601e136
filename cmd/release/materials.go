package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// materials writes the bill of materials of a program, as CycloneDX. _packages writes it from
// what the linker put into the program and the licences of the archive.
func (r *release) materials(ctx context.Context, s system, program string, files []file) error {
	licences, err := os.MkdirTemp(r.work, "licences")
	if err != nil {
		return err
	}
	for _, f := range files {
		name, ok := strings.CutPrefix(f.name, "licences/")
		if !ok {
			continue
		}
		name = filepath.Join(licences, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.data, 0o600); err != nil {
			return err
		}
	}
	c := exec.CommandContext(ctx, "go", "run", ".", "-licences", licences, "-version", r.name, "-time", strconv.FormatInt(r.made.Unix(), 10), program)
	var bill bytes.Buffer
	c.Dir, c.Stdout, c.Stderr = filepath.Join(r.root, "cmd", "release", "_packages"), &bill, os.Stderr
	if err := c.Run(); err != nil {
		return err
	}
	return r.create("alike-"+r.name+"-"+s.String()+".cdx.json", func(w io.Writer) error {
		_, err := bill.WriteTo(w)
		return err
	})
}
