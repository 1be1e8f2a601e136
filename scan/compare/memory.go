package compare

import (
	"cmp"
	"fmt"

	"alike/fingerprint/text"
	"alike/fingerprint/view"
)

// DefaultMemory is the default of Options.Memory, in bytes.
const DefaultMemory = 4 << 30

// MemoryError reports two files whose comparison takes too much memory.
type MemoryError struct {
	Paths        [2]string
	Need, Memory int64 // in bytes
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("comparing %q and %q takes about %d MiB of memory, more than %d MiB", e.Paths[0], e.Paths[1], e.Need>>20, e.Memory>>20)
}

func (c *Comparison) memory() int64 { return cmp.Or(c.Memory, DefaultMemory) }

func (c *Comparison) fits(need int64) error {
	if need <= c.memory() {
		return nil
	}
	return &MemoryError{[2]string{c.Files[0].Info.Path, c.Files[1].Info.Path}, need, c.memory()}
}

// The memory of the steps that follow each other, in bytes for each byte of the files
// beside what is held. The windows take what is left, at least leastWindows in all.
const (
	perViewed    = 3 // for regions; see regions.Find
	perText      = 6 // for words and features
	leastWindows = 32 << 20
)

// likely estimates the memory of the comparison from the sizes of the files. A view is
// taken to be as large as its file.
func (c *Comparison) likely() int64 {
	size := int64(len(c.Files[0].Data) + len(c.Files[1].Data))
	need := size
	if c.View != view.Raw {
		need += size
	}
	return need + c.steps(size)
}

// steps estimates the memory of the largest step. viewed is the size of both views.
func (c *Comparison) steps(viewed int64) int64 {
	need := max(leastWindows, perViewed*viewed)
	if a, b := c.Files[0].Data, c.Files[1].Data; !text.IsBinary(a) && !text.IsBinary(b) {
		need = max(need, perText*int64(len(a)+len(b)))
	}
	return need
}

// held returns the memory of the files, their views and the maps of these.
func held(files [2]*File, viewed [2]*viewedFile) (bytes int64) {
	for i, v := range viewed {
		bytes += int64(len(files[i].Data))
		if v != nil && v.viewer != nil {
			bytes += int64(cap(v.bytes)) + v.viewer.MapMemory()
		}
	}
	return bytes
}

// viewedWithin returns both files as the view shows them, unless the rest does not fit
// into memory any more.
func (c *Comparison) viewedWithin() (viewed [2]*viewedFile, err error) {
	size := int64(0)
	for i, f := range c.Files {
		viewed[i] = c.viewedOf(f)
		size += int64(len(viewed[i].bytes))
		if err := c.fits(held(c.Files, viewed) + c.steps(size)); err != nil {
			return viewed, err
		}
	}
	return viewed, nil
}
