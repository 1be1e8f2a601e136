package report

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/search"
	"alike/db/search/folders"
	"alike/fingerprint"
)

// Folders is a pair of similar folders, and with --files the files of both.
type Folders struct {
	folders.Pair
	Members []folders.Member // those of A, then those of B
}

// by returns the share that a measure names.
func (f *Folders) by(m search.Measure) fingerprint.Share {
	return fingerprint.Share(FolderShare(m, f.A.Share(), f.B.Share(), f.Both()))
}

// FolderShare returns the one of three shares of folders that a measure names.
func FolderShare(m search.Measure, aInB, bInA, both float64) float64 {
	switch m {
	case search.Larger:
		return min(aInB, bInA)
	case search.Union:
		return both
	}
	return max(aInB, bInA)
}

// Folders prints pairs of folders, which are in order, up to the limit or until ctx is cancelled. complete adds what is
// only needed of those that are printed.
func (p *Printer) Folders(ctx context.Context, pairs []folders.Pair, complete func(*Folders)) error {
	sortStable(pairs, sortedBy(p, func(a, b folders.Pair) int { return 0 }, map[string]func(a, b folders.Pair) int{
		"share": func(a, b folders.Pair) int {
			x, y := Folders{Pair: a}, Folders{Pair: b}
			return cmp.Compare(y.by(p.set.about.By), x.by(p.set.about.By))
		},
		"size": func(a, b folders.Pair) int {
			return cmp.Compare(max(b.A.Bytes, b.B.Bytes), max(a.A.Bytes, a.B.Bytes))
		},
		"shared": func(a, b folders.Pair) int {
			return cmp.Compare(b.A.Matched+b.B.Matched, a.A.Matched+a.B.Matched)
		},
		"path": func(a, b folders.Pair) int {
			path := func(s *folders.Side) db.FilePath { return db.FilePath{Dir: s.Path.Above(), Name: s.Path.Name()} }
			return cmp.Or(path(&a.A).Compare(path(&b.A)), path(&a.B).Compare(path(&b.B)))
		},
	}))
	if p.reverse && p.order == "" {
		slices.Reverse(pairs)
	}
	if p.limit > 0 && len(pairs) > p.limit {
		p.omitted = int64(len(pairs) - p.limit)
		pairs = pairs[:p.limit]
	}
	var all folding
	for _, f := range pairs {
		all.add(f.A.Path.String())
		all.add(f.B.Path.String())
	}
	p.set.folder = all.folder()
	for _, pair := range pairs {
		if err := ctx.Err(); err != nil {
			return err
		}
		p.leftOut = p.leftOut || len(pair.A.LeftOut)+len(pair.B.LeftOut) > 0
		f := Folders{Pair: pair}
		complete(&f)
		if err := p.found(&f); err != nil {
			return err
		}
	}
	return nil
}

// NoteFolders counts the pairs of folders and explains how to see more.
func (p *Printer) NoteFolders(s *Summary) {
	total := p.results + p.omitted
	if total == 0 {
		p.screen.Note("no similar folders%s", s.limits())
		return
	}
	p.noteOmitted("pairs of folders", "the strongest", "")
	if p.table() {
		p.screen.Note("found: the bytes of a folder that are in files of the other")
		if p.leftOut {
			p.screen.Note("left out: what was not compared, so no folder with any is called a copy; unrecorded: folders to scan again")
		}
		if !p.set.about.Files {
			p.screen.Note("alike folders --files names the files")
		}
	}
	p.screen.Note("%s%s", terminal.Amount(total, "pair of similar folders", "pairs of similar folders"), s.limits())
}

func folderRelation(f *Folders) relation {
	if f.Same && !f.Identical {
		return sameAsRead
	}
	return relationOf(fingerprint.Share(f.A.Share()), fingerprint.Share(f.B.Share()), f.Identical)
}

