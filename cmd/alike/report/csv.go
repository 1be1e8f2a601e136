package report

import (
	"encoding/base64"
	"encoding/csv"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/simhash"
	"alike/scan/compare"
)

// csvRows prints CSV (RFC 4180).
type csvRows struct {
	*setting
	w      *csv.Writer
	begun  bool
	groups int // printed
}

func openCSV(s *setting) (format, error) {
	w := csv.NewWriter(s.out.w)
	w.UseCRLF = true // section 2
	return &csvRows{setting: s, w: w}, nil
}

// The headers of CSV.
var (
	pairHeader = slices.Concat(fileHeader("a_"), fileHeader("b_"),
		[]string{"shared", "a_in_b", "b_in_a", "resemblance", "distinctive", "identical", "exact"})
	changeHeader = slices.Concat([]string{"kind"}, pairHeader)
	matchHeader  = slices.Concat(fileHeader("query_"), fileHeader("file_"),
		[]string{"shared", "query_in_file", "file_in_query", "resemblance", "distinctive", "identical", "exact"})
	groupHeader = slices.Concat([]string{"group", "role"}, fileHeader(""),
		[]string{"shared", "share", "in_representative", "contains_representative", "resemblance", "distinctive", "exact"})
	duplicateHeader = []string{"checksum", "size", "path", "path_b64"}
	nearHeader      = slices.Concat(fileHeader("a_"), fileHeader("b_"),
		[]string{"distance", "short", "identical", "a_same_hash", "b_same_hash"})
	scoreHeader  = slices.Concat(nearHeader, []string{"shared", "a_in_b", "b_in_a", "resemblance", "distinctive"})
	regionHeader = []string{"bytes", "a_path", "a_path_b64", "a_start", "a_end", "a_line", "a_end_line",
		"b_path", "b_path_b64", "b_start", "b_end", "b_line", "b_end_line"}
	fingerprintHeader = []string{"path", "path_b64", "offset", "value", "check", "level"}
	simhashHeader     = []string{"path", "path_b64", "simhash", "features", "short", "document"}
	problemHeader     = []string{"problem"}
	forgottenHeader   = []string{"path", "path_b64", "files"}
	recordHeader      = []string{"id", "id_b64", "records"}
	statusHeader      = []string{"name", "value"}
	versionHeader     = []string{"version", "revision", "go", "platform", "index_format"}
	scanHeader        = []string{"files", "directories", "bytes", "read", "unchanged", "new", "changed", "gone", "new_contents", "failed", "moved"}
)

// fileHeader returns the headers of a file.
func fileHeader(prefix string) []string {
	names := []string{"path", "path_b64", "size", "level", "fingerprints", "copies"}
	for i := range names {
		names[i] = prefix + names[i]
	}
	return names
}

// emptyHeader returns the header of output without rows, nil if there is none.
func (c *csvRows) emptyHeader() []string {
	switch c.about.Verb {
	case "pairs":
		return pairHeader
	case "changes":
		return changeHeader
	case "query":
		return matchHeader
	case "groups":
		return groupHeader
	case "dups":
		return duplicateHeader
	case "near":
		return c.nearHeader()
	case "compare":
		return regionHeader
	case "fingerprint":
		if c.about.Simhash {
			return simhashHeader
		}
		return fingerprintHeader
	case "check":
		return problemHeader
	}
	return nil
}

func (c *csvRows) nearHeader() []string {
	if c.about.Score {
		return scoreHeader
	}
	return nearHeader
}

func (c *csvRows) print(result any) error {
	switch r := result.(type) {
	case search.Pair:
		return c.row(pairHeader, pairCells(r)...)
	case NewPair:
		return c.row(changeHeader, slices.Concat([]string{"pair"}, pairCells(r.Pair))...)
	case search.Change:
		cells := slices.Concat([]string{FileChange(r)}, fileCells(r.File))
		return c.row(changeHeader, append(cells, make([]string, len(changeHeader)-len(cells))...)...)
	case *Matches:
		return each(r.Found, func(m search.Match) error { return c.row(matchHeader, matchCells(r.Query, m)...) })
	case Group:
		return c.group(r)
	case search.DuplicateSet:
		return each(r.Files, func(f search.File) error {
			path, base64Path := pathCells(f.Path)
			return c.row(duplicateHeader, hex.EncodeToString(r.Checksum[:]), itoa(r.Size), path, base64Path)
		})
	case Near:
		return c.near(r)
	case *Neighbours:
		return each(r.Found, c.near)
	case *compared:
		return each(r.shown, func(region compare.Region) error { return c.region(r, region) })
	case Fingerprints:
		return c.fingerprints(r)
	case Simhash:
		return c.simhash(r)
	case problem:
		return c.row(problemHeader, terminal.Visible(string(r)))
	case Forgotten:
		path, base64Path := pathCells(r.Path)
		return c.row(forgottenHeader, path, base64Path, itoa(r.Files))
	case ForgottenRecord:
		id, base64ID := pathCells(r.ID)
		if strings.IndexAny(r.ID, "=+-@") == 0 { // a spreadsheet would take it for a formula
			id, base64ID = "", base64Text(r.ID)
		}
		return c.row(recordHeader, id, base64ID, itoa(r.Records))
	case *Status:
		return each(r.lines(), func(l statusLine) error { return c.row(statusHeader, l.name, l.programs) })
	case version:
		return c.row(versionHeader, r.Version, r.Revision, r.Go, r.Platform, itoa(r.IndexFormat))
	}
	return unprintable(result)
}

