package apptest

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"krapao/internal/operatorapi/client"
	"krapao/internal/operatorcli"
	"krapao/operator/cli"
)

// Shell is an operator at its own shell, who has signed in. It types its password and its codes when it is asked.
type Shell struct {
	Name string
	t    testing.TB
	a    *App
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
	for _, s := range a.shells {
		if s.Name == name {
			return s
		}
	}
	s := &Shell{Name: name, t: a.t, a: a, file: filepath.Join(a.t.TempDir(), operatorcli.SessionName)}
	if len(a.shells) == 0 {
		in, err := a.Operators().Identity.Init(context.Background(), name)
		if err != nil {
			a.t.Fatal(err)
		}
		s.invitation = in.Secret
	} else {
		lines := strings.Fields(a.shells[0].Must("invite", name, "--reason", "at its own shell"))
		s.invitation = lines[len(lines)-1]
	}
	if _, err := s.run("login", "--invited"); err != nil {
		a.t.Fatalf("%s sets its secrets: %v", name, err)
	}
	a.shells = append(a.shells, s)
	return s
}

// On is the same operator, in the same session, at another node.
func (s *Shell) On(b *App) *Shell {
	another := *s
	another.a, another.out = b, bytes.Buffer{}
	return &another
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
		if _, err := s.run("login", s.Name); err != nil {
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
		Client: house, Session: s.file, Out: &s.out, Ask: s.types,
		Node: func(ctx context.Context, args []string) error { return cli.Run(ctx, s.a.Operators(), args, &s.out) },
	}
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

// code is what its telephone shows, or a recovery code if that was used already.
func (s *Shell) code() (string, error) {
	now := s.a.Store.Now()
	if step := now.Unix() / 30; step > s.step {
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
