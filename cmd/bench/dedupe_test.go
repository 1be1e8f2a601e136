//go:build linux

package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// TestDedupe measures enough records for a run to be killed.
func TestDedupe(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 50 MB")
	}
	t.Parallel()
	const records = 10_000
	var all deduped
	runJSON(t, &all, "--dedupe", fmt.Sprint(records))
	if all.Records != records || all.Bytes < records*1500 || len(all.Rows) != 6 {
		t.Fatalf("%+v", all)
	}
	for _, r := range all.Rows {
		if r.Seconds <= 0 || r.Speed <= 0 || r.Peak == 0 || r.Records == 0 {
			t.Errorf("%+v", r)
		}
	}
	var table bytes.Buffer
	if err := all.write(&table); err != nil || strings.Count(table.String(), "\n") != 3+1+6 {
		t.Errorf("%v, table:\n%s", err, table.String())
	}
}
