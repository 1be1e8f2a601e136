package report

import (
	"alike/cmd/alike/terminal"
	"alike/scan/compare"
)

// regionValues names the list of regions that two sides share, with the numbers of files if counted.
func regionValues(v values, name string, sides [2]string, all []compare.Region, counted bool) {
	list(v, name, all, func(r *compare.Region) {
		for i, e := range r.Sides {
			v.open(sides[i])
			extentValues(v, e)
			v.close()
		}
		if counted && r.Files != compare.Unknown {
			v.int("files", int64(r.Files))
		}
	})
}

// extentValues names a section of a file: bytes are half open; lines count from 1 and are
// inclusive.
func extentValues(v values, e compare.Extent) {
	v.int("start", int64(e.Start))
	v.int("end", int64(e.End))
	v.int("line", int64(e.Line))
	v.int("end_line", int64(e.EndLine))
}

// regions prints a line for each region, with the number of files if counted, and calls then
// for it unless that is nil.
func (c *columns) regions(regions []compare.Region, counted bool, then func(compare.Region)) {
	for _, r := range regions {
		a, b := r.Sides[0], r.Sides[1]
		files := ""
		switch {
		case counted && r.Files == compare.Unknown:
			files = "\t-"
		case counted:
			files = "\t" + itoa(r.Files)
		}
		c.out.line("region\t%d\t%s\t%s\t%d-%d\t%d-%d%s", a.Len(), lineSpan(a), lineSpan(b), a.Start, a.End, b.Start, b.End, files)
		if then != nil {
			then(r)
		}
	}
}

// lineSpan returns the lines of an extent: 10-45, or 10.
func lineSpan(e compare.Extent) string {
	if e.Line == e.EndLine {
		return itoa(e.Line)
	}
	return itoa(e.Line) + "-" + itoa(e.EndLine)
}

// restsOn prints the rarest regions of a pair below it.
func (t *table) restsOn(regions []compare.Region) {
	for _, r := range regions {
		t.out.line("%s", t.paint.Dim("            lines "+lineSpan(r.Sides[0])+" and "+lineSpan(r.Sides[1])+
			" in "+terminal.Amount(int64(r.Files), "file", "files")))
	}
}
