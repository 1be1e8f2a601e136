// Package exact counts the windows that scanned files share, by reading the files
// again.
package exact
