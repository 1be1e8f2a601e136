package dedupe

import (
	"fmt"

	"alike/db"
	"alike/scan/records"
)

// verdict is what was found out about a record.
type verdict struct {
	malformed bool        // the record has an Err
	cluster   db.RecordID // the first record of its cluster, 0 if it was compared with none
	repeats   bool        // it is not that first record
	near      found       // if it repeats one
}

// judge compares one record with the kept ones, and adds it to them if it repeats none.
func (r *run) judge(b *records.Batch, rec *records.Record, d *digested) (verdict, error) {
	r.counts.Records++
	if d.err != nil {
		rec.Err = &records.Malformed{Input: b.Input, Line: rec.Line, Offset: rec.Start, Reason: d.err.Error()}
	}
	if rec.Err != nil {
		r.counts.Malformed++
		return verdict{malformed: true}, nil
	}
	if d.blank {
		r.counts.Blank++
		r.counts.Kept++
		return verdict{}, nil
	}
	if d.record.Hash.Short {
		r.counts.Short++
	}
	m, ok, err := r.method.find(&d.record)
	if err != nil {
		return verdict{}, fmt.Errorf("comparing the record in line %d of %s: %w", rec.Line, b.Input, err)
	}
	if ok {
		r.counts.Dropped++
		return verdict{cluster: m.n, repeats: true, near: m}, nil
	}
	n, err := r.store.add(&d.record)
	if err == nil {
		err = r.method.keep(n, &d.record)
	}
	if err != nil {
		return verdict{}, fmt.Errorf("keeping the record in line %d of %s: %w", rec.Line, b.Input, err)
	}
	r.counts.Kept++
	return verdict{cluster: n}, nil
}

// row decides on one record.
func (r *run) row(b *records.Batch, rec *records.Record, d *digested) error {
	v, err := r.judge(b, rec, d)
	switch {
	case err != nil:
		return err
	case v.malformed:
		if err := r.malformed(rec); err != nil || r.OnError == Drop {
			return err
		}
		return r.out.WriteRecord(rec)
	case v.repeats:
		return r.drop(b, rec, v.near)
	}
	return r.write(b, rec, records.Tag{Cluster: uint32(v.cluster)})
}

// malformed reports a malformed record, or ends the run, as OnError says.
func (r *run) malformed(rec *records.Record) error {
	if r.OnError == Stop {
		return rec.Err
	}
	if r.Malformed != nil {
		r.Malformed(rec.Err)
	}
	return nil
}

// write writes a record, with its tag if tags are requested.
func (r *run) write(b *records.Batch, rec *records.Record, tag records.Tag) error {
	if r.tagger == nil {
		return r.out.WriteRecord(rec)
	}
	line, bad := r.tagger.Row(rec, tag)
	if bad != nil {
		bad.Input = b.Input
		return bad
	}
	return r.out.Write(line)
}

// writeOther writes a piece of the input that is not a record.
func (r *run) writeOther(b *records.Batch, rec *records.Record) error {
	if r.tagger == nil || rec.Role != records.Heading {
		return r.out.WriteRecord(rec)
	}
	tagged := *rec
	var err error
	if tagged.Raw, err = r.tagger.Heading(rec); err != nil {
		return fmt.Errorf("tagging the records of %s: %w", b.Input, err)
	}
	return r.out.WriteRecord(&tagged)
}

// drop lists or tags a record that repeats a kept one.
func (r *run) drop(b *records.Batch, rec *records.Record, m found) error {
	if r.dropped == nil && r.tagger == nil {
		return nil
	}
	other, ok, err := r.store.record(m.n)
	if err != nil {
		return fmt.Errorf("reading the record that line %d resembles: %w", rec.Line, err)
	}
	if !ok {
		return fmt.Errorf("line %d resembles record %d, which is missing", rec.Line, m.n)
	}
	return r.repeat(b, rec, other.ID, m)
}

// repeat lists or tags a record that repeats the record with the given id.
func (r *run) repeat(b *records.Batch, rec *records.Record, id []byte, m found) error {
	if r.dropped != nil {
		err := r.dropped.Write(records.Dropped{ID: rec.ID, Resembles: id, Share: m.share, Distance: m.distance})
		if err != nil {
			return err
		}
	}
	if r.tagger == nil {
		return nil
	}
	return r.write(b, rec, records.Tag{Repeats: id, Repeated: true, Cluster: uint32(m.n)})
}
