package apptest

import (
	"bytes"
	"context"
	"errors"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"krapao/fault"
	"krapao/internal/operatorapi/client"
	"krapao/internal/operatorcli"
	"krapao/operator/cli"
	"krapao/operator/operatortest"
)

// Shell is an operator at its own shell, who has signed in. It types its password and its codes when it is asked.
type Shell struct {
	Name string
	t    testing.TB
	a    *App
	// url is the house's address at a shell on another machine; empty: the node's own.
	url string
	// file keeps the session.
	file       string
	invitation string
	key        string
	recovery   []string
	// step is that of the last code of its telephone, each of which counts once.
	step int64
	used time.Time
	out  bytes.Buffer
}

// shellPassword is every operator's.
const shellPassword = "seven green umbrellas"

// Operator is an operator of the house at its shell. The first one of a test is the house's first chief; another one has to have
// been added, and is invited by the first.
func (a *App) Operator(name string) *Shell {
	a.t.Helper()
	s, err := a.signIn(name)
	if err != nil {
		a.t.Fatalf("%s at its shell: %v", name, err)
	}
	return s
}

func (a *App) signIn(name string) (*Shell, error) {
	for _, s := range a.shells {
		if s.Name == name {
			return s, nil
		}
	}
	s := &Shell{Name: name, t: a.t, a: a, file: filepath.Join(a.t.TempDir(), operatorcli.SessionName)}
	if len(a.shells) == 0 {
		in, err := a.Operators().Identity.Init(context.Background(), name)
		if err != nil {
			return nil, err
		}
		s.invitation = in.Secret
	} else {
		said, err := a.shells[0].Run("invite", name, "--reason", "to sign in")
		if err != nil {
			return nil, err
		}
		words := strings.Fields(said) // the invitation is the last of them
		s.invitation = words[len(words)-1]
	}
	if _, err := s.run("login", "--invited"); err != nil {
		return nil, err
	}
	a.shells = append(a.shells, s)
	return s, nil
}

// Adopt lets an operator use a shell who has set its secrets elsewhere: it signs in and confirms there by recovery codes, the
// last ones first.
func (a *App) Adopt(name string, recovery []string) {
	s := &Shell{
		Name: name, t: a.t, a: a, file: filepath.Join(a.t.TempDir(), operatorcli.SessionName), step: math.MaxInt64, recovery: recovery,
	}
	slices.Reverse(s.recovery)
	a.shells = append(a.shells, s)
}

// Command carries out a command at the shell of whoever is named in it, "@nok", and without a name in the node, of nobody who is
// signed in. Who is named first is made the house's first chief. A second person approves by giving the same command.
func (a *App) Command(words ...string) (string, error) {
	by, rest := operatortest.Typed(words)
	if by == "" {
		var out bytes.Buffer
		err := cli.Run(context.Background(), a.Operators(), rest, &out)
		return out.String(), err
	}
	s, err := a.signIn(by)
	if err != nil {
		return "", err
	}
	if len(rest) > 1 && rest[0] == "add" && rest[1] == by {
		return by + " is a chief", nil
	}
	out, err := s.Run(rest...)
	if open, is := errors.AsType[client.RefusedError](err); is && open.Code == fault.PROPOSAL_OPEN {
		return s.Run("proposals", "approve", open.Param("proposal"), "--reason", "the same")
	}
	return out, err
}

// On is the same operator, in the same session, at another node.
func (s *Shell) On(b *App) *Shell {
	another := *s
	another.a, another.out = b, bytes.Buffer{}
	return &another
}

// Elsewhere is the same operator at a shell on another machine, which has no node: it calls the house at its address, and has not
// signed in there (login NAME --password).
func (s *Shell) Elsewhere() *Shell {
	another := *s
	another.url, another.file = s.a.OperatorURL, filepath.Join(s.t.TempDir(), operatorcli.SessionName)
	another.out = bytes.Buffer{}
	return &another
}

// Token is the token of its session.
func (s *Shell) Token() string {
	s.t.Helper()
	s.Must("me")
	desk := operatorcli.Desk{Client: client.Over(""), Session: s.file}
	return desk.Token()
}

// Must runs a command.
func (s *Shell) Must(words ...string) string {
	s.t.Helper()
	out, err := s.Run(words...)
	if err != nil {
		s.t.Fatalf("%s: %v: %v", s.Name, words, err)
	}
	return out
}

// idle is how long a session is used for without a new sign-in: it ends after 30 minutes.
const idle = 25 * time.Minute

// Run runs a command, which may fail. A session that was left for too long is begun anew.
func (s *Shell) Run(words ...string) (string, error) {
	s.t.Helper()
	if s.a.Store.Now().Sub(s.used) > idle {
		if _, err := s.run("login", s.Name, "--password"); err != nil {
			return "", err
		}
	}
	return s.run(words...)
}

func (s *Shell) run(words ...string) (string, error) {
	s.out.Reset()
	s.used = s.a.Store.Now()
	house, err := client.At(s.a.OperatorURL, s.a.HTTP().Transport)
	if err != nil {
		return "", err
	}
	desk := operatorcli.Desk{
		Client: house, URL: s.url, Session: s.file, Out: &s.out, Ask: s.types,
	}
	desk.Node = func(ctx context.Context, args []string) error { return cli.Run(ctx, s.a.Operators(), args, &s.out) }
	err = desk.Call(context.Background(), words)
	if found := recoveryCodes.FindAllString(s.out.String(), -1); len(found) == 10 {
		s.recovery = found
	}
	return s.out.String(), err
}

var (
	keyOfCodes    = regexp.MustCompile(`secret=([A-Z2-7]+)`)
	recoveryCodes = regexp.MustCompile(`\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b`)
)

// types is what the operator types when it is asked.
func (s *Shell) types(prompt string, _ bool) (string, error) {
	if found := keyOfCodes.FindStringSubmatch(s.out.String()); found != nil {
		s.key = found[1]
	}
	switch {
	case prompt == "Invitation":
		return s.invitation, nil
	case strings.Contains(strings.ToLower(prompt), "password"):
		return shellPassword, nil
	}
	return s.code()
}

// codeLife is for how many seconds a telephone shows a code.
const codeLife = 30

// code is what its telephone shows, or, where time can't be moved on to the next one, a recovery code if that was used already.
func (s *Shell) code() (string, error) {
	now := s.a.Store.Now()
	if _, jumping := s.a.options.Clock.(*Jumping); jumping && now.Unix()/codeLife == s.step {
		s.a.Leap(time.Duration(codeLife-now.Unix()%codeLife) * time.Second)
		now = s.a.Store.Now()
	}
	if step := now.Unix() / codeLife; step > s.step {
		s.step = step
		return totp.GenerateCode(s.key, now)
	}
	if len(s.recovery) == 0 {
		return "", errors.New("no recovery codes are left")
	}
	code := s.recovery[0]
	s.recovery = s.recovery[1:]
	return code, nil
}
