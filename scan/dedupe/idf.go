package dedupe

import (
	"context"
	"fmt"

	"alike/fingerprint/simhash"
	"alike/scan/records"
)

// idfEntryBytes is the memory per feature while documents are counted.
const idfEntryBytes = 56

// BuildIDF counts the number of records that have each feature, within a limit of
// memory in bytes. Malformed records and those without text do not count. It uses one
// worker, because which features are evicted from a full table depends on the order.
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
	begin := func() func(*records.Batch) (struct{}, error) {
		return func(b *records.Batch) (struct{}, error) { return struct{}{}, j.addFeatures(builder, h, b) }
	}
	err = records.Run(ctx, r, 1, begin, func(b *records.Batch, _ struct{}) error {
		if err := j.count(&counts, b); err != nil {
			return err
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

// addFeatures adds the features of a batch's records to a table.
func (j *Job) addFeatures(to *simhash.IDFBuilder, h *simhash.Hasher, b *records.Batch) error {
	for i := range b.Records {
		rec := &b.Records[i]
		if rec.Role != records.Row || rec.Err != nil || blank(rec) {
			continue
		}
		h.Reset()
		for _, data := range rec.Texts {
			h.Add(j.plain(data), 1)
		}
		if err := to.Add(h); err != nil {
			return fmt.Errorf("counting the record in line %d of %s: %w", rec.Line, b.Input, err)
		}
	}
	return nil
}

// count adds a batch to the counts.
func (j *Job) count(counts *Counts, b *records.Batch) error {
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
	return nil
}
