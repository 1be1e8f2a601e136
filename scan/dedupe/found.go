package dedupe

import (
	"fmt"

	"alike/db"
	"alike/fingerprint"
)

// found is the kept record that another one resembles.
type found struct {
	n db.RecordID
	// share is the share that the two have in common. If it is Undefined, distance is
	// the Hamming distance of their hashes.
	share    fingerprint.Share
	distance int
}

// lookup returns a kept record with its Set, by its number. The methods that compare
// Sets use it.
type lookup func(n db.RecordID) (db.Record, bool, error)

// bestOf compares candidates exactly. Once it finds a duplicate, it compares at most
// maxFetched more to find a better one.
func bestOf(all []db.RecordID, threshold fingerprint.Share, share func(n db.RecordID) (fingerprint.Share, error)) (found, bool, error) {
	best := found{share: fingerprint.Undefined}
	more := maxFetched
	for _, n := range all {
		s, err := share(n)
		if err != nil {
			return found{}, false, err
		}
		best.improve(n, s, threshold)
		if best.n == 0 {
			continue
		}
		if more--; more == 0 {
			break
		}
	}
	return best, best.n != 0, nil
}

// improve takes another record if it reaches the threshold and is nearer, or equally
// near and earlier.
func (f *found) improve(n db.RecordID, share, threshold fingerprint.Share) {
	if share >= threshold && (share > f.share || share == f.share && n < f.n) {
		*f = found{n: n, share: share}
	}
}

func errMissing(n db.RecordID) error {
	return fmt.Errorf("%w: record %d, a candidate, is missing", errDamagedRecord, n)
}
