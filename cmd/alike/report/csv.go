package report

import (
	"strconv"
	"strings"

	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/fingerprint"
	"alike/scan/records"
)

// csvRows prints CSV (RFC 4180). The names of the first row are the header. Plain rows are those of
// text: they have tabs between cells, nothing quoted, and no cells of base 64.
type csvRows struct {
	*setting
	unprinted
	plain       bool
	row, header []byte // each cell ends in a comma
	headed      bool   // the header is printed
	prefix      string
	unknown     bool
	sample      result // a result of one row, or nil if there is no header without rows
}

func (c *csvRows) print(r result) error {
	r.values(c.setting, c)
	c.finish()
	return c.out.err()
}

// end prints the header of output without rows.
func (c *csvRows) end(s *Summary) error {
	if c.about.Verb == "scan" && !s.Interrupted {
		(&scanned{s}).values(c.setting, c)
		c.finish()
	}
	if c.sample != nil && !c.headed {
		c.sample.values(c.setting, c)
		c.row = nil
		c.finish()
	}
	return c.out.err()
}

func (c *csvRows) begin(string) { c.finish() }

// finish prints the row that was begun last, if there is one. Its end is CRLF (section 2), which
// csv.Writer would also make of each newline in a name; nor does csv.Writer quote the
// cells of textCell.
func (c *csvRows) finish() {
	end := "\r\n"
	if c.plain {
		end = "\n"
	}
	for _, line := range [][]byte{c.header, c.row} {
		if n := len(line); n > 0 {
			_, _ = c.out.Write(append(line[:n-1], end...))
		}
	}
	c.headed = c.headed || len(c.header) > 0
	c.header, c.row = nil, c.row[:0]
}

// cell starts a cell with a value, and reports whether that is known. Each ends in done.
func (c *csvRows) cell(name string) bool {
	if !c.headed {
		c.header = append(append(append(c.header, c.prefix...), name...), ',')
	}
	return !c.unknown
}

func (c *csvRows) done() {
	if c.plain {
		c.row = append(c.row, '\t')
	} else {
		c.row = append(c.row, ',')
	}
}

func (c *csvRows) known(known bool) { c.unknown = !known }

func (c *csvRows) open(name string) { c.prefix = name + "_" }

func (c *csvRows) close() { c.prefix = "" }

func (c *csvRows) text(name, text string) { c.quoted(name, terminal.Visible(text)) }

// quoted adds a cell of text. A spreadsheet would take some for formulas: these get an apostrophe,
// and the ones that begin with one another.
// https://owasp.org/www-community/attacks/CSV_Injection
func (c *csvRows) quoted(name, text string) {
	if c.cell(name) && c.plain {
		c.row = append(c.row, text...)
	} else if !c.unknown {
		if records.LikeFormula(text) {
			text = "'" + text
		}
		if strings.ContainsAny(text, ",\"\r\n") || strings.HasPrefix(text, "'") || strings.HasPrefix(text, " ") {
			text = `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
		}
		c.row = append(c.row, text...)
	}
	c.done()
}

// path names the two cells of a path: the path, or its base 64 if it is not UTF-8 or has
// control characters other than newlines. No cell can therefore drive a terminal.
func (c *csvRows) path(name, path string) {
	if c.plain {
		c.text(name, path)
		return
	}
	encoded := ""
	if !terminal.Plain(strings.ReplaceAll(path, "\n", "")) {
		path, encoded = "", base64Text(path)
	}
	c.quoted(name, path)
	c.quoted(name+"_b64", encoded)
}

func (c *csvRows) asked(name string, f *search.File) { c.file(name, f) }

// file names the cells of a file; without a name they have no prefix.
func (c *csvRows) file(name string, f *search.File) {
	if name != "" {
		c.open(name)
	}
	c.path("path", f.Path)
	if c.plain {
		return
	}
	c.int("size", f.Size)
	c.int("level", int64(f.Level))
	c.int("fingerprints", int64(f.Fingerprints))
	c.int("copies", int64(f.Copies))
	c.close()
}

func (c *csvRows) int(name string, n int64) int64 {
	if c.cell(name) {
		c.row = strconv.AppendInt(c.row, n, 10)
	}
	c.done()
	return n
}

func (c *csvRows) flag(name string, flag bool) bool {
	if c.cell(name) {
		c.row = strconv.AppendBool(c.row, flag)
	}
	c.done()
	return flag
}

// share names a share as in JSON, or an empty cell if it is undefined.
func (c *csvRows) share(name string, share *fingerprint.Share) {
	switch {
	case !c.cell(name):
	case c.plain:
		c.row = append(c.row, rounded(*share)...)
	case share.Defined():
		c.row = share.AppendJSON(c.row)
	}
	c.done()
}
