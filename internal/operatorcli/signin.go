package operatorcli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"krapao/fault"
	"krapao/internal/operatorapi/client"
	"krapao/operator/cli/sheet"
)

type login struct {
	Name     string `arg:"" optional:"" help:"Your operator name, for a sign-in by password."`
	Password bool   `help:"By your password, from another machine, too: without a browser."`
	Invited  bool   `help:"Set your password and your telephone's codes, by an invitation."`
	Demo     bool   `help:"As one of a demo's operators: by a press, without secrets."`
}

// signed is a session that has just begun.
type signed struct {
	Operator struct{ Name, Role string }
	Session  struct{ EndsAt time.Time }
	Token    string
	Recovery []string
}

// Run signs in and keeps the session. It asks for the secrets, so that they are not among the words of a command.
func (c login) Run(ctx context.Context, d *Desk) error {
	in := c.byConsole
	switch {
	case c.Invited:
		in = c.byInvitation
	case c.Demo:
		in = c.byPress
	case c.Password, c.Name != "" && d.URL == "":
		in = c.byPassword
	}
	d.Client.Token = ""
	begun, err := in(ctx, d)
	if err != nil {
		return err
	}
	if c.Name != "" && begun.Operator.Name != c.Name {
		d.Client.Token = begun.Token
		_, err := d.Client.Call(ctx, client.Request{Method: http.MethodPost, Path: "/api/me/signout"})
		return errors.Join(fmt.Errorf("%s let this shell in, and not %s", begun.Operator.Name, c.Name), err)
	}
	if err := d.keep(kept{URL: d.URL, Name: begun.Operator.Name, Token: begun.Token, EndsAt: begun.Session.EndsAt}); err != nil {
		return err
	}
	if len(begun.Recovery) > 0 {
		const say = "Write these recovery codes down: each signs you in once without your telephone, and nobody can\n" +
			"show them again.\n  %s\n"
		if _, err := fmt.Fprintf(d.Out, say, strings.Join(begun.Recovery, "\n  ")); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(d.Out, "%s is signed in, until %s UTC at the latest and 30 minutes after the last command\n",
		begun.Operator.Name, sheet.Stamp(begun.Session.EndsAt))
	return err
}

// post makes a call of nobody and reads its answer.
func (d *Desk) post(ctx context.Context, path string, body, into any) error {
	answer, err := d.Client.Call(ctx, client.Request{
		Method: http.MethodPost, Path: path, Query: url.Values{}, Body: body,
	})
	if err != nil {
		return err
	}
	return json.Unmarshal(answer, into)
}

const secondFactor = "Code of your telephone, or a recovery code"

func (c login) byPassword(ctx context.Context, d *Desk) (s signed, err error) {
	if c.Name == "" {
		return s, errors.New("who signs in? krapao operator login NAME --password")
	}
	password, err := d.asked("Password", true)
	if err != nil {
		return s, err
	}
	err = d.post(ctx, "/api/signin/password", map[string]any{"name": c.Name, "password": password}, &s)
	refused, is := errors.AsType[client.RefusedError](err)
	if !is || refused.Code != fault.SECOND_FACTOR {
		return s, err
	}
	code, err := d.asked(secondFactor, false)
	if err != nil {
		return s, err
	}
	err = d.post(ctx, asToken("/api/signin/second"), map[string]any{
		"ticket": refused.Param("ticket"), "way": wayOf(code), "code": code,
	}, &s)
	return s, err
}

func (login) byInvitation(ctx context.Context, d *Desk) (s signed, err error) {
	secret, err := d.asked("Invitation", true)
	if err != nil {
		return s, err
	}
	var in struct {
		Name, Role, InvitedBy string
		EndsAt                time.Time
	}
	if err := d.post(ctx, "/api/signin/invitation", map[string]any{"invitation": secret}, &in); err != nil {
		return s, err
	}
	var begun struct {
		Ticket string
		TOTP   struct{ URI, Secret string }
	}
	err = d.post(ctx, "/api/signin/invitation/begin", map[string]any{"invitation": secret, "way": "password"}, &begun)
	if err != nil {
		return s, err
	}
	if _, err := fmt.Fprintf(d.Out, "%s, %s, invited by %s until %s UTC\n"+
		"Add this key to the app that shows your codes (Google Authenticator, 1Password, ...):\n  %s\n  %s\n",
		in.Name, in.Role, in.InvitedBy, sheet.Stamp(in.EndsAt), begun.TOTP.Secret, begun.TOTP.URI); err != nil {
		return s, err
	}
	password, err := d.asked("New password, 12 characters or more", true)
	if err != nil {
		return s, err
	}
	code, err := d.asked("The code that your telephone shows now", false)
	if err != nil {
		return s, err
	}
	err = d.post(ctx, asToken("/api/signin/invitation/finish"), map[string]any{
		"ticket": begun.Ticket, "password": password, "code": code,
	}, &s)
	return s, err
}

func (c login) byPress(ctx context.Context, d *Desk) (s signed, err error) {
	err = d.post(ctx, asToken("/api/signin/demo"), map[string]any{"name": c.Name}, &s)
	return s, err
}

// asToken asks for a bearer token in place of a cookie.
func asToken(path string) string { return path + "?as=token" }

func (d *Desk) asked(prompt string, hidden bool) (string, error) {
	line, err := d.Ask(prompt, hidden)
	if err != nil {
		return "", fmt.Errorf("operator: %s: %w", strings.ToLower(prompt), err)
	}
	return line, nil
}

var sixDigits = regexp.MustCompile(`^[0-9]{6}$`)

// wayOf tells a telephone's code from a recovery code.
func wayOf(code string) string {
	if sixDigits.MatchString(code) {
		return "totp"
	}
	return "recovery"
}

// confirm shows who decides, by what the refusal asks for, and returns the confirmation.
func (d *Desk) confirm(ctx context.Context, refused client.RefusedError) (string, error) {
	ways, _ := refused.Params["ways"].([]any)
	way, code := "demo", ""
	switch {
	case slices.Contains(ways, any("totp")) || slices.Contains(ways, any("recovery")):
		var err error
		if code, err = d.asked("This has to be confirmed. "+secondFactor, false); err != nil {
			return "", err
		}
		way = wayOf(code)
	case !slices.Contains(ways, any("demo")):
		return "", fmt.Errorf("%w; you have a passkey alone: decide it in the console", refused)
	}
	var begun struct{ Ticket string }
	err := d.post(ctx, "/api/me/confirm", map[string]any{"decision": refused.Param("decision"), "way": way}, &begun)
	if err != nil {
		return "", err
	}
	finish := map[string]any{"ticket": begun.Ticket}
	if code != "" {
		finish["code"] = code
	}
	var sure struct{ Confirmation string }
	err = d.post(ctx, "/api/me/confirm/finish", finish, &sure)
	return sure.Confirmation, err
}

type logout struct{}

// Run ends the session.
func (logout) Run(ctx context.Context, d *Desk) error {
	if err := d.remember(); err != nil {
		return err
	}
	if d.Client.Token == "" {
		return errors.New("nobody is signed in")
	}
	_, err := d.Client.Call(ctx, client.Request{Method: http.MethodPost, Path: "/api/me/signout"})
	if refused, is := errors.AsType[client.RefusedError](err); is && refused.Status == http.StatusUnauthorized {
		err = nil // it had ended
	}
	if err = errors.Join(err, d.forget()); err != nil {
		return err
	}
	_, err = fmt.Fprintln(d.Out, "signed out")
	return err
}
