package report

import (
	"alike/cmd/alike/ranking"
	"alike/db/search"
	"alike/fingerprint"
)

// stored writes results to the file that sorts them on disk, or reads them back.
type stored interface {
	values
	string(s *string)
}

// encoder appends the values of a result.
type encoder struct {
	unprinted
	data []byte
}

func (e *encoder) rows() bool { return false }

func (e *encoder) string(s *string) { e.data = ranking.AppendText(e.data, *s) }

func (e *encoder) int(_ string, n int64) int64 {
	e.data = ranking.AppendInt(e.data, n)
	return n
}

func (e *encoder) flag(_ string, flag bool) bool {
	e.data = ranking.AppendFlag(e.data, flag)
	return flag
}

func (e *encoder) share(_ string, share *fingerprint.Share) {
	e.data = ranking.AppendFloat(e.data, *share)
}

func (e *encoder) list(name string, n int) int { return int(e.int(name, int64(n))) }

func (e *encoder) element(i, n int) bool { return i < n }

func (e *encoder) file(_ string, f *search.File) { storeFile(e, f) }

// decoder sets the values of a result to those that an encoder appended.
type decoder struct {
	unprinted
	*ranking.Record
}

func (d *decoder) rows() bool { return false }

func (d *decoder) string(s *string) { *s = d.Text() }

func (d *decoder) int(string, int64) int64 { return d.Int() }

func (d *decoder) flag(string, bool) bool { return d.Flag() }

func (d *decoder) share(_ string, share *fingerprint.Share) { *share = fingerprint.Share(d.Float()) }

func (d *decoder) list(string, int) int { return int(d.Int()) }

func (d *decoder) element(i, n int) bool { return i < n && !d.Malformed() }

func (d *decoder) file(_ string, f *search.File) { storeFile(d, f) }

func storeFile(v stored, f *search.File) {
	v.string(&f.Path)
	count(v, "", &f.Size)
	for _, n := range []*int{&f.Level, &f.Fingerprints, &f.Copies, &f.Files} {
		count(v, "", n)
	}
	f.Generated = v.flag("", f.Generated)
	if !v.flag("", f.Aliases != nil) {
		return
	}
	if f.Aliases == nil { // it is read back
		f.Aliases = &search.Aliases{}
	}
	f.Aliases.Missing = v.flag("", f.Aliases.Missing)
	f.Aliases.Links = list(v, "", f.Aliases.Links, v.string)
	f.Aliases.Paths = list(v, "", f.Aliases.Paths, v.string)
}

// pathsOf calls use with the path of each file of a result.
type pathsOf struct {
	unprinted
	use func(path string)
}

func (p *pathsOf) rows() bool { return false }

func (p *pathsOf) list(_ string, n int) int { return n }

func (p *pathsOf) element(i, n int) bool { return i < n }

func (p *pathsOf) file(_ string, f *search.File) { p.use(f.Path) }
