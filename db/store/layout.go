package store

// The names inside the index folder.
const (
	lockName     = "lock"
	sidecarName  = "files"
	intentName   = "files.new"
	badgerName   = "badger"
	tmpName      = "tmp"
	rebuildName  = "rebuild"
	manifestName = "MANIFEST"
	manifestPath = badgerName + "/" + manifestName
)

// dirNames are the only names that an index folder holds.
var dirNames = []string{lockName, sidecarName, intentName, badgerName, tmpName, rebuildName}
