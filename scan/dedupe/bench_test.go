package dedupe

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"alike/fingerprint/simhash"
	"alike/scan/records"
)

// BenchmarkRun reads 10,000 records of 2 KB. A third are near-duplicates.
func BenchmarkRun(b *testing.B) {
	w := newWriter(3)
	var input strings.Builder
	var last []string
	for i := range 10_000 {
		if i%3 == 2 {
			last[w.IntN(len(last))] = w.words[w.IntN(2000)]
		} else {
			last = w.text(310)
		}
		fmt.Fprintf(&input, "{\"id\":%d,\"text\":%q}\n", i, strings.Join(last, " "))
	}
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprint(threads, " threads"), func(b *testing.B) {
			b.SetBytes(int64(input.Len()))
			for b.Loop() {
				j := Job{
					Matching: Matching{Method: Simhash, Scheme: simhash.Default(), Distance: simhash.DedupeDistance, Threads: threads},
					Inputs:   []records.Input{{Name: "input", From: strings.NewReader(input.String())}},
					Records:  records.Options{Layout: records.Layout{Format: records.JSONL, Texts: []string{"text"}}},
					OnError:  Pass, To: io.Discard,
				}
				if _, err := j.Run(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
