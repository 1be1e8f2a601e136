package scan

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan/fsys"
)

func goroot(b *testing.B) string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Skip("no Go sources here:", err)
	}
	return filepath.Join(strings.TrimSpace(string(out)), "src")
}

// BenchmarkWalk walks GOROOT/src and stats each file, with warm caches.
func BenchmarkWalk(b *testing.B) {
	dir := goroot(b)
	for b.Loop() {
		var p Progress
		if err := Count(context.Background(), []string{dir}, options(), &p); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(p.TotalFiles.Load()), "files")
	}
}

// BenchmarkRead walks GOROOT/src and reads, hashes and fingerprints each file on two
// threads, without an index.
func BenchmarkRead(b *testing.B) {
	dir := goroot(b)
	var bytes int64
	for b.Loop() {
		bytes = readOnly(b, dir)
	}
	b.SetBytes(bytes)
}

// readOnly digests all files of a tree as Run does and returns the number of bytes.
func readOnly(b *testing.B, dir string) int64 {
	s, err := options().prepare()
	if err != nil {
		b.Fatal(err)
	}
	set, err := newRootSet([]string{dir})
	if err != nil {
		b.Fatal(err)
	}
	if err := set.choose(s.usual, s.Roots); err != nil {
		b.Fatal(err)
	}
	x := &indexer{walker: walker{settings: s, roots: set}}
	x.visit = func(k *worker, l *listing) error {
		x.queue.addFolders(l.folders, false)
		work := batches(l.dir, l.files)
		if len(work) == 0 {
			return nil
		}
		x.queue.addBatches(work[1:])
		return x.read(k, work[0])
	}
	x.read = func(k *worker, batch batch) error {
		defer batch.dir.release()
		for i := range batch.files {
			if err := digestOnly(x, k, batch.dir, &batch.files[i]); err != nil {
				return err
			}
		}
		return nil
	}
	spool := newIndex(b).w.NewSpool()
	newReader := func() (*reader, error) {
		r := &reader{spool: spool, digester: newDigester(x.Rule, view.Raw), take: func([]fingerprint.Selected) error { return nil }}
		r.bytes = fileReader{ctx: x.ctx, progress: x.progress}
		return r, nil
	}
	sum, err := x.walk(context.Background(), newReader)
	if err != nil {
		b.Fatal(err)
	}
	return sum.ReadBytes
}

func digestOnly(x *indexer, k *worker, d *directory, f *file) error {
	fd, err := openFile(d.fd, f)
	if err != nil {
		return err
	}
	defer fsys.Close(fd)
	before, err := k.look(d.root, fd)
	if err != nil {
		return err
	}
	k.reader.bytes.begin(d, f)
	k.reader.bytes.reset(fd, before.Size)
	c, err := k.reader.digest(f.name, &k.reader.bytes, before.Size, k.reader.take)
	k.sum.ReadBytes += c.Size
	return err
}

// BenchmarkScan scans GOROOT/src into a new index. BenchmarkRescan scans it again
// without changes.
func BenchmarkScan(b *testing.B) {
	dir := goroot(b)
	var bytes int64
	for b.Loop() {
		b.StopTimer()
		x := newIndex(b)
		b.StartTimer()
		bytes = x.scan(options(), dir).ReadBytes
	}
	b.SetBytes(bytes)
}

func BenchmarkRescan(b *testing.B) {
	dir := goroot(b)
	x := newIndex(b)
	x.scan(options(), dir)
	for b.Loop() {
		if sum := x.scan(options(), dir); sum.Read > 0 {
			b.Fatalf("%d files were read again", sum.Read)
		}
	}
}
