package ledger

import (
	"math"
	"strings"
)

// Account names an account. Member accounts and game accounts have a floor of zero, pending counted; so have the house's
// accounts that pay members, until a budget lowers it. The outside and the rest of the house have none.
//
// Signs: a balance is credits less debits. What we owe (a member's wallet, the credits a provider holds for a member)
// is positive; what the outside owes us (a bank) is negative.
type Account string

// Member accounts (RULES.md section 2).

// Wallet is the member's main wallet.
func Wallet(member string) Account { return Account("member:" + member + ":wallet") }

// Held is money that is the member's but whose payer is not matched yet.
func Held(member string) Account { return Account("member:" + member + ":held") }

// InvitePurse collects invite bonuses until they are received.
func InvitePurse(member string) Account { return Account("member:" + member + ":invite") }

// RefundPurse collects refunds of losses until they are added to the wallet.
func RefundPurse(member string) Account { return Account("member:" + member + ":refund") }

// Game is what one provider account holds, at its last confirmed reading: the memo balance of RULES.md section 2, kept
// as an account of the ledger so that game:{provider} equals the sum of its memo balances by construction.
func Game(provider, username string) Account { return Account("game:" + provider + ":" + username) }

// Game is the provider and the user name of a game account; ok reports whether a is one.
func (a Account) Game() (provider, username string, ok bool) {
	name, ok := strings.CutPrefix(string(a), "game:")
	if !ok {
		return "", "", false
	}
	return strings.Cut(name, ":")
}

// GameResult takes the winnings and losses of a provider: each confirmed reading posts here what our transfers don't explain.
func GameResult(provider string) Account { return Account("result:" + provider) }

// Bank is a deposit account or gateway of ours, by its code.
func Bank(code string) Account { return Account("bank:" + code) }

// House accounts.
const (
	Payout     Account = "house:payout"
	Bonus      Account = "house:bonus"
	Promotion  Account = "house:promotion"
	Invite     Account = "house:invite"
	Refund     Account = "house:refund"
	Prize      Account = "house:prize"
	Adjustment Account = "house:adjustment"
	Unmatched  Account = "house:unmatched"
	Fees       Account = "house:fees"
	FX         Account = "house:fx"
	Capital    Account = "house:capital"
	Receivable Account = "house:receivable"
	// Coupons holds the wheel's cash prizes from the draw until they are claimed, so that a coupon is always worth its money.
	Coupons Account = "house:coupons"
)

// budgeted tells whether the account pays members and has a budget: its floor, which an operator lowers. Without one it
// pays only what was put into it.
func (a Account) budgeted() bool {
	switch a {
	case Bonus, Promotion, Invite, Refund, Prize:
		return true
	default:
		return false
	}
}

// Owed is what a member owes after a proven reversal: its part of Receivable, as an account of its own, so that the
// figure is in the books and nowhere else. Its balance is never above zero; it has no floor. Whoever changes it or
// decides by it locks the member's wallet first.
func Owed(member string) Account { return Receivable + Account(":"+member) }

// accountsOf are all accounts of a member's own that exist or may come to be: each of its transfers touches one.
func accountsOf(member string) []Account {
	return []Account{Wallet(member), Held(member), InvitePurse(member), RefundPurse(member), Owed(member)}
}

// floored tells whether the account may never go below zero.
func (a Account) floored() bool {
	return strings.HasPrefix(string(a), "member:") || strings.HasPrefix(string(a), "game:")
}

// floor is the lowest that the account's posted less reserved may be when it is opened, in satang. A budget lowers it.
func (a Account) floor() int64 {
	if a.floored() || a.budgeted() || a == Coupons {
		return 0
	}
	return math.MinInt64
}
