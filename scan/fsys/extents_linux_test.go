package fsys

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// Reflinks have the same blocks, copies do not.
func TestBlocks(t *testing.T) {
	dir := t.TempDir()
	image, mnt := filepath.Join(dir, "image"), filepath.Join(dir, "mnt")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.WriteFile(image, nil, 0o600))
	must(os.Truncate(image, 128<<20))
	must(os.Mkdir(mnt, 0o700))
	for _, command := range [][]string{{"mkfs.btrfs", "-q", image}, {"mount", "-o", "loop", image, mnt}} {
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Skipf("%s: %v\n%s", command[0], err, out)
		}
	}
	t.Cleanup(func() { must(unix.Unmount(mnt, unix.MNT_DETACH)) })
	data := make([]byte, 1<<20)
	var blocks Blocks
	of := map[string]string{}
	for _, name := range []string{"file", "reflink", "copy", "fresh", "empty"} {
		f, err := os.Create(filepath.Join(mnt, name))
		must(err)
		if name == "reflink" {
			source, err := os.Open(filepath.Join(mnt, "file"))
			must(err)
			must(unix.IoctlFileClone(int(f.Fd()), int(source.Fd())))
			must(source.Close())
		} else if name != "empty" {
			_, err = f.Write(data)
			must(err)
		}
		if name != "fresh" {
			must(f.Sync())
		}
		must(f.Close())
		of[name] = blocks.Of(f.Name())
	}
	if of["file"] == "" || of["reflink"] != of["file"] {
		t.Errorf("a file has the blocks %x, its reflink %x", of["file"], of["reflink"])
	}
	if of["copy"] == "" || of["copy"] == of["file"] {
		t.Errorf("a file has the blocks %x, its copy %x", of["file"], of["copy"])
	}
	if of["fresh"] != "" || of["empty"] != "" {
		t.Errorf("blocks of files without any: %x", of)
	}
}
