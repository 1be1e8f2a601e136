package serve

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
)

// request returns a request with the header that it needs and more.
func request(s *started, line, body string, header ...string) string {
	if body != "" {
		header = append(header, fmt.Sprintf("Content-Length: %d", len(body)))
	}
	lines := append([]string{line + " HTTP/1.1", "Host: " + s.address}, header...)
	return strings.Join(lines, "\r\n") + "\r\n\r\n" + body
}

// safe checks what the header of every answer says.
func safe(t *testing.T, name string, a reply) {
	t.Helper()
	referrer, forms := "no-referrer", "; form-action '"
	if strings.Contains(a.body, "<form") {
		referrer, forms = "same-origin", "; form-action 'self'"
	}
	for header, want := range map[string]string{
		"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store", "Referrer-Policy": referrer,
		"Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin", "X-Frame-Options": "DENY",
	} {
		if got := a.Header.Get(header); got != want {
			t.Errorf("%s: %s: %q, want %q", name, header, got, want)
		}
	}
	policy := a.Header.Get("Content-Security-Policy")
	if !strings.HasPrefix(policy, "default-src 'none'; ") ||
		!strings.Contains(policy, forms) || !strings.HasSuffix(policy, "; frame-ancestors 'none'") {
		t.Errorf("%s: Content-Security-Policy: %q", name, policy)
	}
	for header := range a.Header {
		if strings.HasPrefix(header, "Access-Control-") || header == "Upgrade" {
			t.Errorf("%s: %s: %q", name, header, a.Header.Get(header))
		}
	}
}

// attack is a request that must be refused before the backend is called. In its parts HOST
// stands for the address of the server, PORT for its port, LOGIN for a header that logs in
// by a cookie, and BEARER for one with the secret.
type attack struct {
	name   string
	raw    string
	status int
}

// get is a request without a body that logs in. header are further lines.
func get(target string, header ...string) string {
	return "GET " + target + " HTTP/1.1\r\nHost: HOST\r\nLOGIN\r\n" + lines(header)
}

// post is a request with a body of five bytes that logs in.
func post(target string, header ...string) string {
	return "POST " + target + " HTTP/1.1\r\nHost: HOST\r\nLOGIN\r\nContent-Length: 5\r\n" + lines(header) + "12345"
}

// host is a request that logs in, with a Host of its own.
func host(host string) string {
	return "GET /api/v1/state HTTP/1.1\r\nHost: " + host + "\r\nLOGIN\r\n\r\n"
}

func lines(header []string) string {
	if len(header) == 0 {
		return "\r\n"
	}
	return strings.Join(header, "\r\n") + "\r\n\r\n"
}

func anonymous(target, header string) string {
	return "GET " + target + " HTTP/1.1\r\nHost: HOST\r\n" + header + "\r\n\r\n"
}

