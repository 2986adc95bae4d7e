package signin

import (
	"context"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/operator/identity"
)

// SignWays are the house, and how one signs in to it.
type SignWays struct {
	Ways  []string `json:"ways" enum:"passkey,password,oidc"`
	House string   `json:"house" doc:"Its name"`
	Zone  string   `json:"zone" doc:"Its time zone, by its IANA name"`

	OIDC wire.Nullable[SignProvider] `json:"oidc" doc:"The house's OpenID provider; null: it has none"`
	Demo []SignDemo                  `json:"demo" doc:"Who signs in by one press; null: this is no demo" nullable:"true"`
}

// handleWays answers GET /api/signin.
func (c *Calls) handleWays(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[SignWays], error) {
	name, err := c.House(ctx)
	if err != nil {
		return nil, err
	}
	answer := SignWays{Ways: c.ways(), House: name, Zone: clock.Bangkok.String()}
	if called := c.Identity.ByProvider().Name(); called != "" {
		answer.Ways, answer.OIDC = append(answer.Ways, string(identity.ByOIDC)), wire.NullableOf(SignProvider{called})
	}
	answer.Demo, err = c.demos(ctx)
	return httpx.Answer(answer, err)
}

// ways are those by which the house signs in, and by which an invitation's secrets are set: the best first.
func (c *Calls) ways() []string {
	if c.Identity.HasPasskeys() {
		return []string{string(identity.ByPasskey), string(identity.ByPassword)}
	}
	return []string{string(identity.ByPassword)}
}

// SignPassword is the first step of a sign-in.
type SignPassword struct {
	Name     string `json:"name" minLength:"1" maxLength:"64"`
	Password string `json:"password" minLength:"1" maxLength:"512"`
}

// handlePassword answers POST /api/signin/password. Whatever was typed, the second step is asked for.
func (c *Calls) handlePassword(ctx context.Context, in *httpx.Body[SignPassword]) (*httpx.Success, error) {
	ticket, err := c.Identity.Password(ctx, in.Body.Name, in.Body.Password, origin(ctx))
	if err != nil {
		return nil, err
	}
	return nil, fault.New(fault.SECOND_FACTOR, "a code of the telephone, or a recovery code").
		With("ticket", ticket).With("ways", []identity.Way{identity.ByTOTP, identity.ByRecovery})
}

// SignSecond is the second step of a sign-in.
type SignSecond struct {
	Ticket string `json:"ticket" minLength:"1" maxLength:"64"`
	Way    string `json:"way" enum:"totp,recovery"`
	Code   string `json:"code" minLength:"1" maxLength:"64"`
}

// handleSecond answers POST /api/signin/second.
func (c *Calls) handleSecond(ctx context.Context, in *struct {
	AsToken

	Body SignSecond
},
) (*signedIn[Signed], error) {
	s, err := c.Identity.Second(ctx, in.Body.Ticket, identity.Way(in.Body.Way), in.Body.Code)
	if err != nil {
		return nil, err
	}
	header, body := c.signed(s, in.AsToken)
	return &signedIn[Signed]{header, body}, nil
}
