//go:build linux

package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// effort is what a session cost, from Spark's event log.
type effort struct {
	tasks       int
	cpu         time.Duration // of the tasks
	lostTasks   int           // ended by the loss of their executor
	afterLoss   int           // finished after the first such loss
	shuffle     int64         // bytes written for other tasks
	spilled     int64         // bytes written because memory was short
	peakMemory  int64         // bytes, the most that a task's operators held
	longestTask int64         // milliseconds
}

// event is the part of an event that is read here.
type event struct {
	Event  string
	Reason struct{ Reason string } `json:"Task End Reason"`
	Task   struct {
		Launched int64 `json:"Launch Time"`
		Finished int64 `json:"Finish Time"`
	} `json:"Task Info"`
	Totals struct {
		CPU     int64 `json:"Executor CPU Time"` // nanoseconds
		Peak    int64 `json:"Peak Execution Memory"`
		Spilled int64 `json:"Disk Bytes Spilled"`
		Written struct {
			Bytes int64 `json:"Shuffle Bytes Written"`
		} `json:"Shuffle Write Metrics"`
	} `json:"Task Metrics"`
}

// readEvents reads the event log in a folder.
func readEvents(dir string) (effort, error) {
	var e effort
	logs, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(logs) != 1 {
		return e, errors.Join(err, fmt.Errorf("read Spark's event log: %d files in %s, want 1", len(logs), dir))
	}
	file, err := os.Open(logs[0])
	if err != nil {
		return e, err
	}
	defer file.Close()
	decoder := json.NewDecoder(bufio.NewReader(file))
	for decoder.More() {
		var v event
		if err := decoder.Decode(&v); err != nil {
			return e, fmt.Errorf("read Spark's event log %s: %w", logs[0], err)
		}
		if v.Event == "SparkListenerTaskEnd" {
			e.add(v)
		}
	}
	return e, nil
}

// add adds the end of a task.
func (e *effort) add(v event) {
	e.tasks++
	switch {
	case v.Reason.Reason == "ExecutorLostFailure":
		e.lostTasks++
	case v.Reason.Reason == "Success" && e.lostTasks > 0:
		e.afterLoss++
	}
	e.cpu += time.Duration(v.Totals.CPU)
	e.shuffle += v.Totals.Written.Bytes
	e.spilled += v.Totals.Spilled
	e.peakMemory = max(e.peakMemory, v.Totals.Peak)
	e.longestTask = max(e.longestTask, v.Task.Finished-v.Task.Launched)
}
