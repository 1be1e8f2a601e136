package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestImage runs what the Containerfile puts into an image as an engine would: read-only, by
// nobody, with the variables of the Containerfile, a volume and a tree.
func TestImage(t *testing.T) {
	dir := built(t)
	if os.Getuid() != 0 {
		t.Fatal("chroot needs root")
	}
	containerfile := string(read(t, filepath.Join(dir, "Containerfile")))
	add := regexp.MustCompile(`(?m)^ADD (\S+) /$`).FindStringSubmatch(containerfile)
	env := regexp.MustCompile(`(?m)^ENV (.+)$`).FindStringSubmatch(containerfile)
	user := regexp.MustCompile(`(?m)^USER (\S+)$`).FindStringSubmatch(containerfile)
	volume := regexp.MustCompile(`(?m)^VOLUME (\S+)$`).FindStringSubmatch(containerfile)
	entry := regexp.MustCompile(`(?m)^ENTRYPOINT \["(\S+)"\]$`).FindStringSubmatch(containerfile)
	if add == nil || env == nil || user == nil || volume == nil || entry == nil {
		t.Fatal(containerfile)
	}
	temp := t.TempDir()
	if err := os.Chmod(filepath.Dir(temp), 0o755); err != nil {
		t.Fatal(err)
	}
	root, kept, tree := filepath.Join(temp, "root"), filepath.Join(temp, "volume"), filepath.Join(temp, "tree")
	for _, d := range []string{root, tree} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	command(t, "tar", "xpzf", filepath.Join(dir, strings.ReplaceAll(add[1], "${TARGETARCH}", "amd64")), "--numeric-owner", "-C", root)
	if size := sizeOf(t, root); size > 30e6 || size < 20e6 {
		t.Errorf("the image has %d bytes", size)
	} else {
		t.Logf("the image has %d bytes", size)
	}
	command(t, "cp", "-a", root+volume[1], kept) // as engines fill a new volume
	text := string(command(t, "seq", "20000"))
	for _, name := range []string{"one", "two"} {
		if err := os.WriteFile(filepath.Join(tree, name), []byte(text+name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	chroot, err := exec.LookPath("chroot")
	if err != nil {
		t.Fatal(err)
	}
	alike := func(args string) (string, error) {
		c := exec.Command("unshare", "--mount", "--net", "sh", "-ec", `mount --bind "$0" "$0"
mkdir "$0/src" "$0/proc" 2>/dev/null || true
mount -t proc proc "$0/proc"
mount -o remount,ro,bind "$0"
mount --bind "$1" "$0$3"
mount -o ro,bind "$2" "$0/src"
exec env -i `+env[1]+` "$5" --userspec=`+user[1]+` --groups= "$0" $4`, root, kept, tree, volume[1], entry[1]+" "+args, chroot)
		out, err := c.CombinedOutput()
		return string(out), err
	}
	for _, c := range []struct{ args, want string }{
		{"version", "v1.2.3"}, {"scan /src", "scanned 2 files"}, {"pairs", "/src/one\t/src/two"}, {"pairs --view text --min 10% /src", "/src/one\t/src/two"},
		{"pairs --exact --sort --memory 16MiB", "/src/one\t/src/two"}, {"check", ""},
	} {
		if got, err := alike(c.args); err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s: %v\n%s", c.args, err, got)
		}
	}
	for _, args := range []string{"scan --index /elsewhere /src", "report -o /src/report"} {
		if got, err := alike(args); err == nil || !strings.Contains(got, "read-only file system") {
			t.Errorf("%s: %v\n%s", args, err, got)
		}
	}
}

func sizeOf(t *testing.T, root string) int64 {
	t.Helper()
	var size int64
	err := filepath.WalkDir(root, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Mode().IsRegular() {
			size += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return size
}
