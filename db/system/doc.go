// Package system is what the operating systems do differently: what their errors mean, locks, names
// that change in one step, files in memory, space, and owners. Package fsys asks about the files
// that are scanned.
package system
