// Package exact counts what scanned files have in common, window by window, by
// reading them again.
package exact
