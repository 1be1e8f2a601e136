package serve

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"unicode"
	"unicode/utf8"

	"alike/cmd/alike/policy"
)

//go:embed message.css
var messageStyle string

//go:embed message.html
var messageText string

var messagePage = template.Must(template.New("message").Parse(messageText))

const (
	htmlType = "text/html; charset=utf-8"

	noContent = "default-src 'none'; base-uri 'none'; " + policy.NoForms

	// anyProgram is for pages that name the hashes of their own script and style in their
	// markup. Both policies hold.
	anyProgram = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; " +
		"connect-src 'self'; base-uri 'none'; " + policy.NoForms
)

var messagePolicy = policy.Inline(messageStyle, "", policy.OwnForms)

func policyOf(page string) string {
	if page == "" {
		return anyProgram
	}
	return page
}

// message makes the answer a small page that says what is wrong. If a login is missing, it
// has a form for the token.
func (a *answer) message(status int, text string, r *http.Request) {
	var page bytes.Buffer
	title := http.StatusText(status)
	if status == http.StatusUnauthorized {
		title = "Log in to alike"
	}
	form := status == http.StatusUnauthorized || status == http.StatusTooManyRequests
	if form { // without a referrer, a browser may send it with Origin: null, which is refused
		a.header.Set("Referrer-Policy", "same-origin")
	}
	err := messagePage.Execute(&page, struct {
		Style       template.CSS
		Title, Text string
		Form, Again bool
	}{
		Style: template.CSS(messageStyle), Title: title, Text: sentence(text),
		Form: form,
		// A browser sends no cookie if a link on another page was clicked.
		Again: status == http.StatusUnauthorized && r.Header.Get("Sec-Fetch-Site") == "cross-site",
	})
	if err != nil {
		page.Reset()
		page.WriteString(template.HTMLEscapeString(text))
	}
	a.mediaType, a.policy = htmlType, messagePolicy
	_, _ = a.Write(page.Bytes())
}

// sentence makes a sentence of the text of an error.
func sentence(text string) string {
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:] + "."
}
