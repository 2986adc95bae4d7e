package refund

import "krapao/money"

// Life is what a member put in, took out and has, in satang.
type Life struct {
	Deposits, Withdrawals money.Amount
	// Total is all that it has at most: unread games and stakes count against the loss.
	Total money.Amount
	// Star is C*, what of its loss was paid for.
	Star money.Amount
}

// Lost is C: below zero for a member who is ahead.
func (l Life) Lost() money.Amount { return l.Deposits - l.Withdrawals - l.Total }

// unpaid is what of C was not paid for.
func (l Life) unpaid() money.Amount { return l.Lost() - l.Star }

// Refundable is the loss that a member may be paid for: its own, and not more than all who are strongly linked to it lost
// together. Below zero: none.
func Refundable(own Life, linked ...Life) money.Amount {
	together := own.unpaid()
	for _, l := range linked {
		together += l.unpaid()
	}
	return min(own.unpaid(), together)
}

// Refund is the part of a loss that is paid: so many percent, rounded down, at most most.
func Refund(loss money.Amount, percent int64, most money.Amount) money.Amount {
	return min(max(0, loss).Percent(percent), most)
}
