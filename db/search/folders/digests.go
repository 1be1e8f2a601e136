package folders

// digest is equal for the same contents, each as often.
type digest struct {
	sums  [2]uint64
	files int
}

func (d digest) minus(o digest) digest {
	return digest{[2]uint64{d.sums[0] - o.sums[0], d.sums[1] - o.sums[1]}, d.files - o.files}
}

// digests are the digests of all files before each.
type digests []digest

// digests adds up the contents of files. With links, paths of one file are not like copies of
// it.
func (t *Tree) digests(links bool) digests {
	all := make(digests, len(t.files)+1)
	for i := range t.files {
		key, d := uint64(t.files[i].Content), all[i]
		if links {
			key += mix(t.files[i].Inode)
		}
		all[i+1] = digest{[2]uint64{d.sums[0] + mix(key+0x9e3779b97f4a7c15), d.sums[1] + mix(key+0xd1b54a32d192ed03)}, i + 1}
	}
	return all
}

func (d digests) of(files span) digest { return d[files.to].minus(d[files.from]) }

// sameContents reports whether both folders of a couple have the same contents, each as often.
func (m *matcher) sameContents(c couple) bool {
	a, b := m.sides(c)
	return m.contents.of(a.files).minus(m.contents.of(a.without)) == m.contents.of(b.files).minus(m.contents.of(b.without))
}

// identical returns, for each folder, the first one with the same contents, each as often.
// With two sides, or if units are isolated, each folder stands for itself.
func (m *matcher) identical() []int32 {
	first := make([]int32, len(m.folders))
	seen, all := make(map[digest]int32, len(m.folders)), m.digests(true)
	for i := range m.folders {
		d := all.of(m.folders[i].files)
		at, ok := seen[d]
		if !ok || m.sided || m.isolate {
			at = int32(i)
			seen[d] = at
		}
		first[i] = at
	}
	return first
}

// mix is the finalizer of SplitMix64 (Steele, Lea and Flood 2014).
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
