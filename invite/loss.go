package invite

import "krapao/money"

// life is what an invitee put in, took out and has, and what it cost the house, in satang.
type life struct {
	deposits, withdrawals, total money.Amount
	// credits were granted to it and not given back; commissions were earned by it for its inviter.
	credits, commissions money.Amount
}

// lost is C of an invitee: below zero for one that is ahead.
func (l life) lost() money.Amount {
	return l.deposits - l.withdrawals - l.total - l.credits - l.commissions
}

// part is so many percent of an amount, rounded down; of nothing, or less, it is nothing.
func part(amount money.Amount, percent int64) money.Amount { return max(0, amount).Percent(percent) }
