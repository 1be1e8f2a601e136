package scan

import "sync/atomic"

// Summary says what a scan did. Files are counted by path unless said.
type Summary struct {
	// Files, Directories and Bytes are what the index has of the trees after the
	// scan. What could not be read is not among them, though the index may still
	// have it from an earlier scan.
	Files, Directories int64
	Bytes              int64

	Read      int64 // files read whole; a further link to one that was read is not
	ReadBytes int64 // of every time that a file was read
	Unchanged int64 // files not opened, since size, times, inode and device are as before; with Verify, those read and found so

	New     int64 // files that the index did not have
	Changed int64 // files that the index had with other bytes
	Gone    int64 // files that the index had and that are gone or left out now

	// Moved counts those of the new and changed files that were not read, since
	// the index had them under another path. For that path, unless another file is
	// there now, they count as gone.
	Moved int64

	NewContents int64 // contents that the index did not have
	Failed      int64 // files and folders that could not be read

	// Skipped counts what was left out by reason (see the constants below): files
	// that are no regular files or that a rule leaves out, and folders, each as
	// one with all that is in it.
	Skipped map[string]int64

	// ClockSetBack says that the clock was set back since a root was scanned last,
	// so that all of its files were read.
	ClockSetBack bool

	// Interrupted says that the scan was cancelled before its end.
	Interrupted bool
}

// reason is why a file or folder was left out.
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
	reasons
)

// reasonNames are the keys of Summary.Skipped. Scripts may depend on them.
var reasonNames = [reasons]string{
	reasonHidden:          "hidden",
	reasonExcluded:        "excluded",         // by Exclude or ExcludeFiles
	reasonIgnored:         "ignored",          // by .gitignore or .alikeignore
	reasonSymlink:         "symlink",          // without Follow
	reasonDangling:        "dangling-symlink", // with Follow
	reasonLoop:            "loop",             // with Follow: a link to a folder that it lies in, or to itself
	reasonFIFO:            "fifo",
	reasonSocket:          "socket",
	reasonDevice:          "device",
	reasonPseudo:          "pseudo-filesystem",
	reasonOtherFileSystem: "other-filesystem",
	reasonIndex:           "index",
	reasonCache:           "cache",  // by its CACHEDIR.TAG
	reasonMarked:          "marked", // by a name of ExcludeIfPresent
	reasonTooSmall:        "too-small",
	reasonTooLarge:        "too-large",
	reasonSparse:          "sparse",
	reasonGenerated:       "generated", // by a program, as its name or beginning tells
	reasonVendored:        "vendored",  // written by others
	reasonVanished:        "vanished",  // between the reading of its name and of its bytes
	reasonReplaced:        "replaced",  // likewise, by what is no regular file
	reasonUnknown:         "unknown",   // of no type that Linux had when this was written
}

// tally is what one worker counts, so that counting costs no contention.
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
	s.Failed += t.sum.Failed
	for r, n := range t.skipped {
		if n > 0 {
			s.Skipped[reasonNames[r]] += n
		}
	}
}

// Progress is how far a scan has come. It may be read at any time while Run and
// Count, at once or one after the other, count it up.
type Progress struct {
	Done atomic.Int64 // files that are unchanged, read, or failed

	DoneBytes atomic.Int64 // sizes of the files that are done, and of the one being read what has been read

	// TotalFiles and TotalBytes are what Done and DoneBytes will come to. Count
	// counts them up; they are final once Counted is set.
	TotalFiles, TotalBytes atomic.Int64
	Counted                atomic.Bool
}
