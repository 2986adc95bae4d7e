package games

import (
	"embed"
	"encoding/json"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"krapao/sandbox/core"
	"krapao/sandbox/page"
)

// Stakes of a lobby's game, in ten-thousandths: 1 to 10,000 credits, in steps of MoveStep.
const (
	leastStake = 1 * 10_000
	mostStake  = 10_000 * 10_000
)

// lobby is where members play: a small game for each code.
type lobby struct{ *Books }

func (l *lobby) routes() []core.Route {
	return []core.Route{
		core.Handle("GET /lobby/{code}", l.pageLobby),
		core.Handle("GET /lobby/{code}/login", l.pageLobby), // the login, for people who open it without a session
		core.Handle("POST /lobby/{code}/login", l.lobbyLogin),
		core.Control(l.Frame, "POST /lobby/{code}/bet", l.lobbyBet),
	}
}

//go:embed lobby.html login.html
var files embed.FS

var (
	lobbyPage = page.New(files, "lobby", template.FuncMap{"symbol": func(name string) bool {
		return slices.ContainsFunc(reel, func(one symbol) bool { return one.Name == name })
	}})
	loginPage = page.New(files, "login", nil)
)

// pageLobby is the page of a launch: the game, or the login if there is no session.
func (l *lobby) pageLobby(w http.ResponseWriter, r *http.Request) {
	game, known := ByCode(r.PathValue("code"))
	if !known {
		page.Missing(l.Frame, w, r)
		return
	}
	token := r.URL.Query().Get("token")
	a, err := l.tokenAccount(r.Context(), game.Code, token)
	switch {
	case errors.Is(err, core.ErrNotFound):
		l.pageLogin(w, r, game, http.StatusOK, map[bool]string{true: "sessionOver"}[token != ""])
		return
	case err != nil:
		l.Answer(w, l.Broken("lobby", err))
		return
	}
	rounds, err := l.lastRounds(r.Context(), game.Code, a.Username, 10)
	if err != nil {
		l.Answer(w, l.Broken("lobby", err))
		return
	}
	lobbyPage.Render(l.Frame, w, r, http.StatusOK, struct {
		Game                   Game
		Account                Account
		Token                  string
		Rounds                 []Round
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
		core.FormatDecimal(averageReturn(game.Play)/100, 2, 0),
	})
}

// pageLogin asks for the account's name and password.
func (l *lobby) pageLogin(w http.ResponseWriter, r *http.Request, game Game, status int, wrong string) {
	loginPage.Render(l.Frame, w, r, status, struct {
		Game  Game
		Wrong string
	}{game, wrong})
}

// lobbyLogin handles the login form: the app's (a launch by post), or the login page's.
func (l *lobby) lobbyLogin(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, core.MaxBody)
	game, known := ByCode(r.PathValue("code"))
	if !known {
		page.Missing(l.Frame, w, r)
		return
	}
	a, err := l.Account(r.Context(), game.Code, strings.TrimSpace(r.PostFormValue("username")))
	if err != nil && !errors.Is(err, core.ErrNotFound) {
		l.Answer(w, l.Broken("login", err))
		return
	}
	if err != nil || a.Password == "" || !core.SecretsEqual(a.Password, r.PostFormValue("password")) {
		l.pageLogin(w, r, game, http.StatusUnauthorized, "wrongLogin")
		return
	}
	token, err := l.IssueToken(r.Context(), game.Code, a.Username)
	if err != nil {
		l.Answer(w, l.Broken("login", err))
		return
	}
	query := url.Values{"token": {token}, "lang": {page.Language(r)}}
	http.Redirect(w, r, "/lobby/"+game.Code+"?"+query.Encode(), http.StatusSeeOther)
}

// betAnswer is the result of a bet. Shown is what the member sees: the three symbols, the keeper's dive, or the drawn
// number.
type betAnswer struct {
	Shown   []string    `json:"shown"`
	Bet     json.Number `json:"bet"`
	Win     json.Number `json:"win"`
	Balance json.Number `json:"balance"`
	// Outstanding is staked on bets that are still open, including this one if it is Open.
	Outstanding json.Number `json:"outstanding"`
	Open        bool        `json:"open"`
}

func showBet(done Round, a Account) betAnswer {
	return betAnswer{
		Shown: strings.Fields(done.Shown), Bet: core.CreditsNumber(done.Bet), Win: core.CreditsNumber(done.Win),
		Balance: core.CreditsNumber(a.Balance), Outstanding: core.CreditsNumber(a.Outstanding), Open: done.State == RoundRunning,
	}
}

// lobbyBet plays one round of the lobby's game: the draw is made before the round is written. An open bet is drawn when
// it is due.
func (l *lobby) lobbyBet(r *http.Request, in struct {
	Token string        `json:"token"`
	Bet   *core.Credits `json:"bet"`
	Pick  string        `json:"pick"`
	Open  bool          `json:"open"`
},
) core.Reply {
	game, known := ByCode(r.PathValue("code"))
	a, err := l.tokenAccount(r.Context(), game.Code, in.Token)
	switch {
	case !known || errors.Is(err, core.ErrNotFound):
		return core.No(http.StatusUnauthorized, "sessionOver")
	case err != nil:
		return l.Broken("bet", err)
	case in.Bet == nil || *in.Bet < leastStake || *in.Bet > mostStake || *in.Bet%MoveStep != 0 || in.Open && game.Play != PlayGoal:
		return core.No(http.StatusBadRequest, "badStake")
	}
	shown, pays, possible := draw(game.Play, in.Pick)
	if !possible {
		return core.No(http.StatusBadRequest, "badStake")
	}
	bet := Round{Game: game.Code, Username: a.Username, Bet: int64(*in.Bet)}
	if in.Open {
		bet.Shown = in.Pick
		bet, a, err = l.stake(r.Context(), bet, l.Now().Add(openFor))
	} else {
		bet.Win, bet.Shown = winOf(bet.Bet, pays), strings.Join(shown, " ")
		bet, a, err = l.play(r.Context(), bet)
	}
	switch {
	case errors.Is(err, ErrNotEnough):
		return core.No(http.StatusConflict, "notEnough")
	case err != nil:
		return l.Broken("bet", err)
	}
	return core.OK(showBet(bet, a))
}
