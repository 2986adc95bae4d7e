package reconcile_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/connect/provider/betflix/wire"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet/doubt"
)

// refused makes a transfer that the provider refuses, and returns its reference.
func (n *nights) refused(from, to string, amount money.Amount) string {
	n.T.Helper()
	n.Outside.AddFault(sandboxtest.Fault{Target: "game:" + n.there, Mode: "refuse"})
	if _, err := n.Transfer(from, to, amount); !fault.Is(err, fault.TRANSFER_FAIL) {
		n.T.Fatalf("a transfer is to be refused: %v", err)
	}
	return n.newest()
}

// Each way in which the provider can turn out to have done something else, done behind our back; and what each decision
// books. Afterwards wallet and games add up to the deposits, and the provider's result is 0, since nobody played.
func TestWhatDiffersIsACase(t *testing.T) {
	t.Parallel()
	type decision = doubt.CaseOutcome
	for name, tc := range map[string]struct {
		// out: the transfer is out of the game; otherwise into it, of 100 baht. The game has 300 before.
		out      bool
		tamper   func(n *nights, reference string)
		kind     doubt.DifferenceKind
		methods  []method
		theirs   money.Amount
		decision decision
		purse    money.Amount // after it; in: 600 before it, out: 800
	}{
		"in, never made there": {
			tamper: func(n *nights, ref string) { n.Outside.Forget(n.there, ref) },
			kind:   doubt.MissingThere, methods: both, decision: doubt.ItDidNotMove, purse: baht(700),
		},
		"out, never made there": {
			out: true, tamper: func(n *nights, ref string) { n.Outside.Forget(n.there, ref) },
			kind: doubt.MissingThere, methods: both, decision: doubt.ItDidNotMove, purse: baht(800),
		},
		"in, less there": {
			tamper: func(n *nights, ref string) { n.Outside.Rewrite(n.there, ref, "60") },
			kind:   doubt.AnotherAmount, methods: both, theirs: baht(60), decision: doubt.ItMoved, purse: baht(640),
		},
		"in, more there": {
			tamper: func(n *nights, ref string) { n.Outside.Rewrite(n.there, ref, "130.25") },
			kind:   doubt.AnotherAmount, methods: both, theirs: baht(130) + 25, decision: doubt.ItMoved, purse: baht(600),
		},
		"out, more there": {
			out: true, tamper: func(n *nights, ref string) { n.Outside.Rewrite(n.there, ref, "-150") },
			kind: doubt.AnotherAmount, methods: both, theirs: -baht(150), decision: doubt.ItMoved, purse: baht(850),
		},
		"in, out there": {
			tamper: func(n *nights, ref string) {
				n.Outside.Forget(n.there, ref)
				n.Outside.Move(n.there, n.name, "-100", ref)
			},
			kind: doubt.AnotherDirection, methods: []method{byList}, theirs: -baht(100), decision: doubt.ItMoved, purse: baht(800),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachNight(t, tc.methods, func(t *testing.T, n *nights) {
				n.done(ledger.LabelWallet, n.game, baht(300))
				from, to, ours := ledger.LabelWallet, n.game, baht(100)
				if tc.out {
					from, to, ours = to, from, -ours
				}
				reference := n.done(from, to, baht(100))
				tc.tamper(n, reference)
				n.pass()
				c := n.one(tc.kind, reference)
				if c.Ours != ours || c.Theirs != tc.theirs || c.Member != member || c.Username != n.name || c.Transfer == 0 {
					t.Errorf("%+v", c)
				}
				rows := min(1, int(max(c.Theirs, -c.Theirs)))
				if e := c.Evidence; e.Ours == nil || e.Ours.Moved != baht(100) || len(e.Entries) != 4 || len(e.Theirs) != rows {
					t.Errorf("evidence: %+v", e)
				}
				if err := n.end(c.ID, tc.decision); err != nil {
					t.Fatal(err)
				}
				n.purse(tc.purse)
				n.whole()
				if err := n.end(c.ID, tc.decision); !fault.Is(err, fault.NO_DATA) {
					t.Errorf("decided twice: %v", err)
				}
				n.purse(tc.purse)
				n.pass() // compared again: what was decided is no case again
				if list := n.cases(false); len(list) != 0 {
					t.Errorf("cases: %+v", list)
				}
			})
		})
	}
}

