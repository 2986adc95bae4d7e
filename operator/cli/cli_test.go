package cli_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	stops "krapao/brake"
	"krapao/deposit/deposittest"
	"krapao/internal/argon"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/ledger/tally"
	"krapao/lookup"
	"krapao/operator"
	"krapao/operator/arrival"
	"krapao/operator/audit"
	"krapao/operator/cli"
	"krapao/operator/cli/contentcmd"
	"krapao/operator/cli/local"
	"krapao/operator/draft"
	"krapao/operator/gamecase"
	"krapao/operator/halt"
	"krapao/operator/identity"
	"krapao/operator/offer"
	"krapao/operator/operatortest"
	"krapao/operator/receivable"
	"krapao/operator/withdrawal"
	"krapao/session"
	"krapao/withdraw"
	"krapao/withdraw/approval"
	"krapao/withdraw/brake"
)

// serviceOn has no games, no offers and no chat.
func serviceOn(t *testing.T, s *store.Store) *cli.Services {
	t.Helper()
	l, err := ledger.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	n := deposittest.New(deposittest.Deps{Store: s})
	log := audit.New(s, nil)
	approvals := operator.NewApprovals(operator.Deps{Store: s, Audit: log, Confirmations: new(operatortest.Keys)})
	return &cli.Services{
		Staff: operator.NewStaff(approvals, nil), Approvals: approvals, Audit: log,
		Withdrawals: withdrawal.New(withdrawal.Deps{
			Approvals: approvals, Requests: withdraw.New(withdraw.Deps{Store: s}),
			Review: approval.New(approval.Deps{Store: s}), Brake: brake.New(s),
		}),
		Arrivals: arrival.New(arrival.Deps{
			Approvals: approvals, Deposits: n.Service, Slip: n.Slips, Link: n.Links, Feed: n.Feeds, Declared: n.Declared,
		}),
		Brakes: halt.New(halt.Deps{
			Approvals: approvals, Brakes: stops.New(s, brake.New(s)),
			Systems: func(context.Context) ([]string, error) { return []string{stops.Payouts, stops.Provider("joker")}, nil },
		}),
		Cases:       gamecase.New(gamecase.Deps{Approvals: approvals, Now: s.Now}),
		Receivables: receivable.New(approvals, l),
		Offers:      offer.New(offer.Deps{Approvals: approvals}),
		Tallies:     tally.New(s),
	}
}

type runner func(args ...string) (string, error)

func try(t *testing.T, run runner, want string, args ...string) {
	t.Helper()
	out, err := run(args...)
	if err != nil {
		out += err.Error()
	}
	if !strings.Contains(out, want) {
		t.Errorf("%v: %q, want %q", args, out, want)
	}
}

// waiting returns the ID of the first proposal in a state.
func waiting(t *testing.T, run runner, state string) string {
	t.Helper()
	out, err := run("proposals", "list", "--state="+state)
	lines := strings.Split(out, "\n")
	if err != nil || len(lines) < 2 {
		t.Fatalf("%s: %q, %v", state, out, err)
	}
	id, _, _ := strings.Cut(lines[1], " ")
	return id
}

// chief makes somebody a chief, as the owner of the machine does.
func chief(t *testing.T, s *cli.Services, db *store.Store, name string) {
	t.Helper()
	if err := db.Write(t.Context(), func(tx *store.Tx) error {
		return s.Staff.ChiefTx(t.Context(), tx, name, tx.Now)
	}); err != nil {
		t.Fatal(err)
	}
}

