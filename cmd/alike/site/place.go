package site

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/input"
	"alike/cmd/alike/terminal"
	"alike/cmd/alike/web"
	"alike/db/system"
)

// The names of a report that is a folder.
const (
	indexName      = "index.html"
	comparisonsDir = "compare"
	// ignoreName is a file that makes scans leave out the folder.
	ignoreName = ".alikeignore"
)

var comparisonName = regexp.MustCompile(`^[0-9]+\.html$`)

// Place is where a report goes: a folder, or one file.
type Place struct {
	Path    string // absolute
	File    bool   // one file
	Replace bool   // a report that is there
}

// NewPlace returns the place with a name. It is a file if the name ends in .html or .htm.
func NewPlace(name string, replace bool) (*Place, error) {
	switch name {
	case "":
		return nil, advice.Usagef("name the report: -o FOLDER, or -o FILE.html")
	case input.Stdin:
		return nil, advice.Usagef("a report is a folder or a file: -o FOLDER, or -o FILE.html")
	}
	path, err := input.Absolute(name)
	if err != nil {
		return nil, err
	}
	extension := strings.ToLower(filepath.Ext(name)) // none of folder.html/
	return &Place{Path: path, File: extension == ".html" || extension == ".htm", Replace: replace}, nil
}

// Check returns an error if the report cannot be put there: the place is taken, the folder above
// it does not exist, or not even a report of nothing can be written.
func (p *Place) Check() error {
	w, err := p.Begin()
	if err != nil {
		return err
	}
	defer w.Discard()
	return w.create(indexName, func(out io.Writer) error { return web.WritePage(out, &web.Data{}) })
}

// free returns an error if the place is taken: by anything but an empty folder, or a report that
// is to be replaced. It does not see the folder own in the place.
func (p *Place) free(own string) (empty bool, err error) {
	info, err := os.Lstat(p.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, p.checkFolder()
	case err != nil:
		return false, p.failed(err)
	}
	if !p.File && info.IsDir() && otherIn(p.Path, func(e fs.DirEntry) bool { return e.Name() == own }) == "" {
		return true, nil
	}
	if why := p.foreign(info, own); why != "" {
		return false, advice.With(fmt.Errorf("%s exists and is not a report of alike: %s", p.Path, why), "name another place with -o")
	}
	if !p.Replace {
		return false, advice.With(fmt.Errorf("%s exists", p.Path), "name another place with -o, or replace that report with --force")
	}
	return false, nil
}

func (p *Place) checkFolder() error {
	dir := filepath.Dir(p.Path)
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = errors.New("it is not a folder")
	}
	if err != nil {
		return advice.With(fmt.Errorf("writing the report to %s: %w", dir, input.WithoutPath(err)), "name a place in an existing folder with -o")
	}
	return nil
}

// failed returns the error of writing the report.
func (p *Place) failed(err error) error {
	full := system.IsFull(err)
	err = fmt.Errorf("writing the report to %s: %w", p.Path, input.WithoutPath(err))
	if full {
		return advice.With(err, "nothing is left of it; free some space there, or name another place with -o")
	}
	return err
}

// checkOld returns an error if a folder that was at the place is not a report: something was
// saved there while the new one was written.
func (p *Place) checkOld(old string) error {
	info, err := os.Lstat(old)
	if err != nil {
		return p.failed(err)
	}
	was := Place{Path: old}
	if why := was.foreign(info, ""); why != "" {
		return advice.With(fmt.Errorf("%s is not a report of alike any more: %s", p.Path, why), "name another place with -o")
	}
	return nil
}

// foreign returns why what is at the place is not a report, or "".
func (p *Place) foreign(info fs.FileInfo, own string) string {
	if p.File {
		if !info.Mode().IsRegular() {
			return "it is not a file"
		}
		return lacksMarker(p.Path)
	}
	if !info.IsDir() {
		return "it is not a folder"
	}
	if other := otherIn(p.Path, func(e fs.DirEntry) bool {
		return e.IsDir() && (e.Name() == comparisonsDir || e.Name() == own) || e.Type().IsRegular() && (e.Name() == indexName || e.Name() == ignoreName)
	}); other != "" {
		return other
	}
	compare := filepath.Join(p.Path, comparisonsDir)
	if _, err := os.Lstat(compare); err == nil {
		if other := otherIn(compare, func(e fs.DirEntry) bool { return e.Type().IsRegular() && comparisonName.MatchString(e.Name()) }); other != "" {
			return other
		}
	}
	return lacksMarker(filepath.Join(p.Path, indexName))
}

// otherIn returns what a folder has beside the entries of a report, as a reason.
func otherIn(dir string, known func(fs.DirEntry) bool) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return input.WithoutPath(err).Error()
	}
	for _, e := range entries {
		if !known(e) {
			return "it contains " + filepath.Base(dir) + "/" + e.Name()
		}
	}
	return ""
}

// lacksMarker returns why a page is not the first one of a report, or "".
func lacksMarker(path string) string {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "it contains no " + filepath.Base(path)
	}
	if err != nil {
		return input.WithoutPath(err).Error()
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, 4096))
	if err != nil {
		return input.WithoutPath(err).Error()
	}
	if !bytes.Contains(head, []byte(web.Marker)) {
		return "its beginning is different"
	}
	return ""
}

// CheckOutside returns an error if the place is a file inside a tree that is scanned, so that
// the next scan would find the report: even through symbolic links. A folder tells scans to
// leave it out, unless they are without these rules.
func (p *Place) CheckOutside(tree string, noIgnore bool) error {
	if !p.File && !noIgnore || !p.in(tree) {
		return nil
	}
	if p.File {
		return advice.Usagef("-o %s is inside %s, and the next scan would find it there: name a place outside, or a folder, which scans leave out",
			terminal.Visible(p.Path), terminal.Visible(tree))
	}
	return advice.Usagef("-o %s is inside %s, which is scanned with --no-ignore, so that the next scan would find it there: name a place outside",
		terminal.Visible(p.Path), terminal.Visible(tree))
}

// CheckIndex returns an error if the place is in the folder of an index.
func (p *Place) CheckIndex(index string) error {
	if !p.in(index) {
		return nil
	}
	return advice.Usagef("-o %s is inside the index folder, which may hold only the index: name another place", terminal.Visible(p.Path))
}

// in reports whether the place is in a folder, even through symbolic links.
func (p *Place) in(dir string) bool {
	return inside(p.Path, dir) || inside(resolved(p.Path), resolved(dir))
}

func inside(path, tree string) bool {
	return path == tree || strings.HasPrefix(path, strings.TrimSuffix(tree, "/")+"/")
}

// resolved follows the symbolic links of a path, as far as it exists.
func resolved(path string) string {
	if is, err := filepath.EvalSymlinks(path); err == nil {
		return is
	}
	if dir := filepath.Dir(path); dir != path {
		return filepath.Join(resolved(dir), filepath.Base(path))
	}
	return path
}
