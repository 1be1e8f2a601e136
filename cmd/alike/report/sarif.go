package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"

	"alike/cmd/alike/sarif"
	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/fingerprint"
	"alike/scan/compare"
)

// maxPassages is the maximum number of passages listed per pair, longest first. Services
// display only a few.
const maxPassages = 10

// sarifRun prints pairs as one run of SARIF.
type sarifRun struct {
	*setting
	w   *sarif.Writer
	run sarif.Run
}

func openSARIF(s *setting) (format, error) {
	p := s.about.Passages
	root, err := sarif.SourceRoot(p.Here)
	if err != nil {
		return nil, err
	}
	program := thisVersion()
	run := sarif.Run{
		Tool: "alike", Version: program.name(), Rules: sarifRules(), Root: root,
		ID: "alike/" + s.about.Verb + "/" + string(p.View) + "/",
	}
	return &sarifRun{s, sarif.NewWriter(s.out, terminal.AppendJSON, run), run}, nil
}

func (s *sarifRun) print(r result) error {
	switch r := r.(type) {
	case *pair:
		return s.pair(r.Pair)
	case *compared:
		r.shown = r.Regions
		return s.compared(r)
	}
	return unprintable(r)
}

func (s *sarifRun) end(sum *Summary) error {
	if sum.Failed == 0 {
		return s.w.Close()
	}
	return s.w.Close(sarif.Notification{Level: sarif.Warning, Message: sarif.Message{
		Text: terminal.Amount(sum.Failed, "file", "files") + " could not be read, or changed during the run"}})
}

// The indexes of rules.
const (
	ruleIdentical = iota
	ruleSimilar
)

func sarifRules() []sarif.Rule {
	rules := []sarif.Rule{
		ruleIdentical: {
			ID: "identical-files", Name: "IdenticalFiles", Short: sarif.Message{Text: "Two files are identical"},
			Full: sarif.Message{Text: "Both files have the same bytes, according to their checksums."},
			Help: sarif.Help{
				Text:     "Keep one of the files, or exclude the copy with --exclude or a .alikeignore file.",
				Markdown: "Keep one of the files, or exclude the copy with `--exclude` or a `.alikeignore` file."},
		},
		ruleSimilar: {
			ID: "similar-files", Name: "SimilarFiles", Short: sarif.Message{Text: "Two files share content"},
			Full: sarif.Message{Text: "Part of one file is found in the other. Under the code view, names, numbers, strings, comments and white space do not count."},
			Help: sarif.Help{
				Text: "The first location is the longest passage in both files; the link in the message leads to its counterpart. More passages follow, longest first. " +
					"alike compare shows them side by side. Move the shared code into one place, name handed-out code with --base, or raise --min.",
				Markdown: "The first location is the longest passage in both files; the link in the message leads to its counterpart. More passages follow, longest first. " +
					"`alike compare` shows them side by side. Move the shared code into one place, name handed-out code with `--base`, or raise `--min`."},
		},
	}
	for i := range rules {
		rules[i].Config.Level = sarif.Note
		rules[i].Properties.Tags = []string{"copied-code"}
	}
	rules[ruleIdentical].Config.Level = sarif.Warning
	return rules
}

// pair writes a pair of indexed files. It reads them again, so that the result points at
// their current lines.
func (s *sarifRun) pair(p *search.Pair) error {
	r := s.newResult(p.A.Path, p.B.Path, p.Identical, PairShare(p, s.about.By))
	r.Properties = objectOf(func(v *object) {
		shareValues(v, "a_in_b", "b_in_a", &p.AInB, &p.BInA, &p.Resemblance, &p.Distinctive)
		v.int("shared", int64(p.Shared))
		v.flag("exact", p.Exact || p.Identical)
	})
	c, missing, err := s.about.Passages.Read(*p)
	if err != nil {
		return err
	}
	r.Message.Text = s.sentence(p.B.Path, p.Identical, sarifFigure(p, p.AInB), sarifFigure(p, p.BInA))
	s.locate(&r, p.A.Path, p.B.Path, c, missing)
	return s.w.Write(r)
}

// compared writes the comparison of two named files if they share regions or match. A
// match may have no regions, because windows partly in a base belong to none.
func (s *sarifRun) compared(c *compared) error {
	if len(c.Regions) == 0 && !c.match {
		return nil
	}
	a, b := c.Files[0].Info.Path, c.Files[1].Info.Path
	r := s.newResult(a, b, c.Identical, c.Share(s.about.By))
	r.Properties = objectOf(func(v *object) {
		for _, x := range c.windows()[:3] {
			v.share(x.name, &x.share)
		}
		v.int("shared", int64(c.Windows.Shared))
		v.flag("exact", true)
	})
	r.Message.Text = s.sentence(b, c.Identical, rounded(c.Windows.AInB()), rounded(c.Windows.BInA()))
	s.locate(&r, a, b, c.Comparison, "")
	return s.w.Write(r)
}

// sentence returns the start of the message of a result, with a link to the other file.
func (s *sarifRun) sentence(other string, same bool, inOther, ofOther string) string {
	link := sarif.Link(terminal.Visible(strings.TrimPrefix(other, strings.TrimSuffix(s.run.Root, "/")+"/")), 1)
	if same {
		return "This file is identical to " + link
	}
	return fmt.Sprintf("Of this file %s is found in %s, and of that one %s in this", inOther, link, ofOther)
}