// LeftOutWords says what was left out of a folder, such as "3 hidden, 1 too-large of 5 GiB", or
// "".
func LeftOutWords(all []folders.LeftOut) string {
	words := make([]string, len(all))
	for i, l := range all {
		words[i] = terminal.Comma(l.Count) + " " + l.Reason
		if l.Bytes > 0 {
			words[i] += " of " + terminal.Size(l.Bytes)
		}
	}
	return strings.Join(words, ", ")
}

// folderFigure formats a share of a folder. A tilde marks that files are estimated.
func folderFigure(s *folders.Side) string {
	text := rounded(fingerprint.Share(s.Share()))
	if s.Estimated > 0 && text[0] != '<' {
		return "~" + text
	}
	return text
}

// memberFigure formats the share of a file.
func (f *Folders) memberFigure(m *folders.Member) string {
	text := rounded(fingerprint.Share(m.Share))
	if m.Estimated && text[0] != '<' {
		return "~" + text
	}
	return text
}

// values names the figures of two folders; with Files, rows are the members.
func (f *Folders) values(s *setting, v values) {
	if v.rows() && s.about.Files {
		for i, m := range f.Members {
			v.begin("folders")
			v.int("pair", int64(s.number))
			f.memberValues(v, i, &m)
			v.path("counterpart", m.Counterpart)
		}
		return
	}
	v.begin("folders")
	folderValues(v, "a", &f.A)
	folderValues(v, "b", &f.B)
	for _, x := range []namedShare{
		{"a_in_b", fingerprint.Share(f.A.Share())}, {"b_in_a", fingerprint.Share(f.B.Share())}, {"resemblance", fingerprint.Share(f.Both())},
	} {
		v.share(x.name, &x.share)
	}
	if v.rows() {
		v.flag("identical", f.Identical)
		v.flag("same_as_read", f.Same)
		v.text("a_left_out", LeftOutWords(f.A.LeftOut))
		v.text("b_left_out", LeftOutWords(f.B.LeftOut))
		return
	}
	v.int("files_matched", int64(f.A.Identical+f.A.Changed))
	v.int("bytes_matched", f.A.Matched)
	v.flag("same_as_read", f.Same)
	v.flag("identical", f.Identical)
	v.flag("exact", f.A.Estimated+f.B.Estimated == 0)
	if len(f.Members) == 0 {
		return
	}
	i := 0
	list(v, "members", f.Members, func(m *folders.Member) {
		f.memberValues(v, i, m)
		i++
		v.known(m.Counterpart != "")
		v.open("counterpart")
		v.known(true)
		if m.Counterpart != "" {
			v.path("path", m.Counterpart)
			v.close()
		}
	})
}

func (f *Folders) memberValues(v values, i int, m *folders.Member) {
	share := fingerprint.Share(m.Share)
	v.text("side", f.sideOf(i))
	v.path("path", m.Path)
	v.int("size", m.Size)
	v.share("share", &share) // of the file, in its counterpart
	v.flag("identical", m.Identical)
}

// sideOf names the folder of a member.
func (f *Folders) sideOf(member int) string {
	if member < f.A.Files {
		return "a"
	}
	return "b"
}

// folderValues names the figures of one of two folders. They are about the files that are compared: with
// "rest", those outside the other folder, which is inside this one.
func folderValues(v values, name string, s *folders.Side) {
	v.open(name)
	v.path("path", s.Path.String())
	if s.Rest || v.rows() {
		v.flag("rest", s.Rest)
	}
	v.int("files", int64(s.Files))
	v.int("bytes", s.Bytes)
	v.int("identical", int64(s.Identical))
	v.int("changed", int64(s.Changed))
	v.int("missing", int64(s.Missing()))
	v.int("bytes_matched", s.Matched)
	if len(s.LeftOut) > 0 && !v.rows() {
		bytes := int64(0) // of the files whose size is known
		v.open("left_out")
		for _, l := range s.LeftOut {
			v.int(l.Reason, l.Count)
			bytes += l.Bytes
		}
		v.close()
		if bytes != 0 {
			v.int("left_out_bytes", bytes)
		}
	}
	v.close()
}

