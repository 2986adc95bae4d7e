package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"krapao/fault"
	"krapao/internal/ratelimit"
	"krapao/operator/identity"
)

// exchange is what a command has besides its words: the session of whoever gave it and what it typed, and what it gets back.
type exchange struct {
	// Session is the session's token.
	Session string
	Typed   typed
	Reply   reply
}

// typed is what an operator typed at a prompt: it is in no list of processes, and in no history of a shell.
type typed struct {
	Password   string `json:"password,omitempty"`
	Invitation string `json:"invitation,omitempty"`
	Ticket     string `json:"ticket,omitempty"`
	Code       string `json:"code,omitempty"`
}

// reply is for the shell itself.
type reply struct {
	// Ticket is for the next step of a sign-in, Session the token of a session that has just begun. Ended: the one that was sent
	// is over.
	Ticket  string `json:"ticket,omitempty"`
	Session string `json:"session,omitempty"`
	Ended   bool   `json:"ended,omitempty"`
}

// errNoSignIn: this process has no operators to sign in.
var errNoSignIn = errors.New("this node signs nobody in")

// unsigned are the commands that nobody needs a session for: they begin or end one, or are for the owner of the machine.
var unsigned = []string{"login", "logout", "init", "recover"}

// signed returns the operator of a session.
func (x *exchange) signed(ctx context.Context, s *Services) (name string, err error) {
	live, err := s.Identity.Check(ctx, x.Session)
	if f := fault.Of(err); f != nil && f.Code != fault.INTERNAL_SERVER_ERROR {
		x.Reply.Ended = true
		return "", errors.New("your session has ended: krapao operator login NAME")
	}
	return live.Subject, err
}

// here is where commands of this shell come from.
var here = identity.Origin{Node: true, Agent: "krapao operator"}

type login struct {
	Name    string `arg:"" optional:"" help:"Your operator name."`
	Invited bool   `help:"Set your password and your telephone's codes, by an invitation."`
}

// Run is one step of a sign-in. Each answers with what the next one needs.
func (c login) Run(ctx context.Context, s *Services, x *exchange, out io.Writer) (err error) {
	switch t := x.Typed; {
	case t.Invitation != "":
		return begin(ctx, s.Identity, x, out)
	case t.Ticket != "" && c.Invited:
		return finish(ctx, s.Identity, x, out)
	case t.Ticket != "":
		signed, err := s.Identity.Second(ctx, t.Ticket, wayOf(t.Code), t.Code)
		if err != nil {
			return howLong(err)
		}
		return welcome(x, signed, out)
	default:
		x.Reply.Ticket, err = s.Identity.Password(ctx, c.Name, t.Password, here)
		return howLong(err)
	}
}

// begin begins to set secrets.
func begin(ctx context.Context, s *identity.Service, x *exchange, out io.Writer) error {
	in, err := s.Invitation(ctx, x.Typed.Invitation)
	if err != nil {
		return err
	}
	e, err := s.Enrol(ctx, x.Typed.Invitation, here)
	if err != nil {
		return err
	}
	x.Reply.Ticket = e.Ticket
	_, err = fmt.Fprintf(out, "%s, %s, invited by %s until %s UTC\n"+
		"Add this key to the app that shows your codes (Google Authenticator, 1Password, ...):\n  %s\n  %s\n",
		in.Name, in.Role, in.By, stamp(in.EndsAt), e.Key, e.URI)
	return err
}

// finish sets secrets.
func finish(ctx context.Context, s *identity.Service, x *exchange, out io.Writer) error {
	t := x.Typed
	signed, recovery, err := s.Finish(ctx, t.Ticket, identity.Proof{Password: t.Password, Code: t.Code})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out,
		"Write these recovery codes down: each signs you in once without your telephone, and nobody can show\n"+
			"them again.\n  %s\n", strings.Join(recovery, "\n  ")); err != nil {
		return err
	}
	return welcome(x, signed, out)
}

func welcome(x *exchange, signed identity.Signed, out io.Writer) error {
	x.Reply.Session = signed.Token
	_, err := fmt.Fprintf(out, "%s is signed in, until %s UTC at the latest and 30 minutes after the last command\n",
		signed.Operator.Name, stamp(signed.Session.EndsAt))
	return err
}

var sixDigits = regexp.MustCompile(`^[0-9]{6}$`)

// wayOf tells a telephone's code from a recovery code.
func wayOf(code string) identity.Way {
	if sixDigits.MatchString(code) {
		return identity.ByTOTP
	}
	return identity.ByRecovery
}

// howLong says how long to wait after too many wrong ones.
func howLong(err error) error {
	if !fault.Is(err, fault.REQUEST_LIMIT) {
		return err
	}
	return fmt.Errorf("too many wrong sign-ins: wait %v seconds (%w)", fault.Of(err).Params[ratelimit.WaitParam], err)
}

type logout struct{}

// Run ends the session of whoever gives the command.
func (logout) Run(ctx context.Context, s *Services, x *exchange, out io.Writer) error {
	if x.Session == "" {
		return errors.New("nobody is signed in")
	}
	x.Reply.Ended = true
	if err := s.Identity.SignOut(ctx, x.Session); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, "signed out")
	return err
}

type initiate struct {
	Name string `arg:"" help:"The chief's name. In a new house it is added."`
}

// Run invites the first chief.
func (c initiate) Run(ctx context.Context, s *Services, out io.Writer) error {
	in, err := s.Identity.Init(ctx, c.Name)
	return invitation(out, c.Name, in, err)
}

type regain struct {
	Name string `arg:"" help:"A chief's name, or that of one more where fewer than two chiefs are left."`
}

// Run invites a chief again.
func (c regain) Run(ctx context.Context, s *Services, out io.Writer) error {
	in, err := s.Identity.Recover(ctx, c.Name)
	return invitation(out, c.Name, in, err)
}

type inviting struct {
	who
	Name string `arg:"" help:"An operator that can't sign in yet."`
}

// Run invites an operator.
func (c inviting) Run(ctx context.Context, s *Services, out io.Writer) error {
	in, err := s.Identity.Invite(ctx, c.decision(c.Name))
	return invitation(out, c.Name, in, err)
}

// invitation prints an invitation, once.
func invitation(out io.Writer, name string, in identity.Invited, err error) error {
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "the invitation of %s counts once, from %s until %s UTC: krapao operator login --invited\n%s\n",
		name, stamp(in.From), stamp(in.EndsAt), in.Secret)
	return err
}
