package report

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/simhash"
	"alike/scan/compare"
	"alike/scan/records"
)

// csvRows prints CSV (RFC 4180).
type csvRows struct {
	*setting
	line   []byte // the current row
	begun  bool
	groups int // printed
}

func openCSV(s *setting) (format, error) {
	return &csvRows{setting: s}, nil
}

// The headers of CSV.
var (
	pairHeader = slices.Concat(fileHeader("a_"), fileHeader("b_"),
		[]string{"shared", "a_in_b", "b_in_a", "resemblance", "distinctive", "identical", "exact"})
	changeHeader = slices.Concat([]string{"kind"}, pairHeader, []string{"files", "pairs"})
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
	fingerprintHeader = []string{"path", "path_b64", "offset", "value", "check", "level", "value_hex", "check_hex"}
	simhashHeader     = []string{"path", "path_b64", "simhash", "features", "short", "document"}
	problemHeader     = []string{"problem"}
	forgottenHeader   = []string{"path", "path_b64", "files"}
	recordHeader      = []string{"id", "id_b64", "records"}
	statusHeader      = []string{"name", "value"}
	versionHeader     = []string{"version", "revision", "go", "platform", "index_format", "kernel"}
	scanHeader        = []string{"files", "directories", "bytes", "read", "unchanged", "new", "changed", "gone", "new_contents", "failed", "moved"}
)

// emptyHeaders are the headers of output without rows, by verb.
var emptyHeaders = map[string][]string{
	"pairs": pairHeader, "changes": changeHeader, "query": matchHeader, "groups": groupHeader, "dups": duplicateHeader,
	"compare": regionHeader, "fingerprint": fingerprintHeader, "check": problemHeader,
}

func fileHeader(prefix string) []string {
	names := []string{"path", "path_b64", "size", "level", "fingerprints", "copies"}
	for i := range names {
		names[i] = prefix + names[i]
	}
	return names
}

// emptyHeader returns the header of output without rows, or nil if there is none.
func (c *csvRows) emptyHeader() []string {
	switch {
	case c.about.Verb == "near":
		return c.nearHeader()
	case c.about.Verb == "folders":
		return foldersHeader(c.about.Files)
	case c.about.Simhash:
		return simhashHeader
	}
	return emptyHeaders[c.about.Verb]
}

func (c *csvRows) nearHeader() []string {
	header := nearHeader
	if c.about.Score {
		header = scoreHeader
	}
	if c.about.Jaccard {
		header = slices.Concat(header, []string{"jaccard"})
	}
	return header
}

func (c *csvRows) print(result any) error {
	switch r := result.(type) {
	case search.Pair:
		eachCopy(r, func(p search.Pair) { c.row(pairHeader, pairCells(p)...) })
	case NewPair:
		c.row(changeHeader, slices.Concat([]string{"pair"}, pairCells(r.Pair), []string{"", ""})...)
	case search.Change:
		cells := slices.Concat([]string{FileChange(r)}, fileCells(r.File))
		c.row(changeHeader, append(cells, make([]string, len(changeHeader)-len(cells))...)...)
	case *search.NewRoot:
		path, base64Path := pathCells(r.Path)
		cells := slices.Concat([]string{"root", path, base64Path, itoa(r.Bytes)}, make([]string, len(changeHeader)-6),
			[]string{itoa(r.Files), itoa(r.Pairs)})
		c.row(changeHeader, cells...)
	case *Matches:
		for _, m := range r.Found {
			eachPath(m.File, func(f search.File) {
				m.File = f
				c.row(matchHeader, matchCells(r.Query, m)...)
			})
		}
	case Group:
		c.group(r)
	case search.DuplicateSet:
		for _, f := range c.listed(&r) {
			path, base64Path := pathCells(f.Path)
			c.row(duplicateHeader, hex.EncodeToString(r.Checksum[:]), itoa(r.Size), path, base64Path)
		}
	case Folders:
		c.folders(&r)
	case Near:
		c.near(r)
	case *Neighbours:
		for _, n := range r.Found {
			c.near(n)
		}
	case *compared:
		for _, region := range r.shown {
			c.region(r, region)
		}
	case Fingerprints:
		c.fingerprints(r)
	case Simhash:
		c.simhash(r)
	case problem:
		c.row(problemHeader, textCell(terminal.Visible(string(r))))
	case Forgotten:
		path, base64Path := pathCells(r.Path)
		c.row(forgottenHeader, path, base64Path, itoa(r.Files))
	case ForgottenRecord:
		id, base64ID := pathCells(r.ID)
		c.row(recordHeader, id, base64ID, itoa(r.Records))
	case *Status:
		for _, l := range r.lines() {
			c.row(statusHeader, l.name, textCell(l.programs))
		}
	case version:
		c.row(versionHeader, r.Version, r.Revision, r.Go, r.Platform, itoa(r.IndexFormat), r.Kernel)
	default:
		return unprintable(result)
	}
	return c.out.err()
}

