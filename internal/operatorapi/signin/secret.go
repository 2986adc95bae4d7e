package signin

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
)

// secrets are the calls about the caller's own secrets. What changes them has to be confirmed.
func (c *Calls) secrets(f *httpx.Frame) {
	call := func(method, path, id, summary string) httpx.Route {
		return httpx.Route{
			Method: method, Path: "/api/me" + path, ID: id, Summary: summary, Access: httpx.Operators, Needs: "all", Scope: scope,
			Confirmed: method != http.MethodGet,
		}
	}
	httpx.Register(f, call(http.MethodGet, "/secret", "getSecrets", "Which secrets the caller has"), c.handleSecrets)
	httpx.Register(f, call(http.MethodPost, "/passkey", "addPasskey", "Ask the device for a new passkey"), c.handleAddPasskey)
	httpx.Register(f, call(http.MethodPost, "/passkey/finish", "finishPasskey", "Keep what the device made"), c.handlePasskeyAdded)
	httpx.Register(f, call(http.MethodDelete, "/passkey/{id}", "removePasskey", "Remove a passkey"), c.handleRemovePasskey)
	httpx.Register(f, call(http.MethodPut, "/password", "setPassword", "A new password; all other sessions end"),
		c.handleSetPassword)
	httpx.Register(f, call(http.MethodPost, "/totp", "addTotp", "A key for another telephone that shows codes"), c.handleAddTOTP)
	httpx.Register(f, call(http.MethodPost, "/totp/finish", "finishTotp", "A code of that telephone, whose codes count from now on"),
		c.handleTOTPAdded)
	httpx.Register(f, call(http.MethodPost, "/recovery", "setRecovery", "Ten new recovery codes; the former ones end"),
		c.handleSetRecovery)
}

// SignSince is since when the caller has a secret.
type SignSince struct {
	Since wire.Time `json:"since"`
}

type signSince SignSince

// Schema allows null.
func (SignSince) Schema(r huma.Registry) *huma.Schema { return wire.OrNull[signSince](r) }

func since(t time.Time) *SignSince {
	if t.IsZero() {
		return nil
	}
	return &SignSince{wire.Time(t)}
}

// SignSecrets are which secrets the caller has, and never what they are.
type SignSecrets struct {
	Passkeys     []SignPasskey `json:"passkeys"`
	Password     *SignSince    `doc:"null: it has none"                                     json:"password"`
	TOTP         *SignSince    `doc:"The telephone that shows codes; null: it has none" json:"totp"`
	RecoveryLeft int64         `doc:"Recovery codes that were not used"                     json:"recoveryLeft"`
	OIDC         bool          `doc:"It signs in by the house's OpenID provider, too" json:"oidc"`
}

// SignPasskey is a passkey of the caller's.
type SignPasskey struct {
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	CreatedAt wire.Time  `json:"createdAt"`
	UsedAt    *wire.Time `doc:"null: it was not used yet"       json:"usedAt" nullable:"true"`
	BackedUp  bool       `doc:"It is kept beside its device, too" json:"backedUp"`
}

// handleSecrets answers GET /api/me/secret.
func (c *Calls) handleSecrets(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[SignSecrets], error) {
	held, err := c.Identity.Held(ctx, httpx.StateOf(ctx).Operator)
	keys := make([]SignPasskey, len(held.Passkeys))
	for i, k := range held.Passkeys {
		keys[i] = SignPasskey{k.ID, k.Name, wire.Time(k.CreatedAt), wire.TimeOrNull(k.UsedAt), k.BackedUp}
	}
	return httpx.Answer(SignSecrets{keys, since(held.PasswordAt), since(held.TOTPSince), held.RecoveryLeft, held.OIDC}, err)
}

// SignNewPassword is a new password.
type SignNewPassword struct {
	Password string `json:"password" maxLength:"512" minLength:"1"`
}

// handleSetPassword answers PUT /api/me/password.
func (c *Calls) handleSetPassword(ctx context.Context, in *httpx.Body[SignNewPassword]) (*httpx.Success, error) {
	return httpx.Done(c.Identity.SetPassword(ctx, caller(ctx), in.Body.Password))
}

// SignTelephone is a key for a telephone that is to show codes.
type SignTelephone struct {
	Ticket string `json:"ticket"`

	SignTOTP
}

// handleAddTOTP answers POST /api/me/totp.
func (c *Calls) handleAddTOTP(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[SignTelephone], error) {
	e, err := c.Identity.AddTOTP(ctx, caller(ctx), origin(ctx))
	return httpx.Answer(SignTelephone{e.Ticket, SignTOTP{e.URI, e.Key}}, err)
}

// SignTelephoneCode is a code that the telephone shows.
type SignTelephoneCode struct {
	Ticket string `json:"ticket" maxLength:"64" minLength:"1"`
	Code   string `json:"code"   maxLength:"64" minLength:"1"`
}

// handleTOTPAdded answers POST /api/me/totp/finish.
func (c *Calls) handleTOTPAdded(ctx context.Context, in *httpx.Body[SignTelephoneCode]) (*httpx.Success, error) {
	return httpx.Done(c.Identity.TOTPAdded(ctx, caller(ctx), in.Body.Ticket, in.Body.Code))
}

// SignRecovery are new recovery codes.
type SignRecovery struct {
	Recovery []string `doc:"Ten, each of which counts once; nobody can show them again" json:"recovery"`
}

// handleSetRecovery answers POST /api/me/recovery.
func (c *Calls) handleSetRecovery(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[SignRecovery], error) {
	codes, err := c.Identity.SetRecovery(ctx, caller(ctx))
	return httpx.Answer(SignRecovery{codes}, err)
}
