package pragmatic

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"krapao/connect/provider"
	"krapao/connect/provider/pragmatic/wire"
	"krapao/game"
	"krapao/money"
)

// Move implements game.Provider. The answer names no amount: a success is about our own signed order, so about its
// amount. A repeated reference is applied once. The balance in its answer may be the first time's, so it is not a
// reading.
func (p *Provider) Move(ctx context.Context, m game.Move) game.Outcome {
	reply, err := ask[wire.TransferReply](ctx, p, wire.PathTransfer, p.player(m.Player, map[string]string{
		wire.FieldReference: m.Reference, wire.FieldAmount: m.Credits.String(),
	}), m.SendBy)
	var no *refusal
	switch {
	case errors.As(err, &no):
		return p.refused(ctx, m, no)
	case err != nil:
		return provider.Failed(m, err)
	case reply.TransactionID == "":
		return game.Outcome{Reason: errProtocol.Error()}
	}
	outcome := game.Outcome{Kind: game.Done, Moved: m.Credits, Outside: reply.TransactionID.String()}
	if after, err := provider.Reading(reply.Balance, ""); err == nil && !m.Again {
		outcome.After = &after
	}
	return outcome
}

// refused returns the outcome of a refused transfer. Nothing is definitive until the provider answers that it does not
// have the reference. The sources disagree on which code means "not enough", so the balance decides that.
func (p *Provider) refused(ctx context.Context, m game.Move, no *refusal) game.Outcome {
	outcome := provider.Confirmed(ctx, m, game.Outcome{Reason: no.Error()}, p.Check)
	if outcome.Kind != game.Rejected || m.Credits > 0 {
		return outcome
	}
	if held, err := p.Balance(ctx, m.Player); err == nil && held.Credits < -m.Credits {
		outcome.Reason = game.ReasonNotEnough
	}
	return outcome
}

// Check implements game.Provider. A refusal of the inquiry says nothing about the transfer.
func (p *Provider) Check(ctx context.Context, m game.Move) game.Outcome {
	reply, err := ask[wire.StatusReply](ctx, p, wire.PathStatus, p.player(m.Player, map[string]string{
		wire.FieldReference: m.Reference,
	}), time.Time{})
	switch {
	case err != nil:
		return game.Outcome{Reason: err.Error()}
	case reply.State == wire.StatusNotFound:
		return game.Outcome{Kind: game.NotFound, Reason: "pragmatic: " + reply.State}
	case reply.State != wire.StatusSuccess:
		return game.Outcome{Reason: "pragmatic: the status of the transfer is neither success nor \"not found\""}
	}
	moved, err := movedBy(reply.Amount, m)
	if err != nil || moved == 0 || moved > 0 != (m.Credits > 0) {
		return game.Outcome{Reason: errDisagrees.Error()}
	}
	return game.Outcome{Kind: game.Done, Moved: moved, Outside: reply.TransactionID.String()}
}

// movedBy is the moved amount by a status; a status without an amount is about the order that we inquired about.
func movedBy(amount json.Number, m game.Move) (money.Credits, error) {
	if amount == "" {
		return m.Credits, nil
	}
	return money.ParseCredits(amount.String())
}
