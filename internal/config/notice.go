package config

import (
	"maps"
	"slices"
)

// Notice is one who is told what happens that the house may not overlook.
type Notice struct {
	// Kind is webhook, line or slack.
	Kind string `json:"kind" doc:"webhook, line or slack"`
	// URL is the webhook's address. Of slack it is the secret itself. Of line it may be left out.
	URL string `json:"url" doc:"Where it is told; of slack, the address is the secret" secret:"true"`
	// Secret signs webhooks: whsec_ and at least 24 bytes in base64.
	Secret string `json:"secret" doc:"The secret that webhooks are signed with" secret:"true"`
	// Token is LINE's channel access token, To the ID of the group.
	Token string `json:"token" doc:"LINE's channel access token" secret:"true"`
	To    string `json:"to" doc:"The ID of the LINE group"`
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
		}
		all = append(all, one)
	}
	return all
}
