//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

// loseWorker asks for pairs again and kills a worker, with its executor, while that
// runs tasks. The job must go on, finish after the kill, and answer the same.
func (t *trial) loseWorker(ctx context.Context, c *cluster) error {
	q := pairs("distinctive", 50, 3)
	want, err := t.askAlike(ctx, t.imported, q)
	if err != nil {
		return err
	}
	text, err := t.sql(ctx, t.dataset, "spark", q)
	if err != nil {
		return err
	}
	s, err := c.openSession("killed", []question{q}, []string{text})
	if err != nil {
		return err
	}
	lost := make(chan error, 1)
	go func() { lost <- c.killBusyWorker(ctx, s) }()
	got, err := s.next(ctx)
	if err != nil {
		return fmt.Errorf("alike sql %s, with a worker killed: %w", q, err)
	}
	losing, ending := <-lost, s.end(ctx)
	if err := errors.Join(losing, ending); err != nil {
		return err
	}
	if err := q.differ("Spark with a worker killed", got.table, "the imported index", want.table); err != nil {
		return err
	}
	log, err := readEvents(s.events)
	if err != nil {
		return err
	}
	if log.lostTasks == 0 || log.afterLoss == 0 {
		return fmt.Errorf("the kill missed the job: %d tasks were lost, %d finished after that", log.lostTasks, log.afterLoss)
	}
	t.say("%s, a worker killed: %d rows, all equal; %d tasks were lost with it, %d finished afterwards; Spark %.1f s",
		q, got.count, log.lostTasks, log.afterLoss, got.seconds.Seconds())
	return nil
}

// busyTasks is the number of tasks that a worker has finished before it is killed, so
// that results of its tasks are lost as well.
const busyTasks = 3

// killBusyWorker waits until a worker runs a task and has finished others, and kills it.
func (c *cluster) killBusyWorker(ctx context.Context, s *session) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.done:
			return errors.New("spark-sql ended before a worker could be killed in the middle of a job")
		case <-time.After(5 * time.Millisecond):
		}
		for _, executor := range s.busyExecutors(ctx) {
			w := c.workerOf(executor)
			if w == nil {
				continue
			}
			// A stopped worker finishes nothing, so what the driver counts then is what
			// the worker runs.
			w.signal(syscall.SIGSTOP)
			time.Sleep(500 * time.Millisecond)
			if slices.Contains(s.busyExecutors(ctx), executor) {
				w.kill()
				<-w.done
				return nil
			}
			w.signal(syscall.SIGCONT)
		}
	}
}

// busyExecutors returns the executors of a session that run tasks and have finished some.
func (s *session) busyExecutors(ctx context.Context) (ids []string) {
	var applications []struct{ ID string }
	// Before its pages are up, and after its end, a session has no executors.
	if err := get(ctx, s.ui+"/api/v1/applications", &applications); err != nil || len(applications) == 0 {
		return nil
	}
	var executors []struct {
		ID             string
		ActiveTasks    int
		CompletedTasks int
	}
	if err := get(ctx, s.ui+"/api/v1/applications/"+applications[0].ID+"/executors", &executors); err != nil {
		return nil
	}
	for _, e := range executors {
		if e.ActiveTasks > 0 && e.CompletedTasks >= busyTasks {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

// workerOf returns the worker of an executor of the latest application, known by the folders
// that workers make for their executors.
func (c *cluster) workerOf(executor string) *process {
	var found *process
	latest := ""
	for i, w := range c.workers {
		dirs, _ := filepath.Glob(filepath.Join(c.dir, fmt.Sprint("worker", i), "app-*", executor))
		for _, dir := range dirs {
			if app := filepath.Base(filepath.Dir(dir)); app > latest {
				latest, found = app, w
			}
		}
	}
	return found
}
