package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/fingerprint"
	"alike/scan/compare"
)

// The names in this file are a contract with scripts: some may come, none goes away or
// changes its meaning.

// nameJSON is a path, or its bytes in base 64 where it is not UTF-8.
type nameJSON struct {
	Path    *string `json:"path,omitempty"`
	PathB64 string  `json:"path_b64,omitempty"`
}

func jsonName(path string) nameJSON {
	if utf8.ValidString(path) {
		return nameJSON{Path: &path}
	}
	return nameJSON{PathB64: base64Path(path)}
}

func base64Path(path string) string { return base64.StdEncoding.EncodeToString([]byte(path)) }

// fileJSON is a file, everywhere that one appears.
type fileJSON struct {
	nameJSON
	Size         int64 `json:"size"`
	Level        int   `json:"level"`
	Fingerprints int   `json:"fingerprints"`
	Copies       int   `json:"copies"`
}

func jsonFile(f search.File) fileJSON {
	return fileJSON{jsonName(f.Path), f.Size, f.Level, f.Fingerprints, f.Copies}
}

type pairJSON struct {
	Type        string            `json:"type"`
	Kind        string            `json:"kind,omitempty"` // of a change
	A           fileJSON          `json:"a"`
	B           fileJSON          `json:"b"`
	Shared      int               `json:"shared"`
	AInB        fingerprint.Share `json:"a_in_b"`
	BInA        fingerprint.Share `json:"b_in_a"`
	Resemblance fingerprint.Share `json:"resemblance"`
	Distinctive fingerprint.Share `json:"distinctive"`
	Identical   bool              `json:"identical"`
	Exact       bool              `json:"exact"`
}

func jsonPair(p search.Pair) pairJSON {
	return pairJSON{"pair", "", jsonFile(p.A), jsonFile(p.B), p.Shared, p.AInB, p.BInA,
		p.Resemblance, p.Distinctive, p.Identical, p.Exact}
}

// comparedJSON says null where a figure is undefined: shares of files shorter than
// a window, figures of documents of what is no text.
type comparedJSON struct {
	Type            string            `json:"type"`
	A               fileJSON          `json:"a"`
	B               fileJSON          `json:"b"`
	AInB            fingerprint.Share `json:"a_in_b"`
	BInA            fingerprint.Share `json:"b_in_a"`
	Resemblance     fingerprint.Share `json:"resemblance"`
	ACovered        fingerprint.Share `json:"a_covered"`
	BCovered        fingerprint.Share `json:"b_covered"`
	Identical       bool              `json:"identical"`
	Jaccard         fingerprint.Share `json:"jaccard"`
	JaccardEstimate fingerprint.Share `json:"jaccard_estimate"`
	Cosine          fingerprint.Share `json:"cosine"`
	SimhashDistance *int              `json:"simhash_distance"`
	View            string            `json:"view"`
	Window          int               `json:"window"`
	Regions         []regionJSON      `json:"regions"`
}

type regionJSON struct {
	A extentJSON `json:"a"`
	B extentJSON `json:"b"`
}

// extentJSON is a stretch of a file: bytes half open, lines from 1 on with both
// in it.
type extentJSON struct {
	Start   int `json:"start"`
	End     int `json:"end"`
	Line    int `json:"line"`
	EndLine int `json:"end_line"`
}

func jsonExtent(e compare.Extent) extentJSON { return extentJSON{e.Start, e.End, e.Line, e.EndLine} }

func jsonCompared(c *compare.Comparison, shown []compare.Region) comparedJSON {
	o := comparedJSON{
		Type: "compare", A: jsonFile(c.Files[0].Info), B: jsonFile(c.Files[1].Info),
		AInB: c.Windows.AInB(), BInA: c.Windows.BInA(), Resemblance: c.Windows.Resemblance(),
		ACovered: c.Covered(0), BCovered: c.Covered(1), Identical: c.Identical,
		Jaccard: c.Figures.Jaccard, JaccardEstimate: c.Figures.Estimate, Cosine: c.Figures.Cosine,
		View: string(c.View), Window: c.Window, Regions: make([]regionJSON, len(shown)),
	}
	if c.Figures.Distance >= 0 {
		o.SimhashDistance = &c.Figures.Distance
	}
	for i, r := range shown {
		o.Regions[i] = regionJSON{jsonExtent(r.Sides[0]), jsonExtent(r.Sides[1])}
	}
	return o
}

