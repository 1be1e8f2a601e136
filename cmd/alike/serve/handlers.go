package serve

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path"
	"strings"
	"time"
	"unicode/utf8"
)

// page answers with the page of the snapshot. A token in the query is a login.
func (s *Server) page(a *answer, r *http.Request) error {
	q, err := query(r)
	if err != nil {
		return err
	}
	switch {
	case q.Has("token") && a.login != noLogin:
		return s.toPage(a, r) // a link opened twice
	case q.Has("token") && r.Method == http.MethodGet:
		return s.admit(a, r, q.Get("token"))
	case a.denied != nil:
		return a.denied
	}
	if err := only(q); err != nil {
		return err
	}
	a.mediaType, a.policy = htmlType, policyOf(s.backend.PagePolicy)
	a.header.Set("Vary", "Accept-Encoding")
	gzip := acceptsGzip(r)
	if gzip {
		a.header.Set("Content-Encoding", "gzip")
	}
	err = s.backend.Page(r.Context(), a, gzip)
	return cmp.Or(a.err, err)
}

func acceptsGzip(r *http.Request) bool {
	for _, coding := range strings.Split(r.Header.Get("Accept-Encoding"), ",") {
		if strings.TrimSpace(coding) == "gzip" {
			return true
		}
	}
	return false
}

func (s *Server) toPage(a *answer, _ *http.Request) error {
	a.header.Set("Location", "/")
	a.status = http.StatusSeeOther
	return nil
}

// login logs in with the token of a form, or with the whole link.
func (s *Server) login(a *answer, r *http.Request) error {
	if t, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); t != "application/x-www-form-urlencoded" {
		return Errorf(http.StatusUnsupportedMediaType, "want the form of the page to log in")
	}
	body, err := s.read(a, r)
	if err != nil {
		return err
	}
	form, err := url.ParseQuery(string(body))
	if err != nil || only(form, "token") != nil {
		return Usage("want the form of the page to log in")
	}
	token := strings.TrimSpace(form.Get("token"))
	if u, err := url.Parse(token); err == nil && u.Query().Has("token") {
		token = u.Query().Get("token")
	}
	return s.admit(a, r, token)
}

// admit sets the cookie if the token is right.
func (s *Server) admit(a *answer, r *http.Request, token string) error {
	switch s.logins.try(token) {
	case slow:
		return errSlow
	case wrong:
		return s.logins.refused()
	case renewed:
		if s.options.NewLink != nil {
			s.options.NewLink(s.Link())
		}
	}
	http.SetCookie(a.w, s.logins.newCookie(s.isSecure(r)))
	return s.toPage(a, r)
}

// compare answers with both files side by side.
func (s *Server) compare(a *answer, r *http.Request) error {
	q, err := query(r)
	if err != nil {
		return err
	}
	if err := only(q, "a", "b", "n"); err != nil {
		return err
	}
	pathA, pathB, err := bothPaths(q)
	if err != nil {
		return err
	}
	n, err := number(q, "n", -1, 0, 1<<31-1)
	if err != nil {
		return err
	}
	if err := s.searches.enter(r.Context()); err != nil {
		return err
	}
	defer s.searches.leave()
	a.mediaType, a.policy = htmlType, policyOf(s.backend.ComparePolicy)
	err = s.backend.Compare(r.Context(), a, pathA, pathB, n)
	return cmp.Or(a.err, err)
}

// compareJSON answers with the JSON of alike compare.
func (s *Server) compareJSON(a *answer, r *http.Request) error {
	q, err := arguments(r, "compare", "a", "b")
	if err != nil {
		return err
	}
	pathA, pathB, err := bothPaths(q.own)
	if err != nil {
		return err
	}
	return s.run(a, r, append(q.args, "--", pathA, pathB), nil, "")
}

// smallUpload is the length of a file that takes little memory while it waits.
const smallUpload = 256 << 10

// query answers with the JSON of alike query for the file in the body.
func (s *Server) query(a *answer, r *http.Request) error {
	q, err := arguments(r, "query", "name")
	if err != nil {
		return err
	}
	name := path.Base("/" + q.own.Get("name"))
	if name == "/" {
		name = ""
	}
	if len(name) > 255 {
		return Usage("name: want the name of a file, at most 255 bytes")
	}
	if r.ContentLength > smallUpload {
		if err := s.uploads.enter(r.Context()); err != nil {
			return err
		}
		defer s.uploads.leave()
	}
	file, err := s.read(a, r)
	if err != nil {
		return err
	}
	return s.run(a, r, append(q.args, "-"), bytes.NewReader(file), name)
}

// read reads the body, whose length the guard has checked.
func (s *Server) read(a *answer, r *http.Request) ([]byte, error) {
	body := make([]byte, r.ContentLength)
	if _, err := io.ReadFull(r.Body, body); err != nil {
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return nil, Errorf(http.StatusRequestTimeout, "the body is arriving too slowly")
		}
		return nil, Usage("the body ends early")
	}
	// net/http cancels the context if the deadline passes, even after the body.
	_ = a.control.SetReadDeadline(time.Time{})
	return body, nil
}

// run answers with the output of a command line.
func (s *Server) run(a *answer, r *http.Request, args []string, stdin io.Reader, name string) error {
	if err := s.searches.enter(r.Context()); err != nil {
		return err
	}
	defer s.searches.leave()
	a.mediaType = "application/x-ndjson"
	err := s.backend.Run(r.Context(), args, stdin, name, a)
	return cmp.Or(a.err, err)
}

// foundFile is the JSON of a FoundFile.
type foundFile struct {
	Path    string `json:"path,omitempty"`
	PathB64 []byte `json:"path_b64,omitempty"` // in place of it, if it is not UTF-8
	Size    int64  `json:"size"`
	Copies  int    `json:"copies"`
}

// files answers with the files whose paths have the words.
func (s *Server) files(a *answer, r *http.Request) error {
	q, err := query(r)
	if err != nil {
		return err
	}
	if err := only(q, "q", "limit"); err != nil {
		return err
	}
	limit, err := number(q, "limit", 50, 1, 1000)
	if err != nil {
		return err
	}
	if err := s.lookups.enter(r.Context()); err != nil {
		return err
	}
	defer s.lookups.leave()
	found, all, err := s.backend.Files(r.Context(), q.Get("q"), limit)
	if err != nil {
		return err
	}
	files := make([]foundFile, len(found))
	for i, f := range found {
		files[i] = foundFile{Path: f.Path, Size: f.Size, Copies: f.Copies}
		if !utf8.ValidString(f.Path) {
			files[i].Path, files[i].PathB64 = "", []byte(f.Path)
		}
	}
	return a.json(struct {
		Files []foundFile `json:"files"`
		All   int         `json:"all"`
	}{files, all})
}

func (s *Server) state(a *answer, r *http.Request) error {
	if err := s.noParameters(r); err != nil {
		return err
	}
	return a.json(s.backend.State())
}

// scan starts a scan.
func (s *Server) scan(a *answer, r *http.Request) error {
	if err := s.noParameters(r); err != nil {
		return err
	}
	if err := s.backend.Scan(); err != nil {
		return err
	}
	a.status = http.StatusAccepted
	return a.json(s.backend.State())
}

// stop interrupts the scan.
func (s *Server) stop(a *answer, r *http.Request) error {
	if err := s.noParameters(r); err != nil {
		return err
	}
	s.backend.Stop()
	return a.json(s.backend.State())
}

func (s *Server) noParameters(r *http.Request) error {
	q, err := query(r)
	if err != nil {
		return err
	}
	return only(q)
}
