package report

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"alike/cmd/alike/terminal"
	"alike/db/search"
)

// FuzzJSONPath checks that the JSON of any path returns its bytes and cannot drive a
// terminal.
func FuzzJSONPath(f *testing.F) {
	for _, seed := range []string{"a", "\x1b]0;title\x07", "\u202e", "\xff", "\u009b", "a\\b\"", "\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := string(terminal.AppendJSON(nil, jsonFile(search.File{Path: s})))
		if !terminal.Plain(text) {
			t.Errorf("JSON of %q holds control characters: %q", s, text)
		}
		var back struct {
			Path *string `json:"path"`
			B64  []byte  `json:"path_b64"`
		}
		if err := json.Unmarshal([]byte(text), &back); err != nil {
			t.Fatalf("JSON of %q: %v", s, err)
		}
		if utf8.ValidString(s) != (back.Path != nil) {
			t.Fatalf("JSON of %q is %s", s, text)
		}
		if back.Path != nil && *back.Path != s || back.Path == nil && string(back.B64) != s {
			t.Errorf("JSON of %q gives back %v %q", s, back.Path, back.B64)
		}
	})
}
