package sarif

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// SourceRoot returns the folder that paths in a report are relative to: the root of the
// repository that contains the given folders, otherwise the working folder if it contains
// them, otherwise the deepest folder that does.
func SourceRoot(dirs []string) (string, error) {
	here, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("finding the working folder: %w", err)
	}
	return commonRoot(dirs, filepath.ToSlash(here)), nil
}

// commonRoot is SourceRoot in the working folder here. Folders on two drives of Windows have no
// folder in common.
func commonRoot(dirs []string, here string) string {
	common := here
	for i, dir := range dirs {
		if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
			dir = path.Dir(dir)
		}
		for i > 0 && !InFolder(dir, common) {
			if common == path.Dir(common) {
				return here // on two drives
			}
			common = path.Dir(common)
		}
		if i == 0 {
			common = dir
		}
	}
	for folder := common; folder != path.Dir(folder); folder = path.Dir(folder) {
		if _, err := os.Lstat(folder + "/.git"); err == nil {
			return folder
		}
	}
	if InFolder(common, here) {
		return here
	}
	return common
}

// InFolder reports whether a path is a folder or inside it.
func InFolder(path, folder string) bool {
	return path == folder || folder == "/" || strings.HasPrefix(path, folder+"/")
}
