package scan

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"alike/scan/fsys"
	"alike/testdata"
)

// interrupted scans and cancels at the n-th read.
func (x *index) interrupted(o Options, root string, n int32) {
	x.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var reads atomic.Int32
	o.beforeRead = func(string, int64) {
		if reads.Add(1) == n {
			cancel()
		}
	}
	if sum, err := Run(ctx, x.w, []string{root}, o); !errors.Is(err, context.Canceled) || !sum.Interrupted {
		x.t.Errorf("error %v, %+v", err, sum)
	}
}

const (
	hammerFolder = "ALIKE_TEST_HAMMER"      // the folder, for the writing process
	hammerMaps   = "ALIKE_TEST_HAMMER_MAPS" // set if it may write through mappings
	hammerFiles  = 24
	hammerSize   = 10_000
)

// TestHammer overwrites files from another process with the same number of bytes, at
// random moments during scans: by write(2), through mappings that stay open, by
// replacing the file, and with mtime restored. After it stops at a random moment, one
// more scan must make the index equal to a new one. File times come from the system
// clock, which since Linux 6.13 is as fine as its readers need, and from a file system
// with whole seconds.
func TestHammer(t *testing.T) {
	if root := os.Getenv(hammerFolder); root != "" {
		hammer(t, root)
		return
	}
	t.Run("fine", func(t *testing.T) { hammerIn(t, t.TempDir()) }) // not in memory, see fsys.StartWriteBack
	t.Run("whole seconds", func(t *testing.T) { hammerIn(t, wholeSeconds(t)) })
}

// wholeSeconds mounts a file system with times in whole seconds and without birth
// times, like ext3.
func wholeSeconds(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	image := dir + "/image"
	must(t, os.WriteFile(image, nil, 0o600))
	must(t, os.Truncate(image, 8<<20))
	must(t, os.Mkdir(dir+"/mnt", 0o755))
	if out, err := exec.Command("mke2fs", "-q", "-F", "-I", "128", "-t", "ext4", image).CombinedOutput(); err != nil {
		t.Skipf("making a file system: %v %s", err, out)
	}
	if out, err := exec.Command("mount", "-o", "loop", image, dir+"/mnt").CombinedOutput(); err != nil {
		t.Skipf("mounting is not permitted: %v %s", err, out)
	}
	t.Cleanup(func() { must(t, exec.Command("umount", dir+"/mnt").Run()) })
	return dir + "/mnt"
}

func hammerIn(t *testing.T, root string) {
	rounds := testdata.Rounds(4, 12)
	r := rand.New(rand.NewPCG(5, uint64(time.Now().UnixNano())))
	for i := range hammerFiles {
		must(t, os.WriteFile(fmt.Sprintf("%s/f%d", root, i), make([]byte, hammerSize), 0o644))
	}
	x := newIndex(t)
	cmd := exec.Command(os.Args[0], "-test.run=^TestHammer$")
	cmd.Env = append(os.Environ(), hammerFolder+"="+root)
	if movesTimes(t, root) {
		cmd.Env = append(cmd.Env, hammerMaps+"=1")
	} else {
		t.Log("nothing is written through mappings: this file system writes nothing back")
	}
	cmd.Stderr = os.Stderr
	orders, err := cmd.StdinPipe()
	must(t, err)
	answers, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	lines := bufio.NewReader(answers)
	tell := func(order string) string {
		t.Helper()
		_, err := io.WriteString(orders, order+"\n")
		must(t, err)
		line, err := lines.ReadString('\n')
		must(t, err)
		return strings.TrimSpace(line)
	}
	const enough = 100 // a busy machine needs more rounds for as many
	writes := 0
	for i := 0; i < rounds || writes < enough && i < 20*rounds; i++ {
		tell("go")
		for range 1 + r.IntN(20) {
			x.scan(options(), root)
			time.Sleep(time.Duration(r.IntN(5)) * time.Millisecond)
		}
		n, err := strconv.Atoi(tell("stop"))
		must(t, err)
		writes += n
		x.scan(options(), root)
		x.equalsFresh(root)
		if t.Failed() {
			break
		}
	}
	must(t, orders.Close())
	must(t, cmd.Wait())
	if writes < enough {
		t.Errorf("only %d writes, too few", writes)
	}
	t.Logf("%d writes during scans", writes)
	x.checked()
}

