package dedupe

import (
	"errors"
	"fmt"

	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/terms"
)

// damage returns the error of a run as a *db.DamagedError if the index is why it failed.
func (j *Job) damage(err error) error {
	if j.Index != nil && (errors.Is(err, errDamagedRecord) || errors.As(err, new(*terms.BrokenError))) {
		return damaged(j.Index, err)
	}
	return err
}

// CheckOptions returns the options of a check that decodes what a run decodes: the state
// of the last run and all records. Records of another program are not decoded.
func CheckOptions(ix *db.Index) (o db.CheckOptions) {
	encoded, _ := ix.RecordMethod()
	m := decodeMatching(encoded)
	if m.Method == "" {
		return o
	}
	o.State = func() error {
		_, err := lastRun(ix)
		if !errors.As(err, new(*db.DamagedError)) {
			return nil // of another version
		}
		return err
	}
	switch m.Method {
	case Exact:
		o.Record = checkDigest
	case Fingerprints:
		o.Record = (&fingerprintsMethod{Matching: m}).check
	case Jaccard, Cosine:
		if plan, err := m.keyPlan(); err == nil {
			o.Record = plan.check
		}
	}
	return o
}

func (m *fingerprintsMethod) check(r *db.Record) error {
	if r.Hash.Short {
		return checkDigest(r)
	}
	if _, err := readFingerprints(r.Set); err != nil {
		return err
	}
	_, err := m.keys(0, r)
	return err
}

func checkDigest(r *db.Record) error {
	_, err := digestOf(r)
	return err
}

func (w *keyPlan) check(r *db.Record) error {
	if r.Hash.Short {
		return checkDigest(r)
	}
	if _, err := terms.Set(r.Set).Hashes(nil); err != nil {
		return err
	}
	_, _, err := w.parts(r)
	return err
}

// decodeMatching returns the method and the threshold of what Encoded returned. The method
// is "" if it is not known: a run refuses the index.
func decodeMatching(encoded string) (m Matching) {
	var min float64
	if n, _ := fmt.Sscanf(encoded, "dedupe1 method=%s min=%g", &m.Method, &min); n == 0 {
		return Matching{}
	}
	m.Min = fingerprint.Share(min)
	if (m.Method == Jaccard || m.Method == Cosine) && m.checkSets() != nil {
		return Matching{}
	}
	return m
}
