package sandbox

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// Stakes of a lobby's game, in ten-thousandths: 1 to 10,000 credits, in steps of moveStep.
const (
	leastStake = 1 * 10_000
	mostStake  = 10_000 * 10_000
)

// symbol is one picture on a reel: how many of the reel's stops show it, and how many times the stake three of it pay.
type symbol struct {
	Name  string
	Stops int64
	Pays  int64 // ten-thousandths
}

// reel is what each of the three reels shows; they stop independently and without bias.
var reel = []symbol{
	{"coin", 8, 4 * 10_000}, {"lotus", 5, 10 * 10_000}, {"star", 4, 20 * 10_000}, {"gem", 2, 100 * 10_000}, {"seven", 1, 1000 * 10_000},
}

// What the games pay, as ten-thousandths of the stake. The page shows them, and the average return.
const (
	twoCoinsPay = 5_000       // exactly two coins
	goalPay     = 14_200      // the keeper dived elsewhere: two of three times
	digitsPay   = 92 * 10_000 // both digits: one of a hundred times
)

// corners are where a penalty can go, and where the keeper can.
var corners = []string{"left", "middle", "right"}

func (s *Server) routeLobby(mux *http.ServeMux) {
	mux.HandleFunc("GET /lobby/{code}", s.pageLobby)
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
		Returns                string
	}{
		game, a, token, rounds, reel, corners,
		[]int{1, 5, 10, 50, 100},
		twoCoinsPay, goalPay, digitsPay,
		formatDecimal(averageReturn(game.Kind)/100, 2, 0),
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
}

// lobbyBet plays one round of the lobby's game: the draw is made here, before the round is written.
func (s *Server) lobbyBet(r *http.Request, in struct {
	Token string       `json:"token"`
	Bet   *creditField `json:"bet"`
	Pick  string       `json:"pick"`
},
) reply {
	game, known := gameByCode(r.PathValue("code"))
	a, err := s.tokenAccount(r.Context(), game.Code, in.Token)
	switch {
	case !known || errors.Is(err, errGone):
		return no(http.StatusUnauthorized, "sessionOver")
	case err != nil:
		return s.broken("bet", err)
	case in.Bet == nil || *in.Bet < leastStake || *in.Bet > mostStake || *in.Bet%moveStep != 0:
		return no(http.StatusBadRequest, "badStake")
	}
	shown, pays, possible := draw(game.Kind, in.Pick)
	if !possible {
		return no(http.StatusBadRequest, "badStake")
	}
	bet := int64(*in.Bet)
	// A stake is whole hundredths and pays whole hundredths, so the product is whole ten-thousandths.
	done, _, err := s.play(r.Context(), round{
		Game: game.Code, Username: a.Username, Bet: bet, Win: bet / moveStep * pays / moveStep, Shown: strings.Join(shown, " "),
	})
	switch {
	case errors.Is(err, errNotEnough):
		return no(http.StatusConflict, "notEnough")
	case err != nil:
		return s.broken("bet", err)
	}
	return ok(betAnswer{Shown: shown, Bet: credits(done.Bet), Win: credits(done.Win), Balance: credits(done.After)})
}

// draw plays a game of a kind: what is shown, and what it pays in ten-thousandths of the stake. A pick that the game does
// not have is not possible.
func draw(kind, pick string) (shown []string, pays int64, possible bool) {
	switch kind {
	case KindSport:
		keeper := corners[randomBelow(int64(len(corners)))]
		if keeper != pick {
			pays = goalPay
		}
		for _, corner := range corners {
			possible = possible || corner == pick
		}
		return []string{pick, keeper}, pays, possible
	case KindLotto:
		drawn := randomDigits(2)
		if drawn == pick {
			pays = digitsPay
		}
		_, err := strconv.ParseUint(pick, 10, 8)
		return []string{pick, drawn}, pays, err == nil && len(pick) == 2
	}
	stops := []symbol{spinReel(), spinReel(), spinReel()}
	return []string{stops[0].Name, stops[1].Name, stops[2].Name}, slotPays(stops[0], stops[1], stops[2]), true
}

// spinReel stops one reel.
func spinReel() symbol {
	stop := randomBelow(reelStops())
	for _, one := range reel {
		if stop < one.Stops {
			return one
		}
		stop -= one.Stops
	}
	panic("a reel has no such stop")
}

func reelStops() (n int64) {
	for _, one := range reel {
		n += one.Stops
	}
	return n
}

// slotPays is what three symbols pay.
func slotPays(a, b, c symbol) int64 {
	if a == b && b == c {
		return a.Pays
	}
	coins := 0
	for _, one := range []symbol{a, b, c} {
		if one == reel[0] {
			coins++
		}
	}
	if coins == 2 {
		return twoCoinsPay
	}
	return 0
}

// averageReturn is what a game returns of a stake on average, in ten-thousandths of a percent, counted over all outcomes.
func averageReturn(kind string) int64 {
	switch kind {
	case KindSport:
		return goalPay * 2 * 100 / 3
	case KindLotto:
		return digitsPay
	}
	var sum int64
	for _, a := range reel {
		for _, b := range reel {
			for _, c := range reel {
				sum += a.Stops * b.Stops * c.Stops * slotPays(a, b, c)
			}
		}
	}
	stops := reelStops()
	return sum * 100 / (stops * stops * stops)
}
