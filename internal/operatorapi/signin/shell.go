package signin

import (
	"context"
	"net/http"
	"strings"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/operator/identity"
)

// shells adds the calls by which a shell is signed in at the console: those of the shell, and those of the operator.
func (c *Calls) shells(f *httpx.Frame, own func(method, path, id, summary string) httpx.Route) {
	call := func(path, id, summary string) httpx.Route {
		return httpx.Route{
			Method: http.MethodPost, Path: "/api/signin/shell" + path, ID: id, Summary: summary, Access: httpx.Everyone, Needs: "open",
		}
	}
	httpx.Register(f, call("", "beginShell", "A code for a shell, which an operator types in the console"), c.handleShell)
	httpx.Register(f, call("/token", "signInShell", "Asked by the shell until an operator has let it in"), c.handleShellToken)
	in := own(http.MethodPost, "/shell", "letShellIn", "Sign the shell in that shows a code, as the caller")
	in.Confirmed = true
	httpx.Register(f, in, c.handleLetIn)
	httpx.Register(f, own(http.MethodPost, "/shell/look", "lookAtShell", "Which machine shows a code"), c.handleLookAtShell)
	httpx.Register(f, own(http.MethodPost, "/shell/refuse", "refuseShell", "It is not the caller's: its code ends"),
		c.handleRefuseShell)
}

// SignMachine is a machine whose shell is to be signed in.
type SignMachine struct {
	Machine string `doc:"As its owner will know it again" json:"machine" maxLength:"200" minLength:"1"`
}

// SignShell is what a shell signs in with.
type SignShell struct {
	DeviceCode string `doc:"What the shell asks by; nobody can show it again" json:"deviceCode"`
	UserCode   string `doc:"What the operator types, after looking at it"     json:"userCode"`
	URL        string `doc:"Where it types it"                                json:"url"`
	Interval   int    `doc:"Seconds between two questions of the shell"       json:"interval"`
	ExpiresIn  int    `doc:"Seconds"                                          json:"expiresIn"`
}

// handleShell answers POST /api/signin/shell.
func (c *Calls) handleShell(ctx context.Context, in *httpx.Body[SignMachine]) (*httpx.Reply[SignShell], error) {
	code, err := identity.ShellsOf(c.Identity).Begin(ctx, in.Body.Machine, origin(ctx))
	return httpx.Answer(SignShell{
		DeviceCode: code.Device, UserCode: code.User, URL: strings.TrimRight(c.Console, "/") + "/shell",
		Interval: int(identity.ShellInterval.Seconds()), ExpiresIn: int(identity.ShellLife.Seconds()),
	}, err)
}

// SignDevice names a shell by what it asks by.
type SignDevice struct {
	DeviceCode string `json:"deviceCode" maxLength:"64" minLength:"1"`
}

// SignedShell is a shell that was let in, or that waits.
type SignedShell struct {
	Message  string        `enum:"SUCCESS,PENDING"                          json:"message"`
	Operator *SignOperator `doc:"Only once an operator has let the shell in" json:"operator,omitempty"`
	Session  *SignSession  `json:"session,omitempty"`
	Token    string        `json:"token,omitempty"`
}

// handleShellToken answers POST /api/signin/shell/token.
func (c *Calls) handleShellToken(ctx context.Context, in *httpx.Body[SignDevice]) (*httpx.Reply[SignedShell], error) {
	s, waits, err := identity.ShellsOf(c.Identity).SignedIn(ctx, in.Body.DeviceCode)
	if err != nil {
		return nil, err
	}
	if waits {
		return &httpx.Reply[SignedShell]{Status: http.StatusAccepted, Body: SignedShell{Message: "PENDING"}}, nil
	}
	_, signed := c.signed(s, AsToken{As: "token"})
	return httpx.OK(SignedShell{"SUCCESS", &signed.Operator, &signed.Session, signed.Token})
}

// SignUserCode is the code that a shell shows, as the operator typed it.
type SignUserCode struct {
	UserCode string `json:"userCode" maxLength:"32" minLength:"1"`
}

// SignWaitingShell is the shell that shows a code.
type SignWaitingShell struct {
	Machine string    `doc:"As the shell calls it"           json:"machine"`
	Address string    `doc:"node: the shell on the machine" json:"address"`
	At      wire.Time `json:"at"`
	EndsAt  wire.Time `json:"endsAt"`
}

func waitingShell(s identity.Shell, err error) (*httpx.Reply[SignWaitingShell], error) {
	return httpx.Answer(SignWaitingShell{s.Machine, s.Address, wire.Time(s.At), wire.Time(s.EndsAt)}, err)
}

// handleLookAtShell answers POST /api/me/shell/look. The code is in the body: addresses are logged.
func (c *Calls) handleLookAtShell(ctx context.Context, in *httpx.Body[SignUserCode]) (*httpx.Reply[SignWaitingShell], error) {
	return waitingShell(identity.ShellsOf(c.Identity).Waiting(ctx, caller(ctx), in.Body.UserCode))
}

// handleLetIn answers POST /api/me/shell.
func (c *Calls) handleLetIn(ctx context.Context, in *httpx.Body[SignUserCode]) (*httpx.Reply[SignWaitingShell], error) {
	return waitingShell(identity.ShellsOf(c.Identity).LetIn(ctx, caller(ctx), in.Body.UserCode))
}

// handleRefuseShell answers POST /api/me/shell/refuse.
func (c *Calls) handleRefuseShell(ctx context.Context, in *httpx.Body[SignUserCode]) (*httpx.Success, error) {
	return httpx.Done(identity.ShellsOf(c.Identity).Refuse(ctx, caller(ctx), in.Body.UserCode))
}
