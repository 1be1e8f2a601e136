package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"

	"alike/cmd/alike/input"
	"alike/cmd/alike/terminal"
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
	if o.out.format == "json" {
		tellDedupe(a, o, dedupe.Summary{Counts: counts}, nil)
		return nil
	}
	a.screen.Note("counted %s (%s): %s in two or more of them are in the table", terminal.Amount(counts.Records, "record", "records"),
		terminal.Size(counts.Bytes), terminal.Amount(int64(table.Len()), "feature", "features"))
	return nil
}
