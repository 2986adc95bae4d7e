// Package provider holds what the adapters to game providers do alike.
package provider

import (
	"context"
	"encoding/json"
	"errors"

	"krapao/connect/outbound"
	"krapao/game"
	"krapao/money"
)

// Failed is the outcome of a move that had no answer: a certain no where not a byte of it was ever sent, else unknown.
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
		o.Kind = game.Unknown // this sending did not leave; an earlier one did
	}
	return o
}

// The reasons for which an answer can't be a reading.
var (
	errBalance     = errors.New("the balance is no number")
	errOutstanding = errors.New("the open stakes are no number")
)

// Reading reads a balance, and what lies in open rounds where the provider tells it (empty where not).
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

// Around reads the balances that a yes names before and after a move, and what lies in open rounds as Reading does. A yes
// is the answer to the move only where the two differ by exactly what was ordered; false where they don't, or can't be read.
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

// Confirmed makes a refusal that no list of ours has, but that is well-formed, a certain no: the provider itself has to
// say, right after it and within the move's deadline, that it does not have the reference (RULES.md section 3). An adapter
// calls it only for an answer of the protocol, never after silence or garbage. What the check says that the provider did
// is the truth in any case.
func Confirmed(ctx context.Context, m game.Move, refused game.Outcome, check func(context.Context, game.Move) game.Outcome) game.Outcome {
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
