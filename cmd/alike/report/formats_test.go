package report

import (
	"encoding/base64"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"

	"alike/cmd/alike/input"
	"alike/db"
	"alike/db/hamming"
	"alike/db/search"
	"alike/db/search/folders"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan"
	"alike/scan/compare"
)

// twoFolders are folders with a file each that has a counterpart, and one that has none.
var twoFolders = Folders{
	Pair: folders.Pair{
		A: folders.Side{Path: db.NewDirPath(nil, "/f/x"), Files: 1, Changed: 1, Bytes: 10, Matched: 9},
		B: folders.Side{Path: db.NewDirPath(nil, "/f/y"), Files: 2, Changed: 1, Bytes: 20, Matched: 9, LeftOut: []folders.LeftOut{{Reason: "hidden", Count: 3, Bytes: 7}}},
	},
	Members: []folders.Member{
		{Path: "/f/x/a", Size: 10, Counterpart: "/f/y/b", Share: 0.9},
		{Path: "/f/y/b", Size: 10, Counterpart: "/f/x/a", Share: 0.9}, {Path: "/f/y/c", Size: 10},
	},
}

// resultsOf returns a result of each type that a verb prints.
func resultsOf(t *testing.T) map[string][]result {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	data := [2][]byte{[]byte(strings.Repeat("the same words\n", 9) + "a"), []byte(strings.Repeat("the same words\n", 9) + "b")}
	c := compareRaw(t, 20, data)
	file, hash := randomFile(r, "f"), hamming.Document{Features: 3}
	near, group, shared := randomNear(r), randomGroup(r), randomPair(r)
	return map[string][]result{
		"pairs":       {&pair{Pair: &shared}},
		"changes":     {&change{kind: "pair", pair: &shared}, &change{kind: "new", pair: &search.Pair{A: file}}, &change{kind: "root", root: &search.NewRoot{Path: "/f"}}},
		"query":       {&Matches{Query: file, Found: []search.Match{{File: randomFile(r, "m")}}}},
		"groups":      {&group},
		"folders":     {&twoFolders},
		"dups":        {duplicates{&search.DuplicateSet{Size: 3, Files: []search.File{file, randomFile(r, "g")}}}},
		"near":        {&near, &Neighbours{Path: "/f", Hash: hash, Found: []Near{near}}},
		"compare":     {&compared{Comparison: c, shown: c.Regions}},
		"fingerprint": {Fingerprints{Path: "/f", Selected: []fingerprint.Selected{{Offset: 7}}}, Simhash{Path: "/f", Hash: hash}},
		"check":       {problem("a problem")},
		"forget":      {Forgotten{Path: "/f", Files: 1}, ForgottenRecord{ID: "=1", Records: 2}},
		"status":      {&Status{Dir: "/index"}, &Status{Dir: "/index", Records: &RecordIndex{Method: "simhash"}, Held: &db.HeldError{}}},
		"version":     {&version{version: "v1"}},
		"scan":        {},
	}
}

// printed returns what a format prints of some results.
func printed(t *testing.T, columns int, about About, args []string, results ...result) string {
	t.Helper()
	var out strings.Builder
	p := printerOf(t, &out, columns, about, args...)
	for _, result := range results {
		if err := p.print(result); err != nil {
			t.Errorf("%s %v: printing a %T: %v", about.Verb, args, result, err)
		}
	}
	sum := &Summary{Verb: about.Verb}
	sum.Scanned(scan.Summary{Files: 4, New: 2})
	if err := p.End(sum); err != nil {
		t.Errorf("%s %v: %v", about.Verb, args, err)
	}
	return out.String()
}

// TestFormatsPrintVerbs checks that each format has a form for every result of the
// verbs that offer it, and that none of its lines can drive a terminal.
func TestFormatsPrintVerbs(t *testing.T) {
	t.Parallel()
	passages := Passages{View: view.Raw, Read: func(search.Pair) (*compare.Comparison, Missing, error) { return nil, Gone, nil }}
	for verb, results := range resultsOf(t) {
		for _, kind := range formats {
			if !kind.serves(verb) {
				continue
			}
			for _, columns := range []int{0, 80} {
				for _, result := range results {
					got := printed(t, columns, About{Verb: verb, Passages: passages}, []string{"-f", kind.name}, result)
					if kind.name != "html" && strings.ContainsFunc(got, func(r rune) bool { return r == 0x1b || r == 0xfffd }) {
						t.Errorf("%s -f %s: %q", verb, kind.name, got)
					}
					if got == "" {
						t.Errorf("%s -f %s prints nothing of a %T", verb, kind.name, result)
					}
				}
			}
		}
	}
}

