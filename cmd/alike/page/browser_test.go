package page

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// browser is a headless Chromium. It takes commands of the DevTools protocol through a
// pipe: JSON, each message ended by a NUL.
//
// Drivers for Go are generated from the protocol of one version of Chrome and have
// failed on events of the next one. The dozen commands used here exist in every
// version.
type browser struct {
	t       *testing.T
	to      io.Writer
	session string

	mu      sync.Mutex
	last    int
	answers map[int]chan answer
	events  []event
	broken  error
}

type answer struct {
	Result json.RawMessage
	Error  *struct{ Message string }
}

type event struct {
	Method string
	Params json.RawMessage
}

// newBrowser starts a browser with one tab. It skips the test if none is installed.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	switch {
	case path == "" && os.Getenv("ALIKE_BROWSER") == "required":
		t.Fatal("chromium is not installed, and ALIKE_BROWSER=required")
	case path == "":
		t.Skip("chromium is not installed")
	}
	b := &browser{t: t, answers: map[int]chan answer{}}
	b.start(path)
	var target struct{ TargetID string }
	b.do("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var session struct{ SessionID string }
	b.do("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &session)
	b.session = session.SessionID
	for _, domain := range []string{"Page", "Runtime", "Network", "Log"} {
		b.do(domain+".enable", nil, nil)
	}
	b.size(1440, 900)
	return b
}

func (b *browser) start(path string) {
	b.t.Helper()
	home := b.t.TempDir()
	cmd := exec.Command(path, "--headless=new", "--remote-debugging-pipe", "--user-data-dir="+filepath.Join(home, "profile"),
		"--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-extensions", "--hide-scrollbars", "--force-color-profile=srgb", "about:blank")
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_RUNTIME_DIR="+home)
	var said bytes.Buffer
	cmd.Stderr = &said
	theirIn, in, err := os.Pipe()
	if err != nil {
		b.t.Fatal(err)
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		b.t.Fatal(err)
	}
	cmd.ExtraFiles = []*os.File{theirIn, theirOut} // 3 and 4
	if err := cmd.Start(); err != nil {
		b.t.Fatalf("starting %s: %v", path, err)
	}
	theirIn.Close()
	theirOut.Close()
	b.to = in
	go b.listen(out)
	b.t.Cleanup(func() {
		b.session = ""
		lost := b.try("Browser.close", nil, nil) != nil
		in.Close()
		watchdog := time.AfterFunc(10*time.Second, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		watchdog.Stop()
		if lost {
			b.t.Logf("the browser was lost; it said:\n%s", said.String())
		}
	})
}

// listen reads messages until the browser exits.
func (b *browser) listen(from io.ReadCloser) {
	defer from.Close()
	r := bufio.NewReader(from)
	for {
		text, err := r.ReadBytes(0)
		if err != nil {
			b.end(err)
			return
		}
		var m struct {
			ID int
			answer
			event
		}
		if err := json.Unmarshal(bytes.TrimSuffix(text, []byte{0}), &m); err != nil {
			b.end(err)
			return
		}
		b.mu.Lock()
		if waiting := b.answers[m.ID]; waiting != nil {
			waiting <- m.answer
			delete(b.answers, m.ID)
		} else if m.Method != "" {
			b.events = append(b.events, m.event)
		}
		b.mu.Unlock()
	}
}

func (b *browser) end(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.broken = err
	for _, waiting := range b.answers {
		close(waiting)
	}
	clear(b.answers)
}

// do sends a command and waits for the answer.
func (b *browser) do(method string, params map[string]any, result any) {
	b.t.Helper()
	if err := b.try(method, params, result); err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
}

func (b *browser) try(method string, params map[string]any, result any) error {
	waiting := make(chan answer, 1)
	b.mu.Lock()
	b.last++
	id := b.last
	if b.broken == nil {
		b.answers[id] = waiting
	} else {
		close(waiting)
	}
	b.mu.Unlock()
	message := map[string]any{"id": id, "method": method}
	if params != nil {
		message["params"] = params
	}
	if b.session != "" {
		message["sessionId"] = b.session
	}
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	if _, err := b.to.Write(append(text, 0)); err != nil {
		return err
	}
	select {
	case got, ok := <-waiting:
		switch {
		case !ok:
			return fmt.Errorf("the browser has gone: %w", b.broken)
		case got.Error != nil:
			return errors.New(got.Error.Message)
		case result != nil:
			return json.Unmarshal(got.Result, result)
		}
		return nil
	case <-time.After(60 * time.Second):
		return errors.New("no answer within a minute")
	}
}

// size sets the size of the window in pixels.
func (b *browser) size(width, height int) {
	b.t.Helper()
	b.do("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
}

// media emulates a medium, screen or print, and a colour scheme, light or dark.
func (b *browser) media(medium, scheme string) {
	b.t.Helper()
	b.do("Emulation.setEmulatedMedia", map[string]any{"media": medium,
		"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

// open opens a page and waits until it has loaded.
func (b *browser) open(url string) {
	b.t.Helper()
	b.do("Page.navigate", map[string]any{"url": url}, nil)
	for range 1000 {
		if evaluated[bool](b, fmt.Sprintf(`location.href === %q && document.readyState === "complete"`, url)) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	b.t.Fatalf("%s has not loaded after ten seconds", url)
}

// seen returns the parameters of all events of a method.
func (b *browser) seen(method string) (params []json.RawMessage) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.events {
		if e.Method == method {
			params = append(params, e.Params)
		}
	}
	return params
}

// picture saves a screenshot.
func (b *browser) picture(path string) {
	b.t.Helper()
	var shot struct{ Data string }
	b.do("Page.captureScreenshot", nil, &shot)
	b.save(path, shot.Data)
}

func (b *browser) save(path, data string) []byte {
	b.t.Helper()
	file, err := base64.StdEncoding.DecodeString(data)
	if err == nil {
		err = os.WriteFile(path, file, 0o644)
	}
	if err != nil {
		b.t.Fatal(err)
	}
	return file
}

// key presses a key.
func (b *browser) key(key, text string) {
	b.t.Helper()
	press := map[string]any{"type": "keyDown", "key": key, "text": text}
	if key == "Enter" {
		press["windowsVirtualKeyCode"] = 13
	}
	b.do("Input.dispatchKeyEvent", press, nil)
	b.do("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": key}, nil)
}

// click clicks in the middle of the visible part of the first element that a selector
// finds.
func (b *browser) click(selector string) {
	b.t.Helper()
	at := evaluated[[]float64](b, fmt.Sprintf(`(() => {
		const r = document.querySelector(%q).getClientRects()[0];
		return [r.left + Math.min(r.width / 2, 60), r.top + r.height / 2];
	})()`, selector))
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		b.do("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1}, nil)
	}
}

// evaluated returns the value of a JavaScript expression on the page. The policy of the
// page does not apply to it.
func evaluated[T any](b *browser, expression string) (value T) {
	b.t.Helper()
	var got struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	b.do("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &got)
	if e := got.ExceptionDetails; e != nil {
		b.t.Fatalf("%s: %s %s", expression, e.Text, e.Exception.Description)
	}
	if err := json.Unmarshal(got.Result.Value, &value); err != nil {
		b.t.Fatalf("%s: %v in %s", expression, err, got.Result.Value)
	}
	return value
}
