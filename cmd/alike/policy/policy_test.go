package policy

import "testing"

func TestInline(t *testing.T) {
	t.Parallel()
	const rest = "img-src data:; base-uri 'none'; form-action "
	for _, c := range []struct{ got, want string }{
		{Inline("p{}", "", OwnForms), "default-src 'none'; style-src 'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='; " + rest + "'self'"},
		{
			Inline("p{}", "go()", NoForms, "trusted-types 'none'"),
			"default-src 'none'; style-src 'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='; script-src 'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='; " + rest + "'none'; trusted-types 'none'",
		},
	} {
		if c.got != c.want {
			t.Errorf("%s\nwant\n%s", c.got, c.want)
		}
	}
}
