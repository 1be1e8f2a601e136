package serve

import (
	"fmt"
	"strings"
	"testing"
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
	for header, want := range map[string]string{
		"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
		"Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin", "X-Frame-Options": "DENY",
	} {
		if got := a.Header.Get(header); got != want {
			t.Errorf("%s: %s: %q, want %q", name, header, got, want)
		}
	}
	policy := a.Header.Get("Content-Security-Policy")
	if !strings.HasPrefix(policy, "default-src 'none'; ") || !strings.HasSuffix(policy, "; frame-ancestors 'none'") {
		t.Errorf("%s: Content-Security-Policy: %q", name, policy)
	}
	for header := range a.Header {
		if strings.HasPrefix(header, "Access-Control-") {
			t.Errorf("%s: %s: %q", name, header, a.Header.Get(header))
		}
	}
}
