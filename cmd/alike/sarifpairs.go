package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"strings"

	"alike/cmd/alike/flags"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan"
	"alike/scan/compare"
	"alike/scan/fsys"
)

// mostPassages is how many passages of a pair a report has, the longest first. A
// service that shows them takes few, and nobody looks at more.
const mostPassages = 10

// sarifReport writes pairs as one run of SARIF, each as it comes. A nil one does
// nothing.
type sarifReport struct {
	*printer
	ctx    context.Context
	verb   string
	view   view.Kind
	rule   fingerprint.Rule
	by     search.Measure // whose share decides on the level
	base   *scan.Base     // that has no passages; may be nil
	root   string
	trees  []string // that were named, as paths outside of the root are called by
	begun  bool
	told   map[string]bool // files that were found changed, or could not be read
	tells  warnings
	shown  *terminal.Bar
	passed terminal.Counter
}

// newSarifReport returns nil unless the format is SARIF.
func (a *app) newSarifReport(ctx context.Context, p *printer, verb string, made db.Params, by search.Measure, here, there []string) (*sarifReport, error) {
	if p.flags.format != formatSARIF {
		return nil, nil
	}
	root, err := sourceRoot(here)
	if err != nil {
		return nil, err
	}
	return &sarifReport{
		printer: p, ctx: ctx, verb: verb, view: view.Kind(made.View), rule: made.Rule, by: by, root: root,
		trees: append(append([]string{}, here...), there...), told: map[string]bool{}, tells: warnings{screen: a.screen},
	}, nil
}

// without says what no passage may have of.
func (s *sarifReport) without(base *scan.Base) {
	if s != nil {
		s.base = base
	}
}

// expect says how many pairs will come, each of which takes its time.
func (s *sarifReport) expect(pairs int64) {
	if s == nil || s.columns > 0 { // results on the terminal would tear a bar
		return
	}
	s.passed.Set(0, pairs)
	s.shown = s.app.screen.StartBar(s.passed.Gauge("reading both files of each pair"))
}

// stop ends the bar, on which nothing more must be drawn.
func (s *sarifReport) stop() {
	if s != nil {
		s.shown.Finish()
		s.shown = nil
	}
}

// begin writes what stands before the results.
func (s *sarifReport) begin() error {
	if s.begun {
		return nil
	}
	s.begun = true
	driver := map[string]any{"driver": sarifDriver{"alike", programVersion(), sarifRules()}}
	bases := map[string]any{sarifRoot: map[string]string{"uri": fileURI(strings.TrimSuffix(s.root, "/") + "/")}}
	head := fmt.Sprintf(`{"version":"%s","$schema":"%s","runs":[{"tool":%s,"automationDetails":%s,"originalUriBaseIds":%s,"results":[`,
		sarifVersion, sarifSchema, appendJSON(nil, driver),
		appendJSON(nil, map[string]string{"id": "alike/" + s.verb + "/" + string(s.view) + "/"}), appendJSON(nil, bases))
	_, err := s.w.WriteString(head)
	return s.written(err)
}

// end writes what stands behind them.
func (s *sarifReport) end() error {
	if s == nil {
		return nil
	}
	s.stop()
	s.tells.end()
	if err := s.begin(); err != nil {
		return err
	}
	ran := sarifInvocation{Successful: true}
	if n := s.app.failed; n > 0 {
		ran.Notifications = []sarifNotification{{sarifWarning, sarifMessage{
			terminal.Amount(n, "file", "files") + " could not be read, or changed while the run went on"}}}
	}
	_, err := fmt.Fprintf(s.w, "\n],\"invocations\":[%s]}]}\n", appendJSON(nil, ran))
	return s.written(err)
}

// result writes a result behind those before it.
func (s *sarifReport) result(r sarifResult) error {
	separator := "\n"
	if s.begun {
		separator = ",\n"
	}
	if err := s.begin(); err != nil {
		return err
	}
	_, err := s.w.WriteString(separator)
	if err == nil {
		_, err = s.w.Write(appendJSON(nil, r))
	}
	return s.written(err)
}

// pair writes one pair of an index: its files are read again, so that what it points
// at is there.
func (s *sarifReport) pair(p search.Pair) error {
	r := s.newResult(p.A.Path, p.B.Path, p.Identical, pairShare(p, s.by))
	r.Shares = sarifShares{p.AInB, p.BInA, p.Resemblance, &p.Distinctive, p.Shared, p.Exact || p.Identical}
	c, why, err := s.read(p)
	if err != nil {
		return err
	}
	r.Message.Text = s.sentence(p.B.Path, p.Identical, sarifFigure(p, p.AInB), sarifFigure(p, p.BInA))
	s.locate(&r, p.A.Path, p.B.Path, c, why)
	s.passed.Add(1)
	return s.result(r)
}

