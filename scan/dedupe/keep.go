package dedupe

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"alike/db"
	"alike/scan/records"
)

// choice is the result of the first of two readings. It takes 4 bytes of memory per
// record, 24 more if dropped records are listed, and for each cluster 72 and an id.
type choice struct {
	clusters []uint32 // by row: 0 if it was compared with none, or isMalformed
	near     []found  // by row, if dropped records are listed: the nearness to the first
	best     []chosen // by cluster, from 1
}

const isMalformed = ^uint32(0)

// chosen is the record of a cluster that is kept.
type chosen struct {
	row    int
	length int // of its text, in bytes
	id     []byte
	near   found // to the first of the cluster
}

// workTwice finds the clusters in a first reading and writes the records in a second one.
func (r *run) workTwice(ctx context.Context) error {
	r.choice = &choice{}
	if err := r.readAll(ctx, r.choose); err != nil {
		return err
	}
	past := r.reader.Past()
	var err error
	if r.reader, err = records.NewReader(r.Inputs, r.Records); err != nil {
		return err
	}
	row := 0
	nothing := func() func(*records.Batch) (struct{}, error) {
		return func(*records.Batch) (struct{}, error) { return struct{}{}, nil }
	}
	err = records.Run(ctx, r.reader, r.Threads, nothing, func(b *records.Batch, _ struct{}) error {
		r.Progress.Read.Store(r.Progress.Total.Load()/2 + r.reader.BytesRead())
		return r.writeChosen(b, &row)
	})
	if err == nil && !slices.Equal(past, r.reader.Past()) {
		err = errChanged
	}
	return err
}

var errChanged = errors.New("the inputs changed between the two readings")

// choose enters the records of a batch into the choice.
func (r *run) choose(b *records.Batch, all []digested) error {
	row := 0
	for i := range b.Records {
		rec := &b.Records[i]
		if rec.Role == records.Blank {
			r.counts.Blank++
		}
		if rec.Role != records.Row {
			continue
		}
		v, err := r.judge(b, rec, &all[row])
		if err == nil && v.malformed {
			err = r.malformed(rec)
		}
		if err != nil {
			return err
		}
		r.choice.add(r.Keep, rec, v, r.dropped != nil)
		row++
	}
	r.counts.Bytes += int64(b.Bytes())
	r.Progress.Records.Store(r.counts.Records)
	r.Progress.Dropped.Store(r.counts.Dropped)
	r.Progress.Read.Store(r.reader.BytesRead())
	return r.checkMemory()
}

// add enters a record.
func (c *choice) add(keep Keep, rec *records.Record, v verdict, listed bool) {
	cluster := uint32(v.cluster)
	if v.malformed {
		cluster = isMalformed
	}
	now := chosen{row: len(c.clusters), near: v.near}
	c.clusters = append(c.clusters, cluster)
	if listed {
		c.near = append(c.near, v.near)
	}
	if v.cluster == 0 {
		return
	}
	for _, text := range rec.Texts {
		now.length += len(text)
	}
	if !v.repeats {
		c.best = append(c.best, chosen{})
	} else if best := c.best[cluster-1]; keep == Longest && best.length >= now.length {
		return
	}
	now.id = bytes.Clone(rec.ID)
	c.best[cluster-1] = now
}

// bytes returns roughly how much memory the choice takes.
func (c *choice) bytes() int64 {
	return 4*int64(cap(c.clusters)) + 24*int64(cap(c.near)) + 72*int64(cap(c.best))
}

// writeChosen writes the records of a batch in the second reading. row is the number of
// rows before it.
func (r *run) writeChosen(b *records.Batch, row *int) error {
	for i := range b.Records {
		rec := &b.Records[i]
		if rec.Role != records.Row {
			if err := r.writeOther(b, rec); err != nil {
				return err
			}
			continue
		}
		if *row == len(r.choice.clusters) {
			return errChanged
		}
		if err := r.writeIfChosen(b, rec, *row); err != nil {
			return err
		}
		*row++
	}
	return r.out.Flush()
}

func (r *run) writeIfChosen(b *records.Batch, rec *records.Record, row int) error {
	cluster := r.choice.clusters[row]
	switch cluster {
	case isMalformed:
		if r.OnError == Drop {
			return nil
		}
		return r.out.WriteRecord(rec)
	case 0:
		return r.write(b, rec, records.Tag{})
	}
	best := &r.choice.best[cluster-1]
	if best.row == row {
		return r.write(b, rec, records.Tag{Cluster: cluster})
	}
	var near found
	if r.dropped != nil {
		near = r.choice.near[row]
		if near.n == 0 { // the first of the cluster itself
			near = best.near
		}
	}
	near.n = db.RecordID(cluster)
	return r.repeat(b, rec, best.id, near)
}
