package serve

import "io/fs"

// OwnedByOther returns false, because Windows gives files no number of a user.
func OwnedByOther(info fs.FileInfo) bool { return false }
