package dedupe

import (
	"context"
	"encoding/json"
	"fmt"

	"alike/db"
)

// indexStore stores records in an index. A commit makes them durable.
type indexStore struct {
	ix *db.Index
	w  *db.Writer
}

func (s *indexStore) each(ctx context.Context, use func(n db.RecordID, r *db.Record) error) error {
	return s.ix.EachRecord(ctx, func(n db.RecordID, r db.Record) error { return use(n, &r) })
}

func (s *indexStore) add(r *db.Record) (db.RecordID, error) { return s.w.AddRecord(*r) }

func (s *indexStore) record(n db.RecordID) (db.Record, bool, error) { return s.w.Record(n) }

// bytes returns 0, because the index bounds its own memory.
func (s *indexStore) bytes() int64 { return 0 }

func (s *indexStore) close() error { return nil }

// commit makes the added records durable, in one commit with the state of the run.
func (s *indexStore) commit(st *state) error {
	data, err := json.Marshal(st)
	if err != nil {
		return fmt.Errorf("encoding the state of the run: %w", err)
	}
	s.w.SetRun(data)
	return s.w.Commit()
}
