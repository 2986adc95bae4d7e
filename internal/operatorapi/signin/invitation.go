package signin

import (
	"context"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/operator/identity"
)

// SignInvitation names an invitation by its secret.
type SignInvitation struct {
	Invitation string `json:"invitation" minLength:"1" maxLength:"64"`
}

// SignInvited is who is invited.
type SignInvited struct {
	Name      string    `json:"name"`
	Role      string    `json:"role" enum:"support,cashier,chief,auditor"`
	InvitedBy string    `json:"invitedBy" doc:"An operator, or node: the owner of the machine"`
	EndsAt    wire.Time `json:"endsAt"`
	Ways      []string  `json:"ways" enum:"passkey,password"`
}

// handleInvitation answers POST /api/signin/invitation.
func (c *Calls) handleInvitation(ctx context.Context, in *httpx.Body[SignInvitation]) (*httpx.Reply[SignInvited], error) {
	found, err := c.Identity.Invitation(ctx, in.Body.Invitation)
	return httpx.Answer(SignInvited{
		Name: found.Name, Role: string(found.Role), InvitedBy: found.By, EndsAt: wire.Time(found.EndsAt),
		Ways: c.ways(),
	}, err)
}

// SignBegin begins to set secrets.
type SignBegin struct {
	SignInvitation

	Way string `json:"way" enum:"passkey,password"`
}

// SignBegun is what the device makes a passkey with, or what the telephone needs for its codes.
type SignBegun struct {
	Ticket  string    `json:"ticket"`
	Options *Options  `json:"options,omitempty" doc:"By passkey"`
	TOTP    *SignTOTP `json:"totp,omitempty" doc:"By password"`
}

// SignTOTP is the key of a telephone's codes: as a picture has it, and as a person types it.
type SignTOTP struct {
	URI    string `json:"uri"`
	Secret string `json:"secret"`
}

// handleBegin answers POST /api/signin/invitation/begin.
func (c *Calls) handleBegin(ctx context.Context, in *httpx.Body[SignBegin]) (*httpx.Reply[SignBegun], error) {
	if identity.Way(in.Body.Way) == identity.ByPasskey {
		begun, err := c.Identity.EnrolByPasskey(ctx, in.Body.Invitation, origin(ctx))
		if err != nil {
			return nil, err
		}
		options, err := optionsOf(begun)
		return httpx.Answer(SignBegun{Ticket: begun.Ticket, Options: options}, err)
	}
	e, err := c.Identity.Enrol(ctx, in.Body.Invitation, origin(ctx))
	return httpx.Answer(SignBegun{Ticket: e.Ticket, TOTP: &SignTOTP{e.URI, e.Key}}, err)
}

// SignFinish sets secrets.
type SignFinish struct {
	Ticket     string     `json:"ticket" minLength:"1" maxLength:"64"`
	Password   string     `json:"password,omitempty" maxLength:"512"`
	Code       string     `json:"code,omitempty" maxLength:"64" doc:"That the telephone shows now"`
	Credential Credential `json:"credential,omitempty" doc:"By passkey, in place of both"`
	Name       string     `json:"name,omitempty" maxLength:"64" doc:"How its owner calls the passkey"`
}

// SignSet is a session that has just begun, with the recovery codes of its operator.
type SignSet struct {
	Signed

	Recovery []string `json:"recovery" doc:"Ten, each of which signs in once without the telephone; nobody can show them again"`
}

// handleFinish answers POST /api/signin/invitation/finish.
func (c *Calls) handleFinish(ctx context.Context, in *struct {
	AsToken

	Body SignFinish
},
) (*signedIn[SignSet], error) {
	answer, err := in.Body.Credential.text()
	if err != nil {
		return nil, err
	}
	s, recovery, err := c.Identity.Finish(ctx, in.Body.Ticket, identity.Proof{
		Password: in.Body.Password, Code: in.Body.Code, Credential: answer, Name: in.Body.Name,
	})
	if err != nil {
		return nil, err
	}
	header, body := c.signed(s, in.AsToken)
	return &signedIn[SignSet]{header, SignSet{body, recovery}}, nil
}
