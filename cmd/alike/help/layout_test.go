package help

import (
	"testing"

	"github.com/spf13/pflag"
)

func page() *Page {
	usual, rare := pflag.NewFlagSet("", pflag.ContinueOnError), pflag.NewFlagSet("", pflag.ContinueOnError)
	usual.Int("limit", 50, "print the `N` best\nThis one has a longer text that does not fit into the columns that are left for it.")
	usual.BoolP("quiet", "q", false, "print nothing")
	usual.Bool("exclude-if-present-in-the-index", false, "a name that is too long for its column")
	rare.StringP("log", "l", "", "log to `FILE`")
	return &Page{
		Usage: "alike list [flags]", Short: "list things", Long: "Lists things.\n\nA paragraph\nof two lines.",
		Examples: []Example{{"alike list", "all of them"}, {"alike list -q", ""}, {"alike list --limit 3", "three"}, {"alike list -l x", ""}},
		Groups: []Group{
			{Title: "Which things", Flags: usual, Brief: []string{"limit", "quiet"}},
			{Title: "Others", Flags: rare, Brief: []string{}},
		},
		Closing: "The end.", More: "alike list --help",
	}
}

func TestBrief(t *testing.T) {
	want := `Usage: alike list [flags]
List things.

Examples:
  alike list            # all of them
  alike list -q
  alike list --limit 3  # three

Which things:
      --limit N  print the N best (default 50)
  -q, --quiet    print nothing
  also --exclude-if-present-in-the-index

Others: -l/--log
In full: alike list --help
`
	if got := page().Brief(0); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestFull(t *testing.T) {
	want := `Usage: alike list [flags]

Lists things.

A paragraph of two lines.

Examples:
  alike list            # all of them
  alike list -q
  alike list --limit 3  # three
  alike list -l x

Which things:
      --exclude-if-present-in-the-index
                              a name that is too
                              long for its column
      --limit N               print the N best
                              (default 50)
                              This one has a
                              longer text that
                              does not fit into
                              the columns that are
                              left for it.
  -q, --quiet                 print nothing

Others:
  -l, --log FILE  log to FILE

The end.
`
	if got := page().Full(50); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestAddVerb(t *testing.T) {
	var p Page
	p.AddVerb("one", Verb{"a", "first"})
	p.AddVerb("two", Verb{"b", "second"})
	p.AddVerb("one", Verb{"c", "third"})
	if len(p.Verbs) != 2 || len(p.Verbs[0].Verbs) != 2 || p.Verbs[0].Verbs[1].Name != "c" {
		t.Errorf("%+v", p.Verbs)
	}
}
