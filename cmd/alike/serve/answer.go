package serve

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"alike/cmd/alike/terminal"
)

// answer writes the answer to a request. It keeps the first bytes, so that an early error
// can still be answered with its status.
type answer struct {
	w         http.ResponseWriter
	header    http.Header
	control   *http.ResponseController
	stall     time.Duration
	status    int
	mediaType string
	policy    string // Content-Security-Policy
	kept      []byte
	started   bool
}

const keptBytes = 64 << 10

func newAnswer(w http.ResponseWriter, stall time.Duration) *answer {
	a := &answer{
		w: w, header: w.Header(), control: http.NewResponseController(w), stall: stall,
		status: http.StatusOK, mediaType: "text/plain; charset=utf-8", policy: noContent,
	}
	a.header.Set("X-Content-Type-Options", "nosniff")
	a.header.Set("Cache-Control", "no-store")
	a.header.Set("Referrer-Policy", "no-referrer")
	a.header.Set("Cross-Origin-Resource-Policy", "same-origin")
	a.header.Set("Cross-Origin-Opener-Policy", "same-origin")
	a.header.Set("X-Frame-Options", "DENY")
	return a
}

// Write implements io.Writer.
func (a *answer) Write(p []byte) (int, error) {
	if !a.started && len(a.kept)+len(p) <= keptBytes {
		a.kept = append(a.kept, p...)
		return len(p), nil
	}
	if !a.started {
		a.start()
		if err := a.send(a.kept); err != nil {
			return 0, err
		}
		a.kept = nil
	}
	if err := a.send(p); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (a *answer) start() {
	a.started = true
	a.header.Set("Content-Type", a.mediaType)
	a.header.Set("Content-Security-Policy", a.policy+"; frame-ancestors 'none'")
	a.w.WriteHeader(a.status)
}

// send sends bytes in parts. A client that reads nothing of a part for some time is
// disconnected.
func (a *answer) send(p []byte) error {
	for len(p) > 0 {
		part := p[:min(len(p), keptBytes)]
		_ = a.control.SetWriteDeadline(time.Now().Add(a.stall))
		if _, err := a.w.Write(part); err != nil {
			return err
		}
		p = p[len(part):]
	}
	return nil
}

// end sends what is kept.
func (a *answer) end() {
	if !a.started {
		a.header.Set("Content-Length", strconv.Itoa(len(a.kept)))
		a.start()
		_ = a.send(a.kept)
	}
	_ = a.control.SetWriteDeadline(time.Now().Add(a.stall)) // for what net/http has buffered
}

// json makes the answer a JSON value.
func (a *answer) json(v any) error {
	a.mediaType = "application/json"
	a.kept = append(terminal.AppendJSON(nil, v), '\n')
	return nil
}

// fail answers with an error. What has begun is cut off, so that the client notices.
func (s *Server) fail(a *answer, r *http.Request, err error) {
	status, text := http.StatusInternalServerError, err.Error()
	var known *Error
	var method *methodError
	switch {
	case errors.As(err, &known):
		status = known.Status
	case errors.As(err, &method):
		status = http.StatusMethodNotAllowed
		a.header.Set("Allow", strings.Join(method.allowed, ", "))
	case errors.Is(err, context.Canceled):
		status, text = http.StatusServiceUnavailable, "alike serve is stopping"
	}
	if status == http.StatusInternalServerError && r.Context().Err() == nil {
		s.log(fmt.Sprintf("%s %s: %s", r.Method, terminal.Visible(r.URL.Path), terminal.Visible(text)))
	}
	if a.started {
		panic(http.ErrAbortHandler)
	}
	a.kept, a.status = nil, status
	a.header.Del("Content-Encoding")
	switch status {
	case http.StatusUnauthorized:
		a.header.Set("WWW-Authenticate", "Bearer")
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		a.header.Set("Retry-After", "2")
	}
	if r.ContentLength != 0 { // the body was not read, or not all
		a.header.Set("Connection", "close")
	}
	if isAPI(r) {
		_ = a.json(struct {
			Error  string `json:"error"`
			Status int    `json:"status"`
		}{terminal.Visible(text), status})
	} else {
		a.message(status, terminal.Visible(text), r)
	}
	a.end()
}
