//go:build !linux

package testdata

func toMemory() (remove func()) { return func() {} }
