package scan

import (
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// needsBirth skips the test if the file system has no birth times.
func needsBirth(t *testing.T, dir string) {
	t.Helper()
	var st unix.Statx_t
	err := unix.Statx(unix.AT_FDCWD, dir, 0, unix.STATX_BTIME, &st)
	if err != nil || st.Mask&unix.STATX_BTIME == 0 {
		t.Skipf("the file system of %s has no birth times: %v", dir, err)
	}
}

// mountTmpfs mounts a tmpfs and returns a function that unmounts it.
func mountTmpfs(t *testing.T, target string) (unmount func()) {
	t.Helper()
	if err := unix.Mount("tmpfs", target, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("mounting is not permitted: %v", err)
	}
	var once sync.Once
	unmount = func() { once.Do(func() { must(t, unix.Unmount(target, unix.MNT_DETACH)) }) }
	t.Cleanup(unmount)
	return unmount
}

// failReads makes reads fail from the descriptors of this process that are open on a file.
func failReads(t *testing.T, path string) {
	writeOnly, err := unix.Open(os.DevNull, unix.O_WRONLY|unix.O_CLOEXEC, 0)
	must(t, err)
	defer unix.Close(writeOnly)
	open, err := os.ReadDir("/proc/self/fd")
	must(t, err)
	for _, e := range open {
		if to, _ := os.Readlink("/proc/self/fd/" + e.Name()); to == path {
			fd, err := strconv.Atoi(e.Name())
			must(t, err)
			must(t, unix.Dup3(writeOnly, fd, unix.O_CLOEXEC))
		}
	}
}

// mapFile maps the first bytes of a file for writing.
func mapFile(t *testing.T, f *os.File, size int) []byte {
	t.Helper()
	mapped, err := unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	must(t, err)
	return mapped
}

func unmap(t *testing.T, mapped []byte) { must(t, unix.Munmap(mapped)) }

func makeFIFO(path string) { _ = unix.Mkfifo(path, 0o644) }

// TestTimeOfAccess checks that access times stay as they are if that is permitted.
func TestTimeOfAccess(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{"f": "text"})
	old := time.Now().Add(-48 * time.Hour) // relatime would update it
	must(t, os.Chtimes(root+"/f", old, time.Now()))
	newIndex(t).scan(options(), root)
	var st unix.Stat_t
	must(t, unix.Stat(root+"/f", &st))
	if st.Atim.Nano() != old.UnixNano() {
		t.Errorf("the access time has moved by %v", time.Duration(st.Atim.Nano()-old.UnixNano()))
	}
}
