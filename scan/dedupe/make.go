package dedupe

import (
	"fmt"
	"math"

	"alike/fingerprint/minhash"
)

// newMethod makes the method that is asked for. The record of a number is for
// those that compare Sets.
func newMethod(m Matching, record kept) (method, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	switch m.Method {
	case Exact:
		return newExactMethod(), nil
	case Simhash:
		return newSimhashMethod(m)
	case Fingerprints:
		return newFingerprintsMethod(m, record)
	case Jaccard, Cosine:
		return newTermsMethod(m, record)
	}
	return nil, fmt.Errorf("there is no method %q", m.Method)
}

// checkSets says what is wrong with what is asked of a method that compares sets.
func (m Matching) checkSets() error {
	if !(m.Min > 0 && m.Min <= 1) {
		return fmt.Errorf("the least share is above 0 %% and up to 100 %%, not %.4g %%", 100*float64(m.Min))
	}
	if m.Method == Fingerprints {
		_, err := m.shareBy()
		return err
	}
	if least := leastMin(m.Method); float64(m.Min) < least {
		return fmt.Errorf("the method %s finds shares from %.3g %% on, not from %.4g %%: ask for more, or choose the method fingerprints", m.Method, 100*least, 100*float64(m.Min))
	}
	return nil
}

// leastMin is the least share for which MinHash has the bands.
func leastMin(m Method) float64 {
	if m == Cosine {
		return math.Ceil(1000*math.Sqrt(minhash.LeastThreshold)) / 1000
	}
	return minhash.LeastThreshold
}

// setsWay is what decides on what the methods with Sets store.
func (m Matching) setsWay() string {
	if m.Method == Fingerprints {
		return fingerprintsWayText()
	}
	return m.termsWayText()
}
