//go:build !purego

package fingerprint

import (
	"fmt"
	"testing"
)

// BenchmarkCandidates measures the candidate pass alone.
func BenchmarkCandidates(b *testing.B) {
	text := sourceText(b, 8<<20)
	for _, k := range kernels()[1:] {
		for _, window := range kernelWindows {
			b.Run(fmt.Sprintf("%v/%d", k, window), func(b *testing.B) {
				s := newSpanSelector(k, Rule{Window: window})
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					for at := 0; at+spanWindows+slack <= len(text); at += spanWindows {
						s.candidates(text[at:at+spanWindows], 5)
					}
				}
			})
		}
	}
}
