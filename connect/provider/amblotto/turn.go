package amblotto

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/connect/provider/amblotto/wire"
	"krapao/game"
	"krapao/internal/clock"
	"krapao/money"
)

// played is the sum of play since a movement over all products, and the number of products.
type played struct {
	products                   int
	turnover, net, outstanding money.Credits
}

// playedSince asks what an account played since a movement.
func (p *Provider) playedSince(
	ctx context.Context, c *outbound.Client, username, reference string,
) (played, error) {
	var sum played
	var reply wire.TurnReply
	err := p.ask(ctx, c, wire.PathTurn, wire.Turn{
		AgentID: p.agent(), Username: username, Ref: reference,
		Signature: wire.SignTurn(p.config.Key, p.agent(), username, reference),
	}, time.Time{}, &reply)
	if err != nil {
		return sum, err
	}
	if reply.Data == nil || !strings.EqualFold(reply.Username, username) {
		return sum, errDisagrees
	}
	for _, product := range reply.Data {
		turnover, err1 := money.ParseCredits(product.ValidAmount.String())
		net, err2 := money.ParseCredits(product.WinLoss.String())
		outstanding, err3 := money.ParseCredits(product.Outstanding.String())
		if errors.Join(err1, err2, err3) != nil {
			return played{}, errDisagrees
		}
		sum = played{sum.products + 1, sum.turnover + turnover, sum.net + net, sum.outstanding + outstanding}
	}
	return sum, nil
}

// Report implements game.Reporter. An account has one counter for ever: its play since the first movement into it. An
// account without such a movement is not asked about. The number of rounds is not reported.
func (p Reporter) Report(ctx context.Context, q game.ReportQuery) (game.ReportPage, error) {
	q.Players = slices.DeleteFunc(slices.Clone(q.Players), func(player game.Player) bool { return player.First == "" })
	pass, err := provider.PassOf(q.Cursor, len(q.Players))
	if err != nil {
		return game.ReportPage{}, err
	}
	rows, pass, more, err := pass.Next(q, func(player game.Player) (*game.Played, error) {
		return p.counter(ctx, player, q.Until)
	})
	if err != nil {
		return game.ReportPage{}, err
	}
	page := game.ReportPage{Rows: rows, More: more}
	if more {
		page.Next = pass.String()
	}
	return page, nil
}

// counter is an account's play since the first movement into it; nil where no product is reported. That is not a total
// of 0, which would take back an earlier answer.
func (p *Provider) counter(ctx context.Context, player game.Player, read time.Time) (*game.Played, error) {
	sum, err := p.playedSince(ctx, p.past, player.Username, player.First)
	if err != nil || sum.products == 0 {
		return nil, err
	}
	return &game.Played{
		Round: player.Username + "/" + player.First, Version: int64(clock.MicrosOf(read)), Username: player.Username,
		BetAt: read, SettledAt: read, Turnover: sum.turnover, Net: sum.net,
	}, nil
}
