//go:build unix

package dataset

import "syscall"

const openFolder = syscall.O_DIRECTORY
