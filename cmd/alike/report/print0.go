package report

import "alike/db/search"

// print0 prints only paths, each ended by a NUL. An empty path ends a group and a set
// of identical files.
type print0 struct{ *setting }

func openPrint0(s *setting) (format, error) { return &print0{s}, nil }

func (p *print0) print(result any) error {
	switch r := result.(type) {
	case search.Pair:
		return p.paths(r.A.Path, r.B.Path)
	case *Matches:
		return each(r.Found, func(m search.Match) error { return p.paths(m.File.Path) })
	case Group:
		if err := p.paths(r.Representative.Path); err != nil {
			return err
		}
		if err := each(r.Members, func(m search.Member) error { return p.paths(m.Path) }); err != nil {
			return err
		}
		return p.paths("")
	case search.DuplicateSet:
		if err := each(r.Files, func(f search.File) error { return p.paths(f.Path) }); err != nil {
			return err
		}
		return p.paths("")
	case Near:
		return p.paths(r.A.Path, r.B.Path)
	case *Neighbours:
		return each(r.Found, func(n Near) error { return p.paths(n.B.Path) })
	}
	return unprintable(result)
}

func (p *print0) end(*Summary) error { return nil }

func (p *print0) paths(paths ...string) error {
	return each(paths, func(path string) error {
		_, err := p.out.Write(append([]byte(path), 0))
		return err
	})
}
