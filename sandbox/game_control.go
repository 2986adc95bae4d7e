package sandbox

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"
)

// gameControl is what the control API has for the accounts of games.
type gameControl struct{ *books }

func (c *gameControl) routes() []route {
	return []route{
		handle("GET /sandbox/games/{code}", c.handleAccounts),
		handle("GET /sandbox/games/{code}/moves", c.handleMoves),
		control(c.frame, "POST /sandbox/games/{code}/{username}/move", c.handleMove),
		control(c.frame, "POST /sandbox/games/{code}/moves/{ref}/correct", c.handleRewrite),
		handle("GET /sandbox/games/{code}/{username}", c.handleAccount),
		control(c.frame, "POST /sandbox/games/{code}/{username}/round", c.handleRound),
		control(c.frame, "POST /sandbox/games/{code}/{username}/stake", c.handleStake),
		control(c.frame, "POST /sandbox/games/{code}/{username}/settle", c.handleSettle),
		control(c.frame, "POST /sandbox/games/{code}/{username}/void", c.handleVoid),
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

func showAccount(a account) shownAccount {
	return shownAccount{credits(a.Balance), credits(a.Outstanding), credits(a.turnover()), a.Rounds, a.Password}
}

// handleAccount is GET /sandbox/games/{code}/{username}.
func (c *gameControl) handleAccount(w http.ResponseWriter, r *http.Request) {
	a, err := c.account(r.Context(), r.PathValue("code"), r.PathValue("username"))
	switch {
	case errors.Is(err, errGone):
		c.answer(w, no(http.StatusNotFound, "no such account"))
	case err != nil:
		c.answer(w, c.broken("account", err))
	default:
		c.answer(w, ok(showAccount(a)))
	}
}

// handleRound is POST /sandbox/games/{code}/{username}/round.
func (c *gameControl) handleRound(r *http.Request, in struct {
	Bet *creditAmount `json:"bet"`
	Win *creditAmount `json:"win"`
},
) reply {
	if in.Bet == nil || in.Win == nil || *in.Bet < 0 || *in.Win < 0 {
		return no(http.StatusBadRequest, "bet and win are credits, 0 or more")
	}
	_, a, err := c.play(r.Context(), round{
		Game: r.PathValue("code"), Username: r.PathValue("username"), Bet: int64(*in.Bet), Win: int64(*in.Win),
	})
	return c.showPlay("round", a, err)
}

// handleStake is POST /sandbox/games/{code}/{username}/stake: a round that stays open until it is settled.
func (c *gameControl) handleStake(r *http.Request, in struct {
	Amount *creditAmount `json:"amount"`
},
) reply {
	if in.Amount == nil || *in.Amount <= 0 {
		return no(http.StatusBadRequest, "amount is credits, more than 0")
	}
	_, a, err := c.stake(r.Context(), round{Game: r.PathValue("code"), Username: r.PathValue("username"), Bet: int64(*in.Amount)}, time.Time{})
	return c.showPlay("stake", a, err)
}

// handleSettle is POST /sandbox/games/{code}/{username}/settle: it ends the account's oldest open round, with a win or
// void.
func (c *gameControl) handleSettle(r *http.Request, in struct {
	Win  *creditAmount `json:"win"`
	Void bool          `json:"void"`
},
) reply {
	if !in.Void && (in.Win == nil || *in.Win < 0) || in.Void && in.Win != nil {
		return no(http.StatusBadRequest, "win is credits, 0 or more; or void is true")
	}
	code, err := c.oldestRunning(r.Context(), r.PathValue("code"), r.PathValue("username"))
	if errors.Is(err, errGone) {
		return no(http.StatusNotFound, "no open stake")
	}
	var a account
	if err == nil {
		a, err = c.settle(r.Context(), code, func(running round) (int64, string, bool) {
			if in.Void {
				return 0, running.Shown, true
			}
			return int64(*in.Win), running.Shown, false
		})
	}
	return c.showPlay("settle", a, err)
}

// handleVoid is POST /sandbox/games/{code}/{username}/void: the provider takes the account's last settled round back.
func (c *gameControl) handleVoid(r *http.Request, _ struct{}) reply {
	code, err := c.newestSettled(r.Context(), r.PathValue("code"), r.PathValue("username"))
	if errors.Is(err, errGone) {
		return no(http.StatusNotFound, "no settled round")
	}
	var a account
	if err == nil {
		_, a, err = c.void(r.Context(), code)
	}
	return c.showPlay("void", a, err)
}

// showPlay answers what a round did to an account.
func (c *gameControl) showPlay(what string, a account, err error) reply {
	switch {
	case errors.Is(err, errGone):
		return no(http.StatusNotFound, "no such account")
	case errors.Is(err, errNotEnough):
		return no(http.StatusConflict, "that is more than the balance")
	case err != nil:
		return c.broken(what, err)
	}
	return ok(showAccount(a))
}
