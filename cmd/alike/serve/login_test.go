package serve

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestLogin follows a link that works once.
func TestLogin(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var links []string
	s := start(t, func(o *Options, _ *limits) {
		o.Secret = nil
		o.NewLink = func(link string) {
			mu.Lock()
			defer mu.Unlock()
			links = append(links, link)
		}
	})
	link := s.Link()
	target, ok := strings.CutPrefix(link, "http://"+s.address)
	if !ok || !strings.HasPrefix(target, "/?token=") || len(target) < 30 {
		t.Fatalf("the link is %q", link)
	}
	a := s.send(t, "HEAD", request(s, "HEAD "+target, ""))
	if a.StatusCode != http.StatusUnauthorized || s.Link() != link {
		t.Errorf("HEAD: %s; it must not use the link", a.Status)
	}
	a = s.send(t, "GET", request(s, "GET "+target, ""))
	if a.StatusCode != http.StatusSeeOther || a.Header.Get("Location") != "/" || len(a.Cookies()) != 1 {
		t.Fatalf("%s, Location %q, cookies %v", a.Status, a.Header.Get("Location"), a.Cookies())
	}
	c := a.Cookies()[0]
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" || c.Secure || c.MaxAge != 7*24*3600 || c.Domain != "" {
		t.Errorf("the cookie is %v", c)
	}
	if len(links) != 1 || links[0] == link || links[0] != s.Link() {
		t.Errorf("new links %q after %s", links, link)
	}
	cookie := "Cookie: " + c.Name + "=" + c.Value
	if a := s.send(t, "GET", request(s, "GET /", "", "Accept-Encoding: br, gzip", cookie)); a.StatusCode != 200 || a.Header.Get("Content-Encoding") != "gzip" {
		t.Errorf("with the cookie: %s, %s", a.Status, a.Header.Get("Content-Encoding"))
	}
	if a := s.send(t, "GET", request(s, "GET "+target, "", cookie)); a.StatusCode != http.StatusSeeOther {
		t.Errorf("the used link with the cookie: %s", a.Status)
	}
	if a := s.send(t, "GET", request(s, "GET "+target, "")); a.StatusCode != http.StatusUnauthorized || len(a.Cookies()) != 0 {
		t.Errorf("the used link: %s, cookies %v", a.Status, a.Cookies())
	}
	form := "token=" + strings.ReplaceAll(strings.ReplaceAll(links[0], "?", "%3f"), "=", "%3d")
	a = s.send(t, "POST", request(s, "POST /login", form, "Content-Type: application/x-www-form-urlencoded", "Origin: http://"+s.address))
	if a.StatusCode != http.StatusSeeOther || len(a.Cookies()) != 1 {
		t.Errorf("the form with a link: %s, cookies %v", a.Status, a.Cookies())
	}
	safe(t, "POST /login", a)
}

// TestLastingLogin checks that a lasting secret works in the form and as a bearer, and that
// its cookies outlive the server, but not a week.
func TestLastingLogin(t *testing.T) {
	t.Parallel()
	s, other := start(t, nil), start(t, nil)
	if strings.Contains(s.Link(), "token") {
		t.Errorf("the link shows the secret: %s", s.Link())
	}
	a := s.send(t, "POST", request(s, "POST /login", "token=+"+secret+"+", "Content-Type: application/x-www-form-urlencoded"))
	if a.StatusCode != http.StatusSeeOther || len(a.Cookies()) != 1 {
		t.Fatalf("%s, cookies %v", a.Status, a.Cookies())
	}
	_, value, _ := strings.Cut(s.cookie(), "=")
	if a := other.send(t, "GET", request(other, "GET /", "", "Cookie: "+other.logins.cookie+"="+value)); a.StatusCode != 200 {
		t.Errorf("the cookie of an earlier server: %s", a.Status)
	}
	old := newAuthenticator([]byte(secret), s.logins.cookie, nil)
	old.now = func() time.Time { return time.Now().Add(-loginTime - time.Second) }
	value = old.newCookie(false).Value
	if a := s.send(t, "GET", request(s, "GET /", "", "Cookie: "+s.logins.cookie+"="+value)); a.StatusCode != http.StatusUnauthorized {
		t.Errorf("an expired cookie: %s", a.Status)
	}
}

