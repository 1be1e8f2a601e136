package testdata

import (
	"flag"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// Patient runs tests that mostly wait: for files to settle, for disks, for other
// processes. Unless -parallel is given, eight of them run at once.
type Patient struct{ *testing.M }

// Run replaces the method of testing.M.
func (p Patient) Run() int {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		if err := flag.Set("test.parallel", "8"); err != nil {
			panic(err)
		}
	}
	return InMemory(p).Run()
}

// InMemory runs tests with their temporary folders in memory, where creating a file
// costs 5 µs instead of 25 to 350. It keeps the usual folders in the long form, if
// TMPDIR is set, and if /dev/shm has less than 2 GiB free or is mounted noexec.
type InMemory struct{ *testing.M }

// Run replaces the method of testing.M.
func (m InMemory) Run() int {
	const memory = "/dev/shm"
	var st unix.Statfs_t
	if !IsLong() && os.Getenv("TMPDIR") == "" && unix.Statfs(memory, &st) == nil &&
		st.Flags&unix.ST_NOEXEC == 0 && int64(st.Bavail)*int64(st.Bsize) >= 2<<30 {
		if err := os.Setenv("TMPDIR", memory); err != nil {
			panic(err)
		}
	}
	return m.M.Run()
}
