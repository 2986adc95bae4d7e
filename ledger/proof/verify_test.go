package proof_test

import (
	"context"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/ledger/proof"
	"krapao/money"
)

// books is one test's ledger with a few accounts.
type books struct {
	*ledger.Ledger
	t *testing.T
	s *store.Store
}

const (
	nok = "NOK0MEMBER00" // two members
	lek = "LEK0MEMBER00"
)

func setup(t *testing.T, s *store.Store) *books {
	t.Helper()
	l, err := ledger.Open(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	if err := s.Write(context.Background(), func(tx *store.Tx) error {
		return l.OpenTx(context.Background(), tx, ledger.Wallet(nok), ledger.Wallet(lek), ledger.Game("joker", "nok"))
	}); err != nil {
		t.Fatal(err)
	}
	return &books{l, t, s}
}

var counter atomic.Int64

func newKey() ledger.Key { return ledger.InternalKey("test", strconv.FormatInt(counter.Add(1), 10)) }

// deposit puts money into a wallet.
func (b *books) deposit(member string, amount money.Amount) {
	b.t.Helper()
	if _, err := b.Move(context.Background(), ledger.Order{
		Key: newKey(), Kind: "deposit", Debit: ledger.Bank("kbank"), Credit: ledger.Wallet(member), Amount: amount, Member: member,
	}); err != nil {
		b.t.Fatal(err)
	}
}

// withdrawal is an order out of a wallet.
func withdrawal(member string, amount money.Amount) ledger.Order {
	return ledger.Order{
		Key: newKey(), Kind: "withdraw", Debit: ledger.Wallet(member), Credit: ledger.Payout, Amount: amount, Member: member,
	}
}

// traffic leaves a little of everything in the books.
func (b *books) traffic() {
	b.t.Helper()
	ctx := context.Background()
	must := func(r ledger.Result, err error) ledger.Result {
		b.t.Helper()
		if err != nil {
			b.t.Fatal(err)
		}
		return r
	}
	b.deposit(nok, 500*money.Baht)
	b.deposit(lek, 700*money.Baht)
	paid := must(b.Reserve(ctx, withdrawal(nok, 100*money.Baht)))
	must(b.Post(ctx, ledger.Settlement{ID: paid.Transfer.ID}))
	back := must(b.Reserve(ctx, withdrawal(nok, 50*money.Baht)))
	must(b.Void(ctx, ledger.Settlement{ID: back.Transfer.ID}))
	must(b.Reserve(ctx, withdrawal(lek, 70*money.Baht)))
	if _, err := b.Reserve(ctx, withdrawal(nok, 9999*money.Baht)); err == nil {
		b.t.Fatal("an overdraft was accepted")
	}
	if _, err := b.Seal(ctx); err != nil {
		b.t.Fatal(err)
	}
}

func (b *books) verify() proof.Report {
	b.t.Helper()
	r, err := proof.Verify(context.Background(), b.s)
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

func TestVerifyFindsNothingInHealth(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := setup(t, s)
		b.traffic()
		r := b.verify()
		if !r.OK() {
			t.Errorf("verify: %v", r.Problems)
		}
		// Six of the accounts are the house's, from the beginning.
		if r.Entries != 14 || r.Refusals != 1 || r.Seals == 0 || r.Batches == 0 || r.Accounts != 11 {
			t.Errorf("looked at %+v", r)
		}
	})
}

