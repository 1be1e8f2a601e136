package ignore

import (
	"errors"
	"fmt"
	"io"
	"os"

	"alike/scan/fsys"

	"golang.org/x/sys/unix"
)

const (
	GitFile   = ".gitignore"
	AlikeFile = ".alikeignore"
	GitFolder = ".git"

	// maxIgnoreFile is how many bytes of patterns are read. What is larger is no
	// list of patterns, and several bytes of memory go with each.
	maxIgnoreFile = 8 << 20
)

// level is a directory that has a say in what is left out below it. Deeper
// levels win over those above; in one directory .alikeignore wins over
// .gitignore.
type Rules struct {
	above      *Rules
	base       int // bytes of the directory's path, with a slash at the end
	git, alike *Patterns
	isWorktree bool // the root of a repository: .gitignore files above it do not count
}

// ignores reports whether the rules of a directory and those above it leave
// the name out. A nil level ignores nothing.
func (l *Rules) Ignores(s *Path) bool {
	git := true
	for ; l != nil; l = l.above {
		if v := l.alike.Match(s, l.base); v != Silent {
			return v == Ignored
		}
		if git {
			if v := l.git.Match(s, l.base); v != Silent {
				return v == Ignored
			}
		}
		git = git && !l.isWorktree
	}
	return false
}

// below returns the level for a directory inside this one, which is the same
// when the directory has no rules of its own.
func (l *Rules) Below(base int, git, alike *Patterns, isWorktree bool) *Rules {
	if git == nil && alike == nil && !isWorktree {
		return l
	}
	return &Rules{above: l, base: base, git: git, alike: alike, isWorktree: isWorktree}
}

// readPatterns reads the rules in a directory. Like git it follows no symbolic
// link, so that a tree cannot make the scan read what lies outside; a name that
// is no regular file has no rules. The error is a bare errno or says what is
// wrong.
func Read(dirfd int, name string) (*Patterns, error) {
	data, err := readSmall(dirfd, name, maxIgnoreFile)
	if err == unix.ENOENT || err == unix.ELOOP || err == errNotRegular {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return Parse(data), nil
}

var errNotRegular = errors.New("it is not a regular file")

// readSmall reads a whole regular file in a directory, refusing what is larger
// than limit bytes.
func readSmall(dirfd int, name string, limit int64) ([]byte, error) {
	fd, err := fsys.OpenAt(dirfd, name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), name)
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fsys.Cause(err)
	}
	if !info.Mode().IsRegular() {
		return nil, errNotRegular
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, fsys.Cause(err)
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("larger than %d bytes", limit)
	}
	return data, nil
}
