package operatorapi

import (
	"context"
	"net/http"
	"strings"

	"krapao/fault"
	"krapao/internal/operatorapi/cookie"
	"krapao/internal/socketio/desk"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/session"
)

// topics are what pages may watch, each with the role of the calls that they read again on a hint.
var topics = map[string]string{
	desk.Queue: "support+a", desk.Proposal: "support+a", desk.Chat: "support+a", desk.Today: "support+a", desk.Alarm: "support+a",
	desk.Content: "support+a", desk.Brake: "support+a",
}

// Permits implements desk.Settings. A topic may name one thing of its kind, after a colon.
func Permits(role, topic string) error {
	kind, _, _ := strings.Cut(topic, ":")
	needs, known := topics[kind]
	if !known || len(topic) > maxTopic {
		return fault.New(fault.INVALID_INPUT, "nothing is told of %q", kind)
	}
	return operator.Role(role).MayCall(needs)
}

// maxTopic is the longest topic: the kind, and an ID.
const maxTopic = 60

// TokenOf reads the session's token from the cookie of a console at an address.
func TokenOf(console string) func(*http.Request) string {
	return func(r *http.Request) string {
		token, err := cookie.At(console).Of(r)
		if err != nil { // it is there twice: neither counts
			return ""
		}
		return token
	}
}

// Watcher finds the operator of a live connection. A page that is merely open does not use its session.
func Watcher(s *store.Store, sessions *session.Service) func(context.Context, string) (desk.Operator, error) {
	return func(ctx context.Context, token string) (desk.Operator, error) {
		found, err := sessions.CheckUnattended(ctx, session.Operator, token)
		if err != nil {
			return desk.Operator{}, err
		}
		o, err := operator.Find(ctx, s, found.Subject)
		return desk.Operator{Name: o.Name, Role: string(o.Role)}, err
	}
}
