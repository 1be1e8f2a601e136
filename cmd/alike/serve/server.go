package serve

import (
	"context"
	"errors"
	"log"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/net/netutil"
	"golang.org/x/time/rate"
)

// Options are the options of a server.
type Options struct {
	Hosts   []string          // names that Host may have besides those of the address, with or without a port
	Secret  []byte            // a lasting secret, at least MinSecret bytes; nil for links that work once
	NewLink func(link string) // called when a link was used, with the one that replaces it
	Log     func(text string) // called with errors of the server, not with those of clients
}

// MinSecret is the least length of Options.Secret.
const MinSecret = 16

// MaxUpload is the greatest length of a file to query, in bytes.
const MaxUpload = 16 << 20

// limits are what a client may take. Tests shorten them.
type limits struct {
	headerTime  time.Duration // to send the header of a request, and the body before a login
	bodyTime    time.Duration // to send the body after a login
	idle        time.Duration // between two requests on a connection
	stall       time.Duration // without reading any of an answer
	rate        float64       // least, of reading an answer, in bytes per second, after a stall
	finish      time.Duration // for requests that run when the server stops
	wait        time.Duration // for a turn
	header      int           // bytes
	url         int           // bytes
	connections int
	running     int // searches at once
	waiting     int // searches
	uploads     int // large ones at once, in memory
	attempts    rate.Limit
	burst       int // of attempts
}

var standardLimits = limits{
	headerTime: 5 * time.Second, bodyTime: time.Minute, idle: time.Minute, stall: time.Minute, rate: 32 << 10,
	finish: 5 * time.Second, wait: time.Minute,
	header: 16 << 10, url: 16 << 10, connections: 256,
	running: runtime.GOMAXPROCS(0), waiting: 64, uploads: 4,
	attempts: 1, burst: 10,
}

// Server answers requests on a listener.
type Server struct {
	backend  Backend
	options  Options
	limits   limits
	listener net.Listener
	hosts    []string // allowed, in lower case
	logins   *authenticator
	origins  *http.CrossOriginProtection

	searches, lookups, uploads *gate

	spooled atomic.Int64 // bytes of answers in files
}

// New returns a server on a listener that Listen or Activated returned.
func New(l net.Listener, b Backend, o Options) *Server {
	return newServer(l, b, o, standardLimits)
}

func newServer(l net.Listener, b Backend, o Options, limits limits) *Server {
	s := &Server{
		backend: b, options: o, limits: limits, listener: l, origins: http.NewCrossOriginProtection(),
		searches: newGate(limits.running, limits.waiting, limits.wait),
		lookups:  newGate(limits.running, limits.waiting, limits.wait),
		uploads:  newGate(limits.uploads, limits.waiting, limits.wait),
	}
	for _, host := range o.Hosts {
		s.hosts = append(s.hosts, strings.ToLower(host))
	}
	cookie := "alike"
	if addr, ok := l.Addr().(*net.TCPAddr); ok {
		port := portOf(addr)
		s.hosts = append(s.hosts, "127.0.0.1:"+port, "localhost:"+port, "[::1]:"+port)
		cookie += "-" + port // browsers send cookies to all ports of a host
		if port == "80" {
			s.hosts = append(s.hosts, "127.0.0.1", "localhost", "[::1]")
		}
	} else {
		s.hosts = append(s.hosts, "localhost")
	}
	s.logins = newAuthenticator(o.Secret, cookie, rate.NewLimiter(limits.attempts, limits.burst))
	return s
}

// Link returns the address to open in a browser. It works once, unless there is a lasting
// secret, which it does not show.
func (s *Server) Link() string {
	base := "http://localhost/"
	if addr, ok := s.listener.Addr().(*net.TCPAddr); ok {
		base = "http://" + addr.String() + "/"
		if addr.IP.IsUnspecified() {
			base = "http://127.0.0.1:" + portOf(addr) + "/"
		}
	}
	if token := s.logins.link(); token != "" {
		base += "?token=" + token
	}
	return base
}

// Serve answers requests until the context is cancelled. It then accepts no more, lets
// requests end for 5 seconds, cancels the others, and returns nil.
func (s *Server) Serve(ctx context.Context) error {
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	server := &http.Server{
		Handler:                      s,
		ReadHeaderTimeout:            s.limits.headerTime,
		IdleTimeout:                  s.limits.idle,
		WriteTimeout:                 s.limits.stall, // of answers that net/http makes
		MaxHeaderBytes:               s.limits.header,
		DisableGeneralOptionsHandler: true,
		ErrorLog:                     log.New(logger(s.log), "", 0),
		BaseContext:                  func(net.Listener) context.Context { return running },
		Protocols:                    new(http.Protocols),
	}
	server.Protocols.SetHTTP1(true)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(netutil.LimitListener(s.listener, s.limits.connections)) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	for _, patience := range []time.Duration{s.limits.finish, time.Second} {
		deadline, release := context.WithTimeout(context.WithoutCancel(ctx), patience)
		err := server.Shutdown(deadline)
		release()
		if !errors.Is(err, context.DeadlineExceeded) {
			break
		}
		cancel()
	}
	_ = server.Close()
	return nil
}

func (s *Server) log(text string) {
	if s.options.Log != nil {
		s.options.Log(text)
	}
}

// logger is a function that gets the lines of a log.Logger.
type logger func(text string)

func (l logger) Write(p []byte) (int, error) {
	l(strings.TrimSuffix(string(p), "\n"))
	return len(p), nil
}