// TestPrint0 checks the paths that -0 prints.
func TestPrint0(t *testing.T) {
	t.Parallel()
	file := func(path string) search.File { return search.File{Path: path} }
	for want, result := range map[string]result{
		"/a|/b|":      &pair{Pair: &search.Pair{A: file("/a"), B: file("/b")}},
		"/m|":         &Matches{Query: file("/q"), Found: []search.Match{{File: file("/m")}}},
		"/r|/m|":      &Group{Group: search.Group{Representative: file("/r"), Members: []search.Member{{File: file("/m")}}}},
		"/x|/y\n|/z|": duplicates{&search.DuplicateSet{Files: []search.File{file("/x"), file("/y\n"), file("/z")}}},
		"/f/x|/f/y|":  &twoFolders,
		"/n|/o|":      &Near{A: file("/n"), B: file("/o")},
		"/o|":         &Neighbours{Path: "/n", Found: []Near{{A: file("/n"), B: file("/o")}}},
	} {
		if got := strings.ReplaceAll(printed(t, 0, About{Verb: "pairs"}, []string{"-0"}, result), "\x00", "|"); got != want {
			t.Errorf("%T: %q, want %q", result, got, want)
		}
	}
}

// TestCSVHeaders checks that CSV without results is its header, that rows have as many
// cells, and that an interrupted scan has neither.
func TestCSVHeaders(t *testing.T) {
	t.Parallel()
	for verb, results := range resultsOf(t) {
		for _, result := range results {
			about := About{Verb: verb}
			_, about.Simhash = result.(Simhash)
			empty := printed(t, 0, about, []string{"-f", "csv"})
			rows := strings.SplitAfter(printed(t, 0, about, []string{"-f", "csv"}, result), "\r\n")
			if slices.Contains([]string{"forget", "status", "version"}, verb) {
				if empty != "" {
					t.Errorf("%s without results: %q", verb, empty)
				}
			} else if rows[0] != empty {
				t.Errorf("%s: the header is %q, without results %q", verb, rows[0], empty)
			}
			for _, row := range rows[:len(rows)-1] {
				if strings.Count(row, ",") != strings.Count(rows[0], ",") {
					t.Errorf("%s: header %q, row %q", verb, rows[0], row)
				}
			}
		}
	}
	var out strings.Builder
	p := printerOf(t, &out, 0, About{Verb: "scan"}, "-f", "csv")
	if err := p.End(&Summary{Interrupted: true}); err != nil || out.String() != "" {
		t.Errorf("an interrupted scan: %q, %v", out.String(), err)
	}
}

// TestSummaryFields checks the order of the fields, which is that of older versions.
func TestSummaryFields(t *testing.T) {
	t.Parallel()
	s := &Summary{Verb: "groups", Skipped: map[string]int64{"b": 1, "a": 2}, Interrupted: true, results: 3, omitted: 4}
	s.AddBase(Base{Files: 5, Fingerprints: 6, Searched: true, Taken: 7})
	s.Add(Field{"compared", 8})
	want := `{"type":"summary","verb":"groups","files":0,"contents":0,"bytes":0,"read":0,"unchanged":0,"failed":0,` +
		`"skipped":{"a":2,"b":1},"results":3,"seconds":0,"interrupted":true,"omitted":4,"directories":0,"few_fingerprints":0,` +
		`"base_files":5,"base_fingerprints":6,"base_taken":7,"base_contents":0,"compared":8}`
	if got := string(appendFields(nil, s.all())); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got := string(appendFields(nil, (&Summary{}).all())); !strings.Contains(got, `"skipped":{},`) || strings.Contains(got, "interrupted") {
		t.Errorf("an empty summary: %s", got)
	}
}