// Money that the provider took out of the game by mistake may be spent: the wallet pays, and the rest is owed.
func TestWhatTheMemberHasTwiceAndSpent(t *testing.T) {
	t.Parallel()
	eachNight(t, []method{byReference}, func(t *testing.T, n *nights) {
		n.done(ledger.LabelWallet, n.game, baht(300))
		reference := n.done(n.game, ledger.LabelWallet, baht(100))
		n.Outside.Forget(n.there, reference)
		n.Outside.Round(n.there, n.name, "300", "0") // all that is there
		n.Open(member, "joker2")
		n.MustTransfer(ledger.LabelWallet, "joker2", baht(770))
		n.pass()
		c := n.one(doubt.MissingThere, reference)
		if err := n.end(c.ID, doubt.ItDidNotMove); err != nil {
			t.Fatal(err)
		}
		n.purse(0)
		if owed, err := n.Ledger.OwedBy(t.Context(), member); err != nil || owed != baht(70) {
			t.Errorf("owed: %s, %v", owed, err)
		}
		if found, err := n.Wallet.Doubts().Cases().Difference(t.Context(), c.ID); err != nil || found.State != doubt.CaseClosed {
			t.Errorf("%+v, %v", found, err)
		}
	})
}

// The list has a reference that we never made. It is about no transfer of ours, so no decision books anything.
func TestAMovementThatIsNotOurs(t *testing.T) {
	t.Parallel()
	eachNight(t, []method{byList}, func(t *testing.T, n *nights) {
		n.done(ledger.LabelWallet, n.game, baht(300))
		n.Outside.Move(n.there, n.name, "55.5", "whoever1")
		n.pass()
		c := n.one(doubt.MissingHere, "whoever1")
		if c.Transfer != 0 || c.Theirs != baht(55)+50 || c.Ours != 0 || c.Member != member {
			t.Errorf("%+v", c)
		}
		if err := n.end(c.ID, doubt.ItMoved); !fault.Is(err, fault.INVALID_INPUT) {
			t.Errorf("booked: %v", err)
		}
		if err := n.end(c.ID, doubt.Dismissed); err != nil {
			t.Fatal(err)
		}
		n.purse(baht(700))
		n.agree()
	})
}

// Our reference on somebody else's account.
func TestAMovementOnAnotherAccount(t *testing.T) {
	t.Parallel()
	eachNight(t, []method{byList}, func(t *testing.T, n *nights) {
		const other = "LEK0MEMBER00"
		n.Deposit(other, baht(10))
		name := n.Open(other, n.game)
		reference := n.done(ledger.LabelWallet, n.game, baht(100))
		n.Outside.Forget(n.there, reference)
		n.Outside.Move(n.there, name, "100", reference)
		n.pass()
		c := n.one(doubt.AnotherAccount, reference)
		if c.Username != name || c.Member != member || c.Evidence.Ours.Username != n.name {
			t.Errorf("%+v", c)
		}
		n.agree()
		n.night()
		unexplained := "SELECT count(*) FROM reconcile_case WHERE kind = 'unexplained' AND username = '" + n.name + "'"
		if n.Count(unexplained) != 0 {
			t.Errorf("what a case is open about is told twice: %+v", n.cases(false))
		}
		if err := n.end(c.ID, doubt.ItDidNotMove); err != nil {
			t.Fatal(err)
		}
		n.purse(baht(1000))
		n.agree()
		n.night()
		if n.Count(unexplained) != 0 {
			t.Errorf("what was booked is not explained: %+v", n.cases(false))
		}
	})
}

// The provider refused the transfer and applied it all the same: a case with our transfer, and the decision books the
// truth.
func TestRefusedAndDone(t *testing.T) {
	t.Parallel()
	for _, out := range []bool{false, true} {
		t.Run(fmt.Sprintf("out=%t", out), func(t *testing.T) {
			t.Parallel()
			eachNight(t, both, func(t *testing.T, n *nights) {
				n.done(ledger.LabelWallet, n.game, baht(300))
				// What it put into the game is taken out again: the member was told that the transfer failed.
				from, to, amount, purse := ledger.LabelWallet, n.game, money.Amount(100), baht(700)
				if out {
					from, to, amount, purse = to, from, -100, baht(800)
				}
				reference := n.refused(from, to, baht(100))
				n.Outside.Move(n.there, n.name, json.Number(fmt.Sprint(int64(amount))), reference)
				n.pass()
				c := n.one(doubt.MissingHere, reference)
				if c.Transfer == 0 || c.Theirs != amount*money.Baht || c.Evidence.Ours == nil || c.Evidence.Ours.State != ledger.Voided {
					t.Errorf("%+v", c)
				}
				if err := n.end(c.ID, doubt.ItMoved); err != nil {
					t.Fatal(err)
				}
				n.purse(purse)
				n.whole()
			})
		})
	}
}

