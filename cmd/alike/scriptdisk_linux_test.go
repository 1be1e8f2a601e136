package main

import (
	"fmt"
	"os"
	"sync"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// scriptSystem has the commands of scripts that need Linux. Its disks are file systems in
// memory.
type scriptSystem struct {
	may     bool // mounting is permitted
	mu      sync.Mutex
	unmount map[string]func()
}

// newScriptSystem tests whether mounting is permitted.
func newScriptSystem(t *testing.T) *scriptSystem {
	d := &scriptSystem{unmount: map[string]func(){}}
	dir := t.TempDir()
	err := mountMemory(dir)
	if d.may = err == nil; d.may {
		err = syscall.Unmount(dir, 0)
	}
	if err != nil {
		t.Log("mounting is not permitted, so scripts skip it: ", err)
	}
	return d
}

func mountMemory(dir string) error { return syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=4m") }

// condition evaluates [mounts] of scripts.
func (d *scriptSystem) condition(cond string) (bool, error) {
	if cond != "mounts" {
		return false, fmt.Errorf("there is no condition %q", cond)
	}
	return d.may, nil
}

// disk mounts a file system in memory on a folder, at most until the end of the
// script, or unmounts it: disk mount|umount DIR
func (d *scriptSystem) disk(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: disk mount|umount DIR")
	}
	dir := ts.MkAbs(args[1])
	d.mu.Lock()
	defer d.mu.Unlock()
	if args[0] == "umount" {
		d.unmount[dir]()
		return
	}
	ts.Check(os.MkdirAll(dir, 0o755))
	ts.Check(mountMemory(dir))
	d.unmount[dir] = sync.OnceFunc(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	ts.Defer(d.unmount[dir])
}
