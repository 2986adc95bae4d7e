package statement

import (
	"strings"

	"krapao/fault"
	"krapao/ledger"
)

const (
	gamePrefix = "game:"
	// resultPrefix: a transfer that was given back and proved applied is put right between the wallet and the result.
	resultPrefix = "result:"
	bankPrefix   = "bank:"
)

func (s *Service) row(wallet ledger.Account, l ledger.Line) Row {
	r := Row{
		Reference: s.ledger.Reference(l.ID), Type: typeOf(wallet, l.Transfer),
		From: label(l.Detail.From, l.Debit, wallet), To: label(l.Detail.To, l.Credit, wallet),
		Status: InProgress, Reason: l.Detail.Reason, Amount: l.Amount, Balance: l.WalletAfter,
		CreatedAt: l.CreatedAt, UpdatedAt: l.CreatedAt,
	}
	switch l.State {
	case ledger.Posted:
		r.Status, r.Amount, r.UpdatedAt = Success, l.Moved, l.SettledAt
	case ledger.Voided:
		r.Status, r.UpdatedAt = Failed, l.SettledAt
	case ledger.Pending:
	}
	if r.Reason == fault.SUCCESS { // it waited for a reason that is over
		r.Reason = ""
	}
	return r
}

// typeOf: money to or from a game is a transfer; anything else that enters the wallet is a deposit, and what leaves it
// a withdrawal, corrections and reversals too: the sign is by type.
func typeOf(wallet ledger.Account, t ledger.Transfer) Type {
	other := t.Credit
	if t.Credit == wallet {
		other = t.Debit
	}
	switch {
	case t.Kind == ledger.KindBonus:
		return Bonus
	case t.Kind == ledger.KindFinishBonus:
		return FinishBonus
	case strings.HasPrefix(string(other), gamePrefix), strings.HasPrefix(string(other), resultPrefix):
		return Transfer
	case t.Credit == wallet:
		return Deposit
	}
	return Withdraw
}

// label is the detail's, or what the account tells by itself.
func label(detail string, account, wallet ledger.Account) string {
	if detail != "" {
		return detail
	}
	if account == wallet {
		return ledger.LabelWallet
	}
	code, _ := strings.CutPrefix(string(account), bankPrefix)
	if code == string(account) {
		return "" // a house account is nothing that a member has heard of
	}
	return strings.ToUpper(code)
}