// A returned transfer that the provider applied after all is no case: the linked transfer is booked as soon as the
// comparison sees it.
func TestReturnedAndAppliedIsNoCase(t *testing.T) {
	t.Parallel()
	eachNight(t, both, func(t *testing.T, n *nights) {
		n.done(ledger.LabelWallet, n.game, baht(300))
		n.Outside.AddFault(sandboxtest.Fault{Target: "game:" + n.there, Mode: "timeout"})
		reference := n.Unanswered(n.game, ledger.LabelWallet, baht(100))
		n.Settled(member, 20*time.Second)
		n.purse(baht(700))
		// The re-checks are over; only the comparison asks again.
		n.Write(func(tx *store.Tx) error {
			_, err := tx.ExecContext(t.Context(), "UPDATE game_doubt SET check_at = 0")
			return err
		})
		n.Outside.Move(n.there, n.name, "-100", reference)
		n.pass()
		if list := n.cases(true); len(list) != 0 {
			t.Errorf("cases: %+v", list)
		}
		if n.Count("SELECT count(*) FROM game_doubt WHERE state = 'late'") != 1 {
			t.Error("it is not booked as late")
		}
		n.purse(baht(800))
		n.whole()
	})
}

// A returned transfer of which the provider did something else than ordered is not booked automatically, neither by a
// re-check nor by a comparison. An operator's decision books it.
func TestReturnedAndAppliedOtherwiseIsACase(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		in     bool
		moved  json.Number
		theirs money.Amount
		purse  money.Amount // after it
	}{
		"in, less":  {true, "60", baht(60), baht(700)}, // it is taken out of the game again
		"in, more":  {true, "150", baht(150), baht(700)},
		"out, less": {false, "-60", -baht(60), baht(760)},
		"out, more": {false, "-250", -baht(250), baht(950)},
	} {
		for _, by := range []string{"check", "comparison"} {
			t.Run(name+"/"+by, func(t *testing.T) {
				t.Parallel()
				eachNight(t, both, func(t *testing.T, n *nights) {
					n.done(ledger.LabelWallet, n.game, baht(300))
					from, to := n.game, ledger.LabelWallet
					if tc.in {
						from, to = to, from
					}
					n.Unswept.Store(true) // nothing is asked about again before it has come
					n.Outside.AddFault(sandboxtest.Fault{Target: "game:" + n.there, Mode: "timeout"})
					reference := n.Unanswered(from, to, baht(100))
					n.Settled(member, 20*time.Second)
					n.WaitFor("SELECT count(*) FROM game_doubt WHERE state = 'returned'", 1)
					n.Outside.Move(n.there, n.name, tc.moved, reference)
					if by == "check" {
						n.Unswept.Store(false)
						n.WaitFor("SELECT count(*) FROM reconcile_case", 1)
					} else {
						n.pass()
					}
					c := n.one(doubt.AnotherAmount, reference)
					if c.Ours != 0 || c.Theirs != tc.theirs || c.Evidence.Ours == nil || len(c.Evidence.Theirs) != 1 {
						t.Errorf("%+v", c)
					}
					n.purse(baht(700))
					n.Unswept.Store(false)
					if err := n.end(c.ID, doubt.ItMoved); err != nil {
						t.Fatal(err)
					}
					n.purse(tc.purse)
					n.whole()
					if n.Count("SELECT count(*) FROM game_doubt WHERE state = 'late' AND check_at = 0") != 1 {
						t.Error("it is still asked about")
					}
				})
			})
		}
	}
}

// A case without a difference at the next comparison closes by itself.
func TestACaseThatIsGoneTheNextNight(t *testing.T) {
	t.Parallel()
	eachNight(t, both, func(t *testing.T, n *nights) {
		reference := n.done(ledger.LabelWallet, n.game, baht(100))
		n.Outside.Forget(n.there, reference)
		n.pass()
		c := n.one(doubt.MissingThere, reference)
		n.Outside.Move(n.there, n.name, "100", reference)
		n.pass()
		found, err := n.Wallet.Doubts().Cases().Difference(t.Context(), c.ID)
		if err != nil || found.State != doubt.CaseClosed || found.Outcome != doubt.Agreeing || found.DecidedBy != "" {
			t.Errorf("%+v, %v", found, err)
		}
		if err := n.end(c.ID, doubt.ItDidNotMove); !fault.Is(err, fault.NO_DATA) || !strings.Contains(err.Error(), "alike") {
			t.Errorf("decided after it was gone: %v", err)
		}
		if n.Count("SELECT count(*) FROM reconcile_day WHERE provider = '"+n.game+"' AND times > 1") == 0 {
			t.Error("the day was compared once")
		}
	})
}

