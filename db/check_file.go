package db

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"alike/db/hamming"

	"github.com/zeebo/blake3"
	"golang.org/x/sys/unix"
)

// errFileChanged reports a file that cannot be compared because it changed.
var errFileChanged = errors.New("the file changed since the scan")

// reread compares the checksum of a file with the index, and its simhash if it has one,
// unless the file changed since the scan.
func (c *checker) reread(f checkedFile) {
	var sum Checksum
	var size int64
	read := func(w io.Writer) (err error) {
		sum, size, err = checksumUnchanged(f.path, f.stat, w)
		return err
	}
	var hash hamming.Document
	var err error
	has := c.contents[f.content].hash
	if c.hash == nil {
		has = nil
	}
	if has != nil {
		hash, err = c.hash(f.size, read)
	} else {
		err = read(io.Discard)
	}
	if errors.Is(err, errFileChanged) || errors.Is(err, fs.ErrNotExist) {
		c.report.SampledChanged++
		return
	}
	if err != nil {
		c.report.SampledUnreadable++
		return
	}
	c.report.Sampled++
	if sum != f.sum || size != f.size {
		c.problem("the checksum of %q differs from the index, though size and times are the same", f.path)
	} else if has != nil && hash != has.Document {
		c.problem("the simhash of %q differs from the index", f.path)
	}
}

// checksumUnchanged reads a file and copies its bytes to w. The file must have the given
// stat before and after.
func checksumUnchanged(path string, want Stat, w io.Writer) (sum Checksum, size int64, err error) {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return sum, 0, err
	}
	f := os.NewFile(uintptr(fd), path)
	defer f.Close()
	if err := checkStat(fd, want); err != nil {
		return sum, 0, err
	}
	h := blake3.New()
	if size, err = io.Copy(io.MultiWriter(h, w), f); err != nil {
		return sum, size, err
	}
	h.Sum(sum[:0])
	return sum, size, checkStat(fd, want)
}

func checkStat(fd int, want Stat) error {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	have := Stat{Size: st.Size, MTime: st.Mtim.Nano(), CTime: st.Ctim.Nano(), Inode: st.Ino, Device: uint64(st.Dev)}
	if have != want || st.Mode&unix.S_IFMT != unix.S_IFREG {
		return errFileChanged
	}
	return nil
}
