package report

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"unicode/utf8"

	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/simhash"
	"alike/scan/compare"
)

// jsonLines prints JSON Lines, one object a line, and the summary as the last line.
type jsonLines struct {
	*setting
	buf []byte // of the current line
}

func openJSON(s *setting) (format, error) { return &jsonLines{setting: s}, nil }

func (j *jsonLines) print(result any) error {
	switch r := result.(type) {
	case search.Pair:
		on, err := j.about.restsOn(r)
		if err != nil {
			return err
		}
		if len(on) == 0 {
			j.buf = append(appendJSONPair(j.buf[:0], &r), '\n')
			_, _ = j.out.Write(j.buf)
			break
		}
		o := jsonPair(r)
		o.RestsOn = jsonRegions(on, true)
		j.object(o)
	case NewPair:
		change := jsonPair(r.Pair)
		change.Type, change.Kind = "change", "pair"
		j.object(change)
	case search.Change:
		j.object(changeJSON{"change", FileChange(r), jsonFile(r.File)})
	case *search.NewRoot:
		j.object(newRootJSON{"change", "root", jsonName(r.Path), r.Files, r.Bytes, r.Pairs})
	case *Matches:
		for i, m := range r.Found {
			o := jsonMatch(r.Query, m)
			for _, on := range jsonRegions(r.restsOn(i), true) {
				o.RestsOn = append(o.RestsOn, matchRegionJSON{on.A, on.B, on.Files})
			}
			j.object(o)
		}
	case Group:
		j.object(jsonGroup(r, j.about.By))
	case search.DuplicateSet:
		listed := slices.Concat(j.listed(&r), r.Files[len(r.Living()):]) // those that are missing last
		j.object(jsonDuplicates(r, listed))
	case Folders:
		j.object(jsonFolders(&r))
	case Near:
		j.object(jsonNear(r, &j.about))
	case *Neighbours:
		for _, n := range r.Found {
			j.object(jsonNear(n, &j.about))
		}
	case *compared:
		j.object(jsonCompared(r))
	case Fingerprints:
		name := jsonName(r.Path)
		for _, s := range r.Selected {
			j.object(jsonFingerprint(name, s))
		}
	case Simhash:
		j.object(jsonSimhash(r))
	case problem:
		j.object(problemJSON{"problem", string(r)})
	case Forgotten:
		j.object(forgottenJSON{"forgotten", jsonName(r.Path), r.Files})
	case ForgottenRecord:
		j.object(jsonForgottenRecord(r))
	case version:
		j.object(r)
	case *Status: // the summary has its fields
	default:
		return unprintable(result)
	}
	return j.out.err()
}

func (j *jsonLines) end(s *Summary) error {
	_, err := j.out.Write(append(appendFields(nil, s.all()), '\n'))
	return err
}

func (j *jsonLines) object(v any) {
	j.buf = append(terminal.AppendJSON(j.buf[:0], v), '\n')
	_, _ = j.out.Write(j.buf)
}

// appendFields encodes an object with the fields in their order.
func appendFields(buf []byte, fields []Field) []byte {
	for i, f := range fields {
		separator := byte(',')
		if i == 0 {
			separator = '{'
		}
		buf = append(terminal.AppendJSON(append(buf, separator), f.Name), ':')
		buf = terminal.AppendJSON(buf, f.Value)
	}
	return append(buf, '}')
}

// nameJSON is a path, or the base 64 of its bytes if it is not UTF-8.
type nameJSON struct {
	Path    *string `json:"path,omitempty"`
	PathB64 string  `json:"path_b64,omitempty"`
}

func jsonName(path string) nameJSON {
	if utf8.ValidString(path) {
		return nameJSON{Path: &path}
	}
	return nameJSON{PathB64: base64.StdEncoding.EncodeToString([]byte(path))}
}

type fileJSON struct {
	nameJSON
	Size         int64 `json:"size"`
	Level        int   `json:"level"`
	Fingerprints int   `json:"fingerprints"`
	Copies       int   `json:"copies"`
	Missing      bool  `json:"missing,omitempty"`
	Generated    bool  `json:"generated,omitempty"`
	Unit         bool  `json:"unit,omitempty"`
	Files        int   `json:"files,omitempty"` // of a unit
	aliasesJSON
}

// aliasesJSON has further paths: of the same file, and of the content. The base 64 fields
// have those that are not UTF-8.
type aliasesJSON struct {
	Links    []string `json:"links,omitempty"`
	LinksB64 []string `json:"links_b64,omitempty"`
	Paths    []string `json:"paths,omitempty"`
	PathsB64 []string `json:"paths_b64,omitempty"`
}

