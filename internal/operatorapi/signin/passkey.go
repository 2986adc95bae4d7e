package signin

import (
	"context"
	"encoding/json"
	"fmt"

	"krapao/internal/httpx"
	"krapao/operator/identity"
)

// Options are what a browser asks its device for a passkey with, as WebAuthn has them in JSON.
type Options map[string]any

// Credential is what the device answered, as WebAuthn has it in JSON.
type Credential map[string]any

func (c Credential) text() (json.RawMessage, error) {
	text, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("signin: a credential: %w", err)
	}
	return text, nil
}

func optionsOf(c identity.Challenge) (*Options, error) {
	var o Options
	if err := json.Unmarshal(c.Options, &o); err != nil {
		return nil, fmt.Errorf("signin: options of a passkey: %w", err)
	}
	return &o, nil
}

// SignAsked asks for a passkey.
type SignAsked struct {
	Ticket  string  `json:"ticket"`
	Options Options `json:"options"`
}

func asked(c identity.Challenge, err error) (*httpx.Reply[SignAsked], error) {
	if err != nil {
		return nil, err
	}
	options, err := optionsOf(c)
	if err != nil {
		return nil, err
	}
	return httpx.OK(SignAsked{c.Ticket, *options})
}

// handlePasskey answers POST /api/signin/passkey.
func (c *Calls) handlePasskey(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[SignAsked], error) {
	return asked(c.Identity.SignInByPasskey(ctx, origin(ctx)))
}

// SignAnswer is what a device answered.
type SignAnswer struct {
	Ticket     string     `json:"ticket" maxLength:"64" minLength:"1"`
	Credential Credential `json:"credential"`
}

// handlePasskeySigned answers POST /api/signin/passkey/finish.
func (c *Calls) handlePasskeySigned(ctx context.Context, in *struct {
	AsToken

	Body SignAnswer
},
) (*signedIn[Signed], error) {
	answer, err := in.Body.Credential.text()
	if err != nil {
		return nil, err
	}
	s, err := c.Identity.PasskeySignedIn(ctx, in.Body.Ticket, answer)
	if err != nil {
		return nil, err
	}
	header, body := c.signed(s, in.AsToken)
	return &signedIn[Signed]{header, body}, nil
}

// handleAddPasskey answers POST /api/me/passkey.
func (c *Calls) handleAddPasskey(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[SignAsked], error) {
	return asked(c.Identity.AddPasskey(ctx, caller(ctx), origin(ctx)))
}

// SignPasskeyMade is a passkey that a device has made.
type SignPasskeyMade struct {
	SignAnswer

	Name string `doc:"How its owner calls it" json:"name" maxLength:"64" minLength:"1"`
}

// handlePasskeyAdded answers POST /api/me/passkey/finish.
func (c *Calls) handlePasskeyAdded(ctx context.Context, in *httpx.Body[SignPasskeyMade]) (*httpx.Success, error) {
	answer, err := in.Body.Credential.text()
	if err != nil {
		return nil, err
	}
	return httpx.Done(c.Identity.PasskeyAdded(ctx, caller(ctx), in.Body.Ticket, in.Body.Name, answer))
}

// OfPasskey names a passkey.
type OfPasskey struct {
	ID string `maxLength:"1400" path:"id"`
}

// handleRemovePasskey answers DELETE /api/me/passkey/{id}.
func (c *Calls) handleRemovePasskey(ctx context.Context, in *OfPasskey) (*httpx.Success, error) {
	return httpx.Done(c.Identity.RemovePasskey(ctx, caller(ctx), in.ID))
}
