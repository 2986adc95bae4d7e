package member

import (
	"context"

	"krapao/game"
	"krapao/internal/history"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/ledger"
	"krapao/spin"
	"krapao/wallet/doubt"
)

// OwnCoin is coins that a member got at once, and what became of them.
type OwnCoin struct {
	ID        string     `json:"id"`
	Source    string     `doc:"deposit, coupon" json:"source"`
	Reference string     `doc:"The arrival or the coupon that they are for" json:"reference"`
	Coins     int64      `json:"coins"`
	Pending   int64      `doc:"Not usable until its deposit is played" json:"pending"`
	Usable    int64      `json:"usable"`
	Spent     int64      `json:"spent"`
	Cancelled int64      `doc:"Gone by a withdrawal" json:"cancelled"`
	Taken     int64      `doc:"Gone with its deposit" json:"taken"`
	GrantedAt wire.Time  `json:"grantedAt"`
	ExpiresAt wire.Time  `json:"expiresAt"`
	UndoneAt  *wire.Time `doc:"When its deposit was taken back" json:"undoneAt" nullable:"true"`
}

// handleCoins answers GET /api/member/{id}/coin.
func (c *Room) handleCoins(ctx context.Context, in *ListAsked) (*httpx.Reply[list.Page[OwnCoin]], error) {
	return ofMember(ctx, c, in, list.List[spin.Grant, history.Place, OwnCoin]{
		Name: "member/coin", Key: spin.Grant.Place, Primary: true, Columns: coinColumns,
		Show: shownBy(func(g spin.Grant) OwnCoin {
			return OwnCoin{
				g.ID, g.Source, g.Reference, g.Coins, g.Pending, g.Usable, g.Spent, g.Cancelled, g.Taken, wire.Time(g.GrantedAt),
				wire.Time(g.ExpiresAt), wire.TimeOrNull(g.UndoneAt),
			}
		}),
	}, func(ctx context.Context, after *history.Place, most int) ([]spin.Grant, error) {
		return c.Coins.Grants(ctx, in.ID, after, most)
	})
}

var coinColumns = []list.Column[spin.Grant]{
	{Name: "source", Cell: func(g spin.Grant) any { return g.Source }},
	{Name: "reference", Cell: func(g spin.Grant) any { return g.Reference }},
	{Name: "coins", Cell: func(g spin.Grant) any { return g.Coins }},
	{Name: "pending", Cell: func(g spin.Grant) any { return g.Pending }},
	{Name: "usable", Cell: func(g spin.Grant) any { return g.Usable }},
	{Name: "spent", Cell: func(g spin.Grant) any { return g.Spent }},
	{Name: "cancelled", Cell: func(g spin.Grant) any { return g.Cancelled }},
	{Name: "taken", Cell: func(g spin.Grant) any { return g.Taken }},
	{Name: "granted_at", Cell: func(g spin.Grant) any { return g.GrantedAt }},
	{Name: "expires_at", Cell: func(g spin.Grant) any { return g.ExpiresAt }},
}

// OwnGame is a member's account at a provider.
type OwnGame struct {
	Provider   string     `json:"provider"`
	Username   string     `json:"username"`
	Amount     wire.Money `doc:"As the books have it of the last reading" json:"amount"`
	Result     wire.Money `doc:"What it won there over its life, less what it lost" json:"result"`
	OpenedAt   wire.Time  `json:"openedAt"`
	LaunchedAt *wire.Time `doc:"When a game of it was opened last" json:"launchedAt" nullable:"true"`
	ReadAt     *wire.Time `doc:"The last confirmed reading" json:"readAt" nullable:"true"`
	ChangedAt  *wire.Time `doc:"The last reading that play had changed" json:"changedAt" nullable:"true"`
}

// handleGames answers GET /api/member/{id}/game.
func (c *Room) handleGames(ctx context.Context, in *ListAsked) (*httpx.Reply[list.Page[OwnGame]], error) {
	name := func(a game.Account) string { return a.Provider }
	return ofMember(ctx, c, in, list.List[game.Account, string, OwnGame]{
		Name: "member/game", Key: name, Primary: true, Show: c.ownGames, Columns: gameColumns,
	}, few(func(ctx context.Context) ([]game.Account, error) { return c.Games.Of(ctx, in.ID) }, name))
}

