package scan

import "sync/atomic"

// Summary is the result of a scan. Unless stated otherwise, files are counted by path.
type Summary struct {
	// Files, Directories and Bytes count what the index has of the trees after the
	// scan. They exclude what could not be read, even if the index has it from an
	// earlier scan.
	Files, Directories int64
	Bytes              int64

	Read      int64 // files read whole; further links to a file do not count
	ReadBytes int64 // including repeated reading of a file
	Unchanged int64 // files not opened, because size, times, inode and device are unchanged; with Verify, files read and found unchanged

	New     int64 // files that were not in the index
	Changed int64 // files whose bytes changed
	Gone    int64 // files that were in the index and are gone or left out now

	// Moved counts the new and changed files that were not read, because the index had
	// them under another path. That path counts as gone unless another file is there
	// now.
	Moved int64

	NewContents int64 // contents that were not in the index
	Thin        int64 // files read of which the view has less than a twentieth, unless binary
	Failed      int64 // files and folders that could not be read

	// Skipped counts what was left out, by reason (see reasonNames): files that are not
	// regular files or that a rule excludes, and folders, which count as one with
	// everything in them.
	Skipped map[string]int64

	// ClockSetBack reports that the clock was set back since the last scan of a root,
	// so that all its files were read.
	ClockSetBack bool

	// Interrupted reports that the scan was cancelled.
	Interrupted bool
}

// reason is the reason for leaving out a file or folder.
type reason int

const (
	reasonHidden reason = iota
	reasonExcluded
	reasonIgnored
	reasonSymlink
	reasonDangling
	reasonLoop
	reasonFIFO
	reasonSocket
	reasonDevice
	reasonPseudo
	reasonOtherFileSystem
	reasonIndex
	reasonCache
	reasonMarked
	reasonTooSmall
	reasonTooLarge
	reasonSparse
	reasonGenerated
	reasonVendored
	reasonVanished
	reasonReplaced
	reasonUnknown
	reasonStream
	reasonUnreadable
	reasonUnmounted
	reasonChanging
	reasons
)

// reasonNames are the keys of Summary.Skipped. Scripts may depend on them.
var reasonNames = [reasons]string{
	reasonHidden:          "hidden",
	reasonExcluded:        "excluded",         // by Exclude or ExcludeFiles
	reasonIgnored:         "ignored",          // by .gitignore or .alikeignore
	reasonSymlink:         "symlink",          // without Follow
	reasonDangling:        "dangling-symlink", // with Follow
	reasonLoop:            "loop",             // with Follow: a link to itself or to a folder that contains it
	reasonFIFO:            "fifo",
	reasonSocket:          "socket",
	reasonDevice:          "device",
	reasonPseudo:          "pseudo-filesystem",
	reasonOtherFileSystem: "other-filesystem",
	reasonIndex:           "index",
	reasonCache:           "cache",  // by its CACHEDIR.TAG
	reasonMarked:          "marked", // contains a name of ExcludeIfPresent
	reasonTooSmall:        "too-small",
	reasonTooLarge:        "too-large",
	reasonSparse:          "sparse",
	reasonGenerated:       "generated", // by its name or beginning
	reasonVendored:        "vendored",  // by its name
	reasonVanished:        "vanished",  // after its name was read
	reasonReplaced:        "replaced",  // likewise, by something that is not a regular file
	reasonUnknown:         "unknown",   // a type that Linux did not have when this was written
	reasonStream:          "stream",    // of a file that was read, on Windows
	// These are in no Summary.Skipped. Summary.Failed counts the first two.
	reasonUnreadable: "unreadable",
	reasonUnmounted:  "unmounted", // the index keeps it from when its disk was mounted
	reasonChanging:   "changing",  // it changed while it was read, so what the index has was perhaps never in it
}

// tally holds the counts of one worker, so that counting causes no contention.
type tally struct {
	sum     Summary
	skipped [reasons]int64
}

func (t *tally) skip(r reason) { t.skipped[r]++ }

// addTo adds the tally to a summary.
func (t *tally) addTo(s *Summary) {
	s.Files += t.sum.Files
	s.Directories += t.sum.Directories
	s.Bytes += t.sum.Bytes
	s.Read += t.sum.Read
	s.ReadBytes += t.sum.ReadBytes
	s.Unchanged += t.sum.Unchanged
	s.New += t.sum.New
	s.Changed += t.sum.Changed
	s.Gone += t.sum.Gone
	s.Moved += t.sum.Moved
	s.NewContents += t.sum.NewContents
	s.Thin += t.sum.Thin
	s.Failed += t.sum.Failed
	for r, n := range t.skipped {
		if n > 0 {
			s.Skipped[reasonNames[r]] += n
		}
	}
}

// Progress is the progress of a scan. It may be read at any time. Run and Count may
// update the same Progress, concurrently or one after the other.
type Progress struct {
	Done atomic.Int64 // files that are unchanged, read or failed

	DoneBytes atomic.Int64 // sizes of these files, and what has been read of the current ones

	// TotalFiles and TotalBytes are the final values of Done and DoneBytes. Count adds
	// to them; they are final once Counted is set.
	TotalFiles, TotalBytes atomic.Int64
	Counted                atomic.Bool
}
