package input

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"alike/db/dataset"
)

// OnHost returns the clean path that an argument names on another host: host:/path, or host:
// for all files of the host. ok is false if it names none, or if this host has a file of that
// name.
func OnHost(arg string) (clean string, ok bool) {
	host, below, colon := strings.Cut(arg, ":")
	if !colon || filepath.VolumeName(arg) != "" || below != "" && below[0] != '/' || dataset.CheckHost(host) != nil {
		return "", false
	}
	if _, err := os.Lstat(arg); err == nil {
		return "", false
	}
	return host + ":" + strings.TrimSuffix(path.Clean("/"+below), "/"), true
}
