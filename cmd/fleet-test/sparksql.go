//go:build linux

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// session is spark-sql on a cluster, as an operator runs it: SQL in, rows out.
type session struct {
	*process
	ui      string // the address of the application's pages
	events  string // the folder of its event log
	answers chan timed
	err     error // why answers was closed early
}

// marker is the column of the rows that separate the answers of a session.
const marker = "fleet_test_answer"

// openSession starts spark-sql with the questions, whose SQL the texts are.
func (c *cluster) openSession(name string, questions []question, texts []string) (*session, error) {
	ports, err := freePorts(1)
	if err != nil {
		return nil, err
	}
	s := &session{ui: "http://127.0.0.1:" + ports[0], events: filepath.Join(c.dir, "events-"+name), answers: make(chan timed, len(texts))}
	if err := os.MkdirAll(s.events, 0o700); err != nil {
		return nil, err
	}
	args := []string{"--master", c.address, "--driver-memory", "1g", "--executor-memory", c.memory, "-f", "/dev/stdin"}
	for _, setting := range []string{
		"spark.sql.catalogImplementation=in-memory", "spark.sql.warehouse.dir=" + filepath.Join(c.dir, "warehouse"),
		"spark.sql.cli.print.header=true", "spark.executor.cores=1", "spark.cores.max=2",
		"spark.driver.host=127.0.0.1", "spark.driver.bindAddress=127.0.0.1", "spark.ui.port=" + ports[0],
		"spark.eventLog.enabled=true", "spark.eventLog.dir=file://" + s.events,
		"spark.eventLog.compress=false", "spark.eventLog.rolling.enabled=false",
	} {
		args = append(args, "--conf", setting)
	}
	cmd := c.command("spark-sql", args...)
	mark := fmt.Sprintf("SELECT 'end' AS %s;\n", marker)
	sql := mark // the start of Java and of the executors is not part of an answer
	for _, text := range texts {
		sql += strings.TrimRight(strings.TrimSpace(text), ";") + "\n;\n" + mark
	}
	cmd.Stdin = strings.NewReader(sql)
	out, in := io.Pipe()
	cmd.Stdout = in
	if s.process, err = c.processes.start(cmd, filepath.Join(c.dir, name+".log")); err != nil {
		return nil, fmt.Errorf("start spark-sql: %w", err)
	}
	go func() {
		<-s.done
		in.Close()
	}()
	go s.read(out, questions)
	return s, nil
}

// read reads the answers from the rows that spark-sql prints.
func (s *session) read(out io.Reader, questions []question) {
	defer close(s.answers)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 16<<20)
	_, s.err = nextAnswer(lines, nil)
	for _, q := range questions {
		if s.err != nil {
			break
		}
		var t timed
		if t, s.err = nextAnswer(lines, q.columns()); s.err == nil {
			s.answers <- t
		}
	}
	_, _ = io.Copy(io.Discard, out)
}

// nextAnswer reads the rows up to the next marker. Their header is the first line that
// names all the columns; what precedes it are the results of other statements.
func nextAnswer(lines *bufio.Scanner, columns []string) (timed, error) {
	begun := time.Now()
	var t timed
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		switch {
		case fields[0] == marker:
			lines.Scan() // its value
			t.seconds = time.Since(begun)
			t.count = len(t.rows)
			return t, nil
		case t.columns == nil:
			if !slices.ContainsFunc(columns, func(c string) bool { return !slices.Contains(fields, c) }) {
				t.columns = fields
			}
		case lines.Text() == "Response code": // the header of a statement without rows
		case len(fields) != len(t.columns):
			return t, fmt.Errorf("a row of spark-sql has %d values, want %d: %q", len(fields), len(t.columns), lines.Text())
		default:
			for i := range fields {
				if fields[i] == "NULL" {
					fields[i] = ""
				}
			}
			t.rows = append(t.rows, fields)
		}
	}
	if err := lines.Err(); err != nil {
		return t, err
	}
	return t, io.ErrUnexpectedEOF
}

// next returns the next answer.
func (s *session) next(ctx context.Context) (timed, error) {
	select {
	case t, ok := <-s.answers:
		if ok {
			return t, nil
		}
	case <-ctx.Done():
		s.kill()
		return timed{}, ctx.Err()
	}
	<-s.done
	return timed{}, fmt.Errorf("spark-sql did not answer: %w (exit: %v)\n%s", s.err, s.process.err, s.tail())
}

// end waits until the session has ended, which must have succeeded.
func (s *session) end(ctx context.Context) error {
	select {
	case <-s.done:
	case <-ctx.Done():
		s.kill()
		return ctx.Err()
	}
	if s.process.err != nil {
		return fmt.Errorf("spark-sql: %w\n%s", s.process.err, s.tail())
	}
	return nil
}