func (c *Room) ownGames(ctx context.Context, rows []game.Account) ([]OwnGame, error) {
	shown := make([]OwnGame, len(rows))
	for n, a := range rows {
		has, err := c.Books.Balance(ctx, ledger.Game(a.Provider, a.Username))
		if err != nil {
			return nil, err
		}
		shown[n] = OwnGame{
			a.Provider, a.Username, wire.Money(has.Posted), wire.Money(a.Result), wire.Time(a.OpenedAt),
			wire.TimeOrNull(a.LaunchedAt), wire.TimeOrNull(a.ReadAt), wire.TimeOrNull(a.ChangedAt),
		}
	}
	return shown, nil
}

var gameColumns = []list.Column[game.Account]{
	{Name: "provider", Cell: func(a game.Account) any { return a.Provider }},
	{Name: "username", Cell: func(a game.Account) any { return a.Username }},
	{Name: "result", Cell: func(a game.Account) any { return a.Result }},
	{Name: "opened_at", Cell: func(a game.Account) any { return a.OpenedAt }},
	{Name: "launched_at", Cell: func(a game.Account) any { return a.LaunchedAt }},
	{Name: "read_at", Cell: func(a game.Account) any { return a.ReadAt }},
	{Name: "changed_at", Cell: func(a game.Account) any { return a.ChangedAt }},
}

// OwnCase is a difference with a provider about a member. Amounts are positive into the game.
type OwnCase struct {
	ID        string     `json:"id"`
	Provider  string     `json:"provider"`
	Day       string     `json:"day"`
	Kind      string     `json:"kind"`
	Reference string     `json:"reference"`
	Ours      wire.Money `json:"ours"`
	Theirs    wire.Money `json:"theirs"`
	State     string     `enum:"open,booking,closed" json:"state"`
	Outcome   string     `doc:"Empty while it is open" json:"outcome"`
	FoundAt   wire.Time  `json:"foundAt"`
	DecidedAt *wire.Time `json:"decidedAt" nullable:"true"`
}

func casePlace(d doubt.Difference) history.Place { return history.PlaceOf(d.FoundAt, d.ID) }

// handleCases answers GET /api/member/{id}/case.
func (c *Room) handleCases(ctx context.Context, in *ListAsked) (*httpx.Reply[list.Page[OwnCase]], error) {
	return ofMember(ctx, c, in, list.List[doubt.Difference, history.Place, OwnCase]{
		Name: "member/case", Key: casePlace, Primary: true, Columns: caseColumns,
		Show: shownBy(func(d doubt.Difference) OwnCase {
			return OwnCase{
				d.ID, d.Provider, d.Day, string(d.Kind), d.Reference, wire.Money(d.Ours), wire.Money(d.Theirs), string(d.State),
				string(d.Outcome), wire.Time(d.FoundAt), wire.TimeOrNull(d.DecidedAt),
			}
		}),
	}, func(ctx context.Context, after *history.Place, most int) ([]doubt.Difference, error) {
		return c.Doubts.Cases().History(ctx, history.Asked{Member: in.ID}, after, most)
	})
}

var caseColumns = []list.Column[doubt.Difference]{
	{Name: "id", Cell: func(d doubt.Difference) any { return d.ID }},
	{Name: "provider", Cell: func(d doubt.Difference) any { return d.Provider }},
	{Name: "day", Cell: func(d doubt.Difference) any { return d.Day }},
	{Name: "kind", Cell: func(d doubt.Difference) any { return string(d.Kind) }},
	{Name: "reference", Cell: func(d doubt.Difference) any { return d.Reference }},
	{Name: "ours", Cell: func(d doubt.Difference) any { return d.Ours }},
	{Name: "theirs", Cell: func(d doubt.Difference) any { return d.Theirs }},
	{Name: "state", Cell: func(d doubt.Difference) any { return string(d.State) }},
	{Name: "found_at", Cell: func(d doubt.Difference) any { return d.FoundAt }},
}