// hammer is the writing process. It writes between "go" and "stop" and answers each
// with its number of writes.
func hammer(t *testing.T, root string) {
	orders := make(chan string)
	go func() {
		lines := bufio.NewScanner(os.Stdin)
		for lines.Scan() {
			orders <- lines.Text()
		}
		close(orders)
	}()
	r := rand.New(rand.NewPCG(6, uint64(os.Getpid())))
	maps := make(map[int][]byte)
	for order := range orders {
		fmt.Println(0)
		if order != "go" {
			t.Fatalf("order %q", order)
		}
		writes := 0
		for running := true; running; {
			select {
			case <-orders:
				fmt.Println(writes)
				running = false
			default:
				overwriteOne(t, r, root, maps)
				writes++
				time.Sleep(time.Duration(r.IntN(300)) * time.Microsecond)
			}
		}
	}
	os.Exit(0) // the testing package would print to standard output
}

func overwriteOne(t *testing.T, r *rand.Rand, root string, maps map[int][]byte) {
	i := r.IntN(hammerFiles)
	path := fmt.Sprintf("%s/f%d", root, i)
	data := make([]byte, hammerSize)
	for at := range data {
		data[at] = byte(r.Uint32())
	}
	switch i % 4 {
	case 0: // through a mapping that stays open
		if os.Getenv(hammerMaps) == "" {
			return
		}
		if maps[i] == nil {
			f, err := os.OpenFile(path, os.O_RDWR, 0)
			must(t, err)
			maps[i] = mapFile(t, f, hammerSize)
			must(t, f.Close())
		}
		maps[i][r.IntN(hammerSize)]++
	case 1: // replaces the file
		must(t, os.WriteFile(path+"~", data, 0o644))
		must(t, os.Rename(path+"~", path))
	case 2: // restores mtime
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		must(t, err)
		_, err = f.WriteAt(data, 0)
		must(t, err)
		must(t, f.Close())
		must(t, os.Chtimes(path, time.Unix(1e9, 0), time.Unix(1e9, 0)))
	default: // one byte in place
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		must(t, err)
		_, err = f.WriteAt(data[:1], int64(r.IntN(hammerSize)))
		must(t, err)
		must(t, f.Close())
	}
}

// TestRenamedWithoutTimeOfBirth checks that renamed files, and files in renamed
// folders, are read if there are no birth times.
func TestRenamedWithoutTimeOfBirth(t *testing.T) {
	root := wholeSeconds(t)
	x := newIndex(t)
	write(t, root, map[string]string{"a": "1", "d/b": "2"})
	x.scan(options(), root)
	x.settle(root)
	must(t, x.w.Commit())
	time.Sleep(1100 * time.Millisecond) // one tick of the file system's clock
	must(t, os.Rename(root+"/a", root+"/e"))
	must(t, os.Rename(root+"/d", root+"/f"))
	if sum := x.scan(options(), root); sum.Moved != 0 || sum.Read != 2 || sum.New != 2 || sum.Gone != 2 {
		t.Errorf("%+v", sum)
	}
	x.equalsFresh(root)
	x.checked()
}

// TestMappedWrite changes a page that was dirtied through a mapping before the file was
// read, long after the file has settled.
func TestMappedWrite(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{"f": strings.Repeat("before", 1000)})
	f, err := os.OpenFile(root+"/f", os.O_RDWR, 0)
	must(t, err)
	defer f.Close()
	mapped := mapFile(t, f, 6000)
	defer unmap(t, mapped)
	mapped[0] = 'B'
	if !movesTimes(t, root) {
		t.Skip("this file system writes nothing back")
	}
	x := newIndex(t)
	o := options()
	o.wall = (&testClock{ahead: time.Minute}).now // the change counts as settled
	x.scan(o, root)
	if e := x.files(root)["f"]; e.Unsettled {
		t.Fatal("the file is unsettled")
	}
	time.Sleep(20 * time.Millisecond) // one tick of the clock of file times
	mapped[1] = 'E'
	if sum := x.scan(o, root); sum.Changed != 1 {
		t.Errorf("%+v", sum)
	}
	x.equalsFresh(root)
	x.checked()
}

// movesTimes reports whether a write after StartWriteBack changes the times of a file.
func movesTimes(t *testing.T, dir string) bool {
	path := dir + "/.probe"
	must(t, os.WriteFile(path, make([]byte, 1), 0o644))
	defer os.Remove(path)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	must(t, err)
	defer f.Close()
	mapped := mapFile(t, f, 1)
	defer unmap(t, mapped)
	mapped[0] = 1
	fsys.StartWriteBack(t.Context(), int(f.Fd()), 1)
	before, err := f.Stat()
	must(t, err)
	time.Sleep(20 * time.Millisecond)
	mapped[0] = 2
	after, err := f.Stat()
	must(t, err)
	return !after.ModTime().Equal(before.ModTime())
}
