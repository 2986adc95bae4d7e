package games

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"krapao/internal/clock"
	"krapao/sandbox/core"
)

// This file is what a provider's own back office can see and do. Reconciliation movement by movement reads it, and
// tests use it to change things without the wallet's knowledge.

// listedAccount is an account in the list of a game, in credits.
type listedAccount struct {
	Username    string      `json:"username"`
	Balance     json.Number `json:"balance"`
	Outstanding json.Number `json:"outstanding"`
	Deposited   json.Number `json:"deposited"`
	Withdrawn   json.Number `json:"withdrawn"`
	Turnover    json.Number `json:"turnover"`
	// Result is what the member has won on settled rounds, negative if they have lost.
	Result json.Number `json:"result"`
	Rounds int64       `json:"rounds"`
}

// handleAccounts is GET /sandbox/games/{code}: all accounts.
func (c *control) handleAccounts(w http.ResponseWriter, r *http.Request) {
	list, err := core.Collect(r.Context(), c.DB, func(row core.Row) (shown listedAccount, err error) {
		a, err := scanAccount(row)
		return listedAccount{
			a.Username, core.CreditsNumber(a.Balance), core.CreditsNumber(a.Outstanding),
			core.CreditsNumber(a.Deposited), core.CreditsNumber(a.Withdrawn),
			core.CreditsNumber(a.turnover()), core.CreditsNumber(a.Won - a.turnover()), a.Rounds,
		}, err
	}, `SELECT `+accountColumns+` FROM game_account WHERE game = $1 ORDER BY username`, r.PathValue("code"))
	if err != nil {
		c.Answer(w, c.Broken("accounts", err))
		return
	}
	c.Answer(w, core.OK(list))
}

// mostMoves is the longest page of movements.
const mostMoves = 1000

// handleMoves is GET /sandbox/games/{code}/moves?since=: up to 1,000 movements after an id, in their order.
func (c *control) handleMoves(w http.ResponseWriter, r *http.Request) {
	since, err := strconv.ParseInt(r.URL.Query().Get("since"), 10, 64)
	if err != nil && r.URL.Query().Get("since") != "" {
		c.Answer(w, core.No(http.StatusBadRequest, "since is the id of a movement"))
		return
	}
	type listedMove struct {
		ID       int64       `json:"id"`
		Username string      `json:"username"`
		Ref      string      `json:"ref"` // empty if the protocol has none
		Amount   json.Number `json:"amount"`
		Before   json.Number `json:"before"`
		After    json.Number `json:"after"`
		At       time.Time   `json:"at"`
	}
	list, err := core.Collect(r.Context(), c.DB, func(row core.Row) (m listedMove, err error) {
		var amount, before, after int64
		var at clock.Micros
		err = row.Scan(&m.ID, &m.Username, &m.Ref, &amount, &before, &after, &at)
		m.Amount, m.Before, m.After = core.CreditsNumber(amount), core.CreditsNumber(before), core.CreditsNumber(after)
		m.At = at.Time()
		return m, err
	}, `SELECT id, username, coalesce(ref, ''), amount, before, after, moved_at FROM game_move
		WHERE game = $1 AND id > $2 ORDER BY id LIMIT $3`,
		r.PathValue("code"), since, mostMoves)
	if err != nil {
		c.Answer(w, c.Broken("moves", err))
		return
	}
	c.Answer(w, core.OK(list))
}

// handleMove is POST /sandbox/games/{code}/{username}/move: it moves credits into an account or out of it without the
// wallet.
func (c *control) handleMove(r *http.Request, in struct {
	Amount *core.Credits `json:"amount"`
	Ref    string        `json:"ref"`
},
) core.Reply {
	if in.Amount == nil || *in.Amount == 0 {
		return core.No(http.StatusBadRequest, "amount is credits into the account, negative out of it")
	}
	_, err := c.Move(r.Context(), Move{
		Game: r.PathValue("code"), Username: r.PathValue("username"), Ref: in.Ref, Amount: int64(*in.Amount), RefuseRepeat: true,
	})
	if errors.Is(err, ErrUsed) || errors.Is(err, ErrConflict) {
		return core.No(http.StatusConflict, "the reference was used")
	}
	a, readErr := c.Account(r.Context(), r.PathValue("code"), r.PathValue("username"))
	return c.showPlay("move", a, errors.Join(err, readErr))
}

// handleRewrite is POST /sandbox/games/{code}/moves/{ref}/correct: the provider corrects a movement without telling the
// wallet. The movement gets another amount, or is deleted.
func (c *control) handleRewrite(r *http.Request, in struct {
	Amount *core.Credits `json:"amount"`
	Forget bool          `json:"forget"`
},
) core.Reply {
	if in.Forget == (in.Amount != nil) || in.Amount != nil && *in.Amount == 0 {
		return core.No(http.StatusBadRequest, "either amount, in credits as it was signed, or forget")
	}
	var amount int64
	if in.Amount != nil {
		amount = int64(*in.Amount)
	}
	a, err := c.rewrite(r.Context(), r.PathValue("code"), r.PathValue("ref"), amount)
	return c.showPlay("rewrite", a, err)
}
