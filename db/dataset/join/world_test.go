package join_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"alike/db"
	"alike/db/dataset"
	"alike/fingerprint"
)

// world is a random set of hosts with files, from which a dataset and an index are made.
type world struct {
	params   db.Params
	contents []content
	files    []file
	hosts    int
}

type content struct {
	db.Content
	set fingerprint.Set
}

type file struct {
	host          string
	path          string // on the host
	content       int
	device, inode uint64
	aside         bool
}

// name is the name of the file in answers about all hosts.
func (f *file) name() string { return f.host + ":" + f.path }

func hostName(i int) string { return fmt.Sprintf("web%d.x-y_z", i) }

// newWorld returns some hosts with n contents of several levels. Many share fingerprints: of a
// few families, of boilerplate that most have, and of random ones.
func newWorld(r *rand.Rand, params db.Params, n int) *world {
	w := &world{params: params, hosts: 1 + r.IntN(4)}
	boilerplate := w.random(r, 6)
	families := make([][]fingerprint.Fingerprint, 2+n/8)
	for i := range families {
		families[i] = w.random(r, []int{3, 12, 40, 150}[r.IntN(4)])
	}
	for i := range n {
		var fps []fingerprint.Fingerprint
		for range 1 + r.IntN(2) {
			family := families[r.IntN(len(families))]
			part := r.Float64()
			for _, fp := range family {
				if r.Float64() < part {
					fps = append(fps, fp)
				}
			}
		}
		if r.IntN(3) > 0 {
			fps = append(fps, boilerplate[:r.IntN(len(boilerplate)+1)]...)
		}
		if r.IntN(2) == 0 {
			fps = append(fps, w.random(r, r.IntN(40))...)
		}
		level := w.level(r)
		c := content{Content: db.Content{Size: int64(r.IntN(5)) * int64(1+r.IntN(100)), Level: level}}
		c.Checksum = [32]byte{byte(i), byte(i >> 8), 7, 0, 0, 0, 0, byte(r.Uint32())}
		if params.View == "code" {
			c.Language = []string{"", "C", "Go"}[r.IntN(3)]
			if same := w.any(r); same != nil && r.IntN(6) == 0 && same.Language == "C" {
				c.Checksum, c.Size, c.Language = same.Checksum, same.Size, "C++"
				fps = append(slices.Clone(same.set), fps[:min(len(fps), 3)]...)
			}
		}
		if r.IntN(12) == 0 {
			fps = nil
		}
		c.set = fingerprint.NewSet(fps, level)
		if !slices.ContainsFunc(w.contents, func(o content) bool { return o.Key() == c.Key() }) {
			w.contents = append(w.contents, c)
		}
	}
	w.place(r)
	return w
}

func (w *world) any(r *rand.Rand) *content {
	if len(w.contents) == 0 {
		return nil
	}
	return &w.contents[r.IntN(len(w.contents))]
}

// level returns a level of detail that a content may have.
func (w *world) level(r *rand.Rand) int {
	if w.params.Rule.Density >= 0 {
		return w.params.Rule.Density
	}
	levels := []int{5, 5, 5, 6, 7, 8, 9}
	if w.params.Rule.Small > 0 {
		levels = append(levels, 0, 0, 4, 4)
	}
	return levels[r.IntN(len(levels))]
}

// random returns fingerprints of all levels, the finer the more.
func (w *world) random(r *rand.Rand, n int) []fingerprint.Fingerprint {
	fps := make([]fingerprint.Fingerprint, n)
	for i := range fps {
		level := r.IntN(10)
		if r.IntN(50) == 0 {
			level = 30
		}
		fps[i] = fingerprint.Fingerprint(r.Uint64N(uint64(fingerprint.Bound(level))))
	}
	return fps
}