func (c *csvRows) end(s *Summary) error {
	if c.about.Verb == "scan" && !s.Interrupted {
		if err := c.scanned(s); err != nil {
			return err
		}
	}
	if header := c.emptyHeader(); header != nil && !c.begun {
		if err := c.w.Write(header); err != nil {
			return written(err)
		}
	}
	c.w.Flush()
	return written(c.w.Error())
}

// scanned prints the counts of a scan.
func (c *csvRows) scanned(s *Summary) error {
	return c.row(scanHeader, itoa(s.Files), itoa(s.Directories), itoa(s.Bytes), itoa(s.Read), itoa(s.Unchanged),
		itoa(s.scan.New), itoa(s.scan.Changed), itoa(s.scan.Gone), itoa(s.scan.NewContents), itoa(s.Failed), itoa(s.scan.Moved))
}

// row prints a row. The header precedes the first one.
func (c *csvRows) row(header []string, cells ...string) error {
	if !c.begun {
		c.begun = true
		if err := c.w.Write(header); err != nil {
			return written(err)
		}
	}
	return written(c.w.Write(cells))
}

// pathCells returns the two cells of a path: the path, or its base 64 if it is not
// UTF-8 or has control characters. So no cell can drive a terminal or break a line. No
// spreadsheet takes a cell for a formula either: all begin with a slash, a letter or a
// digit, except the single - for standard input.
func pathCells(path string) (plain, base64Path string) {
	if terminal.Plain(path) {
		return path, ""
	}
	return "", base64Text(path)
}

func base64Text(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

// cell returns a share as JSON has it, empty if it is undefined.
func cell(s fingerprint.Share) string {
	if !s.Defined() {
		return ""
	}
	return strconv.FormatFloat(float64(s.Rounded()), 'f', -1, 64)
}

func fileCells(f search.File) []string {
	path, base64Path := pathCells(f.Path)
	return []string{path, base64Path, itoa(f.Size), itoa(f.Level), itoa(f.Fingerprints), itoa(f.Copies)}
}

func pairCells(p search.Pair) []string {
	return slices.Concat(fileCells(p.A), fileCells(p.B), []string{
		itoa(p.Shared), cell(p.AInB), cell(p.BInA), cell(p.Resemblance), cell(p.Distinctive),
		strconv.FormatBool(p.Identical), strconv.FormatBool(p.Exact)})
}

func matchCells(query search.File, m search.Match) []string {
	return slices.Concat(fileCells(query), fileCells(m.File), []string{
		itoa(m.Shared), cell(m.QueryInFile), cell(m.FileInQuery), cell(m.Resemblance), cell(m.Distinctive),
		strconv.FormatBool(m.Identical), strconv.FormatBool(m.Exact)})
}

// group prints a row for each file. The number of the group connects them.
func (c *csvRows) group(g Group) error {
	c.groups++
	number := itoa(c.groups)
	shares := make([]string, 7) // the representative has none
	if err := c.row(groupHeader, slices.Concat([]string{number, "representative"}, fileCells(g.Representative), shares)...); err != nil {
		return err
	}
	return each(g.Members, func(m search.Member) error {
		return c.row(groupHeader, slices.Concat([]string{number, "member"}, fileCells(m.File), []string{
			itoa(m.Shared), cell(m.By(c.about.By)), cell(m.InRepresentative), cell(m.Representative),
			cell(m.Resemblance), cell(m.Distinctive), strconv.FormatBool(m.Exact)})...)
	})
}

func (c *csvRows) near(n Near) error {
	cells := slices.Concat(fileCells(n.A), fileCells(n.B), []string{
		itoa(n.Distance), strconv.FormatBool(n.Short), strconv.FormatBool(n.Identical), itoa(n.SameA), itoa(n.SameB)})
	if s := n.Score; c.about.Score {
		cells = append(cells, itoa(s.Shared), cell(s.AInB), cell(s.BInA), cell(s.Resemblance), cell(s.Distinctive))
	}
	return c.row(c.nearHeader(), cells...)
}

func (c *csvRows) region(r *compared, region compare.Region) error {
	cells := []string{itoa(region.Sides[0].Len())}
	for i, e := range region.Sides {
		path, base64Path := pathCells(r.Files[i].Info.Path)
		cells = append(cells, path, base64Path, itoa(e.Start), itoa(e.End), itoa(e.Line), itoa(e.EndLine))
	}
	return c.row(regionHeader, cells...)
}

func (c *csvRows) fingerprints(f Fingerprints) error {
	path, base64Path := pathCells(f.Path)
	return each(f.Selected, func(s fingerprint.Selected) error {
		return c.row(fingerprintHeader, path, base64Path, itoa(s.Offset), itoa(int64(s.Fingerprint.Value())),
			itoa(int64(s.Fingerprint.Check())), itoa(s.Fingerprint.Level()))
	})
}

func (c *csvRows) simhash(s Simhash) error {
	path, base64Path := pathCells(s.Path)
	hash := simhash.Hash(s.Hash.Hash).String()
	if s.Hash.NoDocument {
		hash = ""
	}
	return c.row(simhashHeader, path, base64Path, hash, itoa(int64(s.Hash.Features)),
		strconv.FormatBool(s.Hash.Short), strconv.FormatBool(!s.Hash.NoDocument))
}
