package staff

import (
	"context"

	"krapao/internal/httpx"
	"krapao/internal/operatorapi/decide"
	"krapao/operator"
)

// OperatorSubject is somebody at the house's OpenID provider.
type OperatorSubject struct {
	Subject string `json:"subject" maxLength:"255" doc:"The claim sub of its ID tokens, and never an address of mail"`
}

// subject is whom an operator is at the house's provider.
func (c *Room) subject(asked *OperatorSubject) *operator.Subject {
	if asked == nil {
		return nil
	}
	return &operator.Subject{Issuer: c.identity.ByProvider().Issuer(), Subject: asked.Subject}
}

// OperatorTied is whom an operator is to be at the provider.
type OperatorTied struct {
	decide.Body

	Subject string `json:"subject" maxLength:"255" doc:"The claim sub of its ID tokens; empty: it does not sign in by the provider any more"`
}

// handleSubject answers PUT /api/operator/{name}/oidc.
func (c *Room) handleSubject(ctx context.Context, in *decides[OperatorTied]) (*httpx.Reply[decide.Outcome], error) {
	to := c.subject(&OperatorSubject{in.Body.Subject})
	return c.decisions.Call(ctx, operator.KindSubject, in.Name, in.Body.Body, *to)
}
