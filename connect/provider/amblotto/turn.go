package amblotto

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"krapao/connect/line"
	"krapao/connect/provider/amblotto/wire"
	"krapao/game"
	"krapao/money"
)

// played is what was played since a movement, of all products together.
type played struct{ turnover, net, outstanding money.Credits }

// turn asks what an account played since a movement.
func (p *Provider) turn(ctx context.Context, l *line.Line, username, reference string) (played, error) {
	var sum played
	var reply wire.TurnReply
	err := p.ask(ctx, l, wire.PathTurn, wire.Turn{
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
		sum = played{sum.turnover + turnover, sum.net + net, sum.outstanding + outstanding}
	}
	return sum, nil
}

// countedAtOnce is how many accounts' counters one page has: each is a question of its own.
const countedAtOnce = 10

// Report implements game.Reporter. An account has one counter for ever: what it played since the first movement into it.
// The cursor is how many of the accounts were asked about. One that the provider does not want to tell about holds up no
// other, but where it tells of none the report has failed. How many rounds it was is not told.
func (p Teller) Report(ctx context.Context, q game.ReportQuery) (game.ReportPage, error) {
	asked := 0
	if q.Cursor != "" {
		var err error
		if asked, err = strconv.Atoi(q.Cursor); err != nil || asked < 0 || asked > len(q.Players) {
			return game.ReportPage{}, errors.New("amblotto: the report's cursor can't be read")
		}
	}
	end := min(asked+min(max(q.Limit, 1), countedAtOnce), len(q.Players))
	var page game.ReportPage
	var refused error
	for _, player := range q.Players[asked:end] {
		if player.First == "" {
			continue // nothing was ever moved in
		}
		sum, err := p.turn(ctx, p.past, player.Username, player.First)
		switch {
		case errors.Is(err, game.ErrRefused):
			refused = err
			continue
		case err != nil:
			return game.ReportPage{}, err
		}
		page.Rows = append(page.Rows, game.Played{
			Round: player.Username + "/" + player.First, Version: q.Until.UnixMicro(), Username: player.Username,
			BetAt: q.Until, SettledAt: q.Until, Turnover: sum.turnover, Net: sum.net,
		})
	}
	if refused != nil && len(page.Rows) == 0 {
		return game.ReportPage{}, refused
	}
	if end < len(q.Players) {
		page.Next, page.More = strconv.Itoa(end), true
	}
	return page, nil
}
