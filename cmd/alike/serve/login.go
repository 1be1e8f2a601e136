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

// doorman knows the secrets. A login is a cookie with its expiry and an HMAC of it, so that
// the server keeps no list. With a lasting secret logins outlive the process.
type doorman struct {
	cookie   string // its name
	key      []byte // of cookies
	lasting  []byte // digest of the lasting secret, or nil
	attempts *rate.Limiter
	now      func() time.Time

	mu    sync.Mutex
	token string // the token that works once, "" with a lasting secret
}

func newDoorman(secret []byte, cookie string, attempts *rate.Limiter) *doorman {
	d := &doorman{cookie: cookie, attempts: attempts, now: time.Now}
	if secret == nil {
		d.token = rand.Text() // 128 bits
		secret = []byte(rand.Text() + rand.Text())
	} else {
		d.lasting = digest(string(secret))
	}
	d.key = mac(secret, "cookies of alike serve")
	return d
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

func (d *doorman) link() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.token
}

// The outcomes of an attempt to log in.
type outcome int

const (
	wrong   outcome = iota
	slow            // too many attempts: not looked at
	right           // the lasting secret
	renewed         // the token that worked once, which another replaces
)

// try checks a token. Attempts are limited, right or wrong, so that guessing is slow.
func (d *doorman) try(token string) outcome {
	if !d.attempts.Allow() {
		return slow
	}
	given := digest(token)
	if d.lasting != nil {
		if subtle.ConstantTimeCompare(given, d.lasting) == 1 {
			return right
		}
		return wrong
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if subtle.ConstantTimeCompare(given, digest(d.token)) != 1 {
		return wrong
	}
	d.token = rand.Text()
	return renewed
}

// newCookie returns a cookie that is a login.
func (d *doorman) newCookie(secure bool) *http.Cookie {
	expiry := strconv.FormatInt(d.now().Add(loginTime).Unix(), 10)
	return &http.Cookie{
		Name: d.cookie, Value: expiry + "." + d.sign(expiry), Path: "/", MaxAge: int(loginTime / time.Second),
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: secure,
	}
}

func (d *doorman) sign(expiry string) string {
	return base64.RawURLEncoding.EncodeToString(mac(d.key, expiry))
}

// The ways in which a request is logged in.
type login int

const (
	noLogin login = iota
	byCookie
	byBearer
)

// login returns how a request is logged in. A wrong bearer counts as an attempt; the right
// one does not, because programs send it with each request.
func (d *doorman) login(r *http.Request) (login, error) {
	scheme, given, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if strings.EqualFold(scheme, "Bearer") {
		if d.lasting != nil && subtle.ConstantTimeCompare(digest(given), d.lasting) == 1 {
			return byBearer, nil
		}
		if !d.attempts.Allow() {
			return noLogin, errSlow
		}
		return noLogin, nil
	}
	for _, cookie := range r.CookiesNamed(d.cookie) {
		expiry, signature, _ := strings.Cut(cookie.Value, ".")
		if !hmac.Equal([]byte(signature), []byte(d.sign(expiry))) {
			continue
		}
		if end, err := strconv.ParseInt(expiry, 10, 64); err == nil && d.now().Unix() < end {
			return byCookie, nil
		}
	}
	return noLogin, nil
}
