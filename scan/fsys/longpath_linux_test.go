package fsys

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// TestReadNamesOneByOne checks that the slow path, taken without /proc or on file
// systems that do not report types, finds the same names.
func TestReadNamesOneByOne(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a", "b\n", ".h"} {
		must(t, os.WriteFile(root+"/"+name, nil, 0o644))
	}
	must(t, os.Mkdir(root+"/d", 0o755))
	must(t, unix.Mkfifo(root+"/fifo", 0o644))
	must(t, os.Symlink("a", root+"/link"))
	fd, err := OpenPath(root, FolderFlags)
	must(t, err)
	defer unix.Close(fd)
	list := func(one bool) []string {
		names, err := ReadNames(fd, func() string { return root }, nil)
		if one {
			names, err = readNamesOneByOne(fd, root)
		}
		must(t, err)
		var out []string
		for _, n := range names {
			out = append(out, fmt.Sprintf("%q %v", n.Name(), n.ModeType()))
		}
		slices.Sort(out)
		return out
	}
	if fast, slow := list(false), list(true); !slices.Equal(fast, slow) || len(fast) != 6 {
		t.Errorf("%v\n%v", fast, slow)
	}
}
