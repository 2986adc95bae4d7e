package wallet

import "krapao/money"

// Least is what the member has for certain: a transfer that was given back to the wallet, and may have arrived at the
// game all the same, is not counted twice. It decides SUCCESS, and what goes back to the house.
func (t Total) Least() money.Amount { return t.Low - t.MaybeIn }

// Most is what the member has at most, with what a transfer out of a game may have left there; false while a game is
// unread. It decides FAILED, and losses.
func (t Total) Most() (money.Amount, bool) { return t.High + t.MaybeOut, len(t.Unread) == 0 }
