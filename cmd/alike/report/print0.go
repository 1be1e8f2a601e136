package report

import "alike/db/search"

// print0 prints only paths, each ended by a NUL. An empty path ends a group and, on
// request, a set of identical files.
type print0 struct{ *setting }

func openPrint0(s *setting) (format, error) { return &print0{s}, nil }

func (p *print0) print(result any) error {
	switch r := result.(type) {
	case search.Pair:
		eachCopy(r, func(q search.Pair) {
			p.path(q.A.Path)
			p.path(q.B.Path)
		})
	case *Matches:
		for _, m := range r.Found {
			eachPath(m.File, func(f search.File) { p.path(f.Path) })
		}
	case Group:
		eachPath(r.Representative, func(f search.File) { p.path(f.Path) })
		for _, m := range r.Members {
			eachPath(m.File, func(f search.File) { p.path(f.Path) })
		}
		if p.endSets {
			p.path("")
		}
	case search.DuplicateSet:
		for _, f := range p.listed(&r) {
			p.path(f.Path)
		}
		if p.endSets {
			p.path("")
		}
	case Folders:
		p.path(r.A.Path.String())
		p.path(r.B.Path.String())
	case Near:
		p.path(r.A.Path)
		p.path(r.B.Path)
	case *Neighbours:
		for _, n := range r.Found {
			p.path(n.B.Path)
		}
	default:
		return unprintable(result)
	}
	return p.out.err()
}

func (p *print0) end(*Summary) error { return nil }

func (p *print0) path(path string) {
	_, _ = p.out.w.WriteString(path)
	_ = p.out.w.WriteByte(0)
}
