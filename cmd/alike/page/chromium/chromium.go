// Package chromium drives a headless browser in tests of pages.
package chromium

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

// Browser is a headless Chromium. It takes commands of the DevTools protocol through a
// pipe: JSON, each message ended by a NUL.
//
// Drivers for Go are generated from the protocol of one version of Chrome and have
// failed on events of the next one. The dozen commands used here exist in every
// version.
type Browser struct {
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

// New starts a browser with one tab. It skips the test if none is installed.
func New(t *testing.T) *Browser {
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
	b := &Browser{t: t, answers: map[int]chan answer{}}
	b.start(path)
	var target struct{ TargetID string }
	b.Do("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var session struct{ SessionID string }
	b.Do("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &session)
	b.session = session.SessionID
	for _, domain := range []string{"Page", "Runtime", "Network", "Log"} {
		b.Do(domain+".enable", nil, nil)
	}
	b.Size(1440, 900)
	return b
}

func (b *Browser) start(path string) {
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
func (b *Browser) listen(from io.ReadCloser) {
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

func (b *Browser) end(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.broken = err
	for _, waiting := range b.answers {
		close(waiting)
	}
	clear(b.answers)
}

// Do sends a command and waits for the answer.
func (b *Browser) Do(method string, params map[string]any, result any) {
	b.t.Helper()
	if err := b.try(method, params, result); err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
}

func (b *Browser) try(method string, params map[string]any, result any) error {
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

// Size sets the size of the window in pixels.
func (b *Browser) Size(width, height int) {
	b.t.Helper()
	b.Do("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
}

// Media emulates a medium, screen or print, and a colour scheme, light or dark.
func (b *Browser) Media(medium, scheme string) {
	b.t.Helper()
	b.Do("Emulation.setEmulatedMedia", map[string]any{"media": medium,
		"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

// Open opens a page and waits until it has loaded.
func (b *Browser) Open(url string) {
	b.t.Helper()
	b.Do("Page.navigate", map[string]any{"url": url}, nil)
	for range 1000 {
		if Evaluate[bool](b, fmt.Sprintf(`location.href === %q && document.readyState === "complete"`, url)) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	b.t.Fatalf("%s has not loaded after ten seconds", url)
}

// Seen returns the parameters of all events of a method.
func (b *Browser) Seen(method string) (params []json.RawMessage) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.events {
		if e.Method == method {
			params = append(params, e.Params)
		}
	}
	return params
}

// Picture saves a screenshot.
func (b *Browser) Picture(path string) {
	b.t.Helper()
	var shot struct{ Data string }
	b.Do("Page.captureScreenshot", nil, &shot)
	b.Save(path, shot.Data)
}

// Save writes a file that the browser has sent in base 64, and returns it.
func (b *Browser) Save(path, data string) []byte {
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

// keyCodes are the codes of keys that browsers act on themselves.
var keyCodes = map[string]int{
	"Tab": 9, "Enter": 13, "Escape": 27, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36,
	"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
}

// Key presses a key. text is what it types, if anything.
func (b *Browser) Key(key, text string) {
	b.t.Helper()
	press := map[string]any{"type": "keyDown", "key": key, "text": text}
	release := map[string]any{"type": "keyUp", "key": key}
	if code := keyCodes[key]; code > 0 {
		press["windowsVirtualKeyCode"], release["windowsVirtualKeyCode"] = code, code
	}
	b.Do("Input.dispatchKeyEvent", press, nil)
	b.Do("Input.dispatchKeyEvent", release, nil)
}

// Type sends text to the focused element.
func (b *Browser) Type(text string) {
	b.t.Helper()
	b.Do("Input.insertText", map[string]any{"text": text}, nil)
}

// Click clicks in the middle of the visible part of the first element that a selector
// finds.
func (b *Browser) Click(selector string) {
	b.t.Helper()
	at := Evaluate[[]float64](b, fmt.Sprintf(`(() => {
		const r = document.querySelector(%q).getClientRects()[0];
		return [r.left + Math.min(r.width / 2, 60), r.top + r.height / 2];
	})()`, selector))
	b.ClickAt(at[0], at[1])
}

// ClickAt clicks at a place in the window.
func (b *Browser) ClickAt(x, y float64) {
	b.t.Helper()
	b.Point(x, y)
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		b.Do("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}, nil)
	}
}

// Point moves the pointer to a place in the window.
func (b *Browser) Point(x, y float64) {
	b.t.Helper()
	b.Do("Input.dispatchMouseEvent", map[string]any{"type": "mouseMoved", "x": x, "y": y}, nil)
}

// Await waits until a JavaScript expression is true.
func (b *Browser) Await(expression string) {
	b.t.Helper()
	for range 1000 {
		if Evaluate[bool](b, expression) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	b.t.Fatalf("after ten seconds, this is not true: %s", expression)
}

// Evaluate returns the value of a JavaScript expression on the page. The policy of the
// page does not apply to it.
func Evaluate[T any](b *Browser, expression string) (value T) {
	b.t.Helper()
	var got struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	b.Do("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &got)
	if e := got.ExceptionDetails; e != nil {
		b.t.Fatalf("%s: %s %s", expression, e.Text, e.Exception.Description)
	}
	if err := json.Unmarshal(got.Result.Value, &value); err != nil {
		b.t.Fatalf("%s: %v in %s", expression, err, got.Result.Value)
	}
	return value
}