// tamperings change one row of each table behind the ledger's back; account is the one that must be named, if an account is
// wrong.
var tamperings = []struct {
	name, statement, account string
	auditor                  bool // the running auditor finds it too
}{
	{
		"a member gives himself money",
		`UPDATE account SET credits_posted = credits_posted + 1 WHERE name = 'member:NOK0MEMBER00:wallet'`,
		"member:NOK0MEMBER00:wallet", true,
	},
	{
		"both counters, the balance stays",
		`UPDATE account SET credits_posted = credits_posted + 1, debits_posted = debits_posted + 1
		WHERE name = 'member:NOK0MEMBER00:wallet'`,
		"member:NOK0MEMBER00:wallet", false,
	},
	{
		"a reservation vanishes", `UPDATE account SET debits_pending = 0 WHERE name = 'member:LEK0MEMBER00:wallet'`,
		"member:LEK0MEMBER00:wallet", true,
	},
	{
		"a version is skipped", `UPDATE account SET version = version + 1 WHERE name = 'member:NOK0MEMBER00:wallet'`,
		"member:NOK0MEMBER00:wallet", true,
	},
	{
		"a floor is lowered", `UPDATE account SET floor = -100000 WHERE name = 'member:NOK0MEMBER00:wallet'`,
		"member:NOK0MEMBER00:wallet", true,
	},
	{"an entry grows", `UPDATE entry SET posted = posted + 1 WHERE step = 'post' AND debit`, "member:NOK0MEMBER00:wallet", true},
	{
		"an entry and its balance grow",
		`UPDATE entry SET posted = posted + 1, balance = balance - 1 WHERE step = 'post' AND debit`,
		"member:NOK0MEMBER00:wallet", true,
	},
	{"an entry is deleted", `DELETE FROM entry WHERE step = 'post' AND debit`, "member:NOK0MEMBER00:wallet", true},
	{
		"an entry moves to another account",
		`UPDATE entry SET account = (SELECT number FROM account WHERE name = 'game:joker:nok') WHERE step = 'post' AND debit`,
		"member:NOK0MEMBER00:wallet", true,
	},
	{
		"a transfer's amount", `UPDATE transfer SET amount = amount + 1 WHERE state = 'posted' AND kind = 'withdraw'`,
		"member:NOK0MEMBER00:wallet", true,
	},
	{
		"a posted transfer is voided",
		`UPDATE transfer SET state = 'voided', moved = 0 WHERE state = 'posted' AND kind = 'withdraw'`,
		"member:NOK0MEMBER00:wallet", true,
	},
	{
		"a pending transfer is voided", `UPDATE transfer SET state = 'voided' WHERE state = 'pending'`,
		"member:LEK0MEMBER00:wallet", true,
	},
	{
		"a transfer changes its member",
		`UPDATE transfer SET member = 'LEK0MEMBER00' WHERE state = 'posted' AND kind = 'withdraw'`,
		"member:NOK0MEMBER00:wallet", true,
	},
	{
		"a transfer changes its key",
		`UPDATE transfer SET key = 'AAAAAAAAAAAAAAAAAAAAAA' WHERE state = 'posted' AND kind = 'withdraw'`,
		"member:NOK0MEMBER00:wallet", true,
	},
	{
		"a transfer is deleted", `DELETE FROM transfer WHERE state = 'posted' AND kind = 'withdraw'`,
		"member:NOK0MEMBER00:wallet", true,
	},
	{
		"a transfer is forged",
		`INSERT INTO transfer (id, key, request, kind, debit, credit, amount, moved, state, member, detail, created_at)
		SELECT 1, 'BBBBBBBBBBBBBBBBBBBBBB', 1, 'withdraw', debit, credit, 1, 1, 'posted', member, '{}', created_at
		FROM transfer WHERE state = 'voided'`,
		"member:NOK0MEMBER00:wallet", false,
	},
	{"a refusal is changed", `UPDATE refusal SET code = 'OK'`, "", true},
	{"a refusal is deleted", `DELETE FROM refusal`, "", true},
	{
		"a batch is deleted", `DELETE FROM batch WHERE id = (SELECT batch FROM entry WHERE step = 'post' AND debit)`,
		"member:NOK0MEMBER00:wallet", false,
	},
	{"a digest is changed", `UPDATE batch SET digest = 'x' WHERE id = (SELECT max(id) FROM batch)`, "", true},
	{"a batch leaves the chain", `UPDATE batch SET seal = NULL WHERE id = (SELECT max(id) FROM batch)`, "", false},
	{"a seal is changed", `UPDATE seal SET hash = 'x' WHERE number = 1`, "", false},
	{"a seal is deleted", `DELETE FROM seal`, "", false},
	{"a node's lease is cut", `UPDATE node SET ceiling = 0`, "", true},
	{"the epoch is changed", `UPDATE epoch SET code = (code + 1) % 1024`, "", true},
	{"the epoch is deleted", `DELETE FROM epoch`, "", true},
}

