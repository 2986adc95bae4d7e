package refund

import "krapao/money"

// Life sums over a member's life what it put in, took out and has now, in satang.
type Life struct {
	Deposits, Withdrawals money.Amount
	// Total is the most that it has: games that were not read and open stakes reduce the loss.
	Total money.Amount
	// Star is C*, the part of its loss that was paid for.
	Star money.Amount
}

// Lost is C. It is below zero for a member who has won.
func (l Life) Lost() money.Amount { return l.Deposits - l.Withdrawals - l.Total }

// unpaid is the part of C that was not paid for.
func (l Life) unpaid() money.Amount { return l.Lost() - l.Star }

// Refundable is the loss that a member may be paid for: its own, but not more than it and all strongly linked members lost
// together. Below zero: none.
func Refundable(own Life, linked ...Life) money.Amount {
	together := own.unpaid()
	for _, l := range linked {
		together += l.unpaid()
	}
	return min(own.unpaid(), together)
}

// Refund is the amount paid for a loss: a percentage of it, rounded down, up to a maximum.
func Refund(loss money.Amount, percent int64, most money.Amount) money.Amount {
	return min(max(0, loss).Percent(percent), most)
}
