//go:build unix

package spill

import "os"

// createIn creates a file without a name in a folder.
func createIn(dir string) (*os.File, error) {
	f, err := os.CreateTemp(dir, "alike-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}
