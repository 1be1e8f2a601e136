package report

import (
	"alike/cmd/alike/shell"
)

// shellSteps prints a shell script that acts on identical files.
type shellSteps struct{ *setting }

func openShell(s *setting) (format, error) {
	return &shellSteps{s}, shell.Begin(s.out, s.action)
}

func (p *shellSteps) print(r result) error {
	d, ok := r.(duplicates)
	if !ok {
		return unprintable(r)
	}
	file := func(i int) shell.File {
		c := d.Copy(i)
		return shell.File{Path: c.Path, MTime: c.MTime}
	}
	var others []shell.File
	for i := max(d.Kept, 1); i < len(d.Living()); i++ {
		f := file(i)
		others = append(others, f)
		if a := d.Files[i].Aliases; a != nil {
			for _, path := range a.Links {
				others = append(others, shell.File{Path: path, MTime: f.MTime})
			}
		}
	}
	return shell.Set(p.out, p.action, d.Size, file(0), others)
}

func (p *shellSteps) end(*Summary) error { return shell.End(p.out) }
