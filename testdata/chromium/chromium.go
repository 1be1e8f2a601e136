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
	"strings"
	"sync"
	"testing"
	"time"
)

// Browser is a tab of a headless Chromium, with its own storage. All tests of a package share
// one Chromium, which takes commands of the DevTools protocol through a pipe: JSON, each
// message ended by a NUL.
//
// Drivers for Go are generated from the protocol of one version of Chrome and have
// failed on events of the next one. The dozen commands used here exist in every
// version.
type Browser struct {
	t       *testing.T
	p       *process
	session string
	events  []event // under p.mu
}

// process is a running Chromium.
type process struct {
	cmd  *exec.Cmd
	home string
	to   io.WriteCloser
	said bytes.Buffer // on standard error; only to be read when it has ended

	writing sync.Mutex
	mu      sync.Mutex
	last    int
	answers map[int]chan answer
	tabs    map[string]*Browser // by session
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

var shared struct {
	mu sync.Mutex
	p  *process
}

// Main runs the tests of a package, then ends the browser. TestMain calls it.
func Main(m *testing.M) {
	code := m.Run()
	if shared.p != nil {
		shared.p.end()
	}
	os.Exit(code)
}

// New opens a tab. It skips the test if no browser is installed.
func New(t *testing.T) *Browser {
	t.Helper()
	p := running(t)
	b := &Browser{t: t, p: p}
	var context struct{ BrowserContextID string }
	b.Do("Target.createBrowserContext", nil, &context)
	var target struct{ TargetID string }
	b.Do("Target.createTarget", map[string]any{"url": "about:blank", "browserContextId": context.BrowserContextID}, &target)
	var session struct{ SessionID string }
	b.Do("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &session)
	b.session = session.SessionID
	p.mu.Lock()
	p.tabs[b.session] = b
	p.mu.Unlock()
	for _, domain := range []string{"Page", "Runtime", "Network", "Log"} {
		b.Do(domain+".enable", nil, nil)
	}
	b.Do("Emulation.setFocusEmulationEnabled", map[string]any{"enabled": true}, nil)
	b.Size(1440, 900)
	t.Cleanup(func() {
		p.mu.Lock()
		delete(p.tabs, b.session)
		p.mu.Unlock()
		if err := p.do("", "Target.disposeBrowserContext", map[string]any{"browserContextId": context.BrowserContextID}, nil); err != nil {
			t.Errorf("closing the tab: %v", err)
		}
	})
	return b
}

// running returns the browser of all tests.
func running(t *testing.T) *process {
	t.Helper()
	shared.mu.Lock()
	defer shared.mu.Unlock()
	if shared.p != nil {
		return shared.p
	}
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
	p, err := start(path)
	if err != nil {
		t.Fatalf("starting %s: %v", path, err)
	}
	shared.p = p
	return p
}

func start(path string) (*process, error) {
	home, err := os.MkdirTemp("", "alike-chromium-")
	if err != nil {
		return nil, err
	}
	p := &process{home: home, answers: map[int]chan answer{}, tabs: map[string]*Browser{}}
	p.cmd = exec.Command(path, "--headless=new", "--remote-debugging-pipe", "--user-data-dir="+filepath.Join(home, "profile"),
		"--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-extensions", "--hide-scrollbars", "--force-color-profile=srgb",
		"--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding",
		"about:blank")
	p.cmd.Env = append(os.Environ(), "HOME="+home, "XDG_RUNTIME_DIR="+home)
	p.cmd.Stderr = &p.said
	theirIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p.cmd.ExtraFiles = []*os.File{theirIn, theirOut} // 3 and 4
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	theirIn.Close()
	theirOut.Close()
	p.to = in
	go p.listen(out)
	return p, nil
}

func (p *process) end() {
	lost := p.do("", "Browser.close", nil, nil) != nil
	p.to.Close()
	watchdog := time.AfterFunc(10*time.Second, func() { _ = p.cmd.Process.Kill() })
	_ = p.cmd.Wait()
	watchdog.Stop()
	if lost {
		fmt.Fprintf(os.Stderr, "the browser was lost; it said:\n%s", p.said.String())
	}
	_ = os.RemoveAll(p.home)
}

// listen reads messages until the browser exits.
func (p *process) listen(from io.ReadCloser) {
	defer from.Close()
	r := bufio.NewReader(from)
	for {
		text, err := r.ReadBytes(0)
		if err != nil {
			p.fail(err)
			return
		}
		var m struct {
			ID        int
			SessionID string
			answer
			event
		}
		if err := json.Unmarshal(bytes.TrimSuffix(text, []byte{0}), &m); err != nil {
			p.fail(err)
			return
		}
		p.mu.Lock()
		if waiting := p.answers[m.ID]; waiting != nil {
			waiting <- m.answer
			delete(p.answers, m.ID)
		} else if tab := p.tabs[m.SessionID]; tab != nil && m.Method != "" {
			tab.events = append(tab.events, m.event)
		}
		p.mu.Unlock()
	}
}

func (p *process) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.broken = err
	for _, waiting := range p.answers {
		close(waiting)
	}
	clear(p.answers)
}

// Do sends a command and waits for the answer.
func (b *Browser) Do(method string, params map[string]any, result any) {
	b.t.Helper()
	if err := b.p.do(b.session, method, params, result); err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
}

func (p *process) do(session, method string, params map[string]any, result any) error {
	waiting := make(chan answer, 1)
	p.mu.Lock()
	p.last++
	message := map[string]any{"id": p.last, "method": method}
	if params != nil {
		message["params"] = params
	}
	if session != "" {
		message["sessionId"] = session
	}
	text, err := json.Marshal(message)
	if p.broken == nil {
		p.answers[p.last] = waiting
	} else {
		close(waiting)
	}
	p.mu.Unlock()
	if err != nil {
		return err
	}
	p.writing.Lock()
	_, err = p.to.Write(append(text, 0))
	p.writing.Unlock()
	if err != nil {
		return err
	}
	select {
	case got, ok := <-waiting:
		switch {
		case !ok:
			return fmt.Errorf("the browser has gone: %w", p.broken)
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

// patience is how often Open and Await look, once each pause: a look costs a millisecond. It only
// ends tests that would hang: a machine with other work may take many seconds.
const (
	patience = 2400
	pause    = 25 * time.Millisecond
)

// Open opens a page and waits until it has loaded.
func (b *Browser) Open(url string) {
	b.t.Helper()
	b.Do("Page.navigate", map[string]any{"url": url}, nil)
	for range patience {
		if Evaluate[bool](b, fmt.Sprintf(`location.href === %q && document.readyState === "complete"`, url)) {
			return
		}
		time.Sleep(pause)
	}
	b.t.Fatalf("%s has not loaded after a minute", url)
}

// Seen returns the parameters of all events of a method.
func (b *Browser) Seen(method string) (params []json.RawMessage) {
	b.p.mu.Lock()
	defer b.p.mu.Unlock()
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

// Click waits for an element, and clicks in the middle of the visible part of the first one
// that a selector finds.
func (b *Browser) Click(selector string) {
	b.t.Helper()
	b.Await(fmt.Sprintf(`document.querySelector(%q) !== null`, selector))
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

// Await waits until a JavaScript expression is true, even while the page loads again.
func (b *Browser) Await(expression string) {
	b.t.Helper()
	for range patience {
		is, err := evaluate[bool](b, expression)
		if err != nil && !strings.Contains(err.Error(), "Inspected target navigated") {
			b.t.Fatal(err)
		}
		if is {
			return
		}
		time.Sleep(pause)
	}
	b.t.Fatalf("after a minute, this is not true: %s", expression)
}

// Evaluate returns the value of a JavaScript expression on the page. The policy of the
// page does not apply to it.
func Evaluate[T any](b *Browser, expression string) T {
	b.t.Helper()
	value, err := evaluate[T](b, expression)
	if err != nil {
		b.t.Fatal(err)
	}
	return value
}

func evaluate[T any](b *Browser, expression string) (value T, err error) {
	var got struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	if err := b.p.do(b.session, "Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &got); err != nil {
		return value, fmt.Errorf("%s: %w", expression, err)
	}
	if e := got.ExceptionDetails; e != nil {
		return value, fmt.Errorf("%s: %s %s", expression, e.Text, e.Exception.Description)
	}
	if err := json.Unmarshal(got.Result.Value, &value); err != nil {
		return value, fmt.Errorf("%s: %w in %s", expression, err, got.Result.Value)
	}
	return value, nil
}
