package app

import (
	"context"
	"time"

	"krapao/deposit"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/member"
	"krapao/member/login"
	"krapao/member/state"
	"krapao/money"
	"krapao/otp"
	"krapao/session"
	"krapao/wallet"
	"krapao/withdraw"
)

// The adapters between areas: each gives one area what it asks of another, in its own words. Those of one subject are in
// the ports_ files beside this one.

// activity knows whether money of a member ever came or went.
type activity struct{ books *ledger.Ledger }

// MoneyMoved implements member.Activity. A voided withdrawal counts too: it was on its way to the registered account.
func (a activity) MoneyMoved(ctx context.Context, memberID string) (bool, error) {
	moved, err := a.books.Moved(ctx, memberID, time.Time{}, deposit.KindDeposit, withdraw.KindWithdraw)
	return len(moved) > 0, err
}

// registered finds the bank account that a member registered.
type registered struct {
	members *member.Service
	clock   clock.Clock
}

// RegisteredAccount implements deposit.Members.
func (r registered) RegisteredAccount(ctx context.Context, memberID string) (deposit.Payer, error) {
	m, err := r.members.ByID(ctx, memberID)
	if err != nil {
		return deposit.Payer{}, err
	}
	return deposit.Payer{BankCode: m.Bank.Code, AccountNo: m.Bank.AccountNo, Name: m.Bank.AccountName}, nil
}

// Recipient implements deposit.Members.
func (r registered) Recipient(ctx context.Context, memberID string) (deposit.Recipient, error) {
	m, err := r.members.Recipient(ctx, memberID)
	if err != nil {
		return deposit.Recipient{}, err
	}
	return deposit.Recipient{
		Account: deposit.Payer{BankCode: m.Bank.Code, AccountNo: m.Bank.AccountNo, Name: m.Bank.AccountName},
		Playing: m.State.Playing(r.clock.Now()), Content: m.Content,
	}, nil
}

// payees finds where a member is paid, and locks the member while a withdrawal is decided.
type payees struct{ members *member.Service }

// LockTx implements withdraw.Members.
func (p payees) LockTx(ctx context.Context, tx *store.Tx, memberID string) (ledger.Gate, error) {
	locked, err := state.LockTx(ctx, tx, memberID)
	if err != nil {
		return 0, err
	}
	return locked.Gates, locked.Free(tx.Now)
}

// Payee implements withdraw.Members and approval.Members.
func (p payees) Payee(ctx context.Context, memberID string) (withdraw.Payee, error) {
	m, err := p.members.Recipient(ctx, memberID)
	if err != nil {
		return withdraw.Payee{}, err
	}
	return withdraw.Payee{
		Account:   withdraw.Account{BankCode: m.Bank.Code, Number: m.Bank.AccountNo, Name: m.Bank.AccountName},
		SecuredAt: m.SecuredAt,
	}, nil
}

// homecoming brings a member's money home from games before a withdrawal of everything.
type homecoming struct{ wallet *wallet.Service }

// Empty implements withdraw.Games. Each call is an operation of its own: the withdrawal's key guards what follows it.
func (g homecoming) Empty(ctx context.Context, memberID string) ([]string, error) {
	got, err := g.wallet.Collect(ctx, memberID, ledger.InternalKey("empty", memberID, id.Text(20)))
	if err != nil {
		return nil, err
	}
	return got.Failed(), nil
}

// totals reads what a member has in all.
type totals struct{ wallet *wallet.Service }

// StableTotal implements approval.Totals.
func (t totals) StableTotal(ctx context.Context, memberID string) (money.Amount, error) {
	total, err := t.wallet.StableTotal(ctx, memberID)
	if err != nil {
		return 0, err
	}
	return total.Low, total.Settled()
}

// proofs knows which accounts a member has paid from.
type proofs struct{ deposits *deposit.Service }

// Proven implements approval.Proofs.
func (p proofs) Proven(ctx context.Context, memberID string, a withdraw.Account) (bool, error) {
	return p.deposits.Verified(ctx, memberID, deposit.Payer{BankCode: a.BankCode, AccountNo: a.Number, Name: a.Name})
}

// mayBeOne knows which members may be one person.
type mayBeOne struct {
	links

	devices  *login.Service
	sessions *session.Service
}

// SharedSince implements approval.Links.
func (m mayBeOne) SharedSince(ctx context.Context, memberID string) (time.Time, error) {
	return m.devices.SharedSince(ctx, memberID)
}

// SharesAddress implements approval.Links.
func (m mayBeOne) SharesAddress(ctx context.Context, memberID string) (bool, error) {
	return m.sessions.SharesAddress(ctx, memberID)
}

// prover knows who proved to have a phone.
type prover struct{ *otp.Service }

// Proved implements member.Prover.
func (p prover) Proved(ctx context.Context, phone string, purpose member.Purpose, token string) (good, spent bool, err error) {
	proof, err := p.Proof(ctx, phone, otp.Purpose(purpose), token)
	return proof == otp.Proved, proof == otp.Spent, err
}

// UseTx implements member.Prover.
func (p prover) UseTx(ctx context.Context, tx *store.Tx, phone string, purpose member.Purpose, token string) error {
	return p.Service.UseTx(ctx, tx, phone, otp.Purpose(purpose), token)
}

// SendIn implements login.Codes.
func (p prover) SendIn(ctx context.Context, phone, session, address string) (login.SentCode, error) {
	sent, err := p.Service.SendIn(ctx, phone, session, address)
	return login.SentCode{Token: sent.Token, Ref: sent.Ref, Until: sent.Until}, err
}
