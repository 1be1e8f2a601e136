package dedupe

import (
	"context"
	"fmt"

	"alike/fingerprint/simhash"
	"alike/scan/records"
)

// idfEntryBytes is what a feature takes while documents are counted.
const idfEntryBytes = 56

// BuildIDF counts in how many records each feature is, in so much memory. Malformed
// records and those without text do not count. One worker does it, for which
// features leave a full table depends on the order.
func (j Job) BuildIDF(ctx context.Context, memory int64) (*simhash.IDF, Counts, error) {
	var counts Counts
	if err := j.Check(); err != nil {
		return nil, counts, err
	}
	if j.Progress == nil {
		j.Progress = &Progress{}
	}
	h, err := simhash.NewHasher(j.Scheme, j.Tables)
	if err != nil {
		return nil, counts, err
	}
	if total, known := records.Size(j.Inputs); known {
		j.Progress.Total.Store(total)
	}
	r, err := records.NewReader(j.Inputs, j.Records)
	if err != nil {
		return nil, counts, err
	}
	builder := simhash.NewIDFBuilder(j.Scheme, int(max(memory/idfEntryBytes, 1024)))
	count := func(rec *records.Record) error {
		h.Reset()
		for _, data := range rec.Texts {
			h.Add(j.plain(data), 1)
		}
		return builder.Add(h)
	}
	begin := func() func(*records.Batch) (int, error) {
		return func(b *records.Batch) (int, error) {
			for i := range b.Records {
				rec := &b.Records[i]
				if rec.Role != records.Row || rec.Err != nil || blank(rec) {
					continue
				}
				if err := count(rec); err != nil {
					return 0, fmt.Errorf("counting the record in line %d of %s: %w", rec.Line, b.Input, err)
				}
			}
			return 0, nil
		}
	}
	err = records.Run(ctx, r, 1, begin, func(b *records.Batch, _ int) error {
		counts.Bytes += int64(b.Bytes())
		for i := range b.Records {
			rec := &b.Records[i]
			switch {
			case rec.Role == records.Blank:
				counts.Blank++
			case rec.Role != records.Row:
			case rec.Err != nil:
				counts.Records++
				counts.Malformed++
				if j.OnError == Stop {
					return rec.Err
				}
				if j.Malformed != nil {
					j.Malformed(rec.Err)
				}
			default:
				counts.Records++
				counts.Kept++
				if blank(rec) {
					counts.Blank++
				}
			}
		}
		j.Progress.Records.Store(counts.Records)
		j.Progress.Read.Store(r.BytesRead())
		return nil
	})
	if err != nil {
		return nil, counts, err
	}
	return builder.Table(), counts, nil
}
