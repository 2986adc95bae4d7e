package config

import (
	"maps"
	"slices"
	"strings"
)

// Notice is one who is told what happens that the house may not overlook.
type Notice struct {
	// Kind is webhook, line, slack or mail.
	Kind string `json:"kind" doc:"webhook, line, slack or mail"`
	// URL is the webhook's address. Of slack it is the secret itself. Of line it may be left out. Of mail it is the server's:
	// smtp://host:587, with STARTTLS, or smtps://host:465.
	URL string `json:"url" doc:"Where it is told; of slack, the address is the secret" secret:"true"`
	// Secret signs webhooks: whsec_ and at least 24 bytes in base64.
	Secret string `json:"secret" doc:"The secret that webhooks are signed with" secret:"true"`
	// Token is LINE's channel access token, To the ID of the group; of mail, the mailbox.
	Token string `json:"token" doc:"LINE's channel access token" secret:"true"`
	To    string `json:"to" doc:"The ID of the LINE group; of mail, the mailbox"`
	// From is the house's address of mail. User and Password are the house's at the server; both may be left out. Certificate is
	// in PEM who signs for the server; empty: whom this machine trusts.
	From        string `json:"from" doc:"The house's address of mail"`
	User        string `json:"user" doc:"The house's name at the server of mail; empty: it is let in without"`
	Password    string `json:"password" doc:"Its password there" secret:"true"`
	Certificate string `json:"certificate" doc:"PEM of who signs for the server of mail; empty: whom this machine trusts"`
	// Language is th, en or lo (th), of what people read.
	Language string `json:"language" doc:"The language of what people read: th, en or lo; empty: th"`
	// Events are what it is told; none: all.
	Events []string `json:"events" doc:"What it is told; empty: all"`
}

// noticeSystems lists who is told.
func (o Outside) noticeSystems() (all []system) {
	for _, name := range slices.Sorted(maps.Keys(o.Notices)) {
		n := o.Notices[name]
		one := system{name: "notices." + name, address: n.URL}
		switch n.Kind {
		case "webhook":
			one.secrets = []named{{"secret", n.Secret}}
		case "line":
			one.secrets = []named{{"token", n.Token}, {"to", n.To}}
			if n.URL == "" {
				one.address = "https://api.line.me"
			}
		case "mail":
			one.address = withTLS(n.URL)
			one.secrets = []named{{"from", n.From}, {"to", n.To}} // not secret, but needed
			if n.User != "" {
				one.secrets = append(one.secrets, named{"password", n.Password})
			}
		}
		all = append(all, one)
	}
	return all
}

// withTLS is the address of a server of mail as one that is with TLS, since its connection says nothing without it.
func withTLS(address string) string {
	for _, scheme := range []string{"smtp://", "smtps://"} {
		if host, is := strings.CutPrefix(address, scheme); is {
			return "https://" + host
		}
	}
	return address
}
