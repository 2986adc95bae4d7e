package sandbox

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"
)

func (s *Server) routeGameControl(mux *http.ServeMux) {
	s.routeGameJournal(mux)
	mux.HandleFunc("GET /sandbox/games/{code}/{username}", s.handleAccount)
	control(mux, s, "POST /sandbox/games/{code}/{username}/round", s.handleRound)
	control(mux, s, "POST /sandbox/games/{code}/{username}/stake", s.handleStake)
	control(mux, s, "POST /sandbox/games/{code}/{username}/settle", s.handleSettle)
	control(mux, s, "POST /sandbox/games/{code}/{username}/void", s.handleVoid)
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
func (s *Server) handleAccount(w http.ResponseWriter, r *http.Request) {
	a, err := readAccount(r.Context(), s.db, r.PathValue("code"), r.PathValue("username"))
	switch {
	case errors.Is(err, errGone):
		s.answer(w, no(http.StatusNotFound, "no such account"))
	case err != nil:
		s.answer(w, s.broken("account", err))
	default:
		s.answer(w, ok(showAccount(a)))
	}
}

// handleRound is POST /sandbox/games/{code}/{username}/round.
func (s *Server) handleRound(r *http.Request, in struct {
	Bet *creditField `json:"bet"`
	Win *creditField `json:"win"`
},
) reply {
	if in.Bet == nil || in.Win == nil || *in.Bet < 0 || *in.Win < 0 {
		return no(http.StatusBadRequest, "bet and win are credits, 0 or more")
	}
	_, a, err := s.play(r.Context(), round{
		Game: r.PathValue("code"), Username: r.PathValue("username"), Bet: int64(*in.Bet), Win: int64(*in.Win),
	})
	return s.showPlay("round", a, err)
}

// handleStake is POST /sandbox/games/{code}/{username}/stake: a round that stays open until it is settled.
func (s *Server) handleStake(r *http.Request, in struct {
	Amount *creditField `json:"amount"`
},
) reply {
	if in.Amount == nil || *in.Amount <= 0 {
		return no(http.StatusBadRequest, "amount is credits, more than 0")
	}
	_, a, err := s.stake(r.Context(), round{Game: r.PathValue("code"), Username: r.PathValue("username"), Bet: int64(*in.Amount)}, time.Time{})
	return s.showPlay("stake", a, err)
}

// handleSettle is POST /sandbox/games/{code}/{username}/settle: it ends the account's oldest open round, with a win or
// void.
func (s *Server) handleSettle(r *http.Request, in struct {
	Win  *creditField `json:"win"`
	Void bool         `json:"void"`
},
) reply {
	if !in.Void && (in.Win == nil || *in.Win < 0) || in.Void && in.Win != nil {
		return no(http.StatusBadRequest, "win is credits, 0 or more; or void is true")
	}
	code, err := s.oldestRunning(r.Context(), r.PathValue("code"), r.PathValue("username"))
	if errors.Is(err, errGone) {
		return no(http.StatusNotFound, "no open stake")
	}
	var a account
	if err == nil {
		a, err = s.settle(r.Context(), code, func(running round) (int64, string, bool) {
			if in.Void {
				return 0, running.Shown, true
			}
			return int64(*in.Win), running.Shown, false
		})
	}
	return s.showPlay("settle", a, err)
}

// handleVoid is POST /sandbox/games/{code}/{username}/void: the provider takes the account's last settled round back.
func (s *Server) handleVoid(r *http.Request, _ struct{}) reply {
	code, err := s.newestSettled(r.Context(), r.PathValue("code"), r.PathValue("username"))
	if errors.Is(err, errGone) {
		return no(http.StatusNotFound, "no settled round")
	}
	var a account
	if err == nil {
		_, a, err = s.void(r.Context(), code)
	}
	return s.showPlay("void", a, err)
}

// showPlay answers what a round did to an account.
func (s *Server) showPlay(what string, a account, err error) reply {
	switch {
	case errors.Is(err, errGone):
		return no(http.StatusNotFound, "no such account")
	case errors.Is(err, errNotEnough):
		return no(http.StatusConflict, "that is more than the balance")
	case err != nil:
		return s.broken(what, err)
	}
	return ok(showAccount(a))
}
