package sandbox

import (
	"encoding/json"
	"errors"
	"net/http"
)

func (s *Server) routeGameControl(mux *http.ServeMux) {
	mux.HandleFunc("GET /sandbox/games/{code}/{username}", s.handleAccount)
	control(mux, s, "POST /sandbox/games/{code}/{username}/round", s.handleRound)
}

// shownAccount is a game account in the control API, in credits.
type shownAccount struct {
	Balance  json.Number `json:"balance"`
	Turnover json.Number `json:"turnover"`
	Rounds   int64       `json:"rounds"`
	Password string      `json:"password"`
}

func showAccount(a account) shownAccount {
	return shownAccount{credits(a.Balance), credits(a.Bet), a.Rounds, a.Password}
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
	switch {
	case errors.Is(err, errGone):
		return no(http.StatusNotFound, "no such account")
	case errors.Is(err, errNotEnough):
		return no(http.StatusConflict, "the bet is more than the balance")
	case err != nil:
		return s.broken("round", err)
	}
	return ok(showAccount(a))
}
