package serve

import (
	"context"
	"net"
)

// Options are the options of a server.
type Options struct {
	Hosts   []string          // names that Host may have besides those of the address, maybe with a port
	Secret  []byte            // a lasting secret, at least MinSecret bytes; nil for links that work once
	NewLink func(link string) // called when a link was used, with the one that replaces it
	Log     func(text string) // called with errors of the server, not of clients
}

// MinSecret is the least length of Options.Secret.
const MinSecret = 16

// MaxUpload is the greatest length of a file to query, in bytes.
const MaxUpload = 16 << 20

// Server answers requests on a listener.
type Server struct {
	backend  Backend
	options  Options
	listener net.Listener
}

// New returns a server on a listener that Listen or Activated returned.
func New(l net.Listener, b Backend, o Options) *Server {
	return &Server{backend: b, options: o, listener: l}
}

// Link returns the address to open in a browser. It works once, unless there is a lasting
// secret, which it does not show.
func (s *Server) Link() string { return "" }

// Serve answers requests until the context is cancelled. It then accepts no more, lets
// requests end for 5 seconds, cancels the others, and returns nil.
func (s *Server) Serve(ctx context.Context) error { return nil }
