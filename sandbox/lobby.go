package sandbox

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
)

// Stakes of a lobby's game, in ten-thousandths: 1 to 10,000 credits, in steps of moveStep.
const (
	leastStake = 1 * 10_000
	mostStake  = 10_000 * 10_000
)

func (s *Server) routeLobby(mux *http.ServeMux) {
	mux.HandleFunc("GET /lobby/{code}", s.pageLobby)
	mux.HandleFunc("GET /lobby/{code}/login", s.pageLobby) // without a session: the login, for who comes by hand
	mux.HandleFunc("POST /lobby/{code}/login", s.lobbyLogin)
	control(mux, s, "POST /lobby/{code}/bet", s.lobbyBet)
}

// pageLobby is where a launch leads: the game, or the login where there is no session.
func (s *Server) pageLobby(w http.ResponseWriter, r *http.Request) {
	game, known := gameByCode(r.PathValue("code"))
	if !known {
		s.pageMissing(w, r)
		return
	}
	token := r.URL.Query().Get("token")
	a, err := s.tokenAccount(r.Context(), game.Code, token)
	switch {
	case errors.Is(err, errGone):
		s.pageLogin(w, r, game, http.StatusOK, map[bool]string{true: "sessionOver"}[token != ""])
		return
	case err != nil:
		s.answer(w, s.broken("lobby", err))
		return
	}
	rounds, err := s.lastRounds(r.Context(), game.Code, a.Username, 10)
	if err != nil {
		s.answer(w, s.broken("lobby", err))
		return
	}
	s.render(w, r, http.StatusOK, "lobby", struct {
		Game                   Game
		Account                account
		Token                  string
		Rounds                 []round
		Reel                   []symbol
		Corners                []string
		Stakes                 []int
		TwoCoins, Goal, Digits int64
		Higher, Tie            int64
		Returns                string
	}{
		game, a, token, rounds, reel, corners,
		[]int{1, 5, 10, 50, 100},
		twoCoinsPay, goalPay, digitsPay, higherPay, tiePay,
		formatDecimal(averageReturn(game.Play)/100, 2, 0),
	})
}

// pageLogin asks for the account's name and password.
func (s *Server) pageLogin(w http.ResponseWriter, r *http.Request, game Game, status int, wrong string) {
	s.render(w, r, status, "login", struct {
		Game  Game
		Wrong string
	}{game, wrong})
}

// lobbyLogin takes the form of a launch by post: the app's, or the login page's.
func (s *Server) lobbyLogin(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	game, known := gameByCode(r.PathValue("code"))
	if !known {
		s.pageMissing(w, r)
		return
	}
	a, err := readAccount(r.Context(), s.db, game.Code, strings.TrimSpace(r.PostFormValue("username")))
	if err != nil && !errors.Is(err, errGone) {
		s.answer(w, s.broken("login", err))
		return
	}
	if err != nil || a.Password == "" || !equal(a.Password, r.PostFormValue("password")) {
		s.pageLogin(w, r, game, http.StatusUnauthorized, "wrongLogin")
		return
	}
	token, err := s.issueToken(r.Context(), game.Code, a.Username)
	if err != nil {
		s.answer(w, s.broken("login", err))
		return
	}
	query := url.Values{"token": {token}, "lang": {language(r)}}
	http.Redirect(w, r, "/lobby/"+game.Code+"?"+query.Encode(), http.StatusSeeOther)
}

// betAnswer is what a bet came to. Shown is what the page lets the member see: the three symbols, where the keeper went,
// or the number drawn.
type betAnswer struct {
	Shown   []string    `json:"shown"`
	Bet     json.Number `json:"bet"`
	Win     json.Number `json:"win"`
	Balance json.Number `json:"balance"`
	// Outstanding is what is staked on bets that are still open, this one too where it is Open.
	Outstanding json.Number `json:"outstanding"`
	Open        bool        `json:"open"`
}

func showBet(done round, a account) betAnswer {
	return betAnswer{
		Shown: strings.Fields(done.Shown), Bet: credits(done.Bet), Win: credits(done.Win), Balance: credits(a.Balance),
		Outstanding: credits(a.Outstanding), Open: done.State == roundRunning,
	}
}

// lobbyBet plays one round of the lobby's game: the draw is made here, before the round is written. A bet that is left
// open is drawn when it is due.
func (s *Server) lobbyBet(r *http.Request, in struct {
	Token string       `json:"token"`
	Bet   *creditField `json:"bet"`
	Pick  string       `json:"pick"`
	Open  bool         `json:"open"`
},
) reply {
	game, known := gameByCode(r.PathValue("code"))
	a, err := s.tokenAccount(r.Context(), game.Code, in.Token)
	switch {
	case !known || errors.Is(err, errGone):
		return no(http.StatusUnauthorized, "sessionOver")
	case err != nil:
		return s.broken("bet", err)
	case in.Bet == nil || *in.Bet < leastStake || *in.Bet > mostStake || *in.Bet%moveStep != 0 || in.Open && game.Play != PlayGoal:
		return no(http.StatusBadRequest, "badStake")
	}
	shown, pays, possible := draw(game.Play, in.Pick)
	if !possible {
		return no(http.StatusBadRequest, "badStake")
	}
	bet := round{Game: game.Code, Username: a.Username, Bet: int64(*in.Bet)}
	if in.Open {
		bet.Shown = in.Pick
		bet, a, err = s.stake(r.Context(), bet, s.now().Add(openFor))
	} else {
		bet.Win, bet.Shown = winOf(bet.Bet, pays), strings.Join(shown, " ")
		bet, a, err = s.play(r.Context(), bet)
	}
	switch {
	case errors.Is(err, errNotEnough):
		return no(http.StatusConflict, "notEnough")
	case err != nil:
		return s.broken("bet", err)
	}
	return ok(showBet(bet, a))
}