// A difference that was gone for a while and is back is a case again: only an operator's decision is final.
func TestACaseThatComesBack(t *testing.T) {
	t.Parallel()
	eachNight(t, both, func(t *testing.T, n *nights) {
		reference := n.done(ledger.LabelWallet, n.game, baht(100))
		n.Outside.Forget(n.there, reference)
		n.pass()
		first := n.one(doubt.MissingThere, reference)
		n.Outside.Move(n.there, n.name, "100", reference)
		n.compare(first.Day)
		if list := n.cases(false); len(list) != 0 {
			t.Fatalf("cases: %+v", list)
		}
		n.Outside.Forget(n.there, reference)
		n.compare(first.Day)
		again := n.one(doubt.MissingThere, reference)
		if again.ID != first.ID || again.Outcome != "" || again.Note != "" ||
			!again.FoundAt.After(first.FoundAt) || !again.DecidedAt.IsZero() {
			t.Errorf("%+v", again)
		}
		if err := n.end(again.ID, doubt.Dismissed); err != nil {
			t.Fatal(err)
		}
		n.compare(first.Day)
		if list := n.cases(false); len(list) != 0 {
			t.Errorf("it was decided: %+v", list)
		}
	})
}

// compare compares a day at once.
func (n *nights) compare(day string) {
	n.T.Helper()
	n.Write(func(tx *store.Tx) error { return n.job.CompareTx(n.T.Context(), tx, n.game, day) })
	n.run()
	n.retry()
}

// newest is the reference of the newest transfer.
func (n *nights) newest() string {
	n.T.Helper()
	return n.Ledger.Reference(ledger.ID(n.Count("SELECT max(id) FROM transfer")))
}

// A reference that is in the list more than once, whatever the provider did: only an operator can find out.
func TestAReferenceThatIsListedTwice(t *testing.T) {
	t.Parallel()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		twice := &repeating{}
		n := newNights(t, byList, engine, func(outside *sandboxtest.Sandbox, base string) string {
			twice.base, twice.client = base, outside.Client()
			return outside.Beside("twice.test", twice)
		})
		n.done(ledger.LabelWallet, n.game, baht(300))
		reference := n.done(ledger.LabelWallet, n.game, baht(100))
		twice.repeat(reference)
		n.pass()
		c := n.one(doubt.Twice, reference)
		if c.Ours != baht(100) || c.Theirs != baht(200) || len(c.Evidence.Theirs) != 2 {
			t.Errorf("%+v", c)
		}
		if err := n.end(c.ID, doubt.Dismissed); err != nil {
			t.Fatal(err)
		}
		n.purse(baht(600))
		n.whole()
	})
}

// repeating is a proxy between the wallet and the sandbox's BETFLIX that lists one transfer twice.
type repeating struct {
	base   string
	client *http.Client

	mu        sync.Mutex
	reference string
}

func (p *repeating) repeat(reference string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.reference = reference
}

func (p *repeating) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	reference := p.reference
	p.mu.Unlock()
	on, err := http.NewRequestWithContext(r.Context(), r.Method, p.base+r.URL.RequestURI(), r.Body)
	if err != nil {
		panic(err)
	}
	on.Header = r.Header
	answer, err := p.client.Do(on)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if strings.HasSuffix(r.URL.Path, wire.PathTransfers) {
		body = p.doubled(body, reference)
	}
	w.WriteHeader(answer.StatusCode)
	_, _ = w.Write(body)
}

func (p *repeating) doubled(body []byte, reference string) []byte {
	var list map[string]any
	if json.Unmarshal(body, &list) != nil {
		panic(http.ErrAbortHandler)
	}
	rows, _ := list["data"].([]any)
	for _, row := range rows {
		if r, ok := row.(map[string]any); ok && r["ref"] == reference {
			list["data"] = append(rows, row)
		}
	}
	body, err := json.Marshal(list)
	if err != nil {
		panic(err)
	}
	return body
}
