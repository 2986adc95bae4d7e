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

// hundredth is the smallest part of a credit that the signed text names.
const hundredth = money.Credit / 100

// Move implements game.Provider.
func (p *Provider) Move(ctx context.Context, m game.Move) game.Outcome {
	path, amount := wire.PathDeposit, m.Credits
	if amount < 0 {
		path, amount = wire.PathWithdraw, -amount
	}
	if amount%hundredth != 0 {
		return provider.Failed(m, fmt.Errorf("amblotto: an amount has two decimals: %w", outbound.ErrNotSent))
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
		return game.Outcome{Reason: errDisagrees.Error()} // sent again: then it is a duplicate
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
	case !no.certain:
	case !m.Again:
		o.Kind = game.Rejected
	case p.config.Turn:
		return provider.Confirmed(ctx, m, o, p.Check)
	}
	return o
}

// duplicate is the outcome of a repetition whose reference the provider has had: references are unique, so it had it by a
// sending before this one. Where it can be asked it has to say that it applied it, because a sending that it refused may have
// used the reference up; elsewhere the document's word is all there is.
func (p *Provider) duplicate(ctx context.Context, m game.Move, o game.Outcome) game.Outcome {
	if !p.config.Turn {
		return game.Outcome{Kind: game.Done, Moved: m.Credits}
	}
	if found := p.Check(ctx, m); found.Kind == game.Done {
		return found
	}
	return o
}

// Check implements game.Provider. Only with Turn can anybody be asked: play is told since a reference that was applied, and
// of no other. The answer names neither direction nor amount; a reference of ours stands for one order, as it does where a
// repetition is a duplicate, so the order's count.
func (p *Provider) Check(ctx context.Context, m game.Move) game.Outcome {
	if !p.config.Turn {
		return game.Outcome{Reason: game.ErrUnsupported.Error()}
	}
	_, err := p.turn(ctx, p.client, m.Player.Username, m.Reference)
	var no *refusal
	switch {
	case err == nil:
		return game.Outcome{Kind: game.Done, Moved: m.Credits}
	case errors.As(err, &no) && no.code == wire.CodeNoLog:
		return game.Outcome{Kind: game.NotFound, Reason: no.Error()}
	}
	return game.Outcome{Reason: err.Error()}
}
