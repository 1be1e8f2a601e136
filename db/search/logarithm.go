package search

import "math"

// ln returns the natural logarithm of x ≥ 1, computed as fdlibm does (Sun Microsystems 1993,
// e_log.c), with an error below one unit in the last place. math.Log differs between
// processors. This one uses only additions, multiplications and divisions in a fixed order, so
// that an engine that runs SQL gets the same weights. The conversions keep the compiler from
// fusing operations.
func ln(x float64) float64 {
	const (
		high = 6.93147180369123816490e-01 // of ln 2
		low  = 1.90821492927058770002e-10
		l1   = 6.666666666666735130e-01
		l2   = 3.999999999940941908e-01
		l3   = 2.857142874366239149e-01
		l4   = 2.222219843214978396e-01
		l5   = 1.818357216161805012e-01
		l6   = 1.531383769920937332e-01
		l7   = 1.479819860511658591e-01
	)
	m, exponent := math.Frexp(x) // exact
	if m < math.Sqrt2/2 {
		m *= 2
		exponent--
	}
	f, k := m-1, float64(exponent)
	s := f / (2 + f)
	half := float64(float64(.5*f) * f)
	s2 := float64(s * s)
	s4 := float64(s2 * s2)
	odd := float64(s2 * (l1 + float64(s4*(l3+float64(s4*(l5+float64(s4*l7)))))))
	even := float64(s4 * (l2 + float64(s4*(l4+float64(s4*l6)))))
	r := odd + even
	return float64(k*high) - ((half - (float64(s*(half+r)) + float64(k*low))) - f)
}