func jsonFile(f search.File) fileJSON {
	o := fileJSON{nameJSON: jsonName(f.Path), Size: f.Size, Level: f.Level, Fingerprints: f.Fingerprints, Copies: f.Copies, Missing: f.Missing(), Generated: f.Generated, Unit: f.Files > 0, Files: f.Files}
	if f.Aliases != nil {
		o.Links, o.LinksB64 = jsonNames(f.Aliases.Links)
		o.Paths, o.PathsB64 = jsonNames(f.Aliases.Paths)
	}
	return o
}

// jsonNames separates the paths that are UTF-8 from the base 64 of the others.
func jsonNames(paths []string) (names, base64Names []string) {
	for _, path := range paths {
		if n := jsonName(path); n.Path != nil {
			names = append(names, path)
		} else {
			base64Names = append(base64Names, n.PathB64)
		}
	}
	return names, base64Names
}

type pairJSON struct {
	Type string   `json:"type"`
	Kind string   `json:"kind,omitempty"` // of a change
	A    fileJSON `json:"a"`
	B    fileJSON `json:"b"`
	scoreJSON
	Identical bool         `json:"identical"`
	Exact     bool         `json:"exact"`
	RestsOn   []regionJSON `json:"rests_on,omitempty"`
}

func jsonPair(p search.Pair) pairJSON {
	score := scoreJSON{p.Shared, p.AInB, p.BInA, p.Resemblance, p.Distinctive}
	return pairJSON{"pair", "", jsonFile(p.A), jsonFile(p.B), score, p.Identical, p.Exact, nil}
}

type changeJSON struct {
	Type string   `json:"type"`
	Kind string   `json:"kind"`
	File fileJSON `json:"file"`
}

type newRootJSON struct {
	Type string `json:"type"`
	Kind string `json:"kind"`
	nameJSON
	Files int64 `json:"files"`
	Bytes int64 `json:"bytes"`
	Pairs int64 `json:"pairs"`
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
	RestsOn     []matchRegionJSON `json:"rests_on,omitempty"`
}

type matchRegionJSON struct {
	Query extentJSON `json:"query"`
	File  extentJSON `json:"file"`
	Files *int       `json:"files"`
}

func jsonMatch(query search.File, m search.Match) matchJSON {
	return matchJSON{"match", jsonFile(query), jsonFile(m.File), m.Shared, m.QueryInFile,
		m.FileInQuery, m.Resemblance, m.Distinctive, m.Identical, m.Exact, nil}
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
	Share                  fingerprint.Share `json:"share"` // of --by
	Shared                 int               `json:"shared"`
	InRepresentative       fingerprint.Share `json:"in_representative"`
	ContainsRepresentative fingerprint.Share `json:"contains_representative"`
	Resemblance            fingerprint.Share `json:"resemblance"`
	Distinctive            fingerprint.Share `json:"distinctive"`
	Exact                  bool              `json:"exact"`
}

func jsonGroup(g Group, by search.Measure) groupJSON {
	members := make([]memberJSON, len(g.Members))
	for i, m := range g.Members {
		members[i] = memberJSON{jsonFile(m.File), m.By(by), m.Shared, m.InRepresentative,
			m.Representative, m.Resemblance, m.Distinctive, m.Exact}
	}
	return groupJSON{"group", jsonFile(g.Representative), members, g.files(), g.Common}
}

type duplicatesJSON struct {
	Type      string     `json:"type"`
	Size      int64      `json:"size"`
	Checksum  string     `json:"checksum"`
	Reflinked int        `json:"reflinked,omitempty"`
	Files     []fileJSON `json:"files"`
}

func jsonDuplicates(d search.DuplicateSet, listed []search.File) duplicatesJSON {
	files := make([]fileJSON, len(listed))
	for i, f := range listed {
		files[i] = jsonFile(f)
	}
	return duplicatesJSON{"duplicates", d.Size, hex.EncodeToString(d.Checksum[:]), d.Reflinked, files}
}

// nearJSON is a pair of documents. It represents SameA further documents with the
// simhash of a, and SameB with the simhash of b.
type nearJSON struct {
	Type      string             `json:"type"`
	A         fileJSON           `json:"a"`
	B         fileJSON           `json:"b"`
	Distance  *int               `json:"distance"` // null if words are compared
	Short     bool               `json:"short"`    // compared by the whole text
	Identical bool               `json:"identical"`
	SameA     int                `json:"a_same_hash"`
	SameB     int                `json:"b_same_hash"`
	Jaccard   *fingerprint.Share `json:"jaccard,omitempty"`
	*scoreJSON
}

