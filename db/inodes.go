package db

import (
	"cmp"
	"container/list"
	"slices"
	"sort"
)

// inodes finds the entries of a file by device and inode, so that a renamed file need not
// be read again. It serves one scan: the first lookup builds it from all directories (see
// survey), and a merge discards it. If the index held no files before the scan, it is
// empty.
//
// It includes entries that the scan has changed: what an entry says about a file stays
// true when its path changes.
type inodes struct {
	had   bool // the index held files before this scan
	built bool
	slots []inodeSlot // open addressing, at most four fifths full
	used  int

	// removed has the settled entries that this scan removed or replaced; recent has the
	// settled entries of the directories looked up last. Both may name orphaned contents,
	// which exist until a merge.
	removed map[inodeKey]formerFile
	recent  map[DirID]*list.Element // of order
	order   list.List               // of *inodesOfDir, most recently used first
	cached  int                     // files in recent
	decoded int64                   // directory entries sorted for lookups
}

// inodesOfDir holds the settled files of a directory, sorted by inode.
type inodesOfDir struct {
	dir   DirID
	files []knownInode
}

// knownInode is the part of an entry that lookups need, in 48 bytes.
type knownInode struct {
	inodeKey
	formerFile
}

// inodeSlot records that a directory has, or had, a file with some inode. A million files
// take 10 to 20 MB.
type inodeSlot struct {
	tag uint32 // of the hash
	dir DirID  // 0 in an empty slot
}

type inodeKey struct{ device, inode uint64 }

// formerFile is the rest of an entry, without name, device and inode.
type formerFile struct {
	size, mtime, ctime int64
	content            ContentID
}

const (
	// maxRemoved bounds removed, to some 75 MB. Renamed files beyond that are read
	// again, which only costs time.
	maxRemoved = 1 << 20
	// maxRecent is how many files recent holds, in 24 MB, besides the directory looked
	// up last. All renamed folders that are walked at the same time must fit, or each
	// of their files causes a directory to be sorted again.
	maxRecent = 1 << 19
	// maxDecoded is how many entries are sorted for lookups, as a multiple of the files
	// in the index; leastDecoded are allowed in any case. A tree renamed as a whole
	// needs each entry once. Files moved about at random may need a whole directory
	// each, and reading them is cheaper.
	maxDecoded   = 8
	leastDecoded = 1 << 20
	// maxSameTag is how many directories are kept for one inode. It may have had many
	// hard links; a file that is looked up has one link now.
	maxSameTag = 8
	// maxEarly is the largest number of files for which counting paths fills the slots
	// too, before any lookup: 16 MB.
	maxEarly = 1 << 20
)

func inodeTag(device, inode uint64) uint32 { return uint32(mix(inode^mix(device)) >> 32) }

func (n *inodes) add(tag uint32, dir DirID) {
	if (n.used+1)*5 > len(n.slots)*4 {
		n.grow()
	}
	mask := uint32(len(n.slots) - 1)
	same := 0
	i := tag & mask
	for ; n.slots[i].dir != 0; i = (i + 1) & mask {
		if n.slots[i].tag != tag {
			continue
		}
		if same++; n.slots[i].dir == dir || same == maxSameTag {
			return
		}
	}
	n.slots[i] = inodeSlot{tag, dir}
	n.used++
}

func (n *inodes) grow() {
	old := n.slots
	n.slots, n.used = make([]inodeSlot, max(1024, 2*len(old))), 0
	for _, s := range old {
		if s.dir != 0 {
			n.add(s.tag, s.dir)
		}
	}
}

// dirs returns the directories that may have a file with the inode.
func (n *inodes) dirs(tag uint32) (dirs []DirID) {
	if len(n.slots) == 0 {
		return nil
	}
	mask := uint32(len(n.slots) - 1)
	for i := tag & mask; n.slots[i].dir != 0; i = (i + 1) & mask {
		if n.slots[i].tag == tag {
			dirs = append(dirs, n.slots[i].dir)
		}
	}
	return dirs
}

// lose records an entry that is about to be removed.
func (n *inodes) lose(e Entry) {
	if !n.had || e.Unsettled || len(n.removed) >= maxRemoved {
		return
	}
	if n.removed == nil {
		n.removed = make(map[inodeKey]formerFile)
	}
	n.removed[inodeKey{e.Device, e.Inode}] = formerFile{e.Size, e.MTime, e.CTime, e.Content}
}

