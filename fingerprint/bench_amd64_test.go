//go:build !purego

package fingerprint

import "testing"

// BenchmarkCandidates measures the candidate pass alone.
func BenchmarkCandidates(b *testing.B) {
	text := sourceText(b, 8<<20)
	for _, k := range kernels()[1:] {
		b.Run(k.String(), func(b *testing.B) {
			s := spanSelector{kernel: k}
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				for at := 0; at+spanWindows+slack <= len(text); at += spanWindows {
					s.candidates(text[at:at+spanWindows], 5)
				}
			}
		})
	}
}
