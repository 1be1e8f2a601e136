package dedupe

import "os"

const dontFollow = 0

// mayWrite returns nil: opening the file tells.
func mayWrite(path string) error { return nil }

// mayCreateIn returns an error if there is no such folder. Creating the file shows whether the user
// may.
func mayCreateIn(folder string) error {
	_, err := os.Stat(folder)
	return err
}