// scoreJSON has the shares of a pair.
type scoreJSON struct {
	Shared      int               `json:"shared"`
	AInB        fingerprint.Share `json:"a_in_b"`
	BInA        fingerprint.Share `json:"b_in_a"`
	Resemblance fingerprint.Share `json:"resemblance"`
	Distinctive fingerprint.Share `json:"distinctive"`
}

func jsonNear(n Near, about *About) nearJSON {
	j := nearJSON{"near", jsonFile(n.A), jsonFile(n.B), &n.Distance, n.Short, n.Identical, n.SameA, n.SameB, nil, nil}
	if about.Jaccard {
		j.Distance, j.Jaccard = nil, &n.Jaccard
	}
	if s := n.Score; about.Score {
		j.scoreJSON = &scoreJSON{s.Shared, s.AInB, s.BInA, s.Resemblance, s.Distinctive}
	}
	return j
}

// comparedJSON has null for undefined figures: shares of files shorter than a window,
// figures of documents that are not text.
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
	A     extentJSON `json:"a"`
	B     extentJSON `json:"b"`
	Files *int       `json:"files,omitempty"`
}

// extentJSON is a section of a file: bytes are half open; lines count from 1 and are
// inclusive.
type extentJSON struct {
	Start   int `json:"start"`
	End     int `json:"end"`
	Line    int `json:"line"`
	EndLine int `json:"end_line"`
}

func jsonExtent(e compare.Extent) extentJSON { return extentJSON{e.Start, e.End, e.Line, e.EndLine} }

func jsonCompared(c *compared) comparedJSON {
	o := comparedJSON{
		Type: "compare", A: jsonFile(c.Files[0].Info), B: jsonFile(c.Files[1].Info),
		AInB: c.Windows.AInB(), BInA: c.Windows.BInA(), Resemblance: c.Windows.Resemblance(),
		ACovered: c.Covered(0), BCovered: c.Covered(1), Identical: c.Identical,
		Jaccard: c.Figures.Jaccard, JaccardEstimate: c.Figures.Estimate, Cosine: c.Figures.Cosine,
		View: string(c.View), Window: c.Window, Regions: jsonRegions(c.shown, c.Counted),
	}
	if c.Figures.Distance >= 0 {
		o.SimhashDistance = &c.Figures.Distance
	}
	return o
}

// jsonRegions has the numbers of files if counted.
func jsonRegions(regions []compare.Region, counted bool) []regionJSON {
	o := make([]regionJSON, len(regions))
	for i, r := range regions {
		o[i] = regionJSON{A: jsonExtent(r.Sides[0]), B: jsonExtent(r.Sides[1])}
		if counted && r.Files != compare.Unknown {
			o[i].Files = &regions[i].Files
		}
	}
	return o
}

type fingerprintJSON struct {
	Type string `json:"type"`
	nameJSON
	Offset int64  `json:"offset"`
	Value  uint32 `json:"value"`
	Check  uint16 `json:"check"`
	Level  int    `json:"level"`
	// The same in hexadecimal, as in text.
	ValueHex string `json:"value_hex"`
	CheckHex string `json:"check_hex"`
}

func jsonFingerprint(name nameJSON, s fingerprint.Selected) fingerprintJSON {
	value, check := hexadecimal(s.Fingerprint)
	return fingerprintJSON{"fingerprint", name, s.Offset,
		uint32(s.Fingerprint.Value()), s.Fingerprint.Check(), s.Fingerprint.Level(), value, check}
}

type simhashJSON struct {
	Type string `json:"type"`
	nameJSON
	Simhash  string `json:"simhash"` // 16 hexadecimal digits, empty if the file is not a document
	Features uint32 `json:"features"`
	Short    bool   `json:"short"` // too short to judge: a hash of the normalised text
	Document bool   `json:"document"`
}

func jsonSimhash(s Simhash) simhashJSON {
	hash := simhash.Hash(s.Hash.Hash).String()
	if s.Hash.NoDocument {
		hash = ""
	}
	return simhashJSON{"simhash", jsonName(s.Path), hash, s.Hash.Features, s.Hash.Short, !s.Hash.NoDocument}
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

type forgottenRecordJSON struct {
	Type    string  `json:"type"`
	ID      *string `json:"id,omitempty"`
	IDB64   string  `json:"id_b64,omitempty"`
	Records int64   `json:"records"`
	Files   int64   `json:"files"` // always 0
}

func jsonForgottenRecord(f ForgottenRecord) forgottenRecordJSON {
	name := jsonName(f.ID)
	return forgottenRecordJSON{Type: "forgotten", ID: name.Path, IDB64: name.PathB64, Records: f.Records}
}