// place gives the contents files with hostile names, hard links and files that are set aside.
func (w *world) place(r *rand.Rand) {
	names := []string{"it's", "a,b", "new\nline", `"quoted"`, "<b>", "\xff\xfe", "ü", "\U0001F600", "x\xff", "x", "x.y", "x y", "${a}", `\`, "%s"}
	taken := map[string]bool{}
	for i := range w.contents {
		for range 1 + r.IntN(2)*r.IntN(4) {
			f := file{
				host:    hostName(r.IntN(w.hosts)),
				path:    path.Join("/srv", names[r.IntN(len(names))], names[r.IntN(len(names))]+fmt.Sprint(r.IntN(30))),
				content: i,
				device:  uint64(r.IntN(2)) * 0xffffffff00000003,
				inode:   uint64(r.IntN(3)), // some are unknown
				aside:   r.IntN(6) == 0,
			}
			if r.IntN(2) == 0 {
				f.inode = r.Uint64()
			}
			if len(w.files) > 0 && r.IntN(5) == 0 { // a link, perhaps under a name of another language
				if last := w.files[len(w.files)-1]; w.contents[last.content].Checksum == w.contents[i].Checksum {
					f.host, f.device, f.inode = last.host, last.device, last.inode
				}
			}
			if !taken[f.name()] {
				taken[f.name()] = true
				w.files = append(w.files, f)
			}
		}
	}
}

// key returns the key of a content in a dataset.
func (c *content) key() dataset.Key {
	return int64(c.Checksum.Prefix()) + int64(len(c.Language))<<32
}

// write writes a dataset. Each host has the contents of its files, and some that no file names.
func (w *world) write(t *testing.T, r *rand.Rand, dir string) {
	t.Helper()
	hosts := make([]host, w.hosts)
	for i := range hosts {
		h := &hosts[i]
		h.export = dataset.Export{Layout: dataset.Layout, Host: hostName(i), View: w.params.View, Window: int32(w.params.Rule.Window),
			Density: int32(w.params.Rule.Density), Small: int32(w.params.Rule.Small), Anchors: string(w.params.Rule.Anchors), Roots: []string{"/srv"}}
		named := map[int]bool{}
		for _, f := range w.files {
			if f.host != h.export.Host {
				continue
			}
			c := &w.contents[f.content]
			row := dataset.File{Host: f.host, Path: f.path, Key: c.key(), Size: c.Size, Device: int64(f.device), Inode: int64(f.inode), SetAside: f.aside}
			if !utf8.ValidString(f.path) {
				row.Path, row.PathBytes = strings.ToValidUTF8(f.path, "\uFFFD"), []byte(f.path)
			}
			h.files = append(h.files, row)
			named[f.content] = true
		}
		for j := range w.contents {
			if named[j] || r.IntN(4) == 0 {
				h.add(&w.contents[j])
			}
		}
		gone := content{Content: db.Content{Checksum: db.Checksum{255, byte(i)}, Size: 50, Level: 5}, set: w.contents[0].set}
		h.add(&gone)
	}
	write(t, dir, hosts...)
}

func (h *host) add(c *content) {
	row := dataset.Content{Key: c.key(), Checksum: c.Checksum, Size: c.Size, Level: int32(c.Level), Language: c.Language}
	for level := c.Level; len(c.set.AtLevel(level)) > 0; level++ {
		row.Counts = append(row.Counts, int32(len(c.set.AtLevel(level))))
	}
	h.contents = append(h.contents, row)
	for _, fp := range c.set {
		h.postings = append(h.postings, dataset.Posting{Key: row.Key, Fingerprint: int64(fp), Level: row.Level})
	}
}

// index makes an index of all hosts. Paths in it begin with a slash, before the host.
func (w *world) index(t *testing.T) *db.Index {
	t.Helper()
	ctx := context.Background()
	ix, err := db.Open(ctx, t.TempDir(), db.Options{Write: true, Create: true, Params: &w.params})
	must(t, err)
	iw, err := ix.NewWriter()
	must(t, err)
	spool := iw.NewSpool()
	defer spool.Close()
	for _, f := range w.files {
		c := &w.contents[f.content]
		selected := make([]fingerprint.Selected, len(c.set))
		for i, fp := range c.set {
			selected[i].Fingerprint = fp
		}
		must(t, spool.Add(selected))
		id, _, err := iw.AddContent(c.Content, spool)
		must(t, err)
		dir, name := path.Split("/" + f.name())
		in, err := iw.Directory(strings.TrimSuffix(dir, "/"))
		must(t, err)
		device := f.device*8 + uint64(f.host[3]) // inodes of another host are other inodes
		must(t, iw.Put(in.ID, db.Entry{Name: name, Content: id, SetAside: f.aside, Generated: f.aside,
			Stat: db.Stat{Size: c.Size, Device: device, Inode: f.inode}}))
	}
	must(t, iw.Commit())
	report, err := ix.Check(ctx, db.CheckOptions{})
	must(t, err)
	if len(report.Problems) > 0 {
		t.Fatalf("the index is not sound: %+v", report)
	}
	t.Cleanup(func() { must(t, ix.Close()) })
	return ix
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func seeded(seed uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed, binary.LittleEndian.Uint64([]byte("fleet\x00\x00\x00"))))
}
