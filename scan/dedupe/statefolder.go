package dedupe

import (
	"fmt"
	"os"
)

// StateSuffix is appended to the name of an output to name the folder that holds the
// state of a run without another index.
const StateSuffix = ".alike"

// goneSuffix names that folder while it is being removed, so that a partly removed one
// is never mistaken for an index.
const goneSuffix = ".alike-finished"

// RemoveState removes the state folder of an output whose run has finished. If it is
// killed at any point, calling it again completes the removal.
func RemoveState(output string) error {
	if err := RemoveRemains(output); err != nil {
		return err
	}
	if err := os.Rename(output+StateSuffix, output+goneSuffix); err != nil {
		return fmt.Errorf("removing the state of the finished run: %w", err)
	}
	return RemoveRemains(output)
}

// RemoveRemains completes the removal of a state folder.
func RemoveRemains(output string) error {
	if err := os.RemoveAll(output + goneSuffix); err != nil {
		return fmt.Errorf("removing the state of the finished run: %w", err)
	}
	return nil
}

// HasRemains reports whether a state folder was only partly removed. Its run has
// finished.
func HasRemains(output string) bool {
	_, err := os.Lstat(output + goneSuffix)
	return err == nil
}
