package store

import "alike/db/system"

// Passed gives back the memory of what was read in place, once and in order. Otherwise a search
// that reads all postings would keep the pages of the whole index, which count as memory of the
// process until something else needs it. The kernel still caches them. It is for one goroutine.
type Passed struct {
	View       *View
	begin, end Location // in one table
}

// passedAtOnce is how many bytes are given back at a time.
const passedAtOnce = 512 << 10

// Add notes that the bytes at a location have been read.
func (p *Passed) Add(at Location, size int) {
	if p.begin == 0 || at < p.begin || at-p.begin >= passedAtOnce || at>>offsetBits != p.begin>>offsetBits {
		p.Forget()
		p.begin, p.end = at, at
	}
	p.end = max(p.end, at+Location(size))
}

// Forget gives back what is left.
func (p *Passed) Forget() {
	if p.begin == p.end {
		return
	}
	const page = 64 << 10 // a multiple of the size of a page
	data := p.View.mapped[p.begin>>offsetBits-1].data
	const mask = 1<<offsetBits - 1
	from, to := int(p.begin&mask)/page*page, min((int(p.end&mask)+page-1)/page*page, len(data))
	system.Forget(data[from:to])
	p.begin, p.end = 0, 0
}
