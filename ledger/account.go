package ledger

import (
	"math"
	"slices"
	"strings"
)

// Account is the name of an account. The accounts of members and games have a floor of zero, with pending money counted as
// spent. So do the house accounts that pay members, until a budget lowers it. The outside and the rest of the house have none.
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

// GameResult takes the winnings and losses of a provider: each confirmed reading posts here the
// part that our transfers don't explain.
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

// Budgeted lists the accounts that pay members and have a budget: their floor, which an operator lowers (ledger/budget).
// Without a budget they pay only the money that was put into them.
func Budgeted() []Account { return []Account{Bonus, Promotion, Invite, Refund, Prize} }

// Owed is the debt of a member after a proven reversal: its part of Receivable, as an account of its own, so that the figure
// is in the books and nowhere else. Its balance is never above zero, and it has no floor. Lock the member's wallet before you
// change it or decide by it.
func Owed(member string) Account { return Receivable + Account(":"+member) }

// accountsOf lists the accounts that a member has or may get: each of its transfers touches one of them.
func accountsOf(member string) []Account {
	return []Account{Wallet(member), Held(member), InvitePurse(member), RefundPurse(member), Owed(member)}
}

// floored reports whether the account is a member's or a game account, which are opened by name and never go below zero.
func (a Account) floored() bool {
	return strings.HasPrefix(string(a), "member:") || strings.HasPrefix(string(a), "game:")
}

// NeverNegative reports whether the account's floor is zero for ever: no budget lowers it.
func (a Account) NeverNegative() bool { return a.floored() || a == Coupons }

// floor is the lowest that the account's posted less reserved may be when it is opened, in satang. A budget lowers it.
func (a Account) floor() int64 {
	if a.NeverNegative() || slices.Contains(Budgeted(), a) {
		return 0
	}
	return math.MinInt64
}
