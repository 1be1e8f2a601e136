package serve

import (
	"bytes"
	_ "embed"
	"net/http"
	"sync"
	"unicode"
	"unicode/utf8"

	"alike/cmd/alike/policy"
	"alike/db/template"
)

//go:embed message.css
var messageStyle string

//go:embed message.html
var messageText string

var messagePage = sync.OnceValues(func() (*template.Template, error) {
	t := template.NewHTML()
	return t, t.Parse("message.html", messageText)
})

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

// messageContent fills message.html.
type messageContent struct {
	Style       template.Markup
	Title, Text string
	Form, Again bool
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
	content := messageContent{
		Style: template.Own(messageStyle), Title: title, Text: sentence(text),
		Form: form,
		// A browser sends no cookie if a link on another page was clicked.
		Again: status == http.StatusUnauthorized && r.Header.Get("Sec-Fetch-Site") == "cross-site",
	}
	t, err := messagePage()
	if err == nil {
		err = t.Execute(&page, "message.html", content)
	}
	if err != nil {
		page.Reset()
		page.WriteString(template.Escaper.Replace(text))
	}
	a.mediaType, a.policy = htmlType, messagePolicy
	_, _ = a.Write(page.Bytes())
}

// sentence makes a sentence of the text of an error.
func sentence(text string) string {
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:] + "."
}
