//go:build !linux

package scan

type births struct{}

// birthTime knows no birth times. Elsewhere than on Linux, a birth time may be set: macOS
// and FreeBSD move it back with the time of the last change. A renamed file is read again.
func (k *worker) birthTime(*directory, *file) (born int64, known bool) {
	return 0, false
}
