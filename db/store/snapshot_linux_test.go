package store

import (
	"alike/testdata/storetest"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestReadOnlyFolder reads as a user who may not write, and from a read-only file
// system.
func TestReadOnlyFolder(t *testing.T) {
	p := makeSample(t)
	for _, dir := range []string{filepath.Dir(filepath.Dir(p.dir)), filepath.Dir(p.dir)} {
		must(t, os.Chmod(dir, 0o755))
	}
	before := listing(t, p.dir)
	chmod := func(file, folder os.FileMode) {
		must(t, filepath.WalkDir(p.dir, func(path string, d os.DirEntry, err error) error {
			mode := file
			if d.IsDir() {
				mode = folder
			}
			if err != nil {
				return err
			}
			return os.Chmod(path, mode)
		}))
	}
	t.Cleanup(func() { chmod(0o600, 0o700) })
	chmod(0o404, 0o505)
	if os.Getuid() != 0 {
		p.check(t)
	} else if out := ownerless(t, "TestReadChild", p.dir); !strings.Contains(out,
		fmt.Sprintf("read %d\nreading: <nil>\n", len(p.want))) {
		t.Errorf("a folder of mode 0505:\n%s", out)
	}

	disk := storetest.SmallDisk(t, 64<<20)
	q := &sample{dir: filepath.Join(disk, "index"), want: p.want, gen: p.gen}
	must(t, os.CopyFS(q.dir, os.DirFS(p.dir)))
	must(t, syscall.Mount("", disk, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""))
	if err := os.WriteFile(filepath.Join(disk, "x"), nil, 0o600); !errors.Is(err, syscall.EROFS) {
		t.Fatalf("the file system can be written: %v", err)
	}
	q.check(t)
	if _, err := Open(context.Background(), q.dir, Options{}); !errors.Is(err, syscall.EROFS) {
		t.Errorf("writing: %v, want EROFS", err)
	}
	if after := listing(t, p.dir); after != before {
		t.Errorf("reading left something:\n%s\nnow:\n%s", before, after)
	}
}