func TestCommandsHere(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t, store.SQLite)
	s := serviceOn(t, db)
	run := func(args ...string) (string, error) {
		var out bytes.Buffer
		err := operatortest.Carry(t.Context(), s, args, &out)
		return out.String(), err
	}
	try(t, run, "withdrawals", "--help")
	try(t, run, "withdrawals")
	try(t, run, "none", "withdrawals", "list")
	try(t, run, "none", "held", "list")
	try(t, run, "none", "deposits", "list")
	try(t, run, "none", "deposits", "statements")
	try(t, run, "none", "statements", "list", "--all")
	try(t, run, "NO_DATA", "statements", "show", "nosuch", "@nok", "--reason=x")
	try(t, run, "no such operator", "payouts", "stop", "@nok", "--reason=x")
	try(t, run, "no line", "statements", "close", "nosuch", "@nok", "--reason=x")
	try(t, run, "not a time", "statements", "book", "x", "@nok", "--reason=x", "--evidence=x", "--at=noon", "--amount=1")
	try(t, run, "not an amount", "statements", "book", "x",
		"@nok", "--reason=x", "--evidence=x", "--at=2026-11-20T14:05:00+07:00", "--amount=1.005")
	try(t, run, "none", "unmatched", "list")
	try(t, run, "not a time", "deposits", "confirm", "x", "@nok", "--reason=x",
		"--evidence=x", "--account=A", "--at=noon", "--amount=1", "--bank=SCB", "--bank-reference=1")
	try(t, run, "not an amount", "deposits", "confirm", "x", "@nok", "--reason=x", "--evidence=x",
		"--account=A", "--at=2026-11-20T14:05:00+07:00", "--amount=1.005", "--bank=SCB", "--bank-reference=1")
	try(t, run, "NO_DATA", "deposits", "reject", "nosuch", "@nok", "--reason=x")
	try(t, run, "NO_DATA", "unmatched", "assign", "nosuch", "M", "@nok", "--reason=x")
	try(t, run, "none", "unsettled", "list")
	try(t, run, "none", "cases", "list")
	try(t, run, "none", "providers")
	try(t, run, "NO_DATA", "cases", "show", "nosuch", "@nok", "--reason=x")
	try(t, run, "NO_DATA", "cases", "moved", "nosuch", "@nok", "--reason=x", "--evidence=x")
	try(t, run, "no case", "cases", "close", "nosuch", "@nok", "--reason=x")
	try(t, run, "nobody is signed in", "cases", "not-moved", "nosuch")
	try(t, run, "none", "receivables", "list")
	try(t, run, "none", "receivables", "reversals")
	try(t, run, "none", "budgets")
	try(t, run, "0 members were active", "report", "2026-11-26")
	try(t, run, "is no day", "report", "yesterday")
	try(t, run, "2026-11-26,active,members,0.00,0", "report", "2026-11-26", "--csv")
	try(t, run, "none", "campaigns")
	try(t, run, "none", "wheels")
	try(t, run, "none", "proposals")
	try(t, run, "nobody is signed in", "add", "nok", "--role=chief")
	try(t, run, "nobody is taken at its word", "add", "lek", "--role=chief", "--as=nok", "--reason=x")
	try(t, run, "nobody is taken at its word", "add", "lek", "--role=chief", "--in-session=x", "--reason=x")
	chief(t, s, db, "nok")
	try(t, run, "the first two operators are chiefs", "add", "lek", "--role=support", "@nok", "--reason=new house")
	try(t, run, "lek is a chief", "add", "lek", "--role=chief", "@nok", "--reason=new house")
	try(t, run, "proposed", "add", "mai", "--role=cashier", "@nok", "--reason=more hands")
	try(t, run, "operator.add", "proposals", "--limit=5")
	try(t, run, "a second person", "add", "mai", "--role=cashier", "@nok", "--reason=more hands")
	try(t, run, "in force at", "add", "mai", "--role=cashier", "@lek", "--reason=more hands")
	scheduled := waiting(t, run, "scheduled")
	try(t, run, "approved by  lek", "proposals", "show", scheduled)
	try(t, run, "you may      stop\n", "proposals", "show", scheduled, "@nok")
	try(t, run, "is proposed already", "add", "mai", "--role=support", "@lek", "--reason=other hands")
	try(t, run, "is scheduled", "proposals", "reject", scheduled, "@lek", "--reason=no")
	try(t, run, "stopped", "proposals", "stop", scheduled, "@nok", "--reason=the wrong one")
	try(t, run, "is stopped", "proposals", "approve", scheduled, "@lek", "--reason=yes")
	try(t, run, "none", "proposals", "list", "--state=scheduled")
	try(t, run, scheduled, "proposals", "list", "--state=stopped", "--by=nok", "--action=operator.add")
	try(t, run, "NO_DATA", "proposals", "show", "nosuch")
	try(t, run, "NO_DATA", "proposals", "withdraw", "nosuch", "@nok", "--reason=x")
	try(t, run, "chief", "list")
	try(t, run, "NO_DATA", "withdrawals", "approve", "nosuch", "@nok", "--reason=x")
	try(t, run, "INVALID_AMOUNT", "receivables", "repay", "NOBODY", "5", "@nok", "--reason=x", "--evidence=a letter", "--key=1")
	try(t, run, "INVALID_AMOUNT", "receivables", "repay", "NOBODY", "5", "@nok", "--reason=x", "--key=1")
	try(t, run, "--key", "receivables", "repay", "NOBODY", "5", "@nok", "--reason=x", "--evidence=a letter")
	try(t, run, "is not an amount", "receivables", "write-off", "NOBODY", "5.005", "@nok", "--reason=x", "--key=1")
	try(t, run, "automatic payouts go on", "payouts", "state")
	try(t, run, "stopped", "payouts", "stop", "@nok", "--reason=a break")
	try(t, run, "stopped since", "payouts", "state")
	try(t, run, "a break", "brakes")
	try(t, run, "provider:joker", "brakes", "systems")
	try(t, run, "no system", "brakes", "stop", "provider:nosuch", "@nok", "--reason=x")
	try(t, run, "provider:joker is stopped", "brakes", "stop", "provider:joker", "@nok", "--reason=its list differs")
	try(t, run, "transfers, visits, readings", "brakes", "list")
	try(t, run, "NO_DATA", "brakes", "resume", "provider:pg", "@nok", "--reason=x", "--evidence=x")
	try(t, run, "what you compared", "brakes", "resume", "provider:joker", "@nok", "--reason=x")
	try(t, run, "proposed", "payouts", "resume", "@nok", "--reason=looked", "--evidence=the bank's list")
	resume := waiting(t, run, "open")
	try(t, run, "a second person", "proposals", "approve", resume, "@nok", "--reason=looked")
	try(t, run, " approve, reject\n", "proposals", "show", resume, "@lek")
	try(t, run, "withdrawn", "proposals", "withdraw", resume, "@nok", "--reason=too early")
	try(t, run, "proposed", "payouts", "resume", "@nok", "--reason=looked", "--evidence=the bank's list")
	try(t, run, "somebody else", "proposals", "withdraw", waiting(t, run, "open"), "@lek", "--reason=x")
	try(t, run, "rejected", "proposals", "reject", waiting(t, run, "open"), "@lek", "--reason=not yet")
	try(t, run, "proposed", "payouts", "resume", "@nok", "--reason=looked", "--evidence=the bank's list")
	try(t, run, "go on", "proposals", "approve", waiting(t, run, "open"), "@lek", "--reason=looked")
	try(t, run, "brake.resume", "proposals", "list", "--state=all", "--limit=1")
	try(t, run, "may not act", "disable", "lek", "@nok", "--reason=left")
	try(t, run, "unknown flag", "list", "--x")
	try(t, run, "brake.stop", "audit", "list")
	try(t, run, "the audit log is whole: 13 rows", "audit", "verify")
}

