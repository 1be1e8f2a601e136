package dataset

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// MachineError reports that another machine exports under the name of the host, or that this
// cannot be excluded: one of the two has no ID.
type MachineError struct {
	Path      string
	Has, Want string // IDs of the machine of the export and of this one
}

func (e *MachineError) Error() string {
	switch {
	case e.Has == "":
		return e.Path + " is the export of a machine without an ID, and this machine has one"
	case e.Want == "":
		return e.Path + " is the export of a machine with an ID, and this machine has none"
	}
	return e.Path + " is the export of another machine"
}

// SettingsError reports that the export of the host in the dataset was made with another view or
// rule than the index has.
type SettingsError struct {
	Path      string
	Has, Want string // what differs, such as "view raw, window 50"
}

func (e *SettingsError) Error() string {
	return fmt.Sprintf("%s is an export with %s, and the index has %s", e.Path, e.Has, e.Want)
}

// machineKey is the key of Options.Machine in the metadata of files.
const machineKey = "alike.machine"

// checkBefore returns a *MachineError or a *SettingsError if the export before is not to be
// replaced.
func (w *writer) checkBefore(ctx context.Context) error {
	path := hostPrefix + w.Host + "/" + exports
	entries, err := w.stage.entries(path)
	if err != nil {
		return nil // there is none, or the export finds out
	}
	place := HostDir(w.Dir, w.Host)
	for _, e := range entries {
		meta := map[string]string{}
		err := w.stage.read(ctx, exports+"/"+e.Name(), func(f *parquet.File) error {
			for _, pair := range f.Metadata().KeyValueMetadata {
				meta[pair.Key] = pair.Value
			}
			return nil
		})
		if err != nil {
			continue
		}
		if made := meta[machineKey]; made != w.Machine {
			return &MachineError{place, made, w.Machine}
		}
		if has, want := w.differences(meta); has != "" {
			return &SettingsError{place, has, want}
		}
	}
	return nil
}

// differences describes the settings of an index in which the metadata of a file differs.
func (w *writer) differences(meta map[string]string) (has, want string) {
	var was, is []string
	for _, c := range []struct{ key, text string }{
		{"view", "view %s"}, {"window", "window %s"}, {"density", "density %s"}, {"small", "small windows %s"}, {"anchors", "other anchors%.0s"},
	} {
		made, known := meta["alike."+c.key]
		if now := w.meta["alike."+c.key]; known && made != now {
			was, is = append(was, fmt.Sprintf(c.text, made)), append(is, fmt.Sprintf(c.text, now))
		}
	}
	return strings.Join(was, ", "), strings.Join(is, ", ")
}

// lostRoots returns the folders of the export before that the new one does not cover.
func lostRoots(before, now []string) (lost []string) {
	for _, root := range before {
		if !slices.ContainsFunc(now, func(n string) bool { return n == root || n == "/" || strings.HasPrefix(root, n+"/") }) {
			lost = append(lost, root)
		}
	}
	return lost
}
