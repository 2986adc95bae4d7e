package main

import (
	"context"
	"slices"
)

// operation is something that members do.
type operation struct {
	name string
	// who does it; nil: everybody.
	who func(*installation) []*person
	// ready prepares a hand before the run; nil does nothing.
	ready func(ctx context.Context, h *hand) error
	do    func(ctx context.Context, h *hand) error
	// callers are the most at once; 0: any number. With only, no other number is measured.
	callers int
	only    bool
	// many: a ratio compares it with many callers, so that a quick run measures it with them, too.
	many bool
	// storm is done meanwhile by as many others as there are guests of the login; nil: nobody does anything else.
	storm func(ctx context.Context, h *hand) error
	// open: it is also measured in the open loop.
	open bool
}

// besideLogins are transfers while others log in, as fast as they can.
const besideLogins = "transfer_logins"

// operations are all of them, in the order in which they are measured. Reads come after the money, so that statements have rows.
func operations() []operation {
	return []operation{
		{name: "info", do: info, open: true},
		{name: "register", do: register},
		{name: "deposit", do: depositBy("KBANK"), many: true, open: true},
		{name: "deposit_spread", do: depositSpread, callers: 64, many: true},
		{name: "deposit_slip", ready: drawSlips, do: depositSlip, callers: 16},
		{name: "deposit_feed", do: depositFeed},
		{name: "transfer", who: (*installation).players, do: transfer, many: true, open: true},
		{name: besideLogins, who: (*installation).players, do: transfer, callers: 64, only: true, many: true, storm: login},
		{name: "withdraw", do: withdraw, many: true, open: true},
		{name: "wallet", do: wallet, open: true},
		{name: "statement", do: statement, open: true},
		{name: "bonus", do: bonusPage, open: true},
		{name: "login", who: (*installation).guestsOfLogin, do: login, callers: 16},
		{name: "evening", who: (*installation).players, ready: readyForEvening, do: evening, open: true},
	}
}

// members are those who do it.
func (op operation) members(i *installation) []*person {
	if op.who == nil {
		return i.people
	}
	return op.who(i)
}

// allowed are the numbers of callers that it is measured with.
func (op operation) allowed(o options) []int {
	return slices.DeleteFunc(slices.Clone(o.callers), func(n int) bool {
		return op.callers > 0 && n > op.callers || op.only && n != op.callers || o.quick && n > 1 && !op.many
	})
}