type changeJSON struct {
	Type string   `json:"type"`
	Kind string   `json:"kind"`
	File fileJSON `json:"file"`
}

type matchJSON struct {
	Type        string            `json:"type"`
	Query       fileJSON          `json:"query"`
	File        fileJSON          `json:"file"`
	Shared      int               `json:"shared"`
	QueryInFile fingerprint.Share `json:"query_in_file"`
	FileInQuery fingerprint.Share `json:"file_in_query"`
	Resemblance fingerprint.Share `json:"resemblance"`
	Distinctive fingerprint.Share `json:"distinctive"`
	Identical   bool              `json:"identical"`
	Exact       bool              `json:"exact"`
}

func jsonMatch(query search.File, m search.Match) matchJSON {
	return matchJSON{"match", jsonFile(query), jsonFile(m.File), m.Shared, m.QueryInFile,
		m.FileInQuery, m.Resemblance, m.Distinctive, m.Identical, m.Exact}
}

type groupJSON struct {
	Type           string       `json:"type"`
	Representative fileJSON     `json:"representative"`
	Members        []memberJSON `json:"members"`
	Files          int64        `json:"files"`
	InCommon       int64        `json:"in_common"`
}

type memberJSON struct {
	File                   fileJSON          `json:"file"`
	Share                  fingerprint.Share `json:"share"` // the one of --by
	Shared                 int               `json:"shared"`
	InRepresentative       fingerprint.Share `json:"in_representative"`
	ContainsRepresentative fingerprint.Share `json:"contains_representative"`
	Resemblance            fingerprint.Share `json:"resemblance"`
	Distinctive            fingerprint.Share `json:"distinctive"`
	Exact                  bool              `json:"exact"`
}

func jsonGroup(g group, by search.Measure) groupJSON {
	members := make([]memberJSON, len(g.Members))
	for i, m := range g.Members {
		members[i] = memberJSON{jsonFile(m.File), m.By(by), m.Shared, m.InRepresentative,
			m.Representative, m.Resemblance, m.Distinctive, m.Exact}
	}
	return groupJSON{"group", jsonFile(g.Representative), members, g.files(), g.common}
}

type duplicatesJSON struct {
	Type     string     `json:"type"`
	Size     int64      `json:"size"`
	Checksum string     `json:"checksum"`
	Files    []fileJSON `json:"files"`
}

func jsonDuplicates(d search.DuplicateSet) duplicatesJSON {
	files := make([]fileJSON, len(d.Files))
	for i, f := range d.Files {
		files[i] = jsonFile(f)
	}
	return duplicatesJSON{"duplicates", d.Size, hex.EncodeToString(d.Checksum[:]), files}
}

type fingerprintJSON struct {
	Type string `json:"type"`
	nameJSON
	Offset int64  `json:"offset"`
	Value  uint32 `json:"value"`
	Check  uint16 `json:"check"`
	Level  int    `json:"level"`
}

type simhashJSON struct {
	Type string `json:"type"`
	nameJSON
	Simhash  string `json:"simhash"` // 16 hexadecimal digits, empty if it is no document
	Features uint32 `json:"features"`
	Short    bool   `json:"short"` // too short to judge: a hash of the normalised text
	Document bool   `json:"document"`
}

type problemJSON struct {
	Type    string `json:"type"`
	Problem string `json:"problem"`
}

type forgottenJSON struct {
	Type string `json:"type"`
	nameJSON
	Files int64 `json:"files"`
}

// appendJSON encodes v on one line. Characters that act on a terminal are
// escaped even where JSON would let them stand, for JSON may be looked at, too.
func appendJSON(buf []byte, v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		// All values are the structs above, which always encode.
		panic(fmt.Sprintf("encoding %T: %v", v, err))
	}
	text := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	if terminal.Plain(string(text)) {
		return append(buf, text...)
	}
	for _, r := range string(text) {
		switch {
		case r == 0x7f || terminal.Invisible(r) && r <= 0xffff:
			buf = fmt.Appendf(buf, `\u%04x`, r)
		case terminal.Invisible(r):
			hi, lo := utf16.EncodeRune(r)
			buf = fmt.Appendf(buf, `\u%04x\u%04x`, hi, lo)
		default:
			buf = utf8.AppendRune(buf, r)
		}
	}
	return buf
}
