package compare

import (
	"bytes"
	"errors"
	"io"

	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/regions"
	"alike/fingerprint/view"
	"alike/scan"
)

// maxSize is the maximum size of a file in bytes. Both files are held in memory.
const maxSize = 256 << 20

// ErrTooLarge reports a file of more than maxSize bytes.
var ErrTooLarge = errors.New("the file is larger than 256 MiB, the limit for a comparison in memory")

// File is a file in memory.
type File struct {
	Info     search.File // path, size, level and number of fingerprints
	Name     string      // determines the language
	Language string      // under the code view; "" if unknown
	Set      fingerprint.Set
	Data     []byte
	Lines    *regions.Lines
}

// Source describes the stream that Read reads.
type Source struct {
	Path string // for Info
	Name string // determines the language
	Size int64  // in bytes; 0 if unknown
	Rule fingerprint.Rule
	View view.Kind
}

// Read reads a whole stream and computes its fingerprints. It returns ErrTooLarge or
// the errors of the stream.
func Read(src io.Reader, s Source) (*File, error) {
	if s.Size > maxSize {
		return nil, ErrTooLarge
	}
	buffer := bytes.NewBuffer(make([]byte, 0, s.Size+bytes.MinRead)) // ReadFrom needs MinRead spare bytes to see EOF
	if _, err := buffer.ReadFrom(io.LimitReader(src, maxSize+1)); err != nil {
		return nil, err
	}
	data := buffer.Bytes()
	if len(data) > maxSize {
		return nil, ErrTooLarge
	}
	var fps []fingerprint.Fingerprint
	c, err := scan.Fingerprints(s.Name, bytes.NewReader(data), int64(len(data)), s.Rule, s.View, func(selected []fingerprint.Selected) error {
		for _, w := range selected {
			fps = append(fps, w.Fingerprint)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	set := fingerprint.NewSet(fps, c.Level)
	return &File{
		Info: search.File{Path: s.Path, Size: c.Size, Level: c.Level, Fingerprints: len(set)},
		Name: s.Name, Language: c.Language, Set: set, Data: data, Lines: regions.NewLines(data),
	}, nil
}
