package dataset

import "os"

func inspect(_ *os.File, _ int64) error { return nil }
