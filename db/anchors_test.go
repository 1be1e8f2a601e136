package db

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"alike/fingerprint"
)

// Anchors of any bytes are written into a new index, and the index opens with no
// others.
func TestAnchorsOfIndex(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	anchors, err := fingerprint.ParseAnchors([]byte("func \n<&>\u2028\n\\xff\\n\n\\\\"), nil)
	if err != nil {
		t.Fatal(err)
	}
	params := Params{View: "raw", Rule: fingerprint.Rule{Window: 50, Anchors: anchors}}
	ix, err := Open(ctx, dir, Options{Write: true, Create: true, Params: &params})
	if err != nil {
		t.Fatal(err)
	}
	must(t, ix.Close())
	for _, asked := range []*Params{nil, &params} {
		if ix, err = Open(ctx, dir, Options{Params: asked}); err != nil {
			t.Fatal(err)
		}
		if ix.Params() != params || len(ix.Params().Rule.Anchors.Lines()) != 4 {
			t.Errorf("created with %v, has %v", params, ix.Params())
		}
		mustCheck(t, ix)
		must(t, ix.Close())
	}
	fewer := params
	fewer.Rule.Anchors = "func "
	for _, asked := range []Params{DefaultParams, fewer} {
		var other *ParamsError
		_, err := Open(ctx, dir, Options{Params: &asked})
		if !errors.As(err, &other) || !strings.Contains(err.Error(), anchors.Digest()) || !strings.Contains(err.Error(), "strings: 4") {
			t.Errorf("opened with %v: %v", asked, err)
		}
	}
}

// A root with impossible anchors is damage, not a later panic.
func TestAnchorsDamaged(t *testing.T) {
	for _, anchors := range []string{"b\na", "\\q", "a\n\nb", strings.Repeat("x", 65)} {
		ctx, dir := context.Background(), t.TempDir()
		params := Params{View: "raw", Rule: fingerprint.Rule{Window: 50, Anchors: "a"}}
		ix, err := Open(ctx, dir, Options{Write: true, Create: true, Params: &params})
		if err != nil {
			t.Fatal(err)
		}
		ix.root.Anchors = anchors
		val, err := json.Marshal(ix.root)
		must(t, err)
		must(t, ix.st.Commit(val))
		must(t, ix.Close())
		var damaged *DamagedError
		if _, err := Open(ctx, dir, Options{}); !errors.As(err, &damaged) {
			t.Errorf("opened with the anchors %q: %v", anchors, err)
		}
	}
}
