//go:build linux

package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"

	"alike/db"
	"alike/fingerprint"
)

// contents makes synthetic contents like those of source trees: sizes are log-normal with
// a median of 2 KiB, half of the contents are edited copies of earlier ones, a tenth has
// the fingerprints of a licence, three fifths have one fingerprint in common, and a tenth
// of all fingerprints follows Zipf's law.
type contents struct {
	rng  *rand.Rand
	zipf *rand.Zipf
	past [][]fingerprint.Fingerprint // sets of recent contents
	made int
	// small contents have 8 fingerprints each and, if common is set, one that all have.
	small, common bool
}

const (
	recentContents      = 4096 // that later ones are copies of
	licenceFingerprints = 12
)

func newContents(postings int) *contents {
	rng := rand.New(rand.NewPCG(1, 0xf1ee7))
	return &contents{rng: rng, zipf: rand.NewZipf(rng, 1.1, 3, uint64(postings/10))}
}

// fixed returns the fingerprint with a number among those that many contents have.
func fixed(number uint64, level int) fingerprint.Fingerprint {
	return fingerprint.Fingerprint(rand.NewPCG(number, 0xcafe).Uint64()) % fingerprint.Bound(level)
}

func (c *contents) fresh(level int) fingerprint.Fingerprint {
	return fingerprint.Fingerprint(c.rng.Uint64N(uint64(fingerprint.Bound(level))))
}

// next returns the next content and its fingerprints, which the caller must not keep.
func (c *contents) next() (db.Content, []fingerprint.Fingerprint) {
	size := int64(1100) // 8 fingerprints are few for it
	if !c.small {
		size = min(int64(2048*math.Exp(1.2*c.rng.NormFloat64()))+100, 64<<20)
	}
	var parent []fingerprint.Fingerprint
	copies := 0.5
	if c.small {
		copies = 0.05
	}
	if len(c.past) > 0 && c.rng.Float64() < copies {
		parent = c.past[c.rng.IntN(len(c.past))]
		size = int64(len(parent)) << 5
	}
	level := fingerprint.DefaultRule.Level(max(size, 1025)) // contents with small windows aside
	set := c.fingerprints(int(size>>level), level, parent)
	if len(c.past) < recentContents {
		c.past = append(c.past, set)
	} else {
		c.past[c.made%recentContents] = set
	}
	c.made++
	content := db.Content{Size: max(size, 1025), Level: level}
	binary.LittleEndian.PutUint64(content.Checksum[:], c.rng.Uint64())
	return content, set
}

// fingerprints returns about n fingerprints of a level, some of them the parent's.
func (c *contents) fingerprints(n, level int, parent []fingerprint.Fingerprint) []fingerprint.Fingerprint {
	if c.small {
		n = 8
	}
	set := make([]fingerprint.Fingerprint, 0, n+licenceFingerprints+1)
	kept := 1 - 0.6*c.rng.Float64()
	for _, f := range parent {
		if f < fingerprint.Bound(level) && c.rng.Float64() < kept {
			set = append(set, f)
		}
	}
	for len(set) < n {
		f := c.fresh(level)
		if !c.small && c.rng.IntN(10) == 0 {
			f = fixed(1000+c.zipf.Uint64(), level)
		}
		set = append(set, f)
	}
	if c.small {
		if c.common {
			set = append(set, fixed(0, 24))
		}
		return set
	}
	if c.rng.IntN(10) < 6 {
		set = append(set, fixed(0, 24))
	}
	if c.rng.IntN(10) == 0 {
		for i := range uint64(licenceFingerprints) {
			set = append(set, fixed(1+i, 24))
		}
	}
	return set
}

// growthHosts is the number of hosts that have the synthetic contents.
const growthHosts = 2

// synthetic writes an index for each host with as many postings in all. It returns the
// folders of the indexes and the number of contents.
func (f *fleet) synthetic(ctx context.Context, c *contents, enough func(contents, postings int) bool) (dirs []string, made int, postings int, err error) {
	hosts := make([]*syntheticHost, growthHosts)
	for i := range hosts {
		dir := filepath.Join(f.dir, fmt.Sprint("synthetic", i))
		if hosts[i], err = newSyntheticHost(ctx, dir, fmt.Sprintf("/srv/host%d", i)); err != nil {
			return nil, 0, 0, err
		}
		defer hosts[i].ix.Close()
		dirs = append(dirs, dir)
	}
	for !enough(made, postings) && ctx.Err() == nil {
		content, set := c.next()
		if err := hosts[made%growthHosts].add(content, set); err != nil {
			return nil, 0, 0, err
		}
		made++
		postings += len(set)
	}
	for _, h := range hosts {
		if err := h.finish(ctx); err != nil {
			return nil, 0, 0, err
		}
	}
	return dirs, made, postings, nil
}

// syntheticHost is an index being filled.
type syntheticHost struct {
	ix     *db.Index
	w      *db.Writer
	spool  *db.Spool
	root   string
	folder db.DirID
	made   int
	chosen []fingerprint.Selected
}

func newSyntheticHost(ctx context.Context, dir, root string) (*syntheticHost, error) {
	ix, err := db.Open(ctx, dir, db.Options{Write: true, Create: true})
	if err != nil {
		return nil, err
	}
	w, err := ix.NewWriter()
	if err != nil {
		return nil, err
	}
	return &syntheticHost{ix: ix, w: w, spool: w.NewSpool(), root: root}, nil
}

// filesInFolder is the number of files in each folder.
const filesInFolder = 100

func (h *syntheticHost) add(content db.Content, set []fingerprint.Fingerprint) error {
	if h.made%filesInFolder == 0 {
		listing, err := h.w.Directory(fmt.Sprintf("%s/project%05d", h.root, h.made/filesInFolder))
		if err != nil {
			return err
		}
		h.folder = listing.ID
	}
	h.chosen = h.chosen[:0]
	for _, f := range set {
		h.chosen = append(h.chosen, fingerprint.Selected{Fingerprint: f})
	}
	if err := h.spool.Add(h.chosen); err != nil {
		return err
	}
	id, _, err := h.w.AddContent(content, h.spool)
	if err != nil {
		return err
	}
	h.made++
	stat := db.Stat{Size: content.Size, MTime: int64(h.made), CTime: int64(h.made), Inode: uint64(h.made), Device: 1}
	return h.w.Put(h.folder, db.Entry{Name: fmt.Sprintf("source%09d.c", h.made), Stat: stat, Content: id})
}

func (h *syntheticHost) finish(ctx context.Context) error {
	err := ctx.Err()
	if err == nil {
		err = h.w.Commit()
	}
	if err == nil {
		err = h.w.Merge(ctx)
	}
	return errors.Join(err, h.spool.Close())
}
