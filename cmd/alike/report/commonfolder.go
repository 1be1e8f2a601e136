package report

import "strings"

// minFolder is the length of the shortest common folder that gets a heading above a
// table.
const minFolder = 6

// folding finds the common folder of paths without keeping them.
type folding struct {
	common string
	begun  bool
}

func (f *folding) add(path string) {
	if !f.begun {
		f.common, f.begun = path[:strings.LastIndexByte(path, '/')+1], true
	}
	f.common = sharedFolder(f.common, path)
}

// folder returns the deepest folder that contains all paths, with a slash at its end, or
// "" if it is too short for a heading.
func (f *folding) folder() string {
	if len(f.common) < minFolder {
		return ""
	}
	return f.common
}

// sharedFolder returns the leading folders that two paths share, with the last slash.
func sharedFolder(a, b string) string {
	end := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			end = i + 1
		}
	}
	return a[:end]
}
