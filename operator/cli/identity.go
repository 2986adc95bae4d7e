package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"krapao/fault"
	"krapao/operator/identity"
)

// errNoSignIn: this process has no operators to sign in.
var errNoSignIn = errors.New("this node signs nobody in")

// unsigned are the commands that nobody needs a session for: they are for the owner of the machine.
var unsigned = []string{"init", "recover"}

// ofOwner reports whether the command is one of these.
func (c command) ofOwner() bool { return len(c.args) > 0 && slices.Contains(unsigned, c.args[0]) }

// signed says in the command who has the session of a token.
func (c command) signed(ctx context.Context, s *Services, token string) (command, error) {
	if token == "" || c.ofOwner() {
		return c, nil
	}
	if s.Identity == nil {
		return c, errNoSignIn
	}
	live, err := s.Identity.Check(ctx, token)
	if f := fault.Of(err); f != nil && f.Code != fault.INTERNAL_SERVER_ERROR {
		return c, errors.New("your session has ended: krapao operator login NAME")
	}
	c.by.By, c.by.Session = live.Subject, live.ID
	return c, err
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

// invitation prints an invitation, once.
func invitation(out io.Writer, name string, in identity.Invited, err error) error {
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "the invitation of %s counts once, from %s until %s UTC: krapao operator login --invited\n%s\n",
		name, stamp(in.From), stamp(in.EndsAt), in.Secret)
	return err
}
