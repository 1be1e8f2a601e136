package serve

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

var (
	errHost    = Errorf(http.StatusMisdirectedRequest, "alike serve does not answer under this name")
	errTarget  = Errorf(http.StatusBadRequest, "want a path, not an address")
	errRoute   = Errorf(http.StatusNotFound, "there is no such page")
	errSlow    = Errorf(http.StatusTooManyRequests, "too many attempts: wait some seconds")
	errOrigin  = Errorf(http.StatusForbidden, "another website asked for this")
	errURL     = Errorf(http.StatusRequestURITooLong, "the address is too long")
	errChunked = Errorf(http.StatusLengthRequired, "Content-Length is required")
	errBody    = Errorf(http.StatusBadRequest, "no body is expected")
	errUpload  = TooLarge("the body is too large")
)

// guard checks a request in a fixed order before anything of its body is read, and returns
// its endpoint.
func (s *Server) guard(a *answer, r *http.Request) (*endpoint, error) {
	if !s.knowsHost(r) {
		return nil, errHost
	}
	if !strings.HasPrefix(r.RequestURI, "/") {
		return nil, errTarget
	}
	e, err := route(r)
	if err != nil {
		return nil, err
	}
	by, err := s.logins.login(r)
	if by == noLogin && err == nil {
		err = s.logins.missing(r)
	}
	if err != nil && !e.open {
		return nil, err
	}
	a.admit(by)
	a.denied = err
	if err := s.checkOrigin(r, e, by); err != nil {
		return nil, err
	}
	switch {
	case len(r.RequestURI) > s.limits.url:
		return nil, errURL
	case r.ContentLength < 0:
		return nil, errChunked
	case r.ContentLength > 0 && e.body == 0:
		return nil, errBody
	case r.ContentLength > e.body:
		return nil, errUpload
	}
	return e, nil
}

// knowsHost reports whether Host names this server. A page of another site can make its own
// name resolve to this address, but has that name in Host.
func (s *Server) knowsHost(r *http.Request) bool {
	host := strings.ToLower(r.Host)
	if slices.Contains(s.hosts, host) {
		return true
	}
	if name, port, ok := strings.Cut(host, ":"); ok && slices.Contains(s.hosts, name) && isPort(port) && (s.isSocket() || !isLocal(name)) {
		return true // behind a proxy, or a port that SSH forwards to a socket
	}
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if !ok {
		return false
	}
	local := addr.AddrPort()
	return host == netip.AddrPortFrom(local.Addr().Unmap().WithZone(""), local.Port()).String()
}

func isPort(s string) bool {
	_, err := strconv.ParseUint(s, 10, 16)
	return err == nil
}

// isSocket reports whether the server listens on a Unix socket.
func (s *Server) isSocket() bool { return s.listener.Addr().Network() == "unix" }

// isLocal reports whether a name means the machine that the client runs on, where another
// port may be another server.
func isLocal(name string) bool { return name == "localhost" || name == "127.0.0.1" }

func portOf(addr *net.TCPAddr) string { return strconv.Itoa(addr.Port) }

// checkOrigin refuses what pages of other origins make a browser send. Browsers do not tell
// the ports of a host apart when they send cookies, not even SameSite=Strict ones.
func (s *Server) checkOrigin(r *http.Request, e *endpoint, by login) error {
	if s.origins.Check(r) != nil {
		return errOrigin
	}
	site, origin := r.Header.Get("Sec-Fetch-Site"), r.Header.Get("Origin")
	safe := r.Method == http.MethodGet || r.Method == http.MethodHead
	switch {
	case !safe && by == byCookie && !e.open:
		if site != "same-origin" && (site != "" || origin == "") {
			return errOrigin
		}
	case safe && site != "" && site != "same-origin" && site != "none":
		// A link on another page may lead to the page, but nothing else.
		if !e.page || r.Header.Get("Sec-Fetch-Mode") != "navigate" || r.Header.Get("Sec-Fetch-Dest") != "document" {
			return errOrigin
		}
	case safe && site == "" && origin != "":
		if u, err := url.Parse(origin); err != nil || u.Host != r.Host {
			return errOrigin
		}
	}
	return nil
}

// isSecure reports whether a proxy says that the browser talks to it by HTTPS.
func (s *Server) isSecure(r *http.Request) bool {
	host, _, _ := strings.Cut(strings.ToLower(r.Host), ":")
	return r.Header.Get("X-Forwarded-Proto") == "https" && !isLocal(host) &&
		(slices.Contains(s.hosts, host) || slices.Contains(s.hosts, strings.ToLower(r.Host)))
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a := s.newAnswer(w)
	defer a.reset()
	a.expectBody(r, s.limits.headerTime)
	e, err := s.guard(a, r)
	if err == nil {
		if a.login != noLogin {
			a.expectBody(r, s.limits.bodyTime)
		}
		err = e.answer(s, a, r)
	}
	if err != nil {
		s.fail(a, r, err)
	}
	a.send()
}

// expectBody limits the time until the body of a request has come, if it has one. net/http
// also reads what a handler leaves of a body.
func (a *answer) expectBody(r *http.Request, d time.Duration) {
	if r.ContentLength != 0 {
		_ = a.control.SetReadDeadline(time.Now().Add(d))
	}
}
