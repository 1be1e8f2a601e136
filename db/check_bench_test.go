package db

import (
	"context"
	"encoding/binary"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"alike/fingerprint"
)

// BenchmarkCheck checks indexes of files with fingerprints, and of one file at the end of
// as many folders, each in the one before. It reports the time for each file or folder and
// the largest heap.
func BenchmarkCheck(b *testing.B) {
	for _, files := range []int{125_000, 250_000, 500_000, 1_000_000} {
		b.Run(fmt.Sprintf("files=%d", files), func(b *testing.B) {
			benchmarkCheck(b, files, func(i int) string { return fmt.Sprintf("/d%03d/e%d", i/1000%1000, i/100_000) })
		})
	}
	for _, depth := range []int{750, 1500, 3000} {
		b.Run(fmt.Sprintf("depth=%d", depth), func(b *testing.B) {
			benchmarkCheck(b, depth, func(i int) string { return strings.Repeat("/some folder", i+1) })
		})
	}
}

func benchmarkCheck(b *testing.B, files int, dirOf func(i int) string) {
	w := newWorld(b, 1)
	ix := w.open(Options{Write: true, Create: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	must(b, err)
	spool := iw.NewSpool()
	defer spool.Close()
	for i := range files {
		var selected []fingerprint.Selected
		for range 10 {
			selected = append(selected, fingerprint.Selected{Fingerprint: fingerprint.Fingerprint(w.r.Uint64N(uint64(fingerprint.Bound(6))))})
		}
		must(b, spool.Add(selected))
		var sum Checksum
		binary.LittleEndian.PutUint64(sum[:], uint64(i)*0x9e3779b97f4a7c15)
		id, _, err := iw.AddContent(Content{Checksum: sum, Size: 2000, Level: 6}, spool)
		must(b, err)
		dir, err := iw.Directory(dirOf(i))
		must(b, err)
		must(b, iw.Put(dir.ID, Entry{Name: fmt.Sprint("file", i), Content: id}))
	}
	must(b, iw.Commit())
	must(b, iw.Merge(context.Background()))
	runtime.GC()
	b.ResetTimer()
	peak := uint64(0)
	for b.Loop() {
		done := make(chan bool)
		go func() {
			var m runtime.MemStats
			for {
				runtime.ReadMemStats(&m)
				peak = max(peak, m.HeapInuse)
				select {
				case done <- true:
					return
				case <-time.After(5 * time.Millisecond):
				}
			}
		}()
		report, err := ix.Check(context.Background(), CheckOptions{})
		<-done
		if err != nil || len(report.Problems) > 0 {
			b.Fatal(report.Problems, err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(files), "ns/file")
	b.ReportMetric(float64(peak)/(1<<20), "MB-heap")
}
