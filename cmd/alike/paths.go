package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/terminal"
)

// stdinName is the argument that stands for standard input.
const stdinName = "-"

// listFlags name files by a list instead of by arguments.
type listFlags struct{ from string }

func (o *listFlags) addFlags(fs *pflag.FlagSet) {
	fs.StringVar(&o.from, "files0-from", "", "take the arguments from `FILE`, each ended by a NUL, as find -print0 writes them; - is standard input")
}

// arguments returns what was named on the command line or in the list.
func arguments(ctx context.Context, a *app, o listFlags, args []string) ([]string, error) {
	if o.from == "" {
		return args, nil
	}
	if len(args) > 0 {
		return nil, advice.Usagef("--files0-from names the arguments: %q cannot be given beside it", terminal.Visible(args[0]))
	}
	src := interruptibleReader(ctx, func() (io.ReadCloser, error) {
		if o.from == stdinName {
			return io.NopCloser(a.env.stdin), nil
		}
		return os.Open(o.from)
	})
	defer src.Close()
	data, err := io.ReadAll(src)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("reading the list of --files0-from: %w", err)
	}
	list := "the list " + o.from
	if o.from == stdinName {
		list = "the list on standard input"
	}
	if len(data) == 0 {
		return nil, fmt.Errorf("%s, of --files0-from, is empty: there is nothing to do", list)
	}
	var names []string
	for name := range bytes.SplitSeq(bytes.TrimSuffix(data, []byte{0}), []byte{0}) {
		if len(name) == 0 {
			return nil, fmt.Errorf("%s names an empty path: names in it end with a NUL byte", list)
		}
		names = append(names, string(name))
	}
	return names, nil
}

// absolute makes a path absolute and clean, symbolic links unresolved.
func absolute(path string) (string, error) {
	if path == "" {
		return "", advice.Usagef("an empty path was given: name a file or a folder")
	}
	if filepath.IsAbs(path) {
		return filepath.Clean(path), nil
	}
	dir, err := workingDirectory()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, path), nil
}

// roots makes the arguments absolute and makes sure that each can be looked at,
// before anything is done for any of them: a typing error must not cost an hour.
// Symbolic links as arguments are followed, for they were named. What may be
// wrong with reading a root is for the scan to find, and with one that is not
// there: the index may know it, see openForScan.
func roots(args []string) ([]string, error) {
	var dirs []string
	for _, arg := range args {
		dir, err := absolute(arg)
		if err != nil {
			return nil, err
		}
		if err := checkRoot(dir); err != nil && !isAbsent(err) {
			return nil, err
		}
		dirs = append(dirs, dir)
	}
	slices.Sort(dirs)
	return slices.Compact(dirs), nil
}

// longestPath is how many bytes of a path, its NUL included, Linux takes at a
// time. A scan goes on in pieces from there.
const longestPath = 4096

// isAbsent reports whether checkRoot found no such thing.
func isAbsent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// checkRoot says why a root cannot be scanned, if it cannot.
func checkRoot(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return advice.With(&absentError{dir},
			"nothing was scanned; check the path, or mount the disk")
	case errors.Is(err, syscall.ENAMETOOLONG) && len(dir) >= longestPath:
		return nil
	case err != nil:
		return advice.With(fmt.Errorf("scanning %s: %w", dir, withoutPath(err)),
			"nothing was scanned; name a folder that can be read")
	case !info.IsDir() && !info.Mode().IsRegular():
		return advice.With(fmt.Errorf("scanning %s: it is neither a folder nor a regular file", dir),
			"nothing was scanned; to compare what comes out of a pipe: alike query -")
	}
	return nil
}

// absentError is a root that does not exist.
type absentError struct{ dir string }

func (e *absentError) Error() string {
	return fmt.Sprintf("scanning %s: there is no such file or folder", e.dir)
}

func (e *absentError) Is(target error) bool { return target == fs.ErrNotExist }

// workingDirectory names the folder that relative paths start from.
func workingDirectory() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("finding out the working folder: %w", err)
	}
	return dir, nil
}
