package report

import (
	"cmp"
	"context"
	"slices"
	"strconv"
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
		if err := p.found(f); err != nil {
			return err
		}
	}
	return nil
}

// NoteFolders counts the pairs of folders and explains how to see more.
func (p *Printer) NoteFolders(s *Summary) {
	total := p.results + p.omitted
	switch {
	case total == 0:
		p.screen.Note("no similar folders%s", s.limits())
		return
	case p.omitted > 0:
		p.screen.Note("%s of %s pairs of folders, the strongest first; --limit 0 shows all",
			terminal.Comma(p.results), terminal.Comma(total))
	}
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

// folderJSON is one of two folders. Its figures are about the files that are compared: with
// "rest", those outside the other folder, which is inside this one.
type folderJSON struct {
	nameJSON
	Rest         bool  `json:"rest,omitempty"`
	Files        int   `json:"files"`
	Bytes        int64 `json:"bytes"`
	Identical    int   `json:"identical"`
	Changed      int   `json:"changed"`
	Missing      int   `json:"missing"`
	BytesMatched int64 `json:"bytes_matched"`
	// What was left out, by reason, and the bytes of the files whose size is known.
	LeftOut      map[string]int64 `json:"left_out,omitempty"`
	LeftOutBytes int64            `json:"left_out_bytes,omitempty"`
}

type foldersJSON struct {
	Type         string             `json:"type"`
	A            folderJSON         `json:"a"`
	B            folderJSON         `json:"b"`
	AInB         fingerprint.Share  `json:"a_in_b"`
	BInA         fingerprint.Share  `json:"b_in_a"`
	Resemblance  fingerprint.Share  `json:"resemblance"`
	FilesMatched int                `json:"files_matched"` // of a
	BytesMatched int64              `json:"bytes_matched"` // of a
	SameAsRead   bool               `json:"same_as_read"`
	Identical    bool               `json:"identical"`
	Exact        bool               `json:"exact"`
	Members      []folderMemberJSON `json:"members,omitempty"`
}

type folderMemberJSON struct {
	Side string `json:"side"` // a or b
	nameJSON
	Size        int64             `json:"size"`
	Share       fingerprint.Share `json:"share"` // of the file, in its counterpart
	Identical   bool              `json:"identical"`
	Counterpart *nameJSON         `json:"counterpart"` // null without one
}

func jsonFolders(f *Folders) foldersJSON {
	o := foldersJSON{
		Type: "folders", A: jsonFolder(&f.A), B: jsonFolder(&f.B),
		AInB: fingerprint.Share(f.A.Share()), BInA: fingerprint.Share(f.B.Share()), Resemblance: fingerprint.Share(f.Both()),
		FilesMatched: f.A.Identical + f.A.Changed, BytesMatched: f.A.Matched, SameAsRead: f.Same, Identical: f.Identical, Exact: f.A.Estimated+f.B.Estimated == 0,
	}
	for i, m := range f.Members {
		one := folderMemberJSON{f.sideOf(i), jsonName(m.Path), m.Size, fingerprint.Share(m.Share), m.Identical, nil}
		if m.Counterpart != "" {
			name := jsonName(m.Counterpart)
			one.Counterpart = &name
		}
		o.Members = append(o.Members, one)
	}
	return o
}

// sideOf names the folder of a member.
func (f *Folders) sideOf(member int) string {
	if member < f.A.Files {
		return "a"
	}
	return "b"
}

func jsonFolder(s *folders.Side) folderJSON {
	j := folderJSON{jsonName(s.Path.String()), s.Rest, s.Files, s.Bytes, s.Identical, s.Changed, s.Missing(), s.Matched, nil, 0}
	for _, l := range s.LeftOut {
		if j.LeftOut == nil {
			j.LeftOut = map[string]int64{}
		}
		j.LeftOut[l.Reason] = l.Count
		j.LeftOutBytes += l.Bytes
	}
	return j
}

var folderSideHeader = []string{"path", "path_b64", "rest", "files", "bytes", "identical", "changed", "missing", "bytes_matched"}

// foldersHeader is the header of CSV; with --files each row is a member.
func foldersHeader(members bool) (header []string) {
	if members {
		return []string{"pair", "side", "path", "path_b64", "size", "share", "identical", "counterpart", "counterpart_b64"}
	}
	for _, prefix := range []string{"a_", "b_"} {
		for _, name := range folderSideHeader {
			header = append(header, prefix+name)
		}
	}
	return append(header, "a_in_b", "b_in_a", "resemblance", "identical", "same_as_read", "a_left_out", "b_left_out")
}

func (c *csvRows) folders(f *Folders) {
	header := foldersHeader(c.about.Files)
	if c.about.Files {
		c.groups++
		for i, m := range f.Members {
			path, base64Path := pathCells(m.Path)
			other, base64Other := pathCells(m.Counterpart)
			c.row(header, itoa(c.groups), f.sideOf(i), path, base64Path, itoa(m.Size), cell(fingerprint.Share(m.Share)),
				strconv.FormatBool(m.Identical), other, base64Other)
		}
		return
	}
	var cells []string
	for _, s := range []*folders.Side{&f.A, &f.B} {
		path, base64Path := pathCells(s.Path.String())
		cells = append(cells, path, base64Path, strconv.FormatBool(s.Rest), itoa(s.Files), itoa(s.Bytes),
			itoa(s.Identical), itoa(s.Changed), itoa(s.Missing()), itoa(s.Matched))
	}
	c.row(header, append(cells, cell(fingerprint.Share(f.A.Share())), cell(fingerprint.Share(f.B.Share())),
		cell(fingerprint.Share(f.Both())), strconv.FormatBool(f.Identical), strconv.FormatBool(f.Same), LeftOutWords(f.A.LeftOut), LeftOutWords(f.B.LeftOut))...)
}

// folders prints a line for a pair, then one for each file.
func (c *columns) folders(f *Folders) {
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

// folders prints a line for each folder, with the share of it found in the other.
//
//	   found                  files      size  folder in /usr/local/go/src/
//	1    83%  similar      89 of 99   937 KiB  cmd/compile/internal/types2/
//	     76%              89 of 111   1.0 MiB  go/types/
func (t *table) folders(f *Folders) {
	if !t.begun {
		t.begun = true
		t.head("  "+terminal.PadLeft("found", 7)+terminal.PadLeft("files", 27)+terminal.PadLeft("size", 10), "folder", t.folder)
	}
	t.numbered++
	t.folderLine(0, f, itoa(t.numbered), &f.A, "")
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
