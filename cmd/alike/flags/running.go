package flags

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"sync"

	"github.com/spf13/pflag"

	"alike/cmd/alike/flagvalue"
	"alike/db"
)

// maxThreads is the largest number of threads. Each takes a megabyte, and up to 15 for the
// fingerprints of a large file.
const maxThreads = 1024

// Threads is the number of threads.
type Threads struct {
	N int // 0: one per processor
}

// AddFlags adds --threads.
func (o *Threads) AddFlags(fs *pflag.FlagSet) {
	fs.VarP(flagvalue.NewNumber(&o.N, 1).UpTo(maxThreads), "threads", "j", "use `N` threads (default one per processor)")
}

// Reading limits the speed of reading files.
type Reading struct {
	Limit flagvalue.Rate // in bytes per second; 0: no limit
}

// AddFlags adds --io-limit.
func (o *Reading) AddFlags(fs *pflag.FlagSet) {
	fs.Var(&o.Limit, "io-limit", "read no faster than `SPEED`, such as 50MB/s\nAll threads share this limit. 800k is 819200 bytes per second.")
}

// Index holds the options for opening an index.
type Index struct {
	Wait flagvalue.Duration // maximum wait for another writer
	// TrustOwner lets root write to an index that another user may change.
	TrustOwner bool
}

func (o *Index) addTrustOwner(fs *pflag.FlagSet) {
	fs.BoolVar(&o.TrustOwner, "trust-owner", false, "let root write to an index that another user may change\nThat user can read and falsify what root recorded.")
}

const waitUsage = "wait up to `TIME` while another process writes\nSuch as 30s or 5m."

// AddFlags adds --wait to a verb that writes to the index.
func (o *Index) AddFlags(fs *pflag.FlagSet) {
	fs.Var(&o.Wait, "wait", waitUsage)
	o.addTrustOwner(fs)
}

// AddAnswerFlags adds --wait to a verb that writes to the index only if DIR is given.
func (o *Index) AddAnswerFlags(fs *pflag.FlagSet) {
	fs.Var(&o.Wait, "wait", waitUsage+"")
	o.addTrustOwner(fs)
}

// AddReadFlags adds --wait to a verb that only reads the index. The flag has no effect,
// but every verb accepts it.
func (o *Index) AddReadFlags(fs *pflag.FlagSet) {
	fs.Var(&o.Wait, "wait", "no effect, whatever the `TIME`: readers never wait\nWhile another process writes to the index, the answer comes from the last commit.")
}

// Memory bounds the memory of the index.
type Memory struct {
	Bytes flagvalue.Memory // 0: the default
}

// AddFlags adds --memory.
func (o *Memory) AddFlags(fs *pflag.FlagSet) {
	fs.Var(&o.Bytes, "memory", "hold up to `SIZE` of the index in memory\nAt least 16MiB. Default: 128MiB, or 1GiB to compare all files with each other.")
}

// gcPercent is the GC percentage if the limit leaves room. A scan without changes has a
// small live heap and would otherwise collect three hundred times a second.
const gcPercent = 400

// Bound limits the heap for a scan until unbound is called.
func (o Memory) Bound() (unbound func()) {
	return boundHeap(cmp.Or(int64(o.Bytes), db.DefaultMemory))
}

// BoundSearch limits the heap for a search for all pairs until unbound is called. Half of
// its memory is outside the heap. With less room for garbage, the search of a million
// contents took 4.9 s instead of 3.4 s.
func (o Memory) BoundSearch() (unbound func()) {
	return boundHeap(cmp.Or(int64(o.Bytes), db.DefaultSearchMemory) / 2)
}

// bounds are the limits in force, of runs that may overlap in one process.
var bounds struct {
	sync.Mutex
	bytes   []*int64 // of each run
	limit   int64    // before the first
	percent int
}

// boundHeap limits the heap to a number of bytes, but not to less than 64 MiB, because
// the collector would run all the time.
//
// If more than that is live, such as the listing of a folder of a million files, the limit
// grows to leave a quarter of it for garbage. The collector would else take half of the
// CPU: the scan of such a folder took 17 s of CPU, now 11 s.
//
// Runs that overlap may use the sum of their limits.
func boundHeap(bytes int64) (unbound func()) {
	bytes = max(bytes, 64<<20)
	bounds.Lock()
	defer bounds.Unlock()
	if len(bounds.bytes) == 0 {
		bounds.percent = debug.SetGCPercent(gcPercent)
		bounds.limit = debug.SetMemoryLimit(bytes)
		runtime.SetFinalizer(new([64]byte), growBound)
	}
	bounds.bytes = append(bounds.bytes, &bytes)
	debug.SetMemoryLimit(allBounds())
	return func() {
		bounds.Lock()
		defer bounds.Unlock()
		bounds.bytes = slices.DeleteFunc(bounds.bytes, func(b *int64) bool { return b == &bytes })
		if len(bounds.bytes) > 0 {
			debug.SetMemoryLimit(allBounds())
			return
		}
		debug.SetMemoryLimit(bounds.limit)
		debug.SetGCPercent(bounds.percent)
	}
}

func allBounds() (sum int64) {
	for _, b := range bounds.bytes {
		sum += *b
	}
	return sum
}

// growBound runs after each collection, as long as there is a bound.
func growBound(sentinel *[64]byte) {
	bounds.Lock()
	defer bounds.Unlock()
	if len(bounds.bytes) == 0 {
		return
	}
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetMemoryLimit(max(allBounds(), int64(live[0].Value.Uint64())*5/4))
	runtime.SetFinalizer(sentinel, growBound)
}
