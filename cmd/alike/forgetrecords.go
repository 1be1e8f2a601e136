package main

import (
	"context"
	"errors"
	"fmt"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/report"
	"alike/db"
)

// forgetRecords drops the records of some ids from an index of records.
func forgetRecords(ctx context.Context, a *app, o forgetOptions) error {
	dir, err := indexDir(a)
	if err != nil {
		return err
	}
	ix, err := openIndex(ctx, a, dir, o.index, db.Options{Write: true, Memory: int64(o.memory.Bytes), Kind: db.Records})
	if errors.Is(err, db.ErrNoIndex) {
		err = advice.With(err, "name with --index the folder that alike dedupe --index DIR keeps records in")
	}
	if err != nil {
		return err
	}
	dropped, err := dropRecords(ctx, ix, dir, o.ids)
	if closing := ix.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	p, err := a.printer(o.out, report.About{Verb: "forget"})
	if err != nil {
		return err
	}
	for _, id := range o.ids {
		if err := p.ForgottenRecord(report.ForgottenRecord{ID: id, Records: dropped[id]}); err != nil {
			return err
		}
	}
	return a.end(p, &report.Summary{Verb: "forget"})
}

// dropRecords drops the records of all the ids or, if one is not there, none, and
// returns how many each stood for.
func dropRecords(ctx context.Context, ix *db.Index, dir string, ids []string) (map[string]int64, error) {
	counts := map[string]int64{}
	var all [][]byte
	for _, id := range ids {
		if _, ok := counts[id]; !ok {
			counts[id] = 0
			all = append(all, []byte(id))
		}
	}
	err := ix.EachRecord(ctx, func(_ db.RecordID, r db.Record) error {
		if n, ok := counts[string(r.ID)]; ok {
			counts[string(r.ID)] = n + 1
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if counts[id] == 0 {
			return nil, advice.With(fmt.Errorf("dropping the record %q from the index %s: it holds none with this id", id, dir),
				"nothing was dropped; ids are as alike dedupe --dropped writes them")
		}
	}
	w, err := ix.NewWriter()
	if err != nil {
		return nil, err
	}
	if _, err := w.ForgetRecords(all); err != nil {
		return nil, fmt.Errorf("dropping records from the index %s: %w", dir, err)
	}
	return counts, nil
}
