package main

import (
	"context"
	"errors"
)

// An evening's calls, for twelve visits. Nobody has published the shares of such a site, so they are reasoned from what the app
// does:
//   - A visit opens the app: the site's name and another lookup, the wallet, the bonus page.
//   - Two visits in three begin with a deposit; of eight, six are by QR code, one by a bank transfer and one by a slip.
//   - Money is moved into games and back four times a visit: games share no balance, so each change of the game is two transfers.
//   - One visit in four ends with a withdrawal.
//   - After each of these the app asks for the wallet again; the member looks at the statement twice a visit.
//   - Sessions last for weeks, so one visit in twelve logs in. One in a hundred and twenty is a registration, which is left out.
var shares = []struct {
	calls int
	do    func(context.Context, *hand) error
}{
	{24, info},
	{12 + 8 + 48 + 3, wallet},
	{12, bonusPage},
	{24, statement},
	{6, orElse(depositBy("KBANK"), wallet)},
	{1, transferAtBank},
	{1, orElse(uploadOnly, wallet)},
	{48, transfer},
	{3, orElse(withdraw, wallet)},
	{1, eveningLogin},
}

// calls is the sum of the shares.
var calls = func() (sum int) {
	for _, s := range shares {
		sum += s.calls
	}
	return sum
}()

// evening makes one call of an evening.
func evening(ctx context.Context, h *hand) error {
	n := h.random.IntN(calls)
	for _, s := range shares {
		if n -= s.calls; n < 0 {
			return s.do(ctx, h)
		}
	}
	return nil
}

// orElse makes another call where a limit of the product lets none of the hand's members make the first.
func orElse(first, second func(context.Context, *hand) error) func(context.Context, *hand) error {
	return func(ctx context.Context, h *hand) error {
		if err := first(ctx, h); !errors.Is(err, errDry) {
			return err
		}
		return second(ctx, h)
	}
}

// transferAtBank is a bank transfer, and uploadOnly a slip, of which the member doesn't wait for the end.
func transferAtBank(_ context.Context, h *hand) error {
	_, err := h.bankTransfer(h.next(), feedBank, feedNumber)
	return err
}

func uploadOnly(_ context.Context, h *hand) error {
	_, _, err := h.uploadSlip()
	return err
}

// eveningLogin logs somebody in whose password is hashed at its full cost.
func eveningLogin(_ context.Context, h *hand) error {
	guests := h.i.guestsOfLogin()
	return h.login(guests[h.random.IntN(len(guests))])
}

// eveningSlips is how many slips a run has, about one in two hundred of its calls.
const eveningSlips = 20

func readyForEvening(_ context.Context, h *hand) error { return h.draw(eveningSlips) }