// lines prints a line for a pair, then one for each file.
func (f *Folders) lines(c *columns) {
	cells := []string{
		rounded(f.by(c.about.By)), folderRelation(f).String(), folderFigure(&f.A), folderFigure(&f.B),
		foundOf(&f.A), foundOf(&f.B), itoa(f.A.Bytes), itoa(f.B.Bytes), terminal.Visible(f.A.Path.String()), terminal.Visible(f.B.Path.String()),
	}
	if len(f.A.LeftOut)+len(f.B.LeftOut) > 0 {
		cells = append(cells, cmp.Or(LeftOutWords(f.A.LeftOut), "-"), cmp.Or(LeftOutWords(f.B.LeftOut), "-"))
	}
	c.out.columns(cells...)
	for i, m := range f.Members {
		c.out.columns("file", f.sideOf(i), f.memberFigure(&m), itoa(m.Size), terminal.Visible(m.Path), cmp.Or(terminal.Visible(m.Counterpart), "-"))
	}
}

// foundOf returns how many files are found in the other folder, of how many.
func foundOf(s *folders.Side) string { return itoa(s.Files-s.Missing()) + "/" + itoa(s.Files) }

// folderWords are the words for a relation in the lines of a and of b.
var folderWords = map[relation][2]string{
	identical: {"copies", ""}, sameAsRead: {"same", "as read"}, nearlySame: {"nearly", "the same"}, aInB: {"inside", "contains"}, bInA: {"contains", "inside"}, overlap: {"similar", ""},
}

// layOut prints a line for each folder, with the share of it found in the other.
//
//	   found                  files      size  folder in /usr/local/go/src/
//	1    83%  similar      89 of 99   937 KiB  cmd/compile/internal/types2/
//	     76%              89 of 111   1.0 MiB  go/types/
func (f *Folders) layOut(t *table) {
	if !t.begun {
		t.begun = true
		t.head("  "+terminal.PadLeft("found", 7)+terminal.PadLeft("files", 27)+terminal.PadLeft("size", 10), "folder", t.folder)
	}
	t.folderLine(0, f, itoa(t.number), &f.A, "")
	t.folderLine(1, f, "", &f.B, f.A.Path.String())
	above := ""
	for _, m := range f.Members {
		words := "not found"
		if m.Counterpart != "" {
			words = f.memberFigure(&m) + " in " + terminal.Visible(t.below(m.Counterpart))
			if m.Identical {
				words = "same as " + terminal.Visible(t.below(m.Counterpart))
			}
		}
		t.beside("     "+t.folded(m.Path, t.folder, above), t.paint.Dim(words))
		above = m.Path
	}
}

// below returns a path below the common folder of the table.
func (t *table) below(path string) string {
	if len(path) > len(t.folder) && path[:len(t.folder)] == t.folder {
		return path[len(t.folder):]
	}
	return path
}

func (t *table) folderLine(side int, f *Folders, number string, s *folders.Side, above string) {
	r := folderRelation(f)
	found := terminal.Comma(int64(s.Files-s.Missing())) + " of " + terminal.Comma(int64(s.Files))
	figures := t.paint.Dim(terminal.PadLeft(number, 3)) + t.paint.Bold(terminal.PadLeft(folderFigure(s), 6)) + "  " +
		t.related(r, terminal.PadRight(folderWords[r][side], 9)) + terminal.PadLeft(found, 16) + terminal.PadLeft(terminal.Size(s.Bytes), 10)
	path := t.folded(slashed(s.Path.String()), t.folder, slashed(above))
	if s.Rest {
		path += t.paint.Dim("  (without the next)")
	}
	if len(s.LeftOut) > 0 {
		path += t.paint.Dim("  left out: " + LeftOutWords(s.LeftOut))
	}
	t.beside(figures, path)
}

// slashed returns the path of a folder with a slash at its end.
func slashed(path string) string {
	if path == "" || path[len(path)-1] == '/' {
		return path
	}
	return path + "/"
}
