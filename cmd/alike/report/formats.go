package report

import (
	"cmp"
	"slices"
	"strings"

	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/db/search/folders"
	"alike/fingerprint"
	"alike/scan/compare"
)

// formats lists the formats of -f in the order of its help.
var formats = []formatInfo{
	{name: "text", help: "text is for people", open: openText},
	{name: "json", help: "json is JSON Lines for programs", open: openJSON, streams: true, summary: true},
	{name: "csv", open: openCSV, except: []string{"dedupe", "report"}},
	{name: "html", help: "html is a page with both files", open: openHTML, verbs: []string{"compare"}, whole: true},
	{name: "sh", help: "sh is a script of --action", open: openShell, verbs: []string{"dups"}, whole: true},
	{name: "sarif", help: "sarif is for code review", open: openSARIF, verbs: []string{"pairs", "compare"}, rereads: true},
}

// print0Info is the format of -0.
var print0Info = formatInfo{open: openPrint0}

// openText opens text: tables for a terminal, otherwise columns.
func openText(s *setting) (format, error) {
	if s.width > 0 {
		return &table{columns: newColumns(s)}, nil
	}
	c := newColumns(s)
	return &c, nil
}

func (k *formatInfo) serves(verb string) bool {
	return (k.verbs == nil || slices.Contains(k.verbs, verb)) && !slices.Contains(k.except, verb)
}

// formatsOf returns the names of the formats that a verb offers, and the help of its -f.
func formatsOf(verb string) (names []string, help string) {
	var helps []string
	for _, k := range formats {
		if !k.serves(verb) {
			continue
		}
		names = append(names, k.name)
		if k.help != "" {
			helps = append(helps, k.help)
		}
	}
	return names, strings.Join(helps, ", ") + "."
}

// infoOf returns the format with a name; an empty name means text.
func infoOf(name string) formatInfo {
	name = cmp.Or(name, "text")
	return formats[slices.IndexFunc(formats, func(k formatInfo) bool { return k.name == name })]
}

// terminalLimit is the default of --limit on a terminal.
const terminalLimit = 50

// New returns a printer for results of a verb.
func New(o Output, f Flags, about About) (*Printer, error) {
	p := &Printer{
		info: f.info(), screen: o.Screen, limit: f.limit, order: f.order, reverse: f.reverse, failOnMatch: f.failOnMatch,
		set: &setting{
			about: about, out: newStream(o.Results), width: o.Columns, terminal: o.Terminal, paint: terminal.Painter{On: o.Colour},
			limited: f.limited != nil && f.limited.Changed, endSets: f.nullStyle == "sets", omitKept: f.omitKept, action: f.action, passages: f.passages,
		},
	}
	if o.Terminal && f.limited != nil && !p.set.limited && !p.info.whole {
		p.limit = terminalLimit
	}
	var err error
	p.format, err = p.info.open(p.set)
	return p, err
}

func openCSV(s *setting) (format, error) {
	return &csvRows{setting: s, sample: s.about.sample()}, nil
}

// sample returns a result with a row of the verb, or nil if its CSV has no header without rows.
func (a *About) sample() result {
	switch a.Verb {
	case "pairs":
		return &pair{Pair: &search.Pair{}}
	case "changes":
		return &change{pair: &search.Pair{}}
	case "query":
		return &Matches{Found: make([]search.Match, 1)}
	case "groups":
		return &Group{}
	case "folders":
		return &Folders{Members: make([]folders.Member, 1)}
	case "dups":
		return duplicates{&search.DuplicateSet{Files: make([]search.File, 1)}}
	case "near":
		return &Near{}
	case "compare":
		return &compared{Comparison: &compare.Comparison{Files: [2]*compare.File{{}, {}}}, shown: make([]compare.Region, 1)}
	case "check":
		return problem("")
	case "fingerprint":
		if a.Simhash {
			return Simhash{}
		}
		return Fingerprints{Selected: make([]fingerprint.Selected, 1)}
	}
	return nil
}