// sentence begins the message of a result: what a file has to do with another, which
// it links to.
func (s *sarifReport) sentence(other string, same bool, inOther, ofOther string) string {
	link := sarifLink(strings.TrimPrefix(other, strings.TrimSuffix(s.root, "/")+"/"), 1)
	if same {
		return "This file is identical with " + link
	}
	return fmt.Sprintf("Of this file %s is found in %s, and of that one %s in this", inOther, link, ofOther)
}

// sarifFigure is a share for readers who know nothing of marks before numbers.
func sarifFigure(p search.Pair, share fingerprint.Share) string {
	switch text := rounded(share); {
	case p.Exact || !share.Defined() || text[0] == '<':
		return text
	case p.Shared < fewShared:
		return "roughly " + text
	default:
		return "about " + text
	}
}

// sarifShares are the figures of a pair, as in JSON.
type sarifShares struct {
	AInB        fingerprint.Share  `json:"a_in_b"`
	BInA        fingerprint.Share  `json:"b_in_a"`
	Resemblance fingerprint.Share  `json:"resemblance"`
	Distinctive *fingerprint.Share `json:"distinctive,omitempty"`
	Shared      int                `json:"shared"`
	Exact       bool               `json:"exact"`
}

func (s *sarifReport) uri(path string) sarifArtifact { return sarifURI(path, s.root) }

// newResult begins the result of a pair of files. A share that is nearly all is a
// warning, any other a note.
func (s *sarifReport) newResult(a, b string, same bool, share fingerprint.Share) sarifResult {
	rule, level := ruleSimilar, sarifNote
	if same {
		rule = ruleIdentical
	}
	if same || share >= nearly {
		level = sarifWarning
	}
	sum := sha256.Sum256([]byte(s.lasting(a) + "\x00" + s.lasting(b)))
	id := hex.EncodeToString(sum[:16])
	return sarifResult{
		RuleID: sarifRuleIDs[rule], RuleIndex: rule, Level: level,
		// A pair is the same pair tomorrow, whatever its shares and lines are. The
		// first name is ours; the second is the only one that GitHub goes by, which else
		// takes all pairs of a file whose first lines are one for the same result.
		Partial: map[string]string{"alikePair/v1": id, "primaryLocationLineHash": id + ":1"},
	}
}

// lasting is what a file is called in every run: its path from the root, or where it
// lies in none, from the tree that was named, which may be elsewhere each time.
func (s *sarifReport) lasting(file string) string {
	if inFolder(file, s.root) {
		return s.uri(file).URI
	}
	tree := ""
	for _, t := range s.trees {
		if inFolder(file, t) && len(t) > len(tree) {
			tree = t
		}
	}
	if tree == "" {
		return file
	}
	return path.Base(tree) + file[len(tree):]
}

// Reasons why a pair has no lines.
const (
	whyChanged  = "no lines are shown, since a file has changed since the scan"
	whyGone     = "no lines are shown, since a file cannot be read any more"
	whyTooLarge = "no lines are shown, since a file is too large to be compared whole"
)

// read reads both files of a pair and finds the passages that they share under the
// view of the index; why says why there are none.
func (s *sarifReport) read(p search.Pair) (c *compare.Comparison, why string, err error) {
	var files [2]*compare.File
	for i, f := range []search.File{p.A, p.B} {
		w, err := readWhole(s.ctx, s.app, f.Path, f.Path, s.rule, s.view)
		switch {
		case s.ctx.Err() != nil:
			return nil, "", s.ctx.Err()
		case errors.Is(err, compare.ErrTooLarge):
			why = whyTooLarge
		case err != nil:
			s.tell(f.Path, err)
			why = whyGone
		case s.changed(w.Info, f):
			s.tell(f.Path, fsys.ErrChanged)
			why = whyChanged
		}
		if why != "" {
			return nil, why, nil
		}
		files[i] = w
	}
	c, err = compare.Regions(s.ctx, files, compare.Options{View: s.view, Window: s.rule.Window, Base: s.base})
	return c, "", err
}

// changed reports whether a file is another than the index has, as far as its figures
// tell: the regions are of what is there now in any case. Those of the base are not
// among the fingerprints that the index tells of.
func (s *sarifReport) changed(is, was search.File) bool {
	return is.Size != was.Size || is.Level != was.Level || s.base == nil && is.Fingerprints != was.Fingerprints
}

// tell tells once of a file that could not be read, and counts it.
func (s *sarifReport) tell(path string, err error) {
	if s.told[path] {
		return
	}
	s.told[path] = true
	s.app.failed++
	s.tells.add(path, err)
}

