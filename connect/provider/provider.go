// Package provider holds what the adapters to game providers share.
package provider

import (
	"context"
	"encoding/json"
	"errors"

	"krapao/connect/outbound"
	"krapao/game"
	"krapao/money"
)

// Failed is the outcome of a move without an answer: a definitive rejection if none of it was ever sent, otherwise
// unknown.
func Failed(m game.Move, err error) game.Outcome {
	o := game.Outcome{Kind: game.Rejected, Reason: err.Error()}
	switch {
	case errors.Is(err, outbound.ErrTooLate):
		o.Reason = game.ReasonTooLate
	case errors.Is(err, outbound.ErrCircuitOpen):
		o.Reason = game.ReasonBreaker
	case errors.Is(err, outbound.ErrNoSlot):
		o.Reason = game.ReasonNoPlace
	case errors.Is(err, outbound.ErrNotSent):
	default:
		o.Kind = game.Unknown
	}
	if m.Again {
		o.Kind = game.Unknown // this sending did not leave, but an earlier one did
	}
	return o
}

// The reasons why an answer can't be a reading.
var (
	errBalance     = errors.New("the balance is not a number")
	errOutstanding = errors.New("the open stakes are not a number")
)

// Reading reads a balance, and the credits in open rounds if the provider reports them (otherwise empty).
func Reading(credit, outstanding json.Number) (game.Reading, error) {
	c, err := money.ParseCredits(credit.String())
	if err != nil {
		return game.Reading{}, errBalance
	}
	if outstanding == "" {
		return game.Reading{Credits: c}, nil
	}
	o, err := money.ParseCredits(outstanding.String())
	if err != nil {
		return game.Reading{}, errOutstanding
	}
	return game.Reading{Credits: c, Outstanding: o}, nil
}

// Around reads the balances before and after a move from a successful answer, and the credits in open rounds as Reading
// does. The answer is about the move only if the two differ by exactly the ordered amount; it returns false if they
// don't, or can't be read.
func Around(m game.Move, before, after, outstanding json.Number) (game.Reading, bool) {
	left, err := Reading(after, outstanding)
	if err != nil {
		return game.Reading{}, false
	}
	held, err := money.ParseCredits(before.String())
	if err != nil || left.Credits-held != m.Credits {
		return game.Reading{}, false
	}
	return left, true
}

// Confirmed decides about a well-formed refusal that none of our lists contains. It is a definitive rejection only if
// the provider itself says, right afterwards and within the move's deadline, that it does not have the reference
// (RULES.md section 3). An adapter calls it only for an answer of the protocol, never after silence or garbage. If the
// check says what the provider did, that is the outcome in any case.
func Confirmed(
	ctx context.Context, m game.Move, refused game.Outcome, check func(context.Context, game.Move) game.Outcome,
) game.Outcome {
	switch found := check(ctx, m); found.Kind {
	case game.NotFound:
		refused.Kind = game.Rejected
		return refused
	case game.Done, game.Rejected:
		return found
	case game.Unknown, game.Pending:
	}
	refused.Kind = game.Unknown
	return refused
}
