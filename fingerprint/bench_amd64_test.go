//go:build !purego

package fingerprint

import "testing"

// BenchmarkCandidates measures the candidate pass alone.
func BenchmarkCandidates(b *testing.B) {
	text := sourceText(b)
	for _, k := range kernels()[1:] {
		b.Run(k.String(), func(b *testing.B) {
			s := span{kernel: k}
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				for at := 0; at+spanWindows+slack <= len(text); at += spanWindows {
					s.candidates(text[at:at+spanWindows], 5)
				}
			}
		})
	}
}