// locate adds the passages to a result: the longest as its location, with the
// counterpart that the message links to, then the others.
func (s *sarifReport) locate(r *sarifResult, a, b string, c *compare.Comparison, why string) {
	sides := [2]sarifArtifact{s.uri(a), s.uri(b)}
	at := func(side int, region *sarifRegion, id int, text string) sarifLocation {
		l := sarifLocation{ID: id, Physical: sarifPhysical{sides[side], region}}
		if text != "" {
			l.Message = &sarifMessage{text}
		}
		return l
	}
	if c == nil || len(c.Regions) == 0 {
		if why == "" && r.RuleIndex == ruleSimilar {
			why = s.whyShort()
		}
		if why != "" {
			why = ": " + why
		}
		r.Message.Text += why + "."
		r.Locations = []sarifLocation{at(0, nil, 0, "")}
		r.Related = []sarifLocation{at(1, nil, 1, "the other file")}
		return
	}
	for i, passage := range c.Regions[:min(len(c.Regions), mostPassages)] {
		mine, theirs := linesOf(c.Files[0], passage.Sides[0]), linesOf(c.Files[1], passage.Sides[1])
		if i == 0 {
			r.Locations = []sarifLocation{at(0, mine, 0, "")}
			r.Related = []sarifLocation{at(1, theirs, 1, "the same passage in the other file")}
			continue
		}
		r.Related = append(r.Related, at(0, mine, 2*i, "passage "+itoa(i+1)), at(1, theirs, 2*i+1, "passage "+itoa(i+1)+" in the other file"))
	}
	if r.RuleIndex == ruleSimilar {
		r.Message.Text += ": " + passagesOf(len(c.Regions), *r.Locations[0].Physical.Region)
	}
	r.Message.Text += "."
}

// whyShort says that files share windows, but no passage.
func (s *sarifReport) whyShort() string {
	beyond := ""
	if s.base != nil {
		beyond = " that is not in the base"
	}
	return fmt.Sprintf("no passage%s is as long as a window of %d bytes", beyond, s.rule.Window)
}

// passagesOf counts passages, of which the longest has these lines.
func passagesOf(n int, longest sarifRegion) string {
	lines := terminal.Amount(int64(longest.EndLine-longest.StartLine+1), "line", "lines")
	switch {
	case n == 1:
		return "one passage of " + lines
	case n > mostPassages:
		return fmt.Sprintf("%s passages, the longest of %s; %d are listed", terminal.Comma(int64(n)), lines, mostPassages)
	default:
		return fmt.Sprintf("%d passages, the longest of %s", n, lines)
	}
}

// linesOf returns the lines of a passage, less those at its ends of which it has
// nothing but white space: mostly the end of the line before.
func linesOf(f *compare.File, e compare.Extent) *sarifRegion {
	const white = " \t\r\n"
	text := f.Data[e.Start:e.End]
	end := len(bytes.TrimRight(text, white))
	start := len(text) - len(bytes.TrimLeft(text, white))
	if f.Lines.Newline() > 1 || start >= end {
		return &sarifRegion{e.Line, e.EndLine}
	}
	return &sarifRegion{f.Lines.At(e.Start + start), f.Lines.At(e.Start + end - 1)}
}

// compared writes what two files that were named have in common, if anything. Windows
// that reach into a base on one end are in no region: of a match they may be all.
func (s *sarifReport) compared(c *compare.Comparison, match bool) error {
	if len(c.Regions) == 0 && !match {
		return nil
	}
	a, b := c.Files[0].Info.Path, c.Files[1].Info.Path
	r := s.newResult(a, b, c.Identical, c.Share(s.by))
	r.Shares = sarifShares{c.Windows.AInB(), c.Windows.BInA(), c.Windows.Resemblance(), nil, c.Windows.Shared, true}
	r.Message.Text = s.sentence(b, c.Identical, rounded(c.Windows.AInB()), rounded(c.Windows.BInA()))
	s.locate(&r, a, b, c, "")
	return s.result(r)
}

// reportCompared prints what compare found as SARIF.
func (a *app) reportCompared(ctx context.Context, c *compare.Comparison, o compareOptions) error {
	p := a.printer(o.out)
	here := []string{c.Files[0].Info.Path}
	made := db.Params{View: a.common.view, Rule: fingerprint.Rule{Window: o.window}}
	s, err := a.newSarifReport(ctx, p, "compare", made, flags.Measures[o.by], here, nil)
	s.without(c.Base)
	if err == nil {
		err = s.compared(c, o.matches(c))
	}
	if err == nil {
		err = s.end()
	}
	if err != nil {
		return err
	}
	return p.flush()
}
