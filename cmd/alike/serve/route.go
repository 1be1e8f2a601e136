package serve

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// endpoint answers the requests of a method and a path.
type endpoint struct {
	answer func(*Server, *answer, *http.Request) error
	body   int64 // greatest length of the body
	open   bool  // needs no login, or checks it itself
	page   bool  // links on pages of other origins may lead here
}

// endpoints are all endpoints, by path and method.
var endpoints = map[string]map[string]endpoint{
	"/": {http.MethodGet: {answer: (*Server).page, open: true, page: true}},
	"/login": {
		http.MethodGet:  {answer: (*Server).toPage, open: true, page: true},
		http.MethodPost: {answer: (*Server).login, open: true, body: 4 << 10},
	},
	"/compare":        {http.MethodGet: {answer: (*Server).compare}},
	"/api/v1/pairs":   verb("pairs"),
	"/api/v1/groups":  verb("groups"),
	"/api/v1/folders": verb("folders"),
	"/api/v1/dups":    verb("dups"),
	"/api/v1/changes": verb("changes"),
	"/api/v1/status":  verb("status"),
	"/api/v1/compare": {http.MethodGet: {answer: (*Server).compareJSON}},
	"/api/v1/query":   {http.MethodPost: {answer: (*Server).query, body: MaxUpload}},
	"/api/v1/files":   {http.MethodGet: {answer: (*Server).files}},
	"/api/v1/state":   {http.MethodGet: {answer: (*Server).state}},
	"/api/v1/scan": {
		http.MethodPost:   {answer: (*Server).scan},
		http.MethodDelete: {answer: (*Server).stop},
	},
}

// verb returns the endpoint of a verb that takes no files.
func verb(name string) map[string]endpoint {
	return map[string]endpoint{http.MethodGet: {answer: func(s *Server, a *answer, r *http.Request) error {
		q, err := arguments(r, name)
		if err != nil {
			return err
		}
		return s.run(a, r, q.args, nil, "")
	}}}
}

// methodError says that a path has no such method.
type methodError struct {
	allowed []string
}

func (e *methodError) Error() string { return "want the method " + strings.Join(e.allowed, " or ") }

// route returns the endpoint of a request. A path has one spelling: nothing is decoded or
// cleaned.
func route(r *http.Request) (*endpoint, error) {
	methods := endpoints[r.URL.Path]
	if methods == nil || r.URL.RawPath != "" {
		return nil, errRoute
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	e, ok := methods[method]
	if !ok {
		return nil, &methodError{slices.Sorted(maps.Keys(methods))}
	}
	return &e, nil
}

// isAPI reports whether a request gets errors as JSON.
func isAPI(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/api/") }
