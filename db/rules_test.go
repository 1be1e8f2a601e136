package db

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// An index with views made by other rules does not open: the same file would not match
// itself.
func TestViewRules(t *testing.T) {
	for kind, rules := range map[string]string{"code": "text 1, code 0", "text": "", "raw": "text 1"} {
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
		var damaged *DamagedError
		if _, err := Open(ctx, dir, Options{}); !errors.As(err, &damaged) || !strings.Contains(err.Error(), "rules") {
			t.Errorf("%s view made by rules %q: %v", kind, rules, err)
		}
	}
}
