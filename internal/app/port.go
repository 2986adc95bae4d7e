package app

import (
	"context"
	"time"

	"krapao/deposit"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/member"
	"krapao/money"
	"krapao/otp"
	"krapao/wallet"
	"krapao/withdraw"
)

// What one area asks of another, where it does not import it.

// activity tells whether money of a member ever came or went.
type activity struct{ books *ledger.Ledger }

// MoneyMoved implements member.Activity. A withdrawal that came back counts too: it was on its way to that account.
func (a activity) MoneyMoved(ctx context.Context, memberID string) (bool, error) {
	_, n, err := a.books.Sum(ctx, ledger.SumRequest{
		Member: memberID, Kinds: []ledger.Kind{deposit.KindDeposit, withdraw.KindWithdraw},
		States: []ledger.State{ledger.Pending, ledger.Posted, ledger.Voided},
	})
	return n > 0, err
}

// registered tells deposits which account is the member's own.
type registered struct{ members *member.Service }

// RegisteredAccount implements deposit.Members.
func (r registered) RegisteredAccount(ctx context.Context, memberID string) (deposit.Payer, error) {
	m, err := r.members.ByID(ctx, memberID)
	if err != nil {
		return deposit.Payer{}, err
	}
	return deposit.Payer{BankCode: m.Bank.Code, AccountNo: m.Bank.AccountNo, Name: m.Bank.AccountName}, nil
}

// payees tells withdrawals where a member is paid, and locks it while they decide.
type payees struct{ members *member.Service }

// LockTx implements withdraw.Members.
func (p payees) LockTx(ctx context.Context, tx *store.Tx, memberID string) error {
	state, err := member.LockTx(ctx, tx, memberID)
	if err != nil {
		return err
	}
	return state.Free(tx.Now)
}

// Payee implements withdraw.Members.
func (p payees) Payee(ctx context.Context, memberID string) (withdraw.Payee, error) {
	m, err := p.members.ByID(ctx, memberID)
	if err != nil {
		return withdraw.Payee{}, err
	}
	return withdraw.Payee{
		Account:   withdraw.Account{BankCode: m.Bank.Code, Number: m.Bank.AccountNo, Name: m.Bank.AccountName},
		SecuredAt: m.SecuredAt,
	}, nil
}

// gather brings a member's money home before a withdrawal of everything.
type gather struct{ wallet *wallet.Service }

// Empty implements withdraw.Games. Each call is an operation of its own: the withdrawal's key guards what follows it.
func (g gather) Empty(ctx context.Context, memberID string) ([]string, error) {
	got, err := g.wallet.Collect(ctx, memberID, ledger.InternalKey("empty", memberID, id.Text(20)))
	if err != nil {
		return nil, err
	}
	return got.Failed(), nil
}

type totals struct{ wallet *wallet.Service }

// StableTotal implements withdraw.Totals.
func (t totals) StableTotal(ctx context.Context, memberID string) (money.Amount, error) {
	total, err := t.wallet.StableTotal(ctx, memberID)
	if err != nil {
		return 0, err
	}
	return total.Low, total.Settled()
}

type proofs struct{ deposits *deposit.Service }

// Proven implements withdraw.Proofs.
func (p proofs) Proven(ctx context.Context, memberID string, a withdraw.Account) (bool, error) {
	return p.deposits.Verified(ctx, memberID, deposit.Payer{BankCode: a.BankCode, AccountNo: a.Number, Name: a.Name})
}

// holder lets the wallet read a total that nothing moves.
type holder struct{ members *member.Service }

// Hold implements wallet.Holder.
func (h holder) Hold(ctx context.Context, memberID string) (wallet.Hold, error) {
	hold, err := h.members.Hold(ctx, memberID)
	if err != nil {
		return nil, err
	}
	return held{h.members, hold}, nil
}

// held is one such hold.
type held struct {
	members *member.Service
	hold    member.Hold
}

// Release implements wallet.Hold.
func (h held) Release(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	_ = h.members.Release(ctx, h.hold) // it lapses by itself, and ReleaseLapsed lowers its gate
}

// LockTx implements wallet.Hold.
func (h held) LockTx(ctx context.Context, tx *store.Tx) (bool, error) {
	return member.HoldStillTx(ctx, tx, h.hold)
}

// ReleaseTx implements wallet.Hold.
func (h held) ReleaseTx(ctx context.Context, tx *store.Tx) error {
	_, err := h.members.ReleaseTx(ctx, tx, h.hold)
	return err
}

// exclusion keeps a member that is shut out from taking money into games, one under a condition from those that this does
// not list, and everybody from more than its limit of losses leaves.
type exclusion struct{ app *App }

// IntoGameTx implements wallet.Rules.
func (e exclusion) IntoGameTx(ctx context.Context, tx *store.Tx, in wallet.Entering) error {
	state, err := member.LockTx(ctx, tx, in.Member)
	if err != nil {
		return err
	}
	if err := state.Free(tx.Now); err != nil {
		return err
	}
	if err := state.Playing(tx.Now); err != nil {
		return err
	}
	if err := e.app.Bonuses.IntoGameTx(ctx, tx, in.Member, in.Game.Code); err != nil {
		return err
	}
	return e.app.Protection.AllowLossTx(ctx, tx, in.Member, in.Amount, in.Leaving)
}

// prover knows who proved a phone, for members.
type prover struct{ codes *otp.Service }

// Proved implements member.Prover.
func (p prover) Proved(ctx context.Context, phone string, purpose member.Purpose, token string) (good, spent bool, err error) {
	proof, err := p.codes.Proof(ctx, phone, otp.Purpose(purpose), token)
	return proof == otp.Proved, proof == otp.Spent, err
}

// UseTx implements member.Prover.
func (p prover) UseTx(ctx context.Context, tx *store.Tx, phone string, purpose member.Purpose, token string) error {
	return p.codes.UseTx(ctx, tx, phone, otp.Purpose(purpose), token)
}

// Offer implements member.Codes.
func (p prover) Offer(ctx context.Context, phone, address string, genuine bool) (token string, err error) {
	return p.codes.Offer(ctx, phone, address, genuine)
}
