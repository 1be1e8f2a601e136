package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/terminal"
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
	p := a.printer(o.out)
	for _, id := range o.ids {
		p.results++
		if err := p.forgottenRecord(id, dropped[id]); err != nil {
			return err
		}
	}
	return p.end(a.newSummary("forget"))
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

// forgottenRecordJSON is an id whose records were dropped.
type forgottenRecordJSON struct {
	Type    string  `json:"type"`
	ID      *string `json:"id,omitempty"`
	IDB64   string  `json:"id_b64,omitempty"`
	Records int64   `json:"records"`
	Files   int64   `json:"files"` // 0: they are none
}

func (p *printer) forgottenRecord(id string, records int64) error {
	switch p.flags.format {
	case "json":
		line := forgottenRecordJSON{Type: "forgotten", Records: records}
		if utf8.ValidString(id) {
			line.ID = &id
		} else {
			line.IDB64 = base64.StdEncoding.EncodeToString([]byte(id))
		}
		return p.object(line)
	case "csv":
		plainText, base64Text := csvPath(id)
		if strings.IndexAny(id, "=+-@") == 0 { // a spreadsheet would take it for a formula
			plainText, base64Text = "", base64Path(id)
		}
		return p.row([]string{"id", "id_b64", "records"}, plainText, base64Text, itoa(records))
	default:
		return p.line("dropped %s: %s", terminal.Amount(records, "record", "records"), terminal.Visible(id))
	}
}
