package games

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"krapao/sandbox/core"
)

// control is the control API of game accounts.
type control struct{ *Books }

func (c *control) routes() []core.Route {
	return []core.Route{
		core.Handle("GET /sandbox/games/{code}", c.handleAccounts),
		core.Handle("GET /sandbox/games/{code}/moves", c.handleMoves),
		core.Control(c.Frame, "POST /sandbox/games/{code}/{username}/move", c.handleMove),
		core.Control(c.Frame, "POST /sandbox/games/{code}/moves/{ref}/correct", c.handleRewrite),
		core.Handle("GET /sandbox/games/{code}/{username}", c.handleAccount),
		core.Control(c.Frame, "POST /sandbox/games/{code}/{username}/round", c.handleRound),
		core.Control(c.Frame, "POST /sandbox/games/{code}/{username}/stake", c.handleStake),
		core.Control(c.Frame, "POST /sandbox/games/{code}/{username}/settle", c.handleSettle),
		core.Control(c.Frame, "POST /sandbox/games/{code}/{username}/void", c.handleVoid),
	}
}

// shownAccount is a game account in the control API, in credits.
type shownAccount struct {
	Balance     json.Number `json:"balance"`
	Outstanding json.Number `json:"outstanding"`
	Turnover    json.Number `json:"turnover"`
	Rounds      int64       `json:"rounds"`
	Password    string      `json:"password"`
}

func showAccount(a Account) shownAccount {
	return shownAccount{
		core.CreditsNumber(a.Balance), core.CreditsNumber(a.Outstanding), core.CreditsNumber(a.turnover()), a.Rounds, a.Password,
	}
}

// handleAccount is GET /sandbox/games/{code}/{username}.
func (c *control) handleAccount(w http.ResponseWriter, r *http.Request) {
	a, err := c.Account(r.Context(), r.PathValue("code"), r.PathValue("username"))
	switch {
	case errors.Is(err, core.ErrNotFound):
		c.Answer(w, core.No(http.StatusNotFound, "no such account"))
	case err != nil:
		c.Answer(w, c.Broken("account", err))
	default:
		c.Answer(w, core.OK(showAccount(a)))
	}
}

// handleRound is POST /sandbox/games/{code}/{username}/round.
func (c *control) handleRound(r *http.Request, in struct {
	Bet *core.Credits `json:"bet"`
	Win *core.Credits `json:"win"`
},
) core.Reply {
	if in.Bet == nil || in.Win == nil || *in.Bet < 0 || *in.Win < 0 {
		return core.No(http.StatusBadRequest, "bet and win are credits, 0 or more")
	}
	_, a, err := c.play(r.Context(), Round{
		Game: r.PathValue("code"), Username: r.PathValue("username"), Bet: int64(*in.Bet), Win: int64(*in.Win),
	})
	return c.showPlay("round", a, err)
}

// handleStake is POST /sandbox/games/{code}/{username}/stake: a round that stays open until it is settled.
func (c *control) handleStake(r *http.Request, in struct {
	Amount *core.Credits `json:"amount"`
},
) core.Reply {
	if in.Amount == nil || *in.Amount <= 0 {
		return core.No(http.StatusBadRequest, "amount is credits, more than 0")
	}
	round := Round{Game: r.PathValue("code"), Username: r.PathValue("username"), Bet: int64(*in.Amount)}
	_, a, err := c.stake(r.Context(), round, time.Time{})
	return c.showPlay("stake", a, err)
}

// handleSettle is POST /sandbox/games/{code}/{username}/settle: it ends the account's oldest open round, with a win or
// void.
func (c *control) handleSettle(r *http.Request, in struct {
	Win  *core.Credits `json:"win"`
	Void bool          `json:"void"`
},
) core.Reply {
	if !in.Void && (in.Win == nil || *in.Win < 0) || in.Void && in.Win != nil {
		return core.No(http.StatusBadRequest, "win is credits, 0 or more; or void is true")
	}
	code, err := c.oldestRunning(r.Context(), r.PathValue("code"), r.PathValue("username"))
	if errors.Is(err, core.ErrNotFound) {
		return core.No(http.StatusNotFound, "no open stake")
	}
	var a Account
	if err == nil {
		a, err = c.settle(r.Context(), code, func(running Round) (int64, string, bool) {
			if in.Void {
				return 0, running.Shown, true
			}
			return int64(*in.Win), running.Shown, false
		})
	}
	return c.showPlay("settle", a, err)
}

// handleVoid is POST /sandbox/games/{code}/{username}/void: the provider takes back the account's last settled round.
func (c *control) handleVoid(r *http.Request, _ struct{}) core.Reply {
	code, err := c.newestSettled(r.Context(), r.PathValue("code"), r.PathValue("username"))
	if errors.Is(err, core.ErrNotFound) {
		return core.No(http.StatusNotFound, "no settled round")
	}
	var a Account
	if err == nil {
		_, a, err = c.void(r.Context(), code)
	}
	return c.showPlay("void", a, err)
}

// showPlay answers with the account after a round.
func (c *control) showPlay(what string, a Account, err error) core.Reply {
	switch {
	case errors.Is(err, core.ErrNotFound):
		return core.No(http.StatusNotFound, "no such account")
	case errors.Is(err, ErrNotEnough):
		return core.No(http.StatusConflict, "that is more than the balance")
	case err != nil:
		return c.Broken(what, err)
	}
	return core.OK(showAccount(a))
}
