// Package cause recognises what errors of the operating system mean.
package cause
