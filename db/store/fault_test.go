package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"alike/testdata"
)

// sample is an index with tables at both levels, removed keys and several commits, and
// what it should hold.
type sample struct {
	dir  string
	want map[string]string
	gen  uint64
}

func makeSample(t testing.TB) *sample {
	t.Helper()
	p := &sample{dir: filepath.Join(t.TempDir(), "index"), want: map[string]string{}}
	p.grow(t, 50)
	p.grow(t, 10)
	return p
}

// grow makes one commit: it puts n keys between the others, so that they go to
// level 0, n that do not, and removes some.
func (p *sample) grow(t testing.TB, n int) {
	t.Helper()
	s := mustOpen(t, p.dir, smallStore)
	p.gen++
	r := rand.New(rand.NewSource(int64(p.gen)))
	for i := range 2 * n {
		k := fmt.Sprintf("%c%04d %02d", 'a'+i/n, i, p.gen)
		p.want[k] = randomValue(r, 2000+r.Intn(5000))
		must(t, s.Put([]byte(k), []byte(p.want[k])))
	}
	for i, k := range slices.Sorted(maps.Keys(p.want)) {
		if i%10 == 3 {
			must(t, s.Remove([]byte(k)))
			delete(p.want, k)
		}
	}
	must(t, s.Commit(fmt.Appendf(nil, "root %d", p.gen)))
	closeStore(t, s)
}

// files returns the paths of all files of the index, relative to its folder.
func (p *sample) files(t testing.TB) []string {
	t.Helper()
	var all []string
	must(t, filepath.WalkDir(p.dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			rel, _ := filepath.Rel(p.dir, path)
			all = append(all, rel)
		}
		return err
	}))
	if len(all) < 5 {
		t.Fatalf("the index has only the files %q", all)
	}
	return all
}

// check reads everything and compares it with what the sample should hold.
func (p *sample) check(t testing.TB) {
	t.Helper()
	s := mustOpen(t, p.dir, Options{ReadOnly: true})
	defer closeStore(t, s)
	p.checkOpen(t, s)
}

func (p *sample) checkOpen(t testing.TB, s *Store) {
	t.Helper()
	must(t, s.Verify(context.Background()))
	wantContents(t, s, p.want)
	root, err := s.Root()
	if s.Generation() != p.gen || string(root) != fmt.Sprintf("root %d", p.gen) || err != nil {
		t.Fatalf("generation %d, root %q, %v; want %d", s.Generation(), root, err, p.gen)
	}
}

// wantDamage opens the index for reading and for writing. The damage to the file rel
// must be reported under that name, when the index is opened or, if that works, when
// the damaged part is read.
func (p *sample) wantDamage(t *testing.T, rel string) {
	t.Helper()
	path := filepath.Join(p.dir, rel)
	isReported := func(err error) bool {
		de := new(DamagedError)
		return errors.As(err, &de) && de.Path == filepath.ToSlash(path) && de.Damage != NotAnIndex
	}
	for _, o := range []Options{{ReadOnly: true}, {Memory: 1}} {
		p.wantReported(t, o, path, isReported)
	}
}

func (p *sample) wantReported(t *testing.T, o Options, path string, isReported func(error) bool) {
	t.Helper()
	s, err := Open(context.Background(), p.dir, o)
	if err != nil {
		if !isReported(err) {
			t.Fatalf("opening: %v; want damage to %s", err, path)
		}
		return
	}
	defer closeStore(t, s)
	if err := s.Verify(context.Background()); !isReported(err) {
		t.Fatalf("verify: %v; want damage to %s", err, path)
	}
	if s.writer != nil {
		if err := s.Compact(context.Background()); err != nil && !isReported(err) {
			t.Fatalf("compact: %v; want damage to %s", err, path)
		}
	}
	for k, v := range p.want {
		err := s.Get([]byte(k), func(val []byte) error {
			if string(val) != v {
				t.Errorf("wrong value of %q", k)
			}
			return nil
		})
		if err != nil && !isReported(err) {
			t.Fatalf("get: %v; want damage to %s", err, path)
		}
	}
}

func TestEveryFault(t *testing.T) {
	testdata.Sequential(t)
	p := makeSample(t)
	p.check(t)
	r := rand.New(rand.NewSource(1))
	tried := 0
	for _, rel := range p.files(t) {
		if rel == lockName {
			continue // it holds nothing; see TestMissingSidecarAndLock
		}
		path := filepath.Join(p.dir, rel)
		sound, err := os.ReadFile(path)
		must(t, err)
		for name, data := range faults(r, sound) {
			must(t, os.WriteFile(path, data, 0o600))
			t.Run(rel+" "+name, func(t *testing.T) { p.wantDamage(t, rel) })
			tried++
		}
		must(t, os.Remove(path))
		if rel != sidecarName {
			t.Run(rel+" missing", func(t *testing.T) { p.wantDamage(t, rel) })
			must(t, os.Mkdir(path, 0o700))
			t.Run(rel+" a folder", func(t *testing.T) { p.wantDamage(t, rel) })
			must(t, os.Remove(path))
		}
		must(t, os.WriteFile(path, sound, 0o600))
		p.check(t)
	}
	t.Logf("%d damaged files", tried)
}

