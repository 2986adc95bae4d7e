package amblotto

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/connect/provider/amblotto/wire"
	"krapao/game"
	"krapao/money"
)

// hundredth is the smallest part of a credit that the signed text can express.
const hundredth = money.Credit / 100

// Move implements game.Provider.
func (p *Provider) Move(ctx context.Context, m game.Move) game.Outcome {
	path, amount := wire.PathDeposit, m.Credits
	if amount < 0 {
		path, amount = wire.PathWithdraw, -amount
	}
	if amount%hundredth != 0 {
		return provider.Failed(m, fmt.Errorf("amblotto: the amount has more than two decimals: %w", outbound.ErrNotSent))
	}
	text := fmt.Sprintf("%d.%02d", amount/money.Credit, amount%money.Credit/hundredth)
	username := m.Player.Username
	var reply wire.MoveReply
	err := p.ask(ctx, p.client, path, wire.Move{
		AgentID: p.agent(), Username: username, Amount: json.Number(text), Ref: m.Reference,
		Signature: wire.SignMove(p.config.Key, p.agent(), username, text),
	}, m.SendBy, &reply)
	var no *refusal
	switch {
	case errors.As(err, &no):
		return p.refused(ctx, m, no)
	case err != nil:
		return provider.Failed(m, err)
	}
	after, agrees := provider.Around(m, reply.Before, reply.After, "")
	if !agrees {
		return game.Outcome{Reason: errDisagrees.Error()} // it is sent again, and is a duplicate then
	}
	return game.Outcome{Kind: game.Done, Moved: m.Credits, After: &after, Outside: reply.Ref}
}

// refused is the outcome of a movement that was answered with a code.
func (p *Provider) refused(ctx context.Context, m game.Move, no *refusal) game.Outcome {
	o := game.Outcome{Reason: no.Error()}
	if no.code == wire.CodeNotEnough {
		o.Reason = game.ReasonNotEnough
	}
	switch {
	case no.code == wire.CodeDuplicate && m.Again:
		return p.duplicate(ctx, m, o)
	case !no.definitive:
	case !m.Again:
		o.Kind = game.Rejected
	case p.config.PlayByReference:
		return provider.Confirmed(ctx, m, o, p.Check)
	}
	return o
}

// duplicate is the outcome of a repetition whose reference the provider has had. References are unique, so an earlier
// sending brought it. Where an inquiry is possible it must confirm that the movement was applied, because a refused
// sending may have used up the reference. Otherwise the document's statement is all there is.
func (p *Provider) duplicate(ctx context.Context, m game.Move, o game.Outcome) game.Outcome {
	if !p.config.PlayByReference {
		return game.Outcome{Kind: game.Done, Moved: m.Credits}
	}
	if found := p.Check(ctx, m); found.Kind == game.Done {
		return found
	}
	return o
}

// Check implements game.Provider. It needs PlayByReference: play is reported since a reference that was applied, and
// for no other. The answer names neither direction nor amount. A reference of ours stands for one order, so the order's
// count.
func (p *Provider) Check(ctx context.Context, m game.Move) game.Outcome {
	if !p.config.PlayByReference {
		return game.Outcome{Reason: game.ErrUnsupported.Error()}
	}
	_, err := p.playedSince(ctx, p.client, m.Player.Username, m.Reference)
	var no *refusal
	switch {
	case err == nil:
		return game.Outcome{Kind: game.Done, Moved: m.Credits}
	case errors.As(err, &no) && no.code == wire.CodeNoLog:
		return game.Outcome{Kind: game.NotFound, Reason: no.Error()}
	}
	return game.Outcome{Reason: err.Error()}
}
