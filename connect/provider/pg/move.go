package pg

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"krapao/connect/provider"
	"krapao/connect/provider/pg/wire"
	"krapao/game"
	"krapao/money"
)

// The refusals of a transfer. After definitive ones PG's document does not ask to send again: for a first sending they
// are final by themselves. needCheck are refusals in its table of errors that may be definitive; each needs PG's answer
// that it does not have the reference.
var (
	definitive = []string{wire.CodeEmpty, wire.CodeNoWallet, wire.CodeNotMoved}
	needCheck  = []string{wire.CodeNotEnough, wire.CodeNoPlayer}
)

// Move implements game.Provider. A repeated reference is applied once. Its answer has the balances of the first time,
// so they are not a reading.
func (p *Provider) Move(ctx context.Context, m game.Move) game.Outcome {
	path, amount := wire.PathIn, m.Credits
	if m.Credits < 0 {
		path, amount = wire.PathOut, -m.Credits
	}
	done, err := ask[wire.Transfer](ctx, p, path, url.Values{
		wire.FieldPlayer: {m.Player.Username}, wire.FieldAmount: {amount.String()},
		wire.FieldReference: {m.Reference}, wire.FieldCurrency: {p.config.Currency},
	}, m.SendBy)
	var no *refusal
	switch {
	case errors.As(err, &no):
		return p.refused(ctx, m, no)
	case err != nil:
		return provider.Failed(m, err)
	}
	after, agrees := provider.Around(m, done.Before, done.After, "")
	moved, err := money.ParseCredits(done.Amount.String())
	if !agrees || err != nil || moved != amount && moved != m.Credits {
		return game.Outcome{Reason: errDisagrees.Error()} // it is inquired about by reference, which gives the amount
	}
	outcome := game.Outcome{Kind: game.Done, Moved: m.Credits, Outside: done.ID.String()}
	if !m.Again {
		outcome.After = &after
	}
	return outcome
}

// refused returns the outcome of a refused transfer.
func (p *Provider) refused(ctx context.Context, m game.Move, no *refusal) game.Outcome {
	outcome := game.Outcome{Reason: no.Error()}
	if no.code == wire.CodeNotEnough {
		outcome.Reason = game.ReasonNotEnough
	}
	final := slices.Contains(definitive, no.code)
	switch {
	case final && !m.Again:
		outcome.Kind = game.Rejected
	case final, slices.Contains(needCheck, no.code):
		return provider.Confirmed(ctx, m, outcome, p.Check)
	}
	return outcome
}

// Check implements game.Provider. Only 3040 means "never applied"; any other refusal of the inquiry says nothing.
func (p *Provider) Check(ctx context.Context, m game.Move) game.Outcome {
	found, err := ask[wire.Transaction](ctx, p, wire.PathTransaction, url.Values{
		wire.FieldPlayer: {m.Player.Username}, wire.FieldReference: {m.Reference},
	}, time.Time{})
	var no *refusal
	switch {
	case errors.As(err, &no) && no.code == wire.CodeNoTransfer:
		return game.Outcome{Kind: game.NotFound, Reason: no.Error()}
	case errors.As(err, &no) && no.code == wire.CodeInProcess:
		return game.Outcome{Kind: game.Pending, Reason: no.Error()}
	case err != nil:
		return game.Outcome{Reason: err.Error()}
	}
	moved, ok := movedBy(found)
	if !ok || !strings.EqualFold(found.Player, m.Player.Username) || moved > 0 != (m.Credits > 0) {
		return game.Outcome{Reason: errDisagrees.Error()}
	}
	return game.Outcome{Kind: game.Done, Moved: moved, Outside: found.ID.String()}
}

// movedBy returns what a transaction moved, with our sign: its kind gives the direction, whatever sign the amount has.
func movedBy(found wire.Transaction) (money.Credits, bool) {
	amount, err := money.ParseCredits(found.Amount.String())
	if err != nil || amount == 0 {
		return 0, false
	}
	switch amount = max(amount, -amount); found.Kind.String() {
	case wire.KindTransferIn:
		return amount, true
	case wire.KindTransferOut:
		return -amount, true
	}
	return 0, false
}