// faults returns damaged versions of a file, by the kind of damage.
func faults(r *rand.Rand, sound []byte) map[string][]byte {
	bad := map[string][]byte{
		"empty":             nil,
		"half":              sound[:len(sound)/2],
		"one byte short":    sound[:len(sound)-1],
		"one byte too many": append(slices.Clip(sound), 0),
		"zeros":             make([]byte, len(sound)),
	}
	flip := func(at int) {
		b := slices.Clone(sound)
		b[at] ^= 1 << r.Intn(8)
		bad[fmt.Sprintf("bit at %d", at)] = b
	}
	for _, at := range []int{0, 1, len(sound) / 4, len(sound) / 2, len(sound) * 3 / 4} {
		flip(at)
	}
	for at := 1; at <= len(sound) && at < 40; at += 3 {
		flip(len(sound) - at) // lengths and checksums
	}
	for range 10 {
		flip(r.Intn(len(sound)))
	}
	return bad
}

func TestEveryByteOfSmallFiles(t *testing.T) {
	testdata.Sequential(t)
	p := makeSample(t)
	for _, rel := range []string{sidecarName, filepath.Join(badgerName, manifestName)} {
		path := filepath.Join(p.dir, rel)
		sound, err := os.ReadFile(path)
		must(t, err)
		for i := range sound {
			b := slices.Clone(sound)
			b[i] ^= 1 << (i % 8)
			must(t, os.WriteFile(path, b, 0o600))
			_, err := checkFolder(folderAt(t, p.dir))
			if de := new(DamagedError); !errors.As(err, &de) || de.Path != filepath.ToSlash(path) {
				t.Fatalf("%s, byte %d: %v", rel, i, err)
			}
		}
		must(t, os.WriteFile(path, sound, 0o600))
	}
	p.check(t)
}

// TestEveryByteOfATail flips one bit in each byte that Badger reads when it opens a
// table: behind checkFolder, each could end the process.
func TestEveryByteOfATail(t *testing.T) {
	testdata.Sequential(t)
	p := makeSample(t)
	folder := folderAt(t, p.dir)
	list, err := checkFolder(folder)
	must(t, err)
	for _, tab := range list.tables {
		path := filepath.Join(p.dir, badgerName, tab.name())
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		must(t, err)
		sound, err := os.ReadFile(path)
		must(t, err)
		for at := tab.tail; at < tab.size; at++ {
			_, err := f.WriteAt([]byte{sound[at] ^ 1<<(at%8)}, at)
			must(t, err)
			if err := checkTables(folder, &fileList{tables: []tableFile{tab}}); err == nil {
				t.Fatalf("%s: byte %d", path, at)
			}
			_, err = f.WriteAt(sound[at:at+1], at)
			must(t, err)
		}
		must(t, f.Close())
	}
	p.check(t)
}

func TestForeignFiles(t *testing.T) {
	testdata.Sequential(t)
	p := makeSample(t)
	table := func() string {
		list, err := checkFolder(folderAt(t, p.dir))
		must(t, err)
		return list.tables[0].name()
	}()
	for _, rel := range []string{
		"letter.txt", "badger/letter.txt", "badger/000099.sst", "badger/00001.mem", "badger/000001.vlog",
		"badger/DISCARD", "badger/KEYREGISTRY", "badger/LOCK", "badger/.000001.sst.swp",
	} {
		path := filepath.Join(p.dir, rel)
		must(t, os.Link(filepath.Join(p.dir, badgerName, table), path))
		t.Run(rel, func(t *testing.T) { p.wantDamage(t, rel) })
		if _, err := os.Lstat(path); err != nil {
			t.Errorf("a foreign file was removed: %v", err)
		}
		must(t, os.Remove(path))
		p.check(t)
	}
}

func TestSwappedAndOldFiles(t *testing.T) {
	testdata.Sequential(t)
	old := makeSample(t)
	p := &sample{dir: filepath.Join(t.TempDir(), "index"), want: maps.Clone(old.want), gen: old.gen}
	must(t, os.CopyFS(p.dir, os.DirFS(old.dir)))
	p.grow(t, 20)
	list, err := checkFolder(folderAt(t, p.dir))
	must(t, err)
	a, b := list.tables[0].name(), list.tables[1].name()
	badger := filepath.Join(p.dir, badgerName)
	swap := func() {
		must(t, os.Rename(filepath.Join(badger, a), filepath.Join(badger, "x")))
		must(t, os.Rename(filepath.Join(badger, b), filepath.Join(badger, a)))
		must(t, os.Rename(filepath.Join(badger, "x"), filepath.Join(badger, b)))
	}
	swap()
	p.wantDamage(t, filepath.Join(badgerName, a))
	swap()
	p.check(t)

	for _, rel := range []string{sidecarName, filepath.Join(badgerName, manifestName)} {
		now, err := os.ReadFile(filepath.Join(p.dir, rel))
		must(t, err)
		before, err := os.ReadFile(filepath.Join(old.dir, rel))
		must(t, err)
		must(t, os.WriteFile(filepath.Join(p.dir, rel), before, 0o600))
		if _, err := Open(context.Background(), p.dir, Options{}); !errors.As(err, new(*DamagedError)) {
			t.Errorf("%s of before: %v", rel, err)
		}
		must(t, os.WriteFile(filepath.Join(p.dir, rel), now, 0o600))
		p.check(t)
	}
}

func TestMissingSidecarAndLock(t *testing.T) {
	for _, rel := range []string{sidecarName, lockName} {
		for _, o := range []Options{{ReadOnly: true}, {}, smallStore} {
			p := makeSample(t)
			path := filepath.Join(p.dir, rel)
			sound, err := os.ReadFile(path)
			must(t, err)
			must(t, os.Remove(path))
			_, err = Open(context.Background(), p.dir, o)
			if de := new(DamagedError); !errors.As(err, &de) || de.Path != filepath.ToSlash(path) {
				t.Errorf("without %s: %v", rel, err)
			}
			must(t, os.WriteFile(path, sound, 0o600))
			p.check(t)
		}
	}
}
