package system

import "time"

// patience is how long to try to remove or replace a file that a process has open.
const patience = 2 * time.Second

// Retry calls a function until its file is not in use, for two seconds. On Windows, readers, virus
// scanners and indexers keep files in use for some milliseconds.
func Retry(change func() error) error {
	begun, pause := time.Now(), time.Millisecond
	for {
		err := change()
		if err == nil || !IsInUse(err) || time.Since(begun) > patience {
			return err
		}
		time.Sleep(pause)
		pause = min(2*pause, 50*time.Millisecond)
	}
}
