package spill

import (
	"alike/db/system"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// Place is a folder for temporary files: by name, or below an open root, which no link
// can lead out of.
type Place struct {
	root *os.Root // nil for a folder by its name
	name string   // below root
	dir  string   // the folder, for messages
}

// In returns a folder by its name.
func In(dir string) Place { return Place{dir: dir} }

// At returns a folder below root. dir names it in messages.
func At(root *os.Root, name, dir string) Place { return Place{root, name, dir} }

// Dir returns the name of the folder, for messages.
func (p Place) Dir() string { return p.dir }

// Create creates a file and unlinks it at once.
func (p Place) Create() (*File, error) {
	f, err := p.create()
	if err != nil {
		return nil, failed("creating", p.dir, err)
	}
	return &File{f, p.dir}, nil
}

func (p Place) create() (f *os.File, err error) {
	if p.root == nil {
		return createIn(p.dir)
	}
	var name string
	for f == nil {
		name = filepath.Join(p.name, "alike-"+strconv.FormatUint(rand.Uint64(), 36))
		f, err = p.root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL|system.Large, 0o600)
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	}
	if err = p.root.Remove(name); err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}
