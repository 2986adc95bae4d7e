package invite

import "krapao/money"

// life sums over an invitee's life what it put in, took out and has now, and what it cost the house, in satang.
type life struct {
	deposits, withdrawals, total money.Amount
	// credits were granted to it and did not go back; commissions are what its inviter earned from it.
	credits, commissions money.Amount
}

// lost is an invitee's C. It is below zero if the invitee has won.
func (l life) lost() money.Amount {
	return l.deposits - l.withdrawals - l.total - l.credits - l.commissions
}

// part is a percentage of an amount, rounded down. It is zero for an amount below zero.
func part(amount money.Amount, percent int64) money.Amount { return max(0, amount).Percent(percent) }
