package system

import "os"

// SyncFolder writes the names in an open folder to its disk. Some file systems cannot, which is no
// error.
func SyncFolder(f *os.File) error {
	if err := f.Sync(); err != nil && !cannotSyncFolders(err) {
		return err
	}
	return nil
}

// SyncFolderAt is SyncFolder for the folder at a path.
func SyncFolderAt(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return SyncFolder(f)
}
