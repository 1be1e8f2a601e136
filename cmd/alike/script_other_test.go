//go:build !linux

package main

import (
	"fmt"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// scriptSystem stands for commands of scripts that need Linux. Scripts use them after the
// conditions [linux] and [mounts] only.
type scriptSystem struct{}

func newScriptSystem(*testing.T) *scriptSystem { return &scriptSystem{} }

func (*scriptSystem) condition(cond string) (bool, error) {
	if cond != "mounts" {
		return false, fmt.Errorf("there is no condition %q", cond)
	}
	return false, nil
}

func (*scriptSystem) nobody(ts *testscript.TestScript, _ bool, _ []string)   { needsLinux(ts) }
func (*scriptSystem) fifo(ts *testscript.TestScript, _ bool, _ []string)     { needsLinux(ts) }
func (*scriptSystem) terminal(ts *testscript.TestScript, _ bool, _ []string) { needsLinux(ts) }
func (*scriptSystem) disk(ts *testscript.TestScript, _ bool, _ []string)     { needsLinux(ts) }

func needsLinux(ts *testscript.TestScript) { ts.Fatalf("this command needs Linux") }
