package scan

import (
	"slices"
	"sort"
	"strings"
)

func withSlash(folder string) string {
	if folder == "/" {
		return folder
	}
	return folder + "/"
}

// isWithin reports whether a path is a folder or lies in it.
func isWithin(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, withSlash(folder))
}

// rootsBelow returns those of the roots that lie in a folder, relative to it. The roots are sorted.
func rootsBelow(roots []string, folder string) (below []string) {
	if len(roots) == 0 {
		return nil
	}
	prefix := withSlash(folder)
	for _, path := range roots[sort.SearchStrings(roots, prefix):] {
		rest, found := strings.CutPrefix(path, prefix)
		if !found {
			break
		}
		if rest != "" { // "/" itself
			below = append(below, rest)
		}
	}
	return below
}

// inSorted reports whether a name is one of sorted names.
func inSorted(names []string, name string) bool {
	_, found := slices.BinarySearch(names, name)
	return found
}
