package flags

import (
	"cmp"
	"runtime/debug"

	"github.com/spf13/pflag"

	"alike/cmd/alike/flagvalue"
	"alike/db"
)

// Threads say how much of the machine is used.
type Threads struct{ N int }

func (o *Threads) AddFlags(fs *pflag.FlagSet) {
	fs.VarP(flagvalue.NewNumber(&o.N, 1), "threads", "j", "number `N` of threads (default: one a processor)")
}

// Reading say how fast files are read.
type Reading struct{ Limit flagvalue.Rate }

func (o *Reading) AddFlags(fs *pflag.FlagSet) {
	fs.Var(&o.Limit, "io-limit", "read files no faster than `SPEED` over all threads, as 50MB/s (800k is 819200 bytes a second)")
}

// Index say how an index is opened.
type Index struct {
	Wait flagvalue.Duration
}

func (o *Index) AddFlags(fs *pflag.FlagSet) {
	fs.Var(&o.Wait, "wait", "wait as long as `TIME` while another process writes to the index, as 30s or 5m")
}

// AddAnswerFlags is addFlags of a verb that scans if it is given DIR, and else only
// reads.
func (o *Index) AddAnswerFlags(fs *pflag.FlagSet) {
	fs.Var(&o.Wait, "wait", "wait as long as `TIME` while another process writes to the index, as 30s or 5m; without DIR nothing waits, and the answer is of what was committed last")
}

// AddReadFlags is addFlags of a verb that only reads. It takes the flag, which is to
// mean the same everywhere, and has nothing to wait for.
func (o *Index) AddReadFlags(fs *pflag.FlagSet) {
	fs.Var(&o.Wait, "wait", "no question waits, whatever `TIME` says: while another process writes to the index, it is answered from what was committed last")
}

// Memory bound what the index may use.
type Memory struct {
	Bytes flagvalue.Memory
}

func (o *Memory) AddFlags(fs *pflag.FlagSet) {
	fs.Var(&o.Bytes, "memory", "`SIZE` that the index may hold in memory (at least 16MiB; default 128MiB, 1GiB to compare all with all)")
}

// garbage is how large the collector lets garbage grow, in parts of a hundred of
// what is in use, where the limit leaves room: a scan that finds nothing changed
// keeps little in use and would collect three hundred times a second.
const garbage = 400

// Bound makes the collector keep a scan to about what the flag says, and returns
// what ends that.
func (o Memory) Bound() (unbound func()) {
	return boundHeap(cmp.Or(int64(o.Bytes), db.DefaultMemory))
}

// BoundSearch is bound for a search for all pairs, of whose memory half lies
// outside the heap. With less room for garbage a million contents took 4.9 s
// instead of 3.4 s.
func (o Memory) BoundSearch() (unbound func()) {
	return boundHeap(cmp.Or(int64(o.Bytes), db.DefaultSearchMemory) / 2)
}

// boundHeap limits the heap. A limit below 64 MiB would have the collector do
// nothing else.
func boundHeap(bytes int64) (unbound func()) {
	limit := debug.SetMemoryLimit(max(bytes, 64<<20))
	percent := debug.SetGCPercent(garbage)
	return func() {
		debug.SetMemoryLimit(limit)
		debug.SetGCPercent(percent)
	}
}
