package report

import (
	"alike/cmd/alike/ranking"
	"alike/db/search"
	"alike/fingerprint"
)

// encoder appends the values of a result.
type encoder struct {
	unprinted
	data []byte
}

func (e *encoder) rows() bool { return false }

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

func (e *encoder) file(_ string, f *search.File) {
	data := ranking.AppendInt(ranking.AppendText(e.data, f.Path), f.Size)
	data = ranking.AppendInt(ranking.AppendInt(data, f.Level), f.Fingerprints)
	data = ranking.AppendInt(ranking.AppendInt(data, f.Copies), f.Files)
	e.data = ranking.AppendFlag(ranking.AppendFlag(data, f.Generated), f.Aliases != nil)
	if a := f.Aliases; a != nil {
		e.flag("", a.Missing)
		for _, paths := range [][]string{a.Links, a.Paths} {
			e.list("", len(paths))
			for _, path := range paths {
				e.data = ranking.AppendText(e.data, path)
			}
		}
	}
}

// decoder sets the values of a result to those that an encoder appended.
type decoder struct {
	unprinted
	*ranking.Record
}

func (d *decoder) rows() bool { return false }

func (d *decoder) int(string, int64) int64 { return d.Int() }

func (d *decoder) flag(string, bool) bool { return d.Flag() }

func (d *decoder) share(_ string, share *fingerprint.Share) { *share = fingerprint.Share(d.Float()) }

func (d *decoder) list(string, int) int { return int(d.Int()) }

func (d *decoder) element(i, n int) bool { return i < n && !d.Malformed() }

func (d *decoder) file(_ string, f *search.File) {
	*f = search.File{
		Path: d.Text(), Size: d.Int(), Level: int(d.Int()), Fingerprints: int(d.Int()), Copies: int(d.Int()), Files: int(d.Int()),
		Generated: d.Flag(),
	}
	if !d.Flag() {
		return
	}
	f.Aliases = &search.Aliases{Missing: d.Flag()}
	for _, paths := range []*[]string{&f.Aliases.Links, &f.Aliases.Paths} {
		*paths = list(d, "", nil, func(path *string) { *path = d.Text() })
	}
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
