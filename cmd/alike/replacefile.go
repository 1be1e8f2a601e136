package main

import (
	"errors"
	"os"
	"path/filepath"
)

// replaceFile gives a file new bytes, readable by all, so that a reader sees the
// old ones or the new ones and nothing else, even after a power cut. Until then
// they are in a hidden file beside it.
func replaceFile(path string, data []byte) (err error) {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, ".alike-metrics-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	_, err = f.Write(data)
	if err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return err
	}
	if err = os.Rename(f.Name(), path); err != nil {
		var link *os.LinkError
		if errors.As(err, &link) {
			err = link.Err // without the names
		}
		return err
	}
	// The new bytes are there now. That some file systems cannot sync a folder
	// takes nothing away from them.
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
	return nil
}