// TestContradictions checks flags that cannot go together.
func TestContradictions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args        []string
		check, pipe bool
	}{
		{nil, true, true}, {[]string{"-0"}, true, true}, {[]string{"-0", "-f", "text"}, true, true},
		{[]string{"-0", "-f", "json"}, false, true}, {[]string{"-f", "sarif"}, true, false}, {[]string{"-f", "html"}, true, true},
	} {
		f := flagsOf(t, "compare", c.args...)
		if err := f.Check(); (err == nil) != c.check {
			t.Errorf("%v: %v", c.args, err)
		}
		if err := f.CheckInput("a", input.Stdin); (err == nil) != c.pipe {
			t.Errorf("%v with standard input: %v", c.args, err)
		}
	}
}

// TestWriteErrors checks that a closed pipe is ErrClosed and that a full disk is not.
func TestWriteErrors(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("needs /dev/full")
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	for name, c := range map[string]struct {
		w    io.Writer
		want error
	}{
		"closed": {failing{fmt.Errorf("writing: %w", syscall.EPIPE)}, ErrClosed},
		"full":   {full, syscall.ENOSPC},
	} {
		for _, format := range []string{"text", "json", "csv", "html", "sarif"} {
			p := printerOf(t, c.w, 0, About{Verb: "compare"}, "-f", format)
			found := compareRaw(t, 20, [2][]byte{[]byte(strings.Repeat("words ", 20)), []byte(strings.Repeat("words ", 20))})
			err := p.Compared(found, false)
			if err == nil {
				err = p.End(&Summary{})
			}
			if !errors.Is(err, c.want) || errors.Is(err, ErrClosed) != (c.want == ErrClosed) {
				t.Errorf("%s, -f %s: %v", name, format, err)
			}
		}
	}
}

// failing is a writer that always fails.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestVersionOf(t *testing.T) {
	commit := []debug.BuildSetting{{Key: "vcs.revision", Value: "73e6835"}}
	changed := version{revision: "0123456789abcdef", modified: true, kernel: "go"}
	if got, want := changed.details(), "kernel go, commit 0123456789ab and uncommitted changes"; got != want {
		t.Errorf("details are %q, want %q", got, want)
	}
	for _, c := range []struct {
		main     string
		release  string
		settings []debug.BuildSetting
		want     string
	}{
		{"v1.2.3", "", commit, "v1.2.3"}, {"", "", nil, "(devel)"}, {"", "", commit, "(devel) 73e6835"},
		{"(devel)", "", commit, "(devel) 73e6835"}, {"(devel)", "v2.0.0", commit, "v2.0.0"}, {"v1.2.4-0.2026", "v1.2.4", nil, "v1.2.4"},
	} {
		v := versionOf(&debug.BuildInfo{Main: debug.Module{Version: c.main}, Settings: c.settings}, c.release)
		if got := v.name(); got != c.want {
			t.Errorf("%q with %v is %q, want %q", c.main, c.settings, got, c.want)
		}
	}
}

// TestCSVFormulas checks that no cell of CSV begins like a formula, and that the text comes
// back without its first apostrophe.
func TestCSVFormulas(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"=cmd|calc!A1", "+1", "-1", "@SUM(A1)", "'", "'=1", "\"=1", " =1", "=1,\"a\"\n=2", "\t=1", "\xf8", "plain"} {
		got := printed(t, 0, About{Verb: "forget"}, []string{"-f", "csv"}, ForgottenRecord{ID: id, Records: 2})
		rows, err := csv.NewReader(strings.NewReader(got)).ReadAll()
		if err != nil || len(rows) != 2 {
			t.Fatalf("%q: %q, %v", id, got, err)
		}
		cells := rows[1]
		if strings.IndexAny(cells[0]+" ", "=+-@\t\r") == 0 || strings.IndexAny(cells[1]+" ", "=+-@\t\r") == 0 || strings.Contains(got, "\n'") {
			t.Errorf("%q is printed as %q", id, got)
		}
		back := strings.TrimPrefix(cells[0], "'")
		if cells[1] != "" {
			raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(cells[1], "'"))
			if err != nil {
				t.Fatal(err)
			}
			back = string(raw)
		}
		if back != id {
			t.Errorf("%q comes back as %q", id, back)
		}
	}
}
