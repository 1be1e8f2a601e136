package dedupe

import (
	"alike/db"
	"alike/fingerprint"
	"alike/scan/records"
)

// method is a way to tell that a record is a duplicate.
type method interface {
	// worker returns a function that digests one record's texts. It is called once
	// for each worker, and what it returns is for that one's goroutine. What the
	// function returns stands until the batch is decided on: it may point into the
	// record, but not into memory that the worker uses again. Of the record it fills
	// in all but the ID. Texts come as they are, in whatever encoding, and some text
	// is there. An error says what is wrong with the record, which is malformed then.
	worker() (func(rec *records.Record) (db.Record, error), error)
	// find returns the nearest kept record that counts as the same, and of several
	// the one with the lowest number. It is called by one goroutine, as keep is.
	find(r *db.Record) (m found, ok bool, err error)
	// keep enters one that is kept, under its number; numbers rise. All that the
	// index has are entered so at the start, without their Sets.
	keep(n db.RecordID, r *db.Record) error
	// bytes is about how much memory it takes.
	bytes() int64
}

// kept returns a kept record with its Set, by its number. A method that compares
// Sets is given one when it is made.
type kept func(n db.RecordID) (db.Record, bool, error)

// found is the kept record that another resembles.
type found struct {
	n db.RecordID
	// share is how much they have in common, or Undefined: then distance says in how
	// many bits their hashes differ.
	share    fingerprint.Share
	distance int
}
