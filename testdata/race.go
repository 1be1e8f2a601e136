//go:build race

package testdata

const raceDetector = true
