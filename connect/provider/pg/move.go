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

// The refusals of a transfer. certainNoes are the ones after which PG's document does not ask to send again: of a first
// sending they are final by themselves. confirmedNoes are refusals that are in its table of errors and that PG may mean as
// a no; each needs PG's word that it does not have the reference.
var (
	certainNoes   = []string{wire.CodeEmpty, wire.CodeNoWallet, wire.CodeNotMoved}
	confirmedNoes = []string{wire.CodeNotEnough, wire.CodeNoPlayer}
)

// Move implements game.Provider. A reference sent again is applied once; its answer tells the balances of the first time,
// so that they are no reading.
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
		return game.Outcome{Reason: errDisagrees.Error()} // asked about by reference, which names the amount
	}
	outcome := game.Outcome{Kind: game.Done, Moved: m.Credits, Outside: done.ID.String()}
	if !m.Again {
		outcome.After = &after
	}
	return outcome
}

// refused says what a refusal of a transfer means.
func (p *Provider) refused(ctx context.Context, m game.Move, no *refusal) game.Outcome {
	outcome := game.Outcome{Reason: no.Error()}
	if no.code == wire.CodeNotEnough {
		outcome.Reason = game.ReasonNotEnough
	}
	certain := slices.Contains(certainNoes, no.code)
	switch {
	case certain && !m.Again:
		outcome.Kind = game.Rejected
	case certain, slices.Contains(confirmedNoes, no.code):
		return provider.Confirmed(ctx, m, outcome, p.Check)
	}
	return outcome
}

// Check implements game.Provider. Only 3040 says "never applied"; any other refusal of the question says nothing.
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

// movedBy is what a transaction moved, with our sign: its kind says the direction, whatever sign the amount has.
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