// TestLoginMessages checks the answers to requests without a login or with a wrong one.
func TestLoginMessages(t *testing.T) {
	t.Parallel()
	lasting := start(t, nil)
	once := start(t, func(o *Options, _ *limits) { o.Secret = nil })
	for _, c := range []struct {
		*started
		request, header, want string
	}{
		{once, "GET /api/v1/state", "", "open the link that alike serve printed"},
		{once, "GET /?token=x", "", "or the link has already been used"},
		{lasting, "GET /api/v1/state", "", "as Authorization: Bearer"},
		{lasting, "GET /", "", "Enter the secret of --token-file"},
		{lasting, "GET /?token=x", "", "Wrong token"},
		{lasting, "GET /api/v1/state", "\r\nAuthorization: Bearer x", "wrong token"},
		{lasting, "GET /", "\r\nAuthorization: Bearer x", "Wrong token"},
	} {
		a := c.send(t, "GET", request(c.started, c.request, "", "X-Any: 1"+c.header))
		if a.StatusCode != http.StatusUnauthorized || !strings.Contains(a.body, c.want) {
			t.Errorf("%s, %s: %s: %s", c.request, c.header, a.Status, a.body)
		}
		if c.Server == lasting.Server && strings.Contains(a.body, "printed") {
			t.Errorf("%s: no link was printed: %s", c.request, a.body)
		}
	}
}

// TestFormByName checks that the form logs in under the name of a host over HTTP. Browsers
// then send no Sec-Fetch-Site, and an Origin of null if the page has no referrer.
func TestFormByName(t *testing.T) {
	t.Parallel()
	s := start(t, func(o *Options, _ *limits) { o.Hosts = []string{"alike.example.org"} })
	a := s.send(t, "GET", "GET / HTTP/1.1\r\nHost: alike.example.org\r\n\r\n")
	if a.Header.Get("Referrer-Policy") != "same-origin" || !strings.Contains(a.body, `<meta name="referrer" content="same-origin">`) {
		t.Errorf("the form has no referrer: %v\n%s", a.Header, a.body)
	}
	form := "token=" + secret
	for origin, status := range map[string]int{"http://alike.example.org": 303, "null": 403, "http://evil.example": 403} {
		raw := "POST /login HTTP/1.1\r\nHost: alike.example.org\r\nOrigin: " + origin + "\r\nContent-Type: application/x-www-form-urlencoded\r\n"
		if a := s.send(t, "POST", raw+fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(form), form)); a.StatusCode != status {
			t.Errorf("Origin: %s: %s", origin, a.Status)
		}
	}
}

// TestSecureCookie checks that cookies are Secure behind a proxy that speaks HTTPS.
func TestSecureCookie(t *testing.T) {
	t.Parallel()
	s := start(t, func(o *Options, _ *limits) { o.Hosts = []string{"Alike.Example.org"} })
	for host, secure := range map[string]bool{"alike.example.org": true, "alike.example.org:8443": true, s.address: false} {
		a := s.send(t, "GET", "GET /?token="+secret+" HTTP/1.1\r\nHost: "+host+"\r\nX-Forwarded-Proto: https\r\n\r\n")
		if len(a.Cookies()) != 1 || a.Cookies()[0].Secure != secure {
			t.Errorf("%s: %s, cookies %v; want Secure %v", host, a.Status, a.Cookies(), secure)
		}
	}
}

// TestStop checks that a server lets requests end when it stops, and cancels them when they
// take too long.
func TestStop(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		slow   time.Duration
		status int
	}{{200 * time.Millisecond, 200}, {time.Minute, http.StatusServiceUnavailable}} {
		l, err := Listen(t.Context(), "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		limits := standardLimits
		limits.finish = 2 * time.Second
		f := &fake{slow: c.slow}
		s := &started{newServer(l, f.backend(), Options{Secret: []byte(secret)}, limits), f, l.Addr().String()}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- s.Serve(ctx) }()
		time.AfterFunc(100*time.Millisecond, stop)
		a := s.send(t, "GET", request(s, "GET /api/v1/pairs", "", "Authorization: Bearer "+secret))
		if a.StatusCode != c.status {
			t.Errorf("a request of %v: %s: %s", c.slow, a.Status, a.body)
		}
		if err := <-ended; err != nil {
			t.Errorf("Serve: %v", err)
		}
	}
}
