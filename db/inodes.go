package db

import (
	"cmp"
	"container/list"
	"slices"
)

// inodes finds what the index had of a file by its device and inode, so that a
// file that was renamed need not be read again. It is of one scan: it is made at
// the first question, by reading all directories (see survey), and a merge ends
// it. Of an index that held no file before the scan nothing is asked.
//
// It tells of the past as well as of the present: what an entry said stays true
// of the file that it was read from, whatever has become of its path.
type inodes struct {
	had   bool // the index held files before this scan
	built bool
	slots []inodeSlot // open addressing, at most four fifths full
	used  int

	// removed are the settled entries that this scan has removed or replaced,
	// and recent those of the directories that were looked up last. Both may
	// name contents that no path names any more: only a merge drops those.
	removed map[inodeKey]formerFile
	recent  map[DirID]*list.Element // of order
	order   list.List               // of *inodesOfDir, the one looked up last in front
	cached  int                     // files in recent
	decoded int64                   // entries of directories that were sorted for lookups
}

// inodesOfDir are the settled files of a directory, sorted by inode.
type inodesOfDir struct {
	dir   DirID
	files []knownInode
}

// knownInode is 48 bytes of an entry.
type knownInode struct {
	inodeKey
	formerFile
}

// inodeSlot says that a directory has, or had, a file of some inode. A million
// files take 10 to 20 MB.
type inodeSlot struct {
	tag uint32 // of the hash
	dir DirID  // 0 in an empty slot
}

type inodeKey struct{ device, inode uint64 }

// formerFile is what an entry said beside name, device and inode.
type formerFile struct {
	size, mtime, ctime int64
	content            ContentID
}

const (
	// maxRemoved bounds removed, to some 75 MB. Renamed files whose entries go
	// beyond that are read, which costs time only.
	maxRemoved = 1 << 20
	// maxRecent is how many files recent holds, in 24 MB, beyond the directory
	// that was looked up last. All folders that are walked at once under new names
	// must fit, or each file in them sorts one of them again.
	maxRecent = 1 << 19
	// maxDecoded is how many entries are sorted for lookups, as a multiple of the
	// files of the index, and leastDecoded how many are anyhow. A tree that was
	// renamed as a whole needs each entry once. Files that were moved about at
	// random may need a whole directory each: reading them costs less then.
	maxDecoded   = 8
	leastDecoded = 1 << 20
	// maxSameTag is how many directories are remembered for one inode. Hard links
	// may be many; what is asked for has one link now.
	maxSameTag = 8
	// maxEarly is up to how many files the slots are filled along with the
	// counting of paths, before anybody has asked: 16 MB.
	maxEarly = 1 << 20
)

func newInodes(had bool) inodes { return inodes{had: had} }

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

// dirs returns the directories that may have a file of the inode.
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

// lose remembers an entry that is about to go.
func (n *inodes) lose(e Entry) {
	if !n.had || e.Unsettled || len(n.removed) >= maxRemoved {
		return
	}
	if n.removed == nil {
		n.removed = make(map[inodeKey]formerFile)
	}
	n.removed[inodeKey{e.Device, e.Inode}] = formerFile{e.Size, e.MTime, e.CTime, e.Content}
}

// FindInode returns the settled entries that the index has, or had when the scan
// began, of files with the device and inode: none, or as many as there are links.
// They may be of an earlier file, whose inode number was free again, and have no
// name. The contents that they have may be entered anew until the next Merge.
// What would cost too much to find out is not known (see maxDecoded).
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

// inodesOf returns the settled files of a directory sorted by inode. It keeps
// them, so that looking up the files of a renamed folder one by one sorts it
// once. When enough has been sorted, it returns none of a directory that it does
// not have at hand.
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
	slices.SortFunc(files, func(a, b knownInode) int { return a.compare(b.inodeKey) })
	n.remember(dir, files)
	return files, nil
}

// remember keeps the files of a directory, and drops those of the directories
// that were not looked up for the longest time.
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

// survey reads all directories once, for the two that need it: it counts the
// paths of each content, and fills the slots of inodes when they are asked for
// or cost little.
func (w *Writer) survey(inodes bool) error {
	count := w.names.refs == nil
	if count {
		w.names.refs = make([]int32, w.root.NextContent)
	}
	n := &w.inodes
	fill := n.had && !n.built && (inodes || w.root.Files <= maxEarly)
	err := w.tree.each(func(dir DirID, e *DirEntry) error {
		if count {
			if int(e.Content) >= len(w.names.refs) {
				return w.ix.Damaged("%q names content %d, which there is not", e.Name, e.Content)
			}
			w.names.refs[e.Content]++
		}
		if fill {
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
