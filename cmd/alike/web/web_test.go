package web

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"regexp"
	"strings"
	"testing"
)

// block returns the JSON of a part of a page.
func block(t *testing.T, page, name string, value any) {
	t.Helper()
	_, rest, found := strings.Cut(page, `<script type="application/json" id="data-`+name+`">`)
	text, _, ended := strings.Cut(rest, "</script>")
	if !found || !ended {
		t.Fatalf("the page has no %s", name)
	}
	if err := json.Unmarshal([]byte(text), value); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func written(t *testing.T, d *Data) string {
	t.Helper()
	var b strings.Builder
	if err := WritePage(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestWritePage checks the parts of a page with hostile names.
func TestWritePage(t *testing.T) {
	t.Parallel()
	d := sample(2, 3)
	page := written(t, d)
	if !strings.Contains(page, Marker) {
		t.Error("the page is not marked")
	}
	// Nothing but the eleven elements of the page itself.
	if n := strings.Count(page, "<script"); n != 11-1 || strings.Count(page, "</script>") != n || strings.Contains(page, "<!--") {
		t.Errorf("the page has %d scripts", n)
	}
	if strings.Contains(page, "<img") || regexp.MustCompile(`[^\x09\x0a\x20-\x7e]`).MatchString(page) {
		t.Error("the page has an image or a character that is not ASCII")
	}
	still := Policy(false)
	if !strings.Contains(page, `content="`+still+`"`) || strings.Contains(still, "unsafe") || !strings.HasPrefix(still, "default-src 'none'; ") {
		t.Errorf("the policy is %s", still)
	}
	if live := Policy(true); strings.Contains(still, "connect-src") || live != still+"; connect-src 'self'" {
		t.Errorf("the policy of a live page is %s", live)
	}
	var files struct {
		Name []string
		Odd  map[int]string
	}
	block(t, page, "files", &files)
	odd := 0
	for i, name := range d.Files.Name {
		if name == hostileName {
			path, err := base64.StdEncoding.DecodeString(files.Odd[i])
			if want := "/home/ada/projects/" + hostileFolder + "/=cmd|' /C calc'!A0/" + hostileName; err != nil || string(path) != want {
				t.Errorf("the path of %q is %q, %v", files.Name[i], path, err)
			}
			odd++
		}
	}
	if odd != 1 || len(files.Odd) != 1 {
		t.Errorf("%d paths are odd", len(files.Odd))
	}
	for _, name := range []string{"overview", "tree", "pairs", "between", "groups", "sets", "folders"} {
		var any any
		block(t, page, name, &any)
	}
}

// TestEmptyPage checks that no part of an empty page is null.
func TestEmptyPage(t *testing.T) {
	t.Parallel()
	page := written(t, &Data{})
	for _, name := range []string{"tree", "files", "pairs", "between", "groups", "sets", "folders"} {
		var raw json.RawMessage
		block(t, page, name, &raw)
		if strings.Contains(string(raw), "null") {
			t.Errorf("%s: %s", name, raw)
		}
	}
}

func TestShares(t *testing.T) {
	t.Parallel()
	got, err := json.Marshal(shares{0, 1, 0.5, 0.85, 0.8499, 0.3, 0.99999999, 1e-9, 2.0 / 3, -1, math.NaN()})
	if want := `[0,1,0.5,0.85,0.849,0.3,0.999,0,0.666,-1,-1]`; err != nil || string(got) != want {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
}

// TestSize bounds the program and checks that nothing in it ends its element.
func TestSize(t *testing.T) {
	t.Parallel()
	if len(script) < 10_000 || len(script) > 250_000 || len(style) > 30_000 {
		t.Errorf("app.js has %d bytes, app.css %d: is something in the bundle twice?", len(script), len(style))
	}
	for name, text := range map[string]string{"app.js": script, "app.css": style, "licences.txt": licences} {
		if strings.Contains(strings.ToLower(text), "</s") || strings.Contains(text, "<!--") {
			t.Errorf("%s has what ends a script or style", name)
		}
	}
	for _, name := range []string{"d3-hierarchy", "d3-force", "d3-quadtree", "d3-zoom", "@tanstack/virtual-core", "ISC", "MIT"} {
		if !strings.Contains(licences, name) {
			t.Errorf("licences.txt does not name %s", name)
		}
	}
}