// node carries out commands from a socket until it is stopped.
func node(t *testing.T, s *cli.Services) (path string, stop func()) {
	t.Helper()
	dir, err := os.MkdirTemp("", "op") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	path = cli.Socket(dir)
	if err := cli.Call(t.Context(), path, []string{"list"}, &bytes.Buffer{}); err == nil {
		t.Error("an answer from nobody")
	}
	l, err := local.Listen(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("it is not its owner's alone: %v, %v", info, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- cli.Answer(ctx, l, s, http.NotFoundHandler()) }()
	return path, func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// through gives commands through a node's socket: those of whoever is named in them in its session.
func through(t *testing.T, path string, sessions map[string]string) runner {
	t.Helper()
	return func(args ...string) (string, error) {
		var out bytes.Buffer
		by, rest := operatortest.Typed(args)
		err := cli.CallIn(t.Context(), path, cli.Caller{Session: sessions[by]}, rest, &out)
		return out.String(), err
	}
}

// TestCommandsThroughANodesSocket: whose session it is decides, and nobody without one.
func TestCommandsThroughANodesSocket(t *testing.T) {
	t.Parallel()
	s := signing(t, storetest.Open(t, store.SQLite))
	path, stop := node(t, s)
	run := through(t, path, map[string]string{"nok": signedIn(t, s, "nok"), "lek": "guessed"})
	try(t, run, "none", "withdrawals", "list")
	try(t, run, "withdrawals", "--help")
	try(t, run, "chief", "list")
	try(t, run, "nobody is signed in", "payouts", "stop", "--reason=a break")
	try(t, run, "nobody is taken at its word", "payouts", "stop", "--as=nok", "--reason=a break")
	try(t, run, "your session has ended", "payouts", "stop", "@lek", "--reason=a break")
	try(t, run, "stopped", "payouts", "stop", "@nok", "--reason=a break")
	try(t, run, "a chief can sign in already", "init", "lek")
	_, err := run("payouts", "resume", "@nok", "--reason=x", "--evidence=compared")
	if err != nil { // it is proposed once it is confirmed
		asks, is := errors.AsType[cli.ConfirmError](err)
		if !is || len(asks.Decision) != 64 || !slices.Contains(asks.Ways, identity.ByTOTP) {
			t.Errorf("it asks for %+v: %v", asks, err)
		}
	}
	stop()
	if _, err := os.Stat(path); err == nil {
		t.Error("the socket stays behind")
	}
}

// signing are services that sign operators in.
func signing(t *testing.T, s *store.Store) *cli.Services {
	t.Helper()
	services := serviceOn(t, s)
	sessions := session.New(s, map[session.Audience]session.Subjects{session.Operator: operator.Directory(s)},
		map[session.Audience]session.Terms{session.Operator: session.OperatorTerms})
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

// signedIn makes somebody the first chief, and returns the token of its session.
func signedIn(t *testing.T, s *cli.Services, name string) string {
	t.Helper()
	ctx := t.Context()
	in, err := s.Identity.Init(ctx, name)
	if err != nil {
		t.Fatal(err)
	}
	e, err := s.Identity.Enrol(ctx, in.Secret, identity.Origin{})
	if err != nil {
		t.Fatal(err)
	}
	code, err := totp.GenerateCode(e.Key, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	signed, _, err := s.Identity.Finish(ctx, e.Ticket, identity.Proof{Password: "seven green umbrellas", Code: code})
	if err != nil {
		t.Fatal(err)
	}
	return signed.Token
}

// TestContentThroughANodesSocket: a document of any size that a node takes arrives whole. It is proposed where the house has
// operators, and applied where it has none.
func TestContentThroughANodesSocket(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t, store.SQLite)
	s := signing(t, db)
	document := []byte(`{"info": {"name": "` + strings.Repeat("x", 1<<20) + `"}}`)
	var out bytes.Buffer
	by := cli.Caller{}
	put := func(document []byte, w contentcmd.Wish, dryRun bool) error {
		t.Helper()
		out.Reset()
		path, stop := node(t, s)
		defer stop()
		return cli.PutContent(t.Context(), path, by, document, w, dryRun, &out)
	}
	if err := put(document, contentcmd.Wish{}, true); err == nil || !strings.Contains(err.Error(), "takes no content") {
		t.Errorf("a node that takes none: %v", err)
	}
	s.Drafts = draft.New(draft.Deps{
		Store: db, Approvals: s.Approvals, Sections: lookup.New(db, lookup.Options{}).Sections(),
	})
	if err := put(document, contentcmd.Wish{}, true); err != nil ||
		out.String() != "+ info.name\n+ info.website\ndry run: nothing was changed\n" {
		t.Errorf("%.100q, %v", &out, err)
	}
	if err := put(document, contentcmd.Wish{}, false); err != nil || out.String() != "+ info.name\n+ info.website\n" {
		t.Errorf("%.100q, %v", &out, err)
	}
	if x, err := s.Drafts.One(t.Context(), "info"); err != nil || len(x.Body) < 1<<20 {
		t.Errorf("%d bytes arrived, %v", len(x.Body), err)
	}
	run := func(args ...string) (string, error) {
		var out bytes.Buffer
		err := operatortest.Carry(t.Context(), s, args, &out)
		return out.String(), err
	}
	by.Session = signedIn(t, s, "nok")
	wish := contentcmd.Wish{Reason: "more words", From: "2100-01-01T00:00:00+07:00"}
	if err := put([]byte(`{"info": {"name": "More"}}`), wish, false); err == nil || !strings.Contains(err.Error(), "90 days") {
		t.Errorf("in another century: %v", err)
	}
	wish.From = ""
	err := put([]byte(`{"info": {"name": "More"}}`), wish, false)
	if asks, is := errors.AsType[cli.ConfirmError](err); !is || asks.Decision == "" {
		t.Errorf("it has to be confirmed: %.200q, %v", &out, err)
	}
	try(t, run, "info", "content")
	try(t, run, "version", "content", "history", "info")
	try(t, run, `"info": {`, "content", "export", "info")
	try(t, run, `"info": {`, "content", "history", "info", "--version=1")
	try(t, run, "NO_DATA", "content", "back", "info", "7", "@nok", "--reason=x")
	if err := put(make([]byte, 21<<20), wish, false); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("a document that is too large: %v", err)
	}
}

// TestASocketIsNeverTakenFromANode: not from a running one. A killed one's socket is replaced, and its directory's path may
// be long.
func TestASocketIsNeverTakenFromANode(t *testing.T) {
	t.Parallel()
	deep := filepath.Join(t.TempDir(), strings.Repeat("a-directory-with-a-long-name/", 6))
	if err := os.MkdirAll(deep, 0o700); err != nil {
		t.Fatal(err)
	}
	path := cli.Socket(deep)
	one, err := local.Listen(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := local.Listen(t.Context(), path); err == nil || !strings.Contains(err.Error(), "another node's") {
		t.Errorf("taken from a node that runs: %v", err)
	}
	if err := one.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the socket stays: %v", err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil { // nobody answers there
		t.Fatal(err)
	}
	two, err := local.Listen(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := one.Close(); err == nil { // once more, late
		t.Error("closed twice without a word")
	}
	if _, err := os.Stat(path); err != nil {
		t.Errorf("the first one took the second's: %v", err)
	}
	if err := two.Close(); err != nil {
		t.Error(err)
	}
	if _, err := local.Listen(t.Context(), cli.Socket(filepath.Join(deep, "none"))); err == nil ||
		!strings.Contains(err.Error(), "cannot be opened") {
		t.Errorf("in no directory: %v", err)
	}
}
