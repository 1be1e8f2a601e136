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

// answer is the answer to a request. It is sent when it is complete, so that errors have
// their status.
type answer struct {
	spool
	w         http.ResponseWriter
	header    http.Header
	control   *http.ResponseController
	limits    *limits
	login     login
	denied    error // why there is none
	status    int
	mediaType string
	policy    string // Content-Security-Policy
}

func (s *Server) newAnswer(w http.ResponseWriter) *answer {
	a := &answer{
		spool: spool{all: &s.spooled},
		w:     w, header: w.Header(), control: http.NewResponseController(w), limits: &s.limits,
		status: http.StatusOK, mediaType: "text/plain; charset=utf-8", policy: noContent,
	}
	a.header.Set("X-Content-Type-Options", "nosniff")
	a.header.Set("Cache-Control", "no-store")
	a.header.Set("Referrer-Policy", "no-referrer")
	a.header.Set("Cross-Origin-Resource-Policy", "same-origin")
	a.header.Set("Cross-Origin-Opener-Policy", "same-origin")
	a.header.Set("X-Frame-Options", "DENY")
	a.header.Set("Connection", "close") // until a login is found: connections are few
	return a
}

// admit notes how the request is logged in. Its connection may then stay open.
func (a *answer) admit(by login) {
	if a.login = by; by != noLogin {
		a.header.Del("Connection")
	}
}

// partBytes is how much of an answer is sent at once.
const partBytes = 64 << 10

// send sends the answer. A client that reads nothing for some time, or less than a least
// rate, is disconnected.
func (a *answer) send() {
	a.header.Set("Content-Type", a.mediaType)
	a.header.Set("Content-Security-Policy", a.policy+"; frame-ancestors 'none'")
	a.header.Set("Content-Length", strconv.FormatInt(a.size, 10))
	a.w.WriteHeader(a.status)
	late := time.Now().Add(a.limits.stall)
	part, from := make([]byte, min(a.size, partBytes)), a.read()
	for sent := int64(0); sent < a.size; {
		n, err := from.Read(part)
		if n == 0 && err != nil { // net/http closes a connection whose answer is too short
			return
		}
		deadline := time.Now().Add(a.limits.stall)
		if bound := late.Add(time.Duration(float64(sent) / a.limits.rate * float64(time.Second))); bound.Before(deadline) {
			deadline = bound
		}
		_ = a.control.SetWriteDeadline(deadline)
		if _, err := a.w.Write(part[:n]); err != nil {
			return
		}
		sent += int64(n)
	}
	_ = a.control.SetWriteDeadline(time.Now().Add(a.limits.stall)) // for what net/http has buffered
}

// json makes the answer a JSON value.
func (a *answer) json(v any) error {
	a.mediaType = "application/json"
	_, err := a.Write(append(terminal.AppendJSON(nil, v), '\n'))
	return err
}

// fail makes the answer an error.
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
	a.reset()
	a.status = status
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
}
