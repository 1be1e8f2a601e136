package report

import "alike/db/search"

// print0 prints only paths, each ended by a NUL. An empty path ends a group and, on
// request, a set of identical files.
type print0 struct {
	*setting
	unprinted
}

func openPrint0(s *setting) (format, error) { return &print0{setting: s}, nil }

func (p *print0) print(r result) error {
	r.values(p.setting, p)
	if p.endSets {
		p.path("", "")
	}
	return p.out.err()
}

func (p *print0) end(*Summary) error { return nil }

func (p *print0) file(name string, f *search.File) { p.path(name, f.Path) }

func (p *print0) path(_, path string) {
	_, _ = p.out.w.WriteString(path)
	_ = p.out.w.WriteByte(0)
}
