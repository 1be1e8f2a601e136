//go:build linux

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"
)

// cluster is a standalone master with workers of one core each, on the loopback
// interface.
type cluster struct {
	*fleet
	dir     string
	memory  string // of each executor
	master  *process
	workers []*process
	address string // spark://…
	page    string // the address of the master's pages
}

// workerCount is the number of workers.
const workerCount = 2

// startCluster starts a master and its workers, and waits until the master knows them.
func (f *fleet) startCluster(ctx context.Context, name, memory string) (*cluster, error) {
	c := &cluster{fleet: f, dir: filepath.Join(f.dir, name), memory: memory}
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return nil, err
	}
	ports, err := freePorts(2)
	if err != nil {
		return nil, err
	}
	c.address, c.page = "spark://127.0.0.1:"+ports[0], "http://127.0.0.1:"+ports[1]
	c.master, err = c.start("master", "spark-class", "org.apache.spark.deploy.master.Master",
		"--host", "127.0.0.1", "--port", ports[0], "--webui-port", ports[1])
	if err != nil {
		return nil, err
	}
	for i := range workerCount {
		name := fmt.Sprint("worker", i)
		w, err := c.start(name, "spark-class", "org.apache.spark.deploy.worker.Worker",
			"--host", "127.0.0.1", "--port", "0", "--webui-port", "0", "--cores", "1", "--memory", memory,
			"--work-dir", filepath.Join(c.dir, name), c.address)
		if err != nil {
			return nil, err
		}
		c.workers = append(c.workers, w)
	}
	return c, c.await(ctx)
}

// stop ends the processes of the cluster and removes its scratch files.
func (c *cluster) stop() {
	for _, w := range c.workers {
		w.kill()
		<-w.done
	}
	c.master.kill()
	<-c.master.done
	_ = os.RemoveAll(c.dir)
}

// start starts one of Spark's programs.
func (c *cluster) start(name, program string, args ...string) (*process, error) {
	p, err := c.processes.start(c.command(program, args...), filepath.Join(c.dir, name+".log"))
	if err != nil {
		return nil, fmt.Errorf("start Spark's %s: %w", name, err)
	}
	return p, nil
}

// command returns a command of one of Spark's programs. Everything that it writes is in
// the folder of the cluster.
func (c *cluster) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(c.spark, "bin", program), args...)
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), "SPARK_HOME="+c.spark, "JAVA_HOME="+c.java,
		"SPARK_LOCAL_IP=127.0.0.1", "SPARK_PUBLIC_DNS=127.0.0.1",
		"SPARK_LOCAL_DIRS="+filepath.Join(c.dir, "scratch"), "SPARK_LOG_DIR="+c.dir,
		"SPARK_CONF_DIR="+c.dir, "SPARK_DAEMON_MEMORY=256m", "TMPDIR="+c.dir,
		// Java does not heed TMPDIR.
		`JDK_JAVA_OPTIONS=-XX:-UsePerfData "-Djava.io.tmpdir=`+c.dir+`"`)
	return cmd
}

// await waits until the master has heard of all workers.
func (c *cluster) await(ctx context.Context) error {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		var state struct {
			AliveWorkers int `json:"aliveworkers"`
		}
		if get(ctx, c.page+"/json/", &state) == nil && state.AliveWorkers == workerCount {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-c.master.done:
			return fmt.Errorf("the master of Spark ended: %v\n%s", c.master.err, c.master.tail())
		case <-time.After(200 * time.Millisecond):
		}
	}
	return fmt.Errorf("the workers of Spark did not register within a minute\n%s", c.workers[0].tail())
}

// get reads a JSON document.
func get(ctx context.Context, url string, into any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, answer.Status)
	}
	return json.NewDecoder(answer.Body).Decode(into)
}

// freePorts returns ports of the loopback interface that nothing listens on.
func freePorts(n int) (ports []string, err error) {
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close()
		ports = append(ports, strconv.Itoa(l.Addr().(*net.TCPAddr).Port))
	}
	return ports, nil
}
