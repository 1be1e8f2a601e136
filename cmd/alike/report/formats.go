package report

import (
	"cmp"
	"slices"
	"strings"
)

// formatInfo describes a format.
type formatInfo struct {
	name   string
	help   string   // for -f
	verbs  []string // the verbs that offer it, nil for all
	except []string // verbs that do not offer it
	open   func(*setting) (format, error)

	streams bool // may print unsorted results as they are found
	summary bool // prints the summary, so notices need not repeat its counts
	whole   bool // prints all results even to a terminal, unless --limit is given
	rereads bool // reads the files of results again to show their passages
}

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
		return &table{columns: columns{setting: s}}, nil
	}
	return &columns{setting: s}, nil
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
