// Package input resolves and reads the arguments of a command line: paths, files and
// standard input.
package input

import (
	"errors"
	"fmt"
	"io/fs"

	"alike/cmd/alike/advice"
	"alike/scan/fsys"
)

// Stdin is the argument that names standard input.
const Stdin = "-"

// Absolute returns an absolute, clean path. It does not resolve symbolic links. The error
// for an empty path is an advice.UsageError.
func Absolute(path string) (string, error) {
	if path == "" {
		return "", advice.Usagef("an empty path was given: name a file or a folder")
	}
	absolute, err := fsys.Absolute(path)
	if err != nil {
		return "", fmt.Errorf("the path %q: %w", path, err)
	}
	return absolute, nil
}

// WithoutPath returns the cause of a *fs.PathError, for a message that already names the
// path. It returns any other error unchanged.
func WithoutPath(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}
