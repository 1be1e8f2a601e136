// Package atomicfile replaces files and folders so that readers never see a partial one.
package atomicfile

import (
	"alike/db/system"
	"errors"
	"os"
	"path/filepath"
)

// Replaceable reports whether path is a regular file, a symbolic link, or nothing. As root, a
// rename to /dev/null would replace it for everyone.
func Replaceable(path string) bool {
	info, err := os.Lstat(path)
	return err != nil || info.Mode()&(os.ModeType&^os.ModeSymlink) == 0
}

// Replace replaces the content of a file and makes it readable by all users. A reader sees
// either the old or the new content, even after a power cut. Until it is complete, the new
// content is in a hidden file in the same folder.
func Replace(path string, data []byte) (err error) {
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
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err = rename(f.Name(), path); err != nil {
		return err
	}
	_ = system.SyncFolderAt(dir) // the new content is in place
	return nil
}
