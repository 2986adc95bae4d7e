package cli_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"krapao/internal/argon"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/operator"
	"krapao/operator/cli"
	"krapao/operator/identity"
	"krapao/operator/operatortest"
	"krapao/session"
)

// signing are services that sign operators in.
func signing(t *testing.T, s *store.Store) *cli.Services {
	t.Helper()
	services := serviceOn(t, s)
	sessions := session.New(s, map[session.Audience]session.Subjects{session.Operator: operator.Directory(s)},
		map[session.Audience]session.Terms{session.Operator: session.OperatorTerms})
	services.Staff = operator.NewStaff(operator.NewApprovals(operator.Deps{Store: s, Audit: services.Audit}), sessions)
	hasher, err := argon.New(argon.Cost{Memory: 64, Passes: 1, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	services.Identity = identity.New(identity.Deps{
		Store: s, Secrets: operatortest.Box(t), Audit: services.Audit, Staff: services.Staff, Sessions: sessions, Hasher: hasher,
		Limiter: ratelimit.New(ratelimit.NewSQL(s), s), Limits: ratelimit.Defaults(),
	})
	return services
}

// desk is a desk whose operator types what is in the list, in order.
func desk(path, file string, out *bytes.Buffer, types ...func() string) cli.Desk {
	return cli.Desk{Socket: path, Session: file, Out: out, Ask: func(string, bool) (string, error) {
		if len(types) == 0 {
			return "", errors.New("nothing is typed")
		}
		line := types[0]()
		types = types[1:]
		return line, nil
	}}
}

func line(text string) func() string { return func() string { return text } }

// TestAnOperatorSignsInAtItsDesk: with a session a command needs no name and takes no other; its file is its owner's alone.
func TestAnOperatorSignsInAtItsDesk(t *testing.T) {
	t.Parallel()
	path, stop := node(t, signing(t, storetest.Open(t, store.SQLite)))
	defer stop()
	file := filepath.Join(t.TempDir(), cli.SessionName)
	var out bytes.Buffer
	run := func(types []func() string, args ...string) (string, error) {
		out.Reset()
		err := desk(path, file, &out, types...).Call(t.Context(), args)
		return out.String(), err
	}
	plainly := func(args ...string) (string, error) { return run(nil, args...) }
	try(t, plainly, "nobody is signed in", "logout")
	try(t, plainly, "counts once", "init", "nok")
	invitation := strings.Split(out.String(), "\n")[1]
	key := regexp.MustCompile(`secret=([A-Z2-7]+)`)
	code := func(back time.Duration) func() string {
		return func() string {
			secret := key.FindStringSubmatch(out.String())
			if secret == nil {
				t.Fatalf("no key in %q", &out)
			}
			code, err := totp.GenerateCode(secret[1], time.Now().Add(back))
			if err != nil {
				t.Fatal(err)
			}
			return code
		}
	}
	enrolled, err := run([]func() string{line(invitation), line("seven green umbrellas"), code(0)}, "login", "--invited")
	if err != nil || !strings.Contains(enrolled, "nok, chief, invited by node") || !strings.Contains(enrolled, "nok is signed in") {
		t.Fatalf("%q, %v", enrolled, err)
	}
	recovery := regexp.MustCompile(`[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}`).FindAllString(enrolled, -1)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 || len(recovery) != 10 {
		t.Fatalf("%v, %v, %d recovery codes", info, err, len(recovery))
	}
	try(t, plainly, "lek is a chief", "add", "lek", "--role=chief", "--reason=the second")
	try(t, plainly, "you are signed in as nok", "add", "mai", "--role=chief", "--as=lek", "--reason=x")
	try(t, plainly, "the invitation of lek", "invite", "lek", "--reason=the second")
	try(t, plainly, "a chief can sign in already", "init", "lek")
	try(t, plainly, "signed out", "logout")
	try(t, plainly, "missing flags: --as", "invite", "lek", "--reason=the second")
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Errorf("the session's file is there: %v", err)
	}
	if text, err := run([]func() string{line("seven green umbrellas"), line(recovery[0])}, "login", "nok"); err != nil {
		t.Fatalf("%q, %v", text, err)
	}
	try(t, plainly, "may not act any more", "disable", "nok", "--reason=left")
	try(t, plainly, "your session has ended", "list")
	try(t, plainly, "chief", "list")
	for range 5 {
		if _, err := run([]func() string{line("wrong"), line("000000")}, "login", "nok"); err == nil {
			t.Fatal("signed in")
		}
	}
	if _, err := run([]func() string{line("wrong")}, "login", "nok"); err == nil || !strings.Contains(err.Error(), "wait") {
		t.Errorf("after five wrong ones: %v", err)
	}
}
