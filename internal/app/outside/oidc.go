package outside

import (
	"krapao/connect/oidc"
	"krapao/internal/config"
	"krapao/operator/identity"
)

// Provider makes the connection to the house's OpenID provider, which sends browsers back to an address of the console; nil where
// there is none.
func Provider(c config.OIDC, back string, to PerSystem) identity.Provider {
	if c == (config.OIDC{}) {
		return nil
	}
	return oidc.New(oidc.Config{
		Name: c.Name, Issuer: c.Issuer, Client: c.Client, Secret: c.Secret, Redirect: back, Outbound: to("oidc"),
	})
}
