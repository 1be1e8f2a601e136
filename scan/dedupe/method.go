package dedupe

import (
	"fmt"

	"alike/db"
	"alike/scan/records"
)

// method finds the kept record that a record duplicates.
type method interface {
	// worker returns a function that digests the texts of one record. It is called
	// once per worker, and the function it returns is used by that worker alone. The
	// digest must stay valid until the batch is decided on: it may point into the
	// record, but not into buffers that the worker reuses. It has all fields but the
	// ID. At least one text is not empty, and texts are in their original encoding.
	// An error makes the record malformed.
	worker() (func(rec *records.Record) (db.Record, error), error)
	// find returns the nearest kept record that counts as a duplicate, and the one
	// with the lowest number if several are equally near. find and keep are called
	// from one goroutine.
	find(r *db.Record) (m found, ok bool, err error)
	// keep adds a kept record under its number. Numbers increase. At the start the
	// records of the index are added so, without their Sets.
	keep(n db.RecordID, r *db.Record) error
	// bytes returns roughly how much memory the method takes.
	bytes() int64
}

// newMethod returns the method that m selects. record serves the methods that compare
// Sets.
func newMethod(m Matching, record lookup) (method, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	switch m.Method {
	case Exact:
		return &exactMethod{}, nil
	case Simhash:
		return newSimhashMethod(m)
	case Fingerprints:
		return newFingerprintsMethod(m, record)
	case Jaccard, Cosine:
		return newTermsMethod(m, record)
	}
	return nil, fmt.Errorf("unknown method %q", m.Method)
}