// attacks are the attacks that are one request.
var attacks = []attack{
	// A name of another site that resolves to this address.
	{"rebinding: other name", host("evil.example"), 421},
	{"rebinding: other name with the port", host("evil.example:PORT"), 421},
	{"rebinding: localhost as a subdomain", host("localhost.evil.example:PORT"), 421},
	{"rebinding: address as a subdomain", host("127.0.0.1.evil.example:PORT"), 421},
	{"rebinding: other port", host("127.0.0.1:1"), 421},
	{"rebinding: no port", host("127.0.0.1"), 421},
	{"rebinding: empty port", host("127.0.0.1:"), 421},
	{"rebinding: trailing dot", host("localhost.:PORT"), 421},
	{"rebinding: other spelling of the address", host("127.1:PORT"), 421},
	{"rebinding: address in octal", host("0177.0.0.1:PORT"), 421},
	{"rebinding: address as a number", host("2130706433:PORT"), 421},
	{"rebinding: other loopback address", host("127.0.0.2:PORT"), 421},
	{"rebinding: any address", host("0.0.0.0:PORT"), 421},
	{"rebinding: mapped address", host("[::ffff:127.0.0.1]:PORT"), 421},
	{"rebinding: zone", host("[::1%25lo]:PORT"), 421},
	{"rebinding: user information", host("127.0.0.1:PORT@evil.example"), 400},
	{"rebinding: user information before", host("evil.example@127.0.0.1:PORT"), 400},
	{"rebinding: list of hosts", host("127.0.0.1:PORT,evil.example"), 421},
	{"rebinding: fragment", host("127.0.0.1:PORT#evil.example"), 400},
	{"rebinding: space", host("127.0.0.1:PORT evil.example"), 400},
	{"rebinding: forwarded host", "GET /api/v1/state HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: HOST\r\nForwarded: host=HOST\r\nLOGIN\r\n\r\n", 421},
	{"rebinding: proxy by HTTPS", "GET / HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Proto: https\r\nLOGIN\r\n\r\n", 421},
	{"rebinding: unused allowed name as a suffix", host("eviltrusted.example"), 421},
	{"rebinding: subdomain of an allowed name", host("a.trusted.example"), 421},
	{"rebinding: allowed name with a port in words", host("trusted.example:http"), 421},
	{"Host: empty", host(""), 421},
	{"Host: missing", "GET /api/v1/state HTTP/1.1\r\nLOGIN\r\n\r\n", 400},
	{"Host: twice", "GET /api/v1/state HTTP/1.1\r\nHost: HOST\r\nHost: evil.example\r\nLOGIN\r\n\r\n", 400},
	{"Host: twice the same", "GET /api/v1/state HTTP/1.1\r\nHost: HOST\r\nHost: HOST\r\nLOGIN\r\n\r\n", 400},
	{"Host: folded line", "GET /api/v1/state HTTP/1.1\r\nHost: evil.example\r\n HOST\r\nLOGIN\r\n\r\n", 400},
	{"Host: space before the colon", "GET /api/v1/state HTTP/1.1\r\nHost : HOST\r\nLOGIN\r\n\r\n", 400},
	{"HTTP/1.0 without Host", "GET /api/v1/state HTTP/1.0\r\nLOGIN\r\n\r\n", 421},
	{"HTTP/0.9", "GET /\r\n\r\n", 400},
	{"absolute target", get("http://HOST/"), 400},
	{"absolute target of another site", get("http://evil.example/"), 421},
	{"absolute target by https", get("https://HOST/api/v1/state"), 400},
	{"target without a slash", get("api/v1/state"), 400},
	{"target of another scheme", get("file:///etc/passwd"), 400},

	// Tokens, bearers and cookies.
	{"token: empty", anonymous("/?token=", ""), 401},
	{"token: wrong", anonymous("/?token=0000000000000000", ""), 401},
	{"token: a part", anonymous("/?token="+secret[:len(secret)-1], ""), 401},
	{"token: longer", anonymous("/?token="+secret+"0", ""), 401},
	{"token: with a NUL", anonymous("/?token="+secret+"%00", ""), 400},
	{"token: other case", anonymous("/?token="+strings.ToUpper(secret), ""), 401},
	{"token: on another path", anonymous("/api/v1/state?token="+secret, ""), 401},
	{"token: first wrong, then right", anonymous("/?token=0&token="+secret, ""), 401},
	{"bearer: empty", anonymous("/api/v1/state", "Authorization: Bearer"), 401},
	{"bearer: wrong", anonymous("/api/v1/state", "Authorization: Bearer x"), 401},
	{"bearer: a part", anonymous("/api/v1/state", "Authorization: Bearer "+secret[:8]), 401},
	{"bearer: wrong before right", anonymous("/api/v1/state", "Authorization: Bearer x\r\nAuthorization: Bearer "+secret), 401},
	{"bearer: wrong beside a cookie", get("/api/v1/state", "Authorization: Bearer x"), 401},
	{"basic authorization with the secret", anonymous("/api/v1/state", "Authorization: Basic "+base64.StdEncoding.EncodeToString([]byte("x:"+secret))), 401},
	{"cookie: none", anonymous("/compare?a=/a&b=/b", ""), 401},
	{"cookie: the secret", anonymous("/api/v1/state", "Cookie: NAME="+secret), 401},
	{"cookie: no signature", anonymous("/api/v1/state", "Cookie: NAME=99999999999"), 401},
	{"cookie: empty signature", anonymous("/api/v1/state", "Cookie: NAME=99999999999."), 401},
	{"cookie: later expiry", anonymous("/api/v1/state", "Cookie: LATER"), 401},
	{"cookie: expired", anonymous("/api/v1/state", "Cookie: EXPIRED"), 401},
	{"cookie: of another server", anonymous("/api/v1/state", "Cookie: FOREIGN"), 401},
	{"cookie: of another name", anonymous("/api/v1/state", "Cookie: OTHERNAME"), 401},
	{"cookie: last byte changed", anonymous("/api/v1/state", "Cookie: CHANGED"), 401},
	{"cookie: cut", anonymous("/api/v1/state", "Cookie: CUT"), 401},

	// What pages of other sites make a browser send.
	{"CSRF: scan from another site", post("/api/v1/scan", "Origin: http://evil.example"), 403},
	{"CSRF: scan from a sandbox", post("/api/v1/scan", "Origin: null"), 403},
	{"CSRF: scan without an origin", "POST /api/v1/scan HTTP/1.1\r\nHost: HOST\r\nLOGIN\r\nContent-Length: 0\r\n\r\n", 403},
	{"CSRF: scan from another port", post("/api/v1/scan", "Origin: http://127.0.0.1:1"), 403},
	{"CSRF: scan from another name of the host", post("/api/v1/scan", "Origin: http://localhost:PORT"), 403},
	{"CSRF: scan from another port, says the browser", post("/api/v1/scan", "Sec-Fetch-Site: same-site", "Origin: http://127.0.0.1:1"), 403},
	{"CSRF: scan from another site, says the browser", post("/api/v1/scan", "Sec-Fetch-Site: cross-site"), 403},
	{"CSRF: scan of a user's own", post("/api/v1/scan", "Sec-Fetch-Site: none"), 403},
	{"CSRF: two origins", post("/api/v1/scan", "Origin: http://evil.example", "Origin: http://HOST"), 403},
	{"CSRF: stop from another site", "DELETE /api/v1/scan HTTP/1.1\r\nHost: HOST\r\nLOGIN\r\nOrigin: http://evil.example\r\n\r\n", 403},
	{"CSRF: query by a form", post("/api/v1/query", "Origin: http://evil.example", "Content-Type: text/plain"), 403},
	{"CSRF: login from another site", "POST /login HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 7\r\n\r\ntoken=x", 403},
	{"CSRF: method in the header", get("/api/v1/scan", "X-HTTP-Method-Override: POST"), 405},
	{"cross-site read of JSON", get("/api/v1/pairs", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: script"), 403},
	{"cross-site read with CORS", get("/api/v1/pairs", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: cors", "Origin: http://evil.example"), 403},
	{"cross-site read of a comparison", get("/compare?a=/a&b=/b", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"), 403},
	{"read from another port", get("/api/v1/pairs", "Sec-Fetch-Site: same-site", "Sec-Fetch-Mode: cors"), 403},
	{"read with a foreign origin by an old browser", get("/api/v1/state", "Origin: http://evil.example"), 403},
	{"read from a sandbox by an old browser", get("/api/v1/state", "Origin: null"), 403},
	{"the page in a frame", get("/", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"), 403},
	{"the page as a script", get("/", "Sec-Fetch-Site: same-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: script"), 403},
	{"CORS preflight", "OPTIONS /api/v1/scan HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n\r\n", 405},
	{"CORS preflight of a private network", "OPTIONS /api/v1/query HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\nAccess-Control-Request-Private-Network: true\r\n\r\n", 405},
	{"OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: HOST\r\n\r\n", 400},

	// Methods.
	{"TRACE", "TRACE / HTTP/1.1\r\nHost: HOST\r\nLOGIN\r\n\r\n", 405},
	{"CONNECT", "CONNECT HOST HTTP/1.1\r\nHost: HOST\r\nLOGIN\r\n\r\n", 400},
	{"CONNECT elsewhere", "CONNECT evil.example:25 HTTP/1.1\r\nHost: HOST\r\nLOGIN\r\n\r\n", 421},
	{"PUT", "PUT /api/v1/query HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nContent-Length: 0\r\n\r\n", 405},
	{"DELETE of the page", "DELETE / HTTP/1.1\r\nHost: HOST\r\nBEARER\r\n\r\n", 405},
	{"POST to a list", "POST /api/v1/pairs HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nContent-Length: 0\r\n\r\n", 405},
	{"method in lower case", "get / HTTP/1.1\r\nHost: HOST\r\nBEARER\r\n\r\n", 405},
	{"unknown method", "PROPFIND / HTTP/1.1\r\nHost: HOST\r\nBEARER\r\n\r\n", 405},
	{"method with a control character", "GE\x01T / HTTP/1.1\r\nHost: HOST\r\nBEARER\r\n\r\n", 400},

	// Paths.
	{"traversal", get("/../../etc/passwd"), 404},
	{"traversal: encoded", get("/..%2f..%2fetc%2fpasswd"), 404},
	{"traversal: encoded twice", get("/..%252f..%252fetc%252fpasswd"), 404},
	{"traversal: encoded dots", get("/%2e%2e/%2e%2e/etc/passwd"), 404},
	{"traversal: backslash", get("/..\\..\\etc\\passwd"), 404},
	{"traversal: encoded backslash", get("/..%5c..%5cetc%5cpasswd"), 404},
	{"traversal: overlong UTF-8", get("/%c0%ae%c0%ae/etc/passwd"), 404},
	{"path with a NUL", get("/api/v1/state%00.json"), 404},
	{"path with a bad escape", get("/api/v1/%zz"), 400},
	{"path to clean", get("/api/v1/../v1/state"), 404},
	{"path with two slashes", get("//api/v1/state"), 404},
	{"path with an encoded slash", get("/api%2fv1/state"), 404},
	{"path with an encoded letter", get("/api/v1/%73tate"), 404},
	{"path with parameters", get("/api/v1/state;x=1"), 404},
	{"path of another case", get("/API/v1/state"), 404},
	{"path with a slash at the end", get("/api/v1/state/"), 404},
	{"compare: relative path", get("/compare?a=etc/passwd&b=/b"), 400},
	{"compare: traversal", get("/compare?a=/root/../etc/passwd&b=/b"), 400},
	{"compare: encoded traversal", get("/compare?a=%2froot%2f..%2fetc%2fpasswd&b=/b"), 400},
	{"compare: NUL", get("/compare?a=/etc/passwd%00&b=/b"), 400},
	{"compare: current folder", get("/api/v1/compare?a=/./etc/passwd&b=/b"), 400},
	{"compare: standard input", get("/api/v1/compare?a=-&b=/b"), 400},
	{"compare: flag as a path", get("/api/v1/compare?a=--index%3d/x&b=/b"), 400},
	{"compare: two paths of a name", get("/api/v1/compare?a=/a&a=/etc/passwd&b=/b"), 400},
	{"compare: no path", get("/compare"), 400},
	{"compare: number out of range", get("/compare?a=/a&b=/b&n=-2"), 400},
	{"query: name with a NUL", "POST /api/v1/query?name=a%00 HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nContent-Length: 0\r\n\r\n", 400},
	{"query: long name", "POST /api/v1/query?name=" + strings.Repeat("a", 300) + " HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nContent-Length: 0\r\n\r\n", 400},
	{"files: huge limit", get("/api/v1/files?q=a&limit=1000000000"), 400},
	{"query of the page", get("/?index=/etc"), 400},
	{"query of the state", get("/api/v1/state?callback=x"), 400},
	{"query with a semicolon", get("/api/v1/pairs?min=1;index=/etc"), 400},
	{"query with a bad escape", get("/api/v1/pairs?min=%zz"), 400},
	{"flag as a value of its own", get("/api/v1/pairs?--index=/etc"), 400},
	{"flag with an equals sign", get("/api/v1/pairs?min%3d1%20--index=/etc"), 400},

	// Size.
	{"URL of 17 KiB", get("/api/v1/files?q=" + strings.Repeat("a", 17<<10)), 414},
	{"URL of 1 MiB", get("/api/v1/files?q=" + strings.Repeat("a", 1<<20)), 431},
	{"header of 1 MiB", get("/api/v1/state", "X-Long: "+strings.Repeat("a", 1<<20)), 431},
	{"20,000 headers", get("/api/v1/state", strings.Repeat("X-Many: 1\r\n", 20_000)+"X-Last: 1"), 431},
	{"cookies of 64 KiB", get("/api/v1/state", "Cookie: a="+strings.Repeat("a", 64<<10)), 431},
	{"body over the limit", "POST /api/v1/query HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nContent-Length: " + strconv.Itoa(MaxUpload+1) + "\r\n\r\n", 413},
	{"body of an exabyte", "POST /api/v1/query HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nContent-Length: 1152921504606846976\r\n\r\n", 413},
	{"body that waits for leave", "POST /api/v1/query HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nExpect: 100-continue\r\nContent-Length: " + strconv.Itoa(MaxUpload+1) + "\r\n\r\n", 413},
	{"body of unknown length", "POST /api/v1/query HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n0\r\n\r\n", 411},
	{"form over the limit", "POST /login HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\n", 413},
	{"form of another type", "POST /login HTTP/1.1\r\nHost: HOST\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5\r\n\r\n12345", 415},
	{"form with more fields", "POST /login HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 11\r\n\r\ntoken=x&a=b", 400},
	{"body of a GET", "GET /api/v1/state HTTP/1.1\r\nHost: HOST\r\nLOGIN\r\nContent-Length: 5\r\n\r\n12345", 400},
	{"body of a scan", post("/api/v1/scan", "Origin: http://HOST"), 400},

	// What two servers could read differently.
	{"smuggling: both lengths", "POST /api/v1/query HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/v1/state HTTP/1.1\r\nHost: HOST\r\nBEARER\r\n\r\n", 411},
	{"smuggling: two lengths", "POST /api/v1/query HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n123456", 400},
	{"smuggling: list of lengths", "POST /api/v1/query HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nContent-Length: 5, 6\r\n\r\n123456", 400},
	{"smuggling: negative length", "POST /api/v1/query HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nContent-Length: -5\r\n\r\n", 400},
	{"smuggling: length with a sign", "POST /api/v1/query HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nContent-Length: +5\r\n\r\n12345", 400},
	{"smuggling: length in hexadecimal", "POST /api/v1/query HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nContent-Length: 0x5\r\n\r\n12345", 400},
	{"smuggling: huge length", "POST /api/v1/query HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nContent-Length: 99999999999999999999\r\n\r\n", 400},
	{"smuggling: unknown coding", "POST /api/v1/query HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 501},
	{"smuggling: two codings", "POST /api/v1/query HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501},
	{"smuggling: space before the colon", "POST /api/v1/query HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n", 400},
	{"smuggling: bare carriage return", "GET /api/v1/state HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nX: a\rb\r\n\r\n", 400},
	{"smuggling: NUL in a header", "GET /api/v1/state HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nX: a\x00b\r\n\r\n", 400},
	{"splitting: line break in the query", get("/api/v1/files?q=a%0d%0aSet-Cookie:%20x=1&limit=0"), 400},
	{"splitting: line break in the path", get("/%0d%0aSet-Cookie:%20x=1"), 404},
	{"splitting: markup in the path", get("/<script>alert(1)</script>"), 404},
	{"splitting: markup in a parameter", get("/compare?<script>alert(1)</script>=1"), 400},

	// Other protocols.
	{"TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400},
	{"HTTP/2 without TLS", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 421},
	{"upgrade to HTTP/2 without a login", anonymous("/api/v1/state", "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA"), 401},
	{"WebSocket without a login", anonymous("/api/v1/state", "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="), 401},
	{"WebSocket from another site", get("/api/v1/state", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Origin: http://evil.example", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: websocket"), 403},
	{"HTTP/3.0", "GET / HTTP/3.0\r\nHost: HOST\r\n\r\n", 505},
	{"SMTP", "EHLO evil.example\r\n\r\n", 400},
}

// TestAttacks sends each attack over a connection of its own, and checks the status of the
// answer and that nothing reached the backend.
func TestAttacks(t *testing.T) {
	t.Parallel()
	s := start(t, func(o *Options, limits *limits) {
		o.Hosts = []string{"trusted.example"}
		limits.burst = 1000
	})
	names := map[string]bool{}
	for _, c := range attacks {
		if names[c.name] {
			t.Errorf("two attacks are named %s", c.name)
		}
		names[c.name] = true
		method, _, _ := strings.Cut(c.raw, " ")
		a := s.send(t, method, fill(s, c.raw))
		if a.StatusCode != c.status {
			t.Errorf("%s: %s, want %d: %s", c.name, a.Status, c.status, a.body)
		}
		if calls := s.taken(); len(calls) > 0 {
			t.Errorf("%s: the backend was called: %q", c.name, calls)
		}
		if len(a.Cookies()) > 0 || strings.Contains(a.body, "<script>") {
			t.Errorf("%s: cookies %v: %s", c.name, a.Cookies(), a.body)
		}
		if a.Header.Get("Cache-Control") != "" || !a.Close { // not an answer of net/http
			safe(t, c.name, a)
		}
	}
	if len(attacks) < 40 {
		t.Errorf("only %d attacks", len(attacks))
	}
	t.Logf("%d attacks", len(attacks))
}

// fill puts the server's address, cookies and secret into an attack.
func fill(s *started, raw string) string {
	_, port, _ := strings.Cut(s.address, ":")
	name, value, _ := strings.Cut(s.cookie(), "=")
	expiry, signature, _ := strings.Cut(value, ".")
	expired := strconv.FormatInt(time.Now().Unix()-1, 10)
	last := "A"
	if strings.HasSuffix(signature, "A") || strings.HasSuffix(signature, "B") || strings.HasSuffix(signature, "C") || strings.HasSuffix(signature, "D") {
		last = "Q" // the last two bits of the last character mean nothing
	}
	return strings.NewReplacer(
		"LOGIN", "Cookie: "+s.cookie(), "BEARER", "Authorization: Bearer "+secret, "HOST", s.address, "PORT", port,
		"LATER", name+"="+strconv.Itoa(int(time.Now().Add(2*loginTime).Unix()))+"."+signature,
		"EXPIRED", name+"="+expired+"."+s.logins.sign(expired),
		"FOREIGN", name+"="+newAuthenticator([]byte("another secret 1234"), name, nil).newCookie(false).Value,
		"OTHERNAME", "alike="+value,
		"CHANGED", name+"="+expiry+"."+signature[:len(signature)-1]+last,
		"CUT", name+"="+value[:len(value)-1],
		"NAME", name,
	).Replace(raw)
}
