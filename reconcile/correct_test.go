package reconcile_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet"
	"krapao/wallet/doubt"
	"krapao/wallet/wallettest"
)

// hasTwice leaves a member with 100 baht twice: an operator has decided that a transfer out of the game never happened
// there. Nothing is taken back yet, and nothing is left in the game. It returns the case's transfer.
func (n *nights) hasTwice() ledger.ID {
	n.T.Helper()
	n.done(ledger.LabelWallet, n.game, baht(300))
	reference := n.done(n.game, ledger.LabelWallet, baht(100))
	n.Outside.Forget(n.there, reference)
	n.Outside.Round(n.there, n.name, "300", "0")
	n.pass()
	c := n.one(doubt.MissingThere, reference)
	n.Write(func(tx *store.Tx) error {
		return n.Wallet.Doubts().Cases().DecideTx(n.T.Context(), tx, c.ID, doubt.ItDidNotMove, "nok", "the provider's journal")
	})
	return c.Transfer
}

// spendAll moves the wallet's money into another game.
func (n *nights) spendAll() {
	n.T.Helper()
	n.Open(member, "joker2")
	n.MustTransfer(ledger.LabelWallet, "joker2", n.Balance(ledger.Wallet(member)).Available())
}

// corrects books until the correction is finished.
func (n *nights) corrects(cases *doubt.Cases) {
	n.T.Helper()
	for range 5 {
		if _, err := cases.Correct(n.T.Context()); err != nil {
			n.T.Fatal(err)
		}
		if n.Count("SELECT count(*) FROM reconcile_case WHERE state = 'booking'") == 0 {
			return
		}
		n.Settled(member, 20*time.Second)
		n.clock.Move(2 * time.Minute)
	}
	n.T.Fatal("the correction has no end")
}

func (n *nights) owes(want money.Amount) {
	n.T.Helper()
	if owed, err := n.Ledger.OwedBy(n.T.Context(), member); err != nil || owed != want {
		n.T.Errorf("owed: %s, %v; want %s", owed, err, want)
	}
}

// A node that dies after it booked a debt, and before it stored the end of the correction, has taken once. The next one
// takes nothing of what the member deposits, or puts into the game, meanwhile.
func TestACorrectionIsTakenOnce(t *testing.T) {
	t.Parallel()
	eachNight(t, []method{byReference}, func(t *testing.T, n *nights) {
		n.hasTwice()
		n.spendAll()
		n.corrects(n.Wallet.Doubts().Cases())
		n.owes(baht(100))
		n.Write(func(tx *store.Tx) error {
			_, err := tx.ExecContext(t.Context(), "UPDATE reconcile_case SET state = 'booking', booking = 10000, due_at = 1")
			return err
		})
		n.Deposit(member, baht(200))
		n.done(ledger.LabelWallet, n.game, baht(60))
		n.corrects(n.Wallet.Doubts().Cases())
		n.purse(baht(140))
		n.owes(baht(100))
		if got := n.Balance(ledger.Game(n.game, n.name)).Posted; got != baht(60) {
			t.Errorf("the game has %s, want 60.00", got)
		}
	})
}

// meanwhile does something once, when a key is looked up.
type meanwhile struct {
	*ledger.Ledger
	key  ledger.Key
	once sync.Once
	do   func()
}

func (b *meanwhile) FindByKey(ctx context.Context, key ledger.Key) (ledger.Transfer, bool, error) {
	if key == b.key {
		b.once.Do(b.do)
	}
	return b.Ledger.FindByKey(ctx, key)
}

// If the member spends while a correction checks its balance, the rest is owed; the correction does not get stuck.
func TestWhatIsSpentDuringACorrectionIsOwed(t *testing.T) {
	t.Parallel()
	eachNight(t, []method{byReference}, func(t *testing.T, n *nights) {
		of := n.hasTwice()
		books := &meanwhile{Ledger: n.Ledger, key: ledger.InternalKey("undone", "in", of.String()), do: n.spendAll}
		service := wallet.New(n.Store, books, wallettest.Games(n.Games), newHolder(n.Store, n.Ledger), settings())
		n.corrects(service.Doubts().Cases())
		n.purse(0)
		n.owes(baht(100))
		n.Deposit(member, baht(100))
		n.purse(baht(100))
	})
}

// Under a key that remembers a refusal nothing can be booked any more: the wallet's part is owed.
func TestARefusedPartIsOwed(t *testing.T) {
	t.Parallel()
	eachNight(t, []method{byReference}, func(t *testing.T, n *nights) {
		of := n.hasTwice()
		n.Write(func(tx *store.Tx) error {
			key := ledger.InternalKey("undone", "in", of.String())
			return n.Ledger.RejectTx(t.Context(), tx, key, nil, fault.New(fault.MONEY_NOT_ENOUGH, "less than the amount is available"))
		})
		n.corrects(n.Wallet.Doubts().Cases())
		n.purse(baht(800))
		n.owes(baht(100))
	})
}

// If the wallet has paid a part, and nothing more was booked, the rest is owed, and nothing is taken out of the game.
func TestTheRestOfAPaidPartIsOwed(t *testing.T) {
	t.Parallel()
	eachNight(t, []method{byReference}, func(t *testing.T, n *nights) {
		of := n.hasTwice()
		_, err := n.Ledger.Move(t.Context(), ledger.Order{
			Key: ledger.InternalKey("undone", "in", of.String()), Kind: game.KindIn, Debit: ledger.Wallet(member),
			Credit: ledger.GameResult(n.game), Amount: baht(30), Member: member,
		})
		if err != nil {
			t.Fatal(err)
		}
		n.done(ledger.LabelWallet, n.game, baht(60))
		n.corrects(n.Wallet.Doubts().Cases())
		n.purse(baht(710))
		n.owes(baht(70))
	})
}
