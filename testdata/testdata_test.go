package testdata

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestEveryFileIsEmbedded(t *testing.T) {
	t.Parallel()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) == ".go" {
			return err
		}
		_, err = fs.Stat(files, filepath.ToSlash(path))
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestIndex(t *testing.T) {
	t.Parallel()
	for version := 1; version <= 6; version++ {
		dir := Index(t, version)
		if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("version %d: %v, %v", version, info, err)
		}
		if tables, err := filepath.Glob(filepath.Join(dir, "badger", "*.sst")); err != nil || len(tables) == 0 {
			t.Errorf("version %d has the tables %v, %v", version, tables, err)
		}
	}
}
