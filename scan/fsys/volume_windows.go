package fsys

import (
	"path/filepath"
	"strings"

	"golang.org/x/sys/windows"
)

// Absolute returns the clean absolute path of a file, as an index keeps it: with slashes, the
// drive letter in upper case, and every name spelled as its folder has it. Names that do not
// exist stay as they are. The root of a drive is C:, without a slash. It resolves no links.
// Cost: one system call for each name.
func Absolute(path string) (string, error) {
	path = filepath.FromSlash(path)
	if rest, ok := strings.CutPrefix(path, `\\?\`); ok {
		switch {
		case len(rest) > 4 && strings.EqualFold(rest[:4], `UNC\`):
			path = `\\` + rest[4:]
		case len(rest) > 1 && rest[1] == ':':
			path = rest
		}
	}
	if len(path) == 2 && path[1] == ':' {
		path += `\` // the root of the drive, as the index shows it
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if strings.HasPrefix(path, `\\.\`) && !strings.EqualFold(path, `\\.\NUL`) {
		return "", ErrDevice
	}
	volume := filepath.VolumeName(path)
	if len(volume) != 2 {
		return filepath.ToSlash(path), nil // a share or a device
	}
	is := strings.ToUpper(volume)
	names := strings.Trim(path[len(volume):], `\`)
	for name := range strings.SplitSeq(names, `\`) {
		if name != "" {
			is += "/" + spelled(is+"/", name)
		}
	}
	return is, nil
}

// spelled returns the name of a file as its folder spells it. Windows ignores case, and old
// programs shorten names.
func spelled(folder, name string) string {
	pattern, err := windows.UTF16PtrFromString(`\\?\` + filepath.FromSlash(folder+name))
	if err != nil || strings.ContainsAny(name, `*?<>"`) {
		return name
	}
	var found windows.Win32finddata
	h, err := windows.FindFirstFile(pattern, &found)
	if err != nil {
		return name
	}
	_ = windows.FindClose(h)
	return windows.UTF16ToString(found.FileName[:])
}

// Top returns the volume of an absolute path, the outermost folder that it is in.
func Top(path string) string { return filepath.VolumeName(path) }

// CheckLocal returns ErrShare for the path of a share or a device: an index keeps paths by drive
// letter.
func CheckLocal(path string) error {
	if len(filepath.VolumeName(path)) != 2 {
		return ErrShare
	}
	return nil
}
