package statement

import (
	"strings"

	"krapao/fault"
	"krapao/ledger"
)

const (
	gamePrefix = "game:"
	// resultPrefix: a voided transfer that turned out to have been applied is corrected between the wallet and the result.
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
	if r.Reason == fault.SUCCESS { // it waited for a reason that is over now
		r.Reason = ""
	}
	return r
}

// typeOf returns the type of a row. Money to or from a game is a transfer. All else that enters the wallet is a deposit, and
// all else that leaves it is a withdrawal, corrections and reversals included: the type gives the sign.
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

// label returns the label of the detail, or one made from the account.
func label(detail string, account, wallet ledger.Account) string {
	if detail != "" {
		return detail
	}
	if account == wallet {
		return ledger.LabelWallet
	}
	code, _ := strings.CutPrefix(string(account), bankPrefix)
	if code == string(account) {
		return "" // members know nothing of house accounts
	}
	return strings.ToUpper(code)
}
