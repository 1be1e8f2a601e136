package serve

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// TestParameters lists the flags that a request may give to each verb.
func TestParameters(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"pairs":   "by empty estimate exact hardlinks limit max-size min min-shared min-size no-identical not only reverse size-within sort",
		"groups":  "by empty estimate exact hardlinks limit max-size min min-shared min-size not only reverse size-within sort",
		"folders": "by estimate exact files hardlinks limit max-size min min-files min-size not only reverse sort",
		"dups":    "empty hardlinks limit max-size min-size not only reverse sort",
		"changes": "all by estimate exact hardlinks kind last limit max-size min min-shared min-size not only reverse shown since size-within sort",
		"status":  "",
		"query":   "by estimate exact hardlinks limit max-size min min-shared min-size not only reverse shown size-within sort",
		"compare": "limit window",
	}
	for verb, names := range want {
		var all []string
		for name := range flags[verb] {
			all = append(all, name)
		}
		slices.Sort(all)
		if got := strings.Join(all, " "); got != names {
			t.Errorf("%s takes %s, want %s", verb, got, names)
		}
	}
	if len(flags) != len(want) {
		t.Errorf("%d verbs, want %d", len(flags), len(want))
	}
}

// forbidden are flags that name files to read or write, the index or resources, choose what
// is scanned, or change what is printed.
var forbidden = strings.Fields(`index view base against unit-dir files0-from exclude-file anchors keep
	output o force threads j memory io-limit wait trust-owner format f print0 0 table color no-pager
	quiet q verbose v no-progress help h version why all-paths fail-on-match action omit-first context lines
	verify ignore-inode prune window density exclude exclude-caches exclude-if-present no-ignore hidden
	sparse generated vendored one-file-system x follow L members compare token-file listen host
	exec command config stdin name a b - --`)

// TestForbiddenParameters checks that other flags are refused in each spelling, and named.
func TestForbiddenParameters(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	requests := 0
	for verb := range flags {
		method, target, header := "GET", "/api/v1/"+verb+"?", ""
		switch verb {
		case "compare":
			target += "a=/a&b=/b&"
		case "query":
			method, header = "POST", "Content-Length: 0"
		}
		for _, name := range forbidden {
			if verb == "compare" && slices.Contains([]string{"window", "a", "b"}, name) || verb == "query" && name == "name" {
				continue
			}
			for _, spelling := range []string{
				name + "=/etc/passwd", name, "--" + name + "=1", strings.ToUpper("x"+name) + "=1", url.QueryEscape(name+"=x") + "=1", "%20" + name + "=1",
			} {
				requests++
				raw := method + " " + target + spelling + " HTTP/1.1\r\nHost: HOST\r\nBEARER\r\n"
				if header != "" {
					raw += header + "\r\n"
				}
				a := s.send(t, method, fill(s, raw+"\r\n"))
				if a.StatusCode != http.StatusBadRequest || !strings.Contains(a.body, "takes no parameter") {
					t.Errorf("%s %s: %s: %s", method, target+spelling, a.Status, a.body)
				}
				if calls := s.taken(); len(calls) > 0 {
					t.Fatalf("%s: %q", target+spelling, calls)
				}
			}
		}
	}
	t.Logf("%d requests", requests)
}

// TestValues checks that the value of a parameter stays the value of its flag.
func TestValues(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"only=--index%3d/etc":     "--only=--index=/etc",
		"only=a%20--index%20/etc": "--only=a --index /etc",
		"min=-1":                  "--min=-1",
		"min=":                    "--min=",
		"exact=1&reverse=false":   "--exact",
		"not=b&not=a":             "--not=b|--not=a",
		"only=%ff%0a":             "--only=\xff\n",
	} {
		r := &http.Request{URL: &url.URL{RawQuery: query}}
		got, err := arguments(r, "pairs")
		if text := strings.Join(got.args, "|"); err != nil || text != "pairs|--format=json|"+want {
			t.Errorf("%s: %q, %v; want %q", query, text, err, want)
		}
	}
	for _, query := range []string{"exact=x", "min=1&min=2", "limit=%00", "a%00=1"} {
		r := &http.Request{URL: &url.URL{RawQuery: query}}
		if got, err := arguments(r, "pairs"); err == nil {
			t.Errorf("%s: %q, want an error", query, got.args)
		}
	}
}