// FindInode returns the settled entries with the device and inode that the index has or
// had when the scan began: one for each link. They may be of an earlier file with a
// reused inode number. They have no name. Their contents may be entered again until the
// next Merge. Entries that are too costly to find are left out; see maxDecoded.
func (w *Writer) FindInode(device, inode uint64) ([]Entry, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := &w.inodes
	if !n.had {
		return nil, nil
	}
	if !n.built {
		if err := w.survey(true); err != nil {
			return nil, err
		}
	}
	key := inodeKey{device, inode}
	var found []Entry
	for _, dir := range n.dirs(inodeTag(device, inode)) {
		files, err := w.inodesOf(dir)
		if err != nil {
			return nil, err
		}
		i, _ := slices.BinarySearchFunc(files, key, func(f knownInode, key inodeKey) int { return f.compare(key) })
		for ; i < len(files) && files[i].inodeKey == key; i++ {
			found = append(found, key.entry(files[i].formerFile))
		}
	}
	if f, ok := n.removed[key]; ok {
		found = append(found, key.entry(f))
	}
	return found, nil
}

func (k inodeKey) compare(other inodeKey) int {
	return cmp.Or(cmp.Compare(k.inode, other.inode), cmp.Compare(k.device, other.device))
}

func (k inodeKey) entry(f formerFile) Entry {
	return Entry{Stat: Stat{f.size, f.mtime, f.ctime, k.inode, k.device}, Content: f.content}
}

// inodesOf returns the settled files of a directory sorted by inode. It caches them, so
// looking up the files of a renamed folder one by one sorts it once. Beyond the limit on
// sorted entries it returns nothing for directories that are not cached.
func (w *Writer) inodesOf(dir DirID) ([]knownInode, error) {
	n := &w.inodes
	if e, ok := n.recent[dir]; ok {
		n.order.MoveToFront(e)
		return e.Value.(*inodesOfDir).files, nil
	}
	if n.decoded > max(leastDecoded, maxDecoded*w.ix.root.Files) {
		return nil, nil
	}
	all, err := w.tree.entries(dir)
	if err != nil {
		return nil, err
	}
	n.decoded += int64(len(all))
	files := make([]knownInode, 0, len(all))
	for i := range all {
		if e := &all[i]; e.isFile() && !e.Unsettled {
			files = append(files, knownInode{inodeKey{e.Device, e.Inode}, formerFile{e.Size, e.MTime, e.CTime, e.Content}})
		}
	}
	sort.Slice(files, func(i, j int) bool { return files[i].compare(files[j].inodeKey) < 0 })
	n.remember(dir, files)
	return files, nil
}

// remember caches the files of a directory and evicts the least recently used
// directories.
func (n *inodes) remember(dir DirID, files []knownInode) {
	if n.recent == nil {
		n.recent = make(map[DirID]*list.Element)
	}
	n.recent[dir] = n.order.PushFront(&inodesOfDir{dir, files})
	n.cached += len(files)
	for n.cached > maxRecent && n.order.Len() > 1 {
		last := n.order.Remove(n.order.Back()).(*inodesOfDir)
		delete(n.recent, last.dir)
		n.cached -= len(last.files)
	}
}

// survey reads all directories once, to count the paths of each content, and to fill the
// slots of inodes if a lookup needs them or they are small.
func (w *Writer) survey(inodes bool) error {
	count := w.names.refs == nil
	if count {
		w.names.refs = make([]pathCount, w.root.NextContent)
	}
	n := &w.inodes
	fill := n.had && !n.built && (inodes || w.root.Files <= maxEarly)
	err := w.tree.each(func(dir DirID, e *DirEntry) error {
		if count {
			if int(e.Content) >= len(w.names.refs) {
				return w.ix.Damaged("%q names content %d, which does not exist", e.Name, e.Content)
			}
			w.names.refs[e.Content].add(&e.Entry, 1)
		}
		if fill && !e.SetAside {
			n.add(inodeTag(e.Device, e.Inode), dir)
		}
		return nil
	})
	n.built = n.built || fill && err == nil
	return err
}

// mix is the finisher of SplitMix64, a bijection that spreads every bit.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