// sarifFigure is figure with words instead of marks.
func sarifFigure(p *search.Pair, share fingerprint.Share) string {
	switch text := rounded(share); {
	case p.Exact || !share.Defined() || text[0] == '<':
		return text
	case p.Shared < search.FewShared:
		return "roughly " + text
	default:
		return "about " + text
	}
}

// newResult starts the result of a pair of files: a warning if they are nearly the same,
// otherwise a note.
func (s *sarifRun) newResult(a, b string, same bool, share fingerprint.Share) sarif.Result {
	rule, level := ruleSimilar, sarif.Note
	if same {
		rule = ruleIdentical
	}
	if same || share >= nearly {
		level = sarif.Warning
	}
	sum := sha256.Sum256([]byte(s.stableName(a) + "\x00" + s.stableName(b)))
	id := hex.EncodeToString(sum[:16])
	return sarif.Result{
		RuleID: s.run.Rules[rule].ID, RuleIndex: rule, Level: level,
		// A pair stays the same result when its shares and lines change. The first
		// name is alike's own. GitHub reads only the second; without it, GitHub treats
		// all pairs of files with the same first line as one result.
		Fingerprints: map[string]string{"alikePair/v1": id, "primaryLocationLineHash": id + ":1"},
	}
}

// stableName returns a name for a file that is stable between runs: its path relative to the
// root or, outside of the root, relative to its named tree, which may move between runs.
func (s *sarifRun) stableName(file string) string {
	if sarif.InFolder(file, s.run.Root) {
		return s.run.Artifact(file).URI
	}
	tree := ""
	for _, t := range slices.Concat(s.about.Passages.Here, s.about.Passages.There) {
		if sarif.InFolder(file, t) && len(t) > len(tree) {
			tree = t
		}
	}
	if tree == "" {
		return file
	}
	return path.Base(tree) + file[len(tree):]
}

// locate adds the passages to a result: the longest as its location, with the counterpart
// as the target of the link, then the others.
func (s *sarifRun) locate(r *sarif.Result, a, b string, c *compare.Comparison, missing Missing) {
	sides := [2]sarif.Artifact{s.run.Artifact(a), s.run.Artifact(b)}
	at := func(side int, region *sarif.Region, id int, text string) sarif.Location {
		l := sarif.Location{ID: id, Physical: sarif.Physical{Artifact: sides[side], Region: region}}
		if text != "" {
			l.Message = &sarif.Message{Text: text}
		}
		return l
	}
	if c == nil || len(c.Regions) == 0 {
		why := string(missing)
		if why == "" && r.RuleIndex == ruleSimilar {
			why = s.tooShort()
		}
		if why != "" {
			why = ": " + why
		}
		r.Message.Text += why + "."
		r.Locations = []sarif.Location{at(0, nil, 0, "")}
		r.Related = []sarif.Location{at(1, nil, 1, "the other file")}
		return
	}
	for i, passage := range c.Regions[:min(len(c.Regions), maxPassages)] {
		mine, theirs := linesOf(c.Files[0], passage.Sides[0]), linesOf(c.Files[1], passage.Sides[1])
		if i == 0 {
			r.Locations = []sarif.Location{at(0, mine, 0, "")}
			r.Related = []sarif.Location{at(1, theirs, 1, "the same passage in the other file")}
			continue
		}
		r.Related = append(r.Related, at(0, mine, 2*i, "passage "+itoa(i+1)), at(1, theirs, 2*i+1, "passage "+itoa(i+1)+" in the other file"))
	}
	if r.RuleIndex == ruleSimilar {
		r.Message.Text += ": " + passagesOf(len(c.Regions), *r.Locations[0].Physical.Region)
	}
	r.Message.Text += "."
}

// tooShort explains that files share windows but no passage.
func (s *sarifRun) tooShort() string {
	beyond := ""
	if s.about.Passages.Base {
		beyond = " that is not in the base"
	}
	return fmt.Sprintf("no passage%s is as long as a window of %d %s", beyond, s.about.Passages.Window, s.about.Passages.View.Unit())
}

// passagesOf describes n passages. longest is the longest of them.
func passagesOf(n int, longest sarif.Region) string {
	lines := terminal.Amount(int64(longest.EndLine-longest.StartLine+1), "line", "lines")
	switch {
	case n == 1:
		return "one passage of " + lines
	case n > maxPassages:
		return fmt.Sprintf("%s passages, the longest of %s; %d are listed", terminal.Comma(int64(n)), lines, maxPassages)
	default:
		return fmt.Sprintf("%d passages, the longest of %s", n, lines)
	}
}

// linesOf returns the lines of a passage without white space at its ends. A passage often
// starts with the end of the previous line.
func linesOf(f *compare.File, e compare.Extent) *sarif.Region {
	const white = " \t\r\n"
	text := f.Data[e.Start:e.End]
	end := len(bytes.TrimRight(text, white))
	start := len(text) - len(bytes.TrimLeft(text, white))
	if f.Lines.Newline() > 1 || start >= end {
		return &sarif.Region{StartLine: e.Line, EndLine: e.EndLine}
	}
	return &sarif.Region{StartLine: f.Lines.At(e.Start + start), EndLine: f.Lines.At(e.Start + end - 1)}
}
