package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"time"

	"alike/cmd/alike/input"
	"alike/cmd/alike/report"
	"alike/scan/dedupe"
)

// idfMemory is the room for counting features: 4.7 million of them.
const idfMemory = 256 << 20

// buildIDF writes in how many records each feature is.
func buildIDF(ctx context.Context, a *app, o dedupeOptions, j dedupe.Job) error {
	path, err := input.Absolute(o.idf)
	if err != nil {
		return err
	}
	shown := a.screen.StartBar(dedupeGauge(j.Progress))
	table, counts, err := j.BuildIDF(ctx, cmp.Or(int64(o.memory), idfMemory))
	shown.Finish()
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if _, err := table.WriteTo(&text); err != nil {
		return fmt.Errorf("writing the table to %s: %w", path, err)
	}
	if err := replaceFile(path, text.Bytes()); err != nil {
		return fmt.Errorf("writing the table to %s: %w", path, input.WithoutPath(err))
	}
	a.failed += counts.Malformed
	report.NoteFeatures(a.screen, o.out, counts, table.Len(), time.Since(a.started))
	return nil
}
