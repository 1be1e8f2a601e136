package ignore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"alike/scan/fsys"
)

const (
	GitFile   = ".gitignore"
	AlikeFile = ".alikeignore"
	GitFolder = ".git"

	// maxIgnoreFile is the largest file of patterns that is read, in bytes. A larger
	// one is not a list of patterns, and each byte costs several bytes of memory.
	maxIgnoreFile = 8 << 20
)

// Rules are the patterns of a directory, chained to those of the directories above it.
// Deeper directories take precedence. Within a directory, .alikeignore takes precedence
// over .gitignore.
type Rules struct {
	above      *Rules
	base       int // length of the directory's path with a trailing slash
	git, alike *Patterns
	isWorktree bool // root of a repository: .gitignore files above it do not apply

	depth, bytes int // how many Rules are chained, and the size of their files
}

const (
	// maxDepth is how many directories with patterns, one in the other, are heeded. Each is asked for
	// each name below it: 2,048, of which git's paths have room, took 0.4 ms a folder.
	maxDepth = 256
	// maxChain bounds the patterns of these directories, in bytes of their files: each byte may cost 40 of memory.
	maxChain = 2 * maxIgnoreFile
)

// ErrTooMany reports a directory whose patterns are not heeded, because the directories above it
// have too many.
var ErrTooMany = errors.New("its ignore files are not heeded: the folders above it have too many patterns")

// Ignores reports whether s is left out. Nil Rules leave out nothing.
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

// Below returns the rules of a directory inside this one. Without patterns of its own
// it shares l. If there are too many of them, the error is ErrTooMany, and the rules are l.
func (l *Rules) Below(base int, git, alike *Patterns, isWorktree bool) (*Rules, error) {
	if git == nil && alike == nil && !isWorktree {
		return l, nil
	}
	b := &Rules{above: l, base: base, git: git, alike: alike, isWorktree: isWorktree, depth: 1}
	for _, p := range []*Patterns{git, alike} {
		if p != nil {
			b.bytes += p.size
		}
	}
	if l != nil {
		b.depth, b.bytes = l.depth+1, l.bytes+b.bytes
	}
	if b.depth > maxDepth || b.bytes > maxChain {
		return l, ErrTooMany
	}
	return b, nil
}

// Read reads the patterns in a directory. Like git it does not follow a symbolic link,
// so a tree cannot make the scan read files outside of it. A name that is not a regular
// file has no patterns. If ctx ends, the error is that of ctx.
func Read(ctx context.Context, dirfd int, name string) (*Patterns, error) {
	fd, err := fsys.OpenAt(dirfd, name, fsys.ReadOnly|fsys.NoFollow|fsys.NonBlock|fsys.CloseOnExec)
	if err == syscall.ENOENT || err == syscall.ELOOP {
		return nil, nil
	}
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
		return nil, nil
	}
	data, err := io.ReadAll(io.LimitReader(f, maxIgnoreFile+1))
	if err != nil {
		return nil, fsys.Cause(err)
	}
	if len(data) > maxIgnoreFile {
		return nil, fmt.Errorf("larger than %d bytes", maxIgnoreFile)
	}
	return parse(ctx, data)
}