func (c *csvRows) end(s *Summary) error {
	if c.about.Verb == "scan" && !s.Interrupted {
		c.row(scanHeader, itoa(s.Files), itoa(s.Directories), itoa(s.Bytes), itoa(s.Read), itoa(s.Unchanged),
			itoa(s.scan.New), itoa(s.scan.Changed), itoa(s.scan.Gone), itoa(s.scan.NewContents), itoa(s.Failed), itoa(s.scan.Moved))
	}
	if header := c.emptyHeader(); header != nil {
		c.begin(header)
	}
	return c.out.err()
}

// row prints a row after the header.
func (c *csvRows) row(header []string, cells ...string) {
	c.begin(header)
	c.write(cells)
}

// write prints a row. Its end is CRLF (section 2), which csv.Writer would also make of
// each newline in a name; nor does csv.Writer quote the cells of textCell.
func (c *csvRows) write(cells []string) {
	c.line = c.line[:0]
	for i, cell := range cells {
		if i > 0 {
			c.line = append(c.line, ',')
		}
		if strings.ContainsAny(cell, ",\"\r\n") || strings.HasPrefix(cell, "'") || strings.HasPrefix(cell, " ") {
			cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
		}
		c.line = append(c.line, cell...)
	}
	_, _ = c.out.Write(append(c.line, "\r\n"...))
}

// begin prints the header before the first row.
func (c *csvRows) begin(header []string) {
	if !c.begun {
		c.begun = true
		c.write(header)
	}
}

// pathCells returns the two cells of a path: the path, or its base 64 if it is not
// UTF-8 or has control characters other than newlines. No cell can therefore drive a
// terminal. A spreadsheet does not take a cell for a formula either, because all begin
// with a slash, a letter or a digit, except the single - for standard input.
func pathCells(path string) (plain, base64Path string) {
	if terminal.Plain(strings.ReplaceAll(path, "\n", "")) {
		return textCell(path), ""
	}
	return "", textCell(base64Text(path))
}

// textCell returns the cell of a text. A spreadsheet would take some for formulas: these
// get an apostrophe, and the ones that begin with one another.
// https://owasp.org/www-community/attacks/CSV_Injection
func textCell(text string) string {
	if records.LikeFormula(text) {
		return "'" + text
	}
	return text
}

func base64Text(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

// cell returns a share as in JSON, or "" if it is undefined.
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

// group prints a row for each file, with the number of the group.
func (c *csvRows) group(g Group) {
	c.groups++
	number := itoa(c.groups)
	shares := make([]string, 7) // the representative has none
	eachPath(g.Representative, func(f search.File) {
		c.row(groupHeader, slices.Concat([]string{number, "representative"}, fileCells(f), shares)...)
	})
	for _, m := range g.Members {
		eachPath(m.File, func(f search.File) {
			c.row(groupHeader, slices.Concat([]string{number, "member"}, fileCells(f), []string{
				itoa(m.Shared), cell(m.By(c.about.By)), cell(m.InRepresentative), cell(m.Representative),
				cell(m.Resemblance), cell(m.Distinctive), strconv.FormatBool(m.Exact)})...)
		})
	}
}

func (c *csvRows) near(n Near) {
	cells := slices.Concat(fileCells(n.A), fileCells(n.B), []string{
		itoa(n.Distance), strconv.FormatBool(n.Short), strconv.FormatBool(n.Identical), itoa(n.SameA), itoa(n.SameB)})
	if s := n.Score; c.about.Score {
		cells = append(cells, itoa(s.Shared), cell(s.AInB), cell(s.BInA), cell(s.Resemblance), cell(s.Distinctive))
	}
	if c.about.Jaccard {
		cells[2*len(fileHeader(""))] = "" // the distance
		cells = append(cells, cell(n.Jaccard))
	}
	c.row(c.nearHeader(), cells...)
}

func (c *csvRows) region(r *compared, region compare.Region) {
	cells := []string{itoa(region.Sides[0].Len())}
	for i, e := range region.Sides {
		path, base64Path := pathCells(r.Files[i].Info.Path)
		cells = append(cells, path, base64Path, itoa(e.Start), itoa(e.End), itoa(e.Line), itoa(e.EndLine))
	}
	c.row(regionHeader, cells...)
}

func (c *csvRows) fingerprints(f Fingerprints) {
	path, base64Path := pathCells(f.Path)
	for _, s := range f.Selected {
		value, check := hexadecimal(s.Fingerprint)
		c.row(fingerprintHeader, path, base64Path, itoa(s.Offset), itoa(int64(s.Fingerprint.Value())),
			itoa(int64(s.Fingerprint.Check())), itoa(s.Fingerprint.Level()), value, check)
	}
}

func (c *csvRows) simhash(s Simhash) {
	path, base64Path := pathCells(s.Path)
	hash := simhash.Hash(s.Hash.Hash).String()
	if s.Hash.NoDocument {
		hash = ""
	}
	c.row(simhashHeader, path, base64Path, hash, itoa(int64(s.Hash.Features)),
		strconv.FormatBool(s.Hash.Short), strconv.FormatBool(!s.Hash.NoDocument))
}
