package db

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// An index with views made by older rules can only be read: the same file would not match
// itself. One made by rules of a later version does not open.
func TestViewRules(t *testing.T) {
	for _, c := range []struct {
		kind, rules string
		older       bool
	}{
		{"code", "text 1, code 0", true}, {"code", "", true}, {"code", "text 2, code 4", true}, {"code", "text 1, code 5", true},
		{"code", "text 1, code 99", false}, {"code", "text 99, code 5", false}, {"text", "", true}, {"text", "text 1", true},
		{"text", "text 99", false}, {"raw", "text 1", false},
	} {
		kind, rules := c.kind, c.rules
		ctx, dir := context.Background(), t.TempDir()
		params := DefaultParams
		params.View = kind
		ix, err := Open(ctx, dir, Options{Write: true, Create: true, Params: &params})
		must(t, err)
		must(t, ix.Close())
		ix, err = Open(ctx, dir, Options{Write: true})
		if err != nil {
			t.Fatalf("an index of the %s view does not open again: %v", kind, err)
		}
		mustCheck(t, ix)
		ix.root.ViewRules = rules
		val, err := json.Marshal(ix.root)
		must(t, err)
		must(t, ix.st.Commit(val))
		must(t, ix.Close())
		ix, err = Open(ctx, dir, Options{})
		if c.older {
			must(t, err)
			if !ix.Outdated() {
				t.Errorf("an index of the %s view by rules %q is not outdated", kind, rules)
			}
			must(t, ix.Close())
			continue
		}
		var damaged *DamagedError
		if _, err := Open(ctx, dir, Options{}); !errors.As(err, &damaged) || !strings.Contains(err.Error(), "rules") {
			t.Errorf("%s view made by rules %q: %v", kind, rules, err)
		}
	}
}

// In an index of version 4, a generated file without a content is set aside. The next scan
// reads it and finds a claimed content.
func TestClaimsOfVersion4(t *testing.T) {
	w := newWorld(t, 4)
	w.grow(2)
	ix := w.open(Options{Write: true, Create: true})
	iw, err := ix.NewWriter()
	must(t, err)
	w.put(iw, "/a/own.go", 0)
	w.leaveOut(iw, "/a/made.go", -1)
	d := iw.tree.states[idAt(iw, "/a")]
	made, _ := d.entry("made.go")
	made.SetAside = false // the flag of version 5
	d.put(made)
	must(t, iw.Commit())
	ix.root.Format = 4
	val, err := json.Marshal(ix.root)
	must(t, err)
	must(t, ix.st.Commit(val))
	must(t, ix.Close())

	ix = w.open(Options{Write: true})
	defer ix.Close()
	iw, err = ix.NewWriter()
	must(t, err)
	state := func(format int, contents int64) {
		t.Helper()
		s, err := ix.Status(context.Background())
		must(t, err)
		if s.Format != format || s.Files != 1 || s.Contents != 1 || s.Orphans != 0 || ix.LiveContents() != 1 ||
			ix.root.rows(kindContents) != contents {
			t.Errorf("%+v, %d live of %d contents", s, ix.LiveContents(), ix.root.rows(kindContents))
		}
		mustCheck(t, ix)
	}
	state(4, 1)
	has, err := iw.Directory("/a")
	must(t, err)
	if e := has.Files[0]; !e.SetAside || e.Content != 0 || has.Files[1].SetAside {
		t.Errorf("the files are %+v", has.Files)
	}
	w.leaveOut(iw, "/a/made.go", 1)
	must(t, iw.Commit())
	state(FormatVersion, 2)
	must(t, iw.merge(context.Background(), 0))
	state(FormatVersion, 2)
}
