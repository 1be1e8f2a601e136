package db

import (
	"context"
	"slices"
)

// readTree checks directories, names and places against each other.
func (c *checker) readTree(ctx context.Context) error {
	// Every pair of a content and a directory needs a place. They are checked in passes, each
	// with the pairs of some hashes.
	const size = 8
	most, files := max(c.room/size, 1), max(c.ix.root.Files, 1)
	passes := uint64((files + most - 1) / most)
	for pass := range passes {
		p := &placeChecker{pass: pass, passes: passes, pairs: make([]uint64, 0, min(files, most))}
		read := c.readPairs
		if pass == 0 {
			read = c.readDirectories
		}
		if err := read(ctx, p); err != nil {
			return err
		}
		if err := c.readPlaces(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// placeChecker checks the places of some pairs of a content and a directory.
type placeChecker struct {
	pass, passes uint64
	pairs        []uint64 // content << 32 | directory
}

func (p *placeChecker) add(of place) {
	if pair := uint64(of.content)<<32 | uint64(of.dir); p.owns(pair) {
		p.pairs = append(p.pairs, pair)
	}
}

func (p *placeChecker) owns(pair uint64) bool { return p.passes == 1 || mix(pair)%p.passes == p.pass }

// readPairs collects the pairs of a pass.
func (c *checker) readPairs(ctx context.Context, p *placeChecker) error {
	return c.ix.eachDirectory(func(d *directory) error {
		for i := range d.entries {
			if e := &d.entries[i]; e.dir == 0 && (e.Content != 0 || !e.SetAside) {
				p.add(place{e.Content, d.id})
			}
		}
		return ctx.Err()
	})
}

// readPlaces reports the pairs without a place.
func (c *checker) readPlaces(ctx context.Context, p *placeChecker) error {
	slices.Sort(p.pairs)
	p.pairs = slices.Compact(p.pairs)
	placed := numberSet[uint32]{}
	for _, s := range c.ix.segments {
		err := s.table(kindPlaces).eachPlace(func(of place) error {
			pair := uint64(of.content)<<32 | uint64(of.dir)
			if !p.owns(pair) {
				return ctx.Err()
			}
			if i, ok := slices.BinarySearch(p.pairs, pair); ok {
				placed.add(uint32(i))
			}
			return ctx.Err()
		})
		if err != nil {
			return err
		}
	}
	for i, pair := range p.pairs {
		if !placed.has(uint32(i)) {
			c.problem("content %d has no place in directory %d", pair>>32, uint32(pair))
		}
	}
	return nil
}

// treeChecker is what a check has seen of the directories.
type treeChecker struct {
	*checker
	parents []DirID    // by directory, 0 if it does not exist
	named   contentSet // by the path of a file
	aside   contentSet // by the path of a file that is set aside
	places  *placeChecker
}

// readDirectories checks all directories.
func (c *checker) readDirectories(ctx context.Context, p *placeChecker) error {
	t := &treeChecker{checker: c, parents: make([]DirID, c.ix.root.NextDir), places: p}
	err := c.ix.eachDirectory(func(d *directory) error {
		t.parents[d.id] = d.parent
		if d.coverage.Known && c.ix.root.Format < coverageFormat {
			c.problem("directory %d says what was left out of it, which format %d does not have", d.id, c.ix.root.Format)
		}
		for i := range d.entries {
			if i > 0 && d.entries[i-1].Name >= d.entries[i].Name {
				c.problem("directory %d: %q is not in order", d.id, d.entries[i].Name)
			}
			if err := t.entry(d, &d.entries[i]); err != nil {
				return err
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	if err := t.ascend(ctx); err != nil {
		return err
	}
	return t.orphans()
}

func (t *treeChecker) entry(d *directory, e *DirEntry) error {
	if e.dir != 0 {
		return t.child(d, e)
	}
	named := &t.named
	switch {
	case !e.SetAside:
		t.report.Files++
	case !e.Generated:
		t.problem("directory %d: %q is set aside, but not generated", d.id, e.Name)
	case e.Content == 0:
		return nil
	}
	if e.SetAside {
		named = &t.aside
	}
	if e.FirstScan > e.ContentScan || e.ContentScan > t.ix.root.Scan {
		t.problem("directory %d: %q has content of scan %d and first scan %d, of %d scans", d.id, e.Name, e.ContentScan, e.FirstScan, t.ix.root.Scan)
	}
	t.places.add(place{e.Content, d.id})
	if !t.contents.has(uint32(e.Content)) {
		t.problem("directory %d: %q names content %d, which does not exist", d.id, e.Name, e.Content)
		return nil
	}
	named.add(e.Content)
	return nil
}

// child checks that a subdirectory knows its parent and name.
func (t *treeChecker) child(parent *directory, e *DirEntry) error {
	d, err := t.ix.directoryHead(e.dir)
	if err != nil {
		return err
	}
	switch {
	case d == nil:
		t.problem("directory %d names subdirectory %q, which does not exist", parent.id, e.Name)
	case d.parent != parent.id || d.name != e.Name:
		t.problem("directory %d is %q in directory %d, but %q in directory %d", d.id, d.name, d.parent, e.Name, parent.id)
	}
	return nil
}

// ascend checks that every directory leads up to the root.
func (t *treeChecker) ascend(ctx context.Context) error {
	var good, bad numberSet[DirID]
	good.add(rootDir)
	var below []DirID
	for id := range t.parents {
		if err := ctx.Err(); err != nil {
			return err
		}
		at := DirID(id)
		if t.parents[at] == 0 {
			continue
		}
		// What is on the way is bad until the root is reached: a way that meets itself never
		// does.
		below = below[:0]
		for ; int(at) < len(t.parents) && t.parents[at] != 0 && !good.has(at) && !bad.has(at); at = t.parents[at] {
			below = append(below, at)
			bad.add(at)
		}
		if good.has(at) {
			for _, d := range below {
				good.add(d)
			}
		}
	}
	for id, parent := range t.parents {
		if parent != 0 && !good.has(DirID(id)) {
			d, err := t.ix.directoryHead(DirID(id))
			if err != nil {
				return err
			}
			t.problem("directory %d (%q), in directory %d, does not lead up to the root", id, d.name, parent)
		}
	}
	return nil
}

// orphans checks that the list of orphaned and claimed contents is exact.
func (t *treeChecker) orphans() error {
	var orphans, claims contentSet
	err := t.ix.EachNotLive(func(id ContentID, claimed bool) error {
		if claimed {
			claims.add(id)
		} else {
			orphans.add(id)
		}
		return nil
	})
	if err != nil {
		return err
	}
	live := int64(0)
	t.contents.each(func(n uint32) {
		id := ContentID(n)
		named, aside := t.named.has(id), t.aside.has(id)
		if named {
			live++
		}
		if (named || aside) == orphans.has(id) {
			t.problem("content %d has a path: %v; listed as orphaned: %v", id, named || aside, orphans.has(id))
		}
		if (!named && aside) != claims.has(id) {
			t.problem("content %d has a path: %v, and one of a file set aside: %v; listed as claimed: %v", id, named, aside, claims.has(id))
		}
	})
	if live != t.ix.root.Named || t.report.Files != t.ix.root.Files {
		t.problem("the root counts %d live contents and %d files; there are %d and %d",
			t.ix.root.Named, t.ix.root.Files, live, t.report.Files)
	}
	return nil
}

func (c *checker) readGone(ctx context.Context) error {
	for _, s := range c.ix.segments {
		part, scan := uint32(0), ScanID(0)
		err := s.table(kindGone).each(func(key rowKey, payload []byte) error {
			if key.id != uint64(scan) {
				part, scan = 0, ScanID(key.id)
			}
			if key.id == 0 || key.id > uint64(c.ix.root.Scan) || key.sub != part {
				c.problem("segment %d: part %d of the tombstones of scan %d of %d is in the place of part %d",
					s.meta.ID, key.sub, key.id, c.ix.root.Scan, part)
			}
			part++
			return decodeGone(payload, scan, func(GoneFile) error { return ctx.Err() })
		})
		if err != nil {
			return err
		}
	}
	return nil
}