func TestVerifyAndTheAuditorNameWhatWasTamperedWith(t *testing.T) {
	t.Parallel()
	for _, tc := range tamperings {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				b := setup(t, s)
				b.traffic()
				auditor := proof.NewAuditor(b.s, proof.AuditorOptions{})
				if r, err := auditor.Round(context.Background()); err != nil || !r.OK() {
					t.Fatalf("before: %v, %v", r.Problems, err)
				}
				b.tamper(tc.statement)
				mustName(t, "verify", b.verify(), tc.account)
				r, err := auditor.Round(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				if tc.auditor {
					mustName(t, "auditor", r, tc.account)
				}
			})
		})
	}
}

func mustName(t *testing.T, who string, r proof.Report, account string) {
	t.Helper()
	for _, p := range r.Problems {
		if account == "" || string(p.Account) == account {
			return
		}
	}
	t.Errorf("%s does not name %q: %v", who, account, r.Problems)
}

// tamper writes to the database, bypassing the ledger and the constraints.
func (b *books) tamper(statement string) {
	b.t.Helper()
	ctx := context.Background()
	if b.s.Engine() == store.Postgres {
		b.exec(`ALTER TABLE transfer DROP CONSTRAINT IF EXISTS transfer_check2`, statement)
		return
	}
	if err := b.s.Write(ctx, func(tx *store.Tx) error {
		for _, text := range []string{"PRAGMA ignore_check_constraints = 1", statement, "PRAGMA ignore_check_constraints = 0"} {
			if _, err := tx.ExecContext(ctx, text); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		b.t.Fatal(err)
	}
}

func (b *books) exec(statements ...string) {
	b.t.Helper()
	if err := b.s.Write(context.Background(), func(tx *store.Tx) error {
		for _, text := range statements {
			if _, err := tx.ExecContext(context.Background(), text); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		b.t.Fatal(err)
	}
}

func TestTheRunningAuditorReportsEachProblemOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := setup(t, s)
		b.traffic()
		found := make(chan proof.Problem, 100)
		rounds := make(chan error, 100)
		auditor := proof.NewAuditor(b.s, proof.AuditorOptions{
			Every: 5 * time.Millisecond,
			Found: func(p proof.Problem) { found <- p },
			Done:  func(_ time.Duration, err error) { rounds <- err },
		})
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		go auditor.Run(ctx)
		for range 2 {
			if err := <-rounds; err != nil {
				t.Fatal(err)
			}
		}
		b.tamper(tamperings[0].statement)
		p := <-found
		if !strings.Contains(p.String(), nok) && !strings.Contains(p.String(), "together") {
			t.Errorf("found %s", p)
		}
		for range 5 {
			<-rounds
		}
		seen := map[proof.Problem]int{p: 1}
		for len(found) > 0 {
			seen[<-found]++
		}
		for p, n := range seen {
			if n > 1 {
				t.Errorf("%s was reported %d times", p, n)
			}
		}
	})
}

// pass lets a bubble's time pass.
func pass(d time.Duration) { time.Sleep(d) }

// A batch is covered by a seal within a second, and audited within fifteen.
func TestTheBooksAreSealedAndLookedAtByThemselves(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := setup(t, s)
		unsealed := func() (n int) {
			t.Helper()
			if err := s.DB().QueryRowContext(t.Context(), `SELECT count(*) FROM batch WHERE seal IS NULL`).Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		for range 3 {
			b.deposit(nok, 500*money.Baht)
			if unsealed() == 0 {
				t.Error("nothing waits for its seal")
			}
			pass(time.Second + time.Millisecond)
			if n := unsealed(); n != 0 {
				t.Errorf("%d batches are not sealed after a second", n)
			}
			pass(300 * time.Millisecond)
		}
		rounds := make(chan time.Time, 100)
		auditor := proof.NewAuditor(b.s, proof.AuditorOptions{Done: func(time.Duration, error) { rounds <- time.Now() }})
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { auditor.Run(ctx); close(done) }()
		first := <-rounds
		if pause := (<-rounds).Sub(first); pause != 15*time.Second {
			t.Errorf("looked at again after %s", pause)
		}
		stop()
		<-done
	})
}
