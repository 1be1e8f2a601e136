// Package filelock locks open files against other processes, without waiting. The system
// releases a lock when the process ends.
package filelock
