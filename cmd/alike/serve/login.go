package serve

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// loginTime is how long a login lasts.
const loginTime = 7 * 24 * time.Hour

// authenticator knows the secrets. A login is a cookie with its expiry and an HMAC of it, so that
// the server keeps no list. With a lasting secret logins outlive the process.
type authenticator struct {
	cookie   string // its name
	key      []byte // of cookies
	lasting  []byte // digest of the lasting secret, or nil
	attempts *rate.Limiter
	now      func() time.Time

	mu    sync.Mutex
	token string // the token that works once, "" with a lasting secret
}

func newAuthenticator(secret []byte, cookie string, attempts *rate.Limiter) *authenticator {
	a := &authenticator{cookie: cookie, attempts: attempts, now: time.Now}
	if secret == nil {
		a.token = rand.Text() // 128 bits
		secret = []byte(rand.Text() + rand.Text())
	} else {
		a.lasting = digest(string(secret))
	}
	a.key = mac(secret, "cookies of alike serve")
	return a
}

func mac(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}

// digest makes texts equally long, so that comparing them takes the same time.
func digest(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}

func (a *authenticator) link() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.token
}

// The outcomes of an attempt to log in.
type outcome int

const (
	wrong   outcome = iota
	slow            // wrong, after many other attempts
	right           // the lasting secret
	renewed         // the token that worked once, which another replaces
)

// try checks a token. Only wrong ones are limited, so that guesses of another process do not
// keep the owner out: a token is too long to guess.
func (a *authenticator) try(token string) outcome {
	given := digest(token)
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.lasting != nil && subtle.ConstantTimeCompare(given, a.lasting) == 1:
		return right
	case a.lasting == nil && subtle.ConstantTimeCompare(given, digest(a.token)) == 1:
		a.token = rand.Text()
		return renewed
	case a.attempts.Allow():
		return wrong
	}
	return slow
}

// missing returns the error of a request without a login.
func (a *authenticator) missing(r *http.Request) error {
	switch {
	case a.lasting != nil && isAPI(r):
		return Errorf(http.StatusUnauthorized, "log in with the secret of --token-file, as Authorization: Bearer SECRET")
	case a.lasting != nil:
		return Errorf(http.StatusUnauthorized, "enter the secret of --token-file")
	}
	return Errorf(http.StatusUnauthorized, "log in first: open the link that alike serve printed")
}

// refused returns the error of a wrong token.
func (a *authenticator) refused() error {
	if a.lasting != nil {
		return Errorf(http.StatusUnauthorized, "wrong token: it is the secret of --token-file")
	}
	return Errorf(http.StatusUnauthorized, "wrong token, or the link has already been used")
}

// newCookie returns a cookie that is a login.
func (a *authenticator) newCookie(secure bool) *http.Cookie {
	expiry := strconv.FormatInt(a.now().Add(loginTime).Unix(), 10)
	return &http.Cookie{
		Name: a.cookie, Value: expiry + "." + a.sign(expiry), Path: "/", MaxAge: int(loginTime / time.Second),
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: secure,
	}
}

func (a *authenticator) sign(expiry string) string {
	return base64.RawURLEncoding.EncodeToString(mac(a.key, expiry))
}

// The ways in which a request is logged in.
type login int

const (
	noLogin login = iota
	byCookie
	byBearer
)

// login returns how a request is logged in. A wrong bearer is an error and counts as an
// attempt.
func (a *authenticator) login(r *http.Request) (login, error) {
	scheme, given, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if strings.EqualFold(scheme, "Bearer") {
		if a.lasting != nil && subtle.ConstantTimeCompare(digest(given), a.lasting) == 1 {
			return byBearer, nil
		}
		if !a.attempts.Allow() {
			return noLogin, errSlow
		}
		return noLogin, a.refused()
	}
	for _, cookie := range r.CookiesNamed(a.cookie) {
		expiry, signature, _ := strings.Cut(cookie.Value, ".")
		if !hmac.Equal([]byte(signature), []byte(a.sign(expiry))) {
			continue
		}
		if end, err := strconv.ParseInt(expiry, 10, 64); err == nil && a.now().Unix() < end {
			return byCookie, nil
		}
	}
	return noLogin, nil
}
