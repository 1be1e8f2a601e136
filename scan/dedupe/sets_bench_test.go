package dedupe

import (
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"alike/db"
	"alike/scan/records"
)

// BenchmarkSets digests records of 2 KB, looks each one up and keeps it, in one
// goroutine. It reports the speed of digesting and of deciding, and the memory per
// record.
//
//	go test ./scan/dedupe -run xxx -bench Sets -benchtime 100000x
func BenchmarkSets(b *testing.B) {
	for _, method := range []Method{Simhash, Jaccard, Cosine, Fingerprints} {
		b.Run(string(method), func(b *testing.B) {
			w := &writer{Rand: rand.New(rand.NewPCG(1, 2)), words: newWriter(4).words}
			for range 20000 {
				w.words = append(w.words, strings.Join(w.text(2), ""))
			}
			m := Matching{Method: method, Min: DefaultMin(method)}
			if method == Simhash {
				m = simhashJob("", records.Layout{Format: records.Lines}, nil).Matching
			}
			store := newMemoryStore(nil, false)
			defer store.close()
			met, err := newMethod(m, store.record)
			if err != nil {
				b.Fatal(err)
			}
			digest, err := met.worker()
			if err != nil {
				b.Fatal(err)
			}
			var size, digesting, deciding float64
			kept := 0
			for b.Loop() {
				var words []string
				for range 300 {
					words = append(words, w.words[int(float64(len(w.words))*math.Pow(w.Float64(), 4))])
				}
				text := []byte(strings.Join(words, " "))
				size += float64(len(text))
				start := time.Now()
				r, err := digest(&records.Record{Texts: [][]byte{text}})
				if err != nil {
					b.Fatal(err)
				}
				middle := time.Now()
				_, ok, err := met.find(&r)
				if err == nil && !ok {
					var n db.RecordID
					if n, err = store.add(&r); err == nil {
						kept++
						err = met.keep(n, &r)
					}
				}
				if err != nil {
					b.Fatal(err)
				}
				digesting += middle.Sub(start).Seconds()
				deciding += time.Since(middle).Seconds()
			}
			b.ReportMetric(size/digesting/1e6, "MB/s-digesting")
			b.ReportMetric(size/deciding/1e6, "MB/s-deciding")
			b.ReportMetric(float64(met.bytes())/float64(kept), "B/record")
			b.ReportMetric(0, "ns/op")
			runtime.KeepAlive(met)
		})
	}
}
