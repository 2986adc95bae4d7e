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

// TestTheOwnerReadsLists, of nobody who is signed in. What is no list needs a session.
func TestTheOwnerReadsLists(t *testing.T) {
	t.Parallel()
	s := serviceOn(t, storetest.Open(t, store.SQLite))
	run := here(t, s)
	try(t, run, "withdrawals", "--help")
	try(t, run, "withdrawals")
	for _, words := range []string{
		"withdrawals list", "held list", "deposits list", "deposits statements", "statements list", "unmatched list",
		"unsettled list", "cases list", "providers", "receivables list", "receivables reversals", "budgets", "campaigns", "wheels",
		"proposals", "list", "audit list",
	} {
		try(t, run, "none\n", strings.Fields(words)...)
	}
	try(t, run, "automatic payouts go on", "payouts", "state")
	try(t, run, "0 members were active", "report", "2026-11-26")
	try(t, run, "is no day", "report", "yesterday")
	try(t, run, "2026-11-26,active,members,0.00,0", "report", "2026-11-26", "--csv")
	try(t, run, "unknown flag", "list", "--x")
	try(t, run, "NO_DATA", "proposals", "show", "nosuch")
	try(t, run, "provider:joker", "brakes", "systems")
	for _, words := range []string{
		"payouts stop --reason=x", "brakes resume payouts --reason=x", "withdrawals show x", "me", "nosuch",
	} {
		try(t, run, "nobody is signed in", strings.Fields(words)...)
	}
}

// here gives commands in this process.
func here(t *testing.T, s *cli.Services) runner {
	t.Helper()
	return func(args ...string) (string, error) {
		var out bytes.Buffer
		err := cli.Run(t.Context(), s, args, &out)
		return out.String(), err
	}
}

// TestTheOwnerReadsWhatWasDecided: what stands still, what waits for a second person and how it ended, and the audit log.
func TestTheOwnerReadsWhatWasDecided(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t, store.SQLite)
	s := serviceOn(t, db)
	run := here(t, s)
	for _, name := range []string{operatortest.Nok, operatortest.Lek} {
		if err := db.Write(t.Context(), func(tx *store.Tx) error {
			return s.Staff.ChiefTx(t.Context(), tx, name, tx.Now)
		}); err != nil {
			t.Fatal(err)
		}
	}
	decide := func(by, kind, subject string, request any) operator.Outcome {
		t.Helper()
		out, err := operatortest.Decide(t.Context(), s.Approvals, kind, operatortest.By(by, subject), request)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		return out
	}
	try(t, run, "chief", "list")
	decide(operatortest.Nok, halt.KindStop, stops.Payouts, nil)
	try(t, run, "stopped since", "payouts", "state")
	decide(operatortest.Nok, halt.KindStop, stops.Provider("joker"), nil)
	try(t, run, "transfers, visits, readings", "brakes")
	mai := operator.Newcomer{Role: operator.Cashier}
	scheduled := decide(operatortest.Nok, operator.KindAdd, operatortest.Mai, mai).Proposal.ID
	try(t, run, "operator.add", "proposals", "--limit=5")
	decide(operatortest.Lek, operator.KindAdd, operatortest.Mai, mai)
	try(t, run, "approved by  lek", "proposals", "show", scheduled)
	try(t, run, scheduled, "proposals", "list", "--state=scheduled", "--by=nok", "--action=operator.add")
	if err := s.Approvals.Stop(t.Context(), operatortest.By(operatortest.Nok, ""), scheduled); err != nil {
		t.Fatal(err)
	}
	try(t, run, "none", "proposals", "list", "--state=scheduled")
	try(t, run, scheduled, "proposals", "list", "--state=stopped")
	decide(operatortest.Nok, halt.KindResume, stops.Payouts, nil)
	try(t, run, "brake.resume", "proposals")
	decide(operatortest.Lek, halt.KindResume, stops.Payouts, nil)
	try(t, run, "go on", "payouts", "state")
	try(t, run, "brake.resume", "proposals", "list", "--state=all", "--limit=1")
	try(t, run, "brake.resume", "audit", "list", "--limit=1") // the newest
	try(t, run, "brake.stop", "audit", "list")
	try(t, run, "the audit log is whole: 7 rows", "audit", "verify")
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

// through gives commands through a node's socket.
func through(t *testing.T, path string) runner {
	t.Helper()
	return func(args ...string) (string, error) {
		var out bytes.Buffer
		err := cli.Call(t.Context(), path, args, &out)
		return out.String(), err
	}
}

// TestCommandsThroughANodesSocket: the owner of the machine reads lists there, and decides nothing.
func TestCommandsThroughANodesSocket(t *testing.T) {
	t.Parallel()
	s := signing(t, storetest.Open(t, store.SQLite))
	path, stop := node(t, s)
	signedIn(t, s, "nok")
	run := through(t, path)
	try(t, run, "none", "withdrawals", "list")
	try(t, run, "withdrawals", "--help")
	try(t, run, "chief", "list")
	try(t, run, "nobody is signed in", "payouts", "stop", "--reason=a break")
	try(t, run, "a chief can sign in already", "init", "lek")
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
	run := here(t, s)
	token := signedIn(t, s, "nok")
	for session, want := range map[string]string{"": "nobody is signed in", "guessed": "your session has ended"} {
		by.Session = session
		err := put([]byte(`{"info": {"name": "More"}}`), contentcmd.Wish{Reason: "more words"}, false)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("in the session %q: %v", session, err)
		}
	}
	by.Session = token
	wish := contentcmd.Wish{Reason: "more words", From: "2100-01-01T00:00:00+07:00"}
	if err := put([]byte(`{"info": {"name": "More"}}`), wish, false); err == nil || !strings.Contains(err.Error(), "90 days") {
		t.Errorf("in another century: %v", err)
	}
	wish.From = ""
	err := put([]byte(`{"info": {"name": "More"}}`), wish, false)
	asks, is := errors.AsType[cli.ConfirmError](err)
	if !is || len(asks.Decision) != 64 || !slices.Contains(asks.Ways, identity.ByTOTP) {
		t.Errorf("it has to be confirmed: %.200q, %v", &out, err)
	}
	try(t, run, "info", "content")
	try(t, run, "version", "content", "history", "info")
	try(t, run, `"info": {`, "content", "export", "info")
	try(t, run, `"info": {`, "content", "history", "info", "--version=1")
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
