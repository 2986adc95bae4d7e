package soak

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/programtest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// stake is what each member begins with.
const stake = 5000 * money.Baht

// person is a member with two hands, and what they were told.
type person struct {
	*apptest.Client
	s  *soak
	id string

	mu   sync.Mutex
	keys int
	open map[string]string // user names by game, once it is known that the account is there
	// told are the references that were acknowledged as done, with the change of the wallet.
	told map[string]money.Amount
}

func (s *soak) join() *person {
	c := programtest.GuestOf(s.t, s.address)
	programtest.Scene(c)
	defer programtest.Plain(c)
	p := apptest.NewPerson()
	c.Registered = p
	c.Post("/api/account", p.Registration()).OK(http.StatusCreated)
	c.Token = c.Post("/api/login", map[string]any{"username": p.Phone, "password": p.Password}).OK(http.StatusOK).At("token")
	code := c.Post("/api/qrcode/KBANK", map[string]any{"amount": 5000}).OK(http.StatusOK).At("qrcodeId")
	s.box.Pay(code, sandboxtest.Payer{FromBank: p.Bank, FromAccount: p.AccountNo, FromName: p.AccountName})
	programtest.Until(s.t, "the deposit", func() bool { return c.Balance() == stake })
	id := c.Get("/api/wallet").OK(http.StatusOK).At("profile._id")
	s.secrets.add(p.Password)
	return &person{Client: c, s: s, id: id, open: map[string]string{}, told: map[string]money.Amount{}}
}

// work is what one hand does in the weather.
func (p *person) work(r *rand.Rand, places chan struct{}) {
	for p.s.made.Load() < p.s.calls {
		places <- struct{}{}
		p.once(r)
		<-places
		p.s.made.Add(1)
	}
}

func (p *person) once(r *rand.Rand) {
	here, missing := p.games()
	if len(missing) > 0 && (len(here) < 2 || r.IntN(8) == 0) {
		p.activate(missing[r.IntN(len(missing))])
		return
	}
	if len(here) == 0 {
		return
	}
	// The rarer half of protocols, those with one game only, are played as often as the others together.
	g := here[r.IntN(len(here))]
	for range 2 {
		if p.s.ofFamily(g.family) > 1 {
			g = here[r.IntN(len(here))]
		}
	}
	switch n := r.IntN(100); {
	case n < 26:
		p.transfer("WALLET", g.code, amount(r, 2000))
	case n < 46:
		p.transfer(g.code, "WALLET", amount(r, 1500))
	case n < 56:
		p.transfer(g.code, here[r.IntN(len(here))].code, amount(r, 800))
	case n < 58:
		p.move("transferAll", "/api/wallet/transferAll", `{"to":"WALLET"}`, 0)
	case n < 60:
		p.move("transferAll", "/api/wallet/transferAll", fmt.Sprintf(`{"to":%q}`, g.code), 0)
	case n < 61:
		p.move("withdrawAll", "/api/wallet/withdrawAll", `{"amount":100}`, 0)
	case n < 67:
		p.ask("refresh", "/api/wallet/refresh/slot")
	case n < 77:
		p.launch(r, g)
	case n < 85:
		p.reset(g)
	case n < 88:
		p.ask("account", "/api/wallet/account/"+g.code)
	default:
		p.play(r, g)
	}
}

func (s *soak) ofFamily(family string) (n int) {
	for _, g := range s.games {
		if g.family == family {
			n++
		}
	}
	return n
}

// amount is 1 baht to most tenths of one, in steps that every factor takes.
func amount(r *rand.Rand, most int64) money.Amount {
	return money.Amount(10 * (10 + r.Int64N(most)))
}

// games are those with an account and those without.
func (p *person) games() (here, missing []playedGame) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, g := range p.s.games {
		if p.open[g.code] != "" {
			here = append(here, g)
		} else {
			missing = append(missing, g)
		}
	}
	return here, missing
}

func (p *person) key() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keys++
	return fmt.Sprintf("soak-%d", p.keys)
}

// call makes one call, which may meet a node that is gone.
func (p *person) call(what, method, path, body string, header ...string) (apptest.Answer, bool) {
	got, err := p.Try(method, path, body, header...)
	if err != nil {
		p.s.tally.add(what + ": no answer")
		programtest.Until(p.T, "a node is up", p.s.anyUp)
		return got, false
	}
	return got, true
}

// ask makes a call that is not repeated.
func (p *person) ask(what, path string) (apptest.Answer, bool) {
	got, answered := p.call(what, http.MethodGet, path, "")
	if !answered {
		return got, false
	}
	p.s.tally.add(fmt.Sprintf("%s: %d %s", what, got.Status, got.At("message")))
	if got.Status == http.StatusInternalServerError && !slices.Contains(failures, got.At("message")) {
		p.T.Errorf("%s: %d %s%s", path, got.Status, got.Text, got.Logged())
	}
	return got, got.Status == http.StatusOK
}

// failures are answers with a status of 500 and up that say what failed, and are final.
var failures = []string{
	"TRANSFER_FAIL", "SLOT_ACTIVATE_FAIL", "SLOT_RESET_PASSWORD_FAIL", "TRY_AGAIN", "SLOT_ACCOUNT_FAIL",
	"AUTO_LOGIN_FAIL",
}

func (p *person) activate(g playedGame) {
	got, _ := p.ask("activate", "/api/wallet/activate/"+g.code)
	if got.Status != http.StatusOK && (got.Status == 0 || got.At("message") != "SLOT_ALREADY_ACTIVE") {
		return
	}
	account, answered := p.ask("account", "/api/wallet/account/"+g.code)
	if !answered {
		return
	}
	p.s.secrets.add(account.At("password"))
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open[g.code] = account.At("username")
}

func (p *person) username(g playedGame) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.open[g.code]
}

func (p *person) reset(g playedGame) {
	if _, done := p.ask("reset", "/api/wallet/resetpassword/"+g.code); done {
		if account, answered := p.ask("account", "/api/wallet/account/"+g.code); answered {
			p.s.secrets.add(account.At("password"))
		}
	}
}

// twoArguments are the providers whose path to the game ends in a password (SPEC.md section 7).
var twoArguments = []string{"askmebet", "imi", "usun", "circus", "slotracha", "pgslot"}

// launch opens a game as the app does, and sometimes bets in its lobby.
func (p *person) launch(r *rand.Rand, g playedGame) {
	got, opened := p.link(g)
	if !opened || g.code == byForm || g.blind() || r.IntN(2) == 0 {
		return
	}
	link, err := url.Parse(got.At("link"))
	if err != nil {
		p.T.Errorf("%s: a link that is none", g)
		return
	}
	token := link.Query().Get("token")
	if token == "" {
		return
	}
	pick := []string{"left", "middle", "right"}[r.IntN(3)]
	if g.code == "huayhd" {
		pick = fmt.Sprintf("%02d", r.IntN(100))
	}
	p.outside("lobby", "/lobby/"+g.code+"/bet", fmt.Sprintf(`{"token":%q,"bet":%d,"pick":%q}`, token, 1+r.IntN(5), pick))
}

// Three ways of launching call no provider: the app opens these games by the member's credentials, or by a fixed address.
// The second game on an account has no name of its own in the paths.
var uncalled = []string{"joker", "slotxo", "superslot", "twin"}

// byForm is the game whose login comes with the credentials.
const byForm = "ufabet"

// link asks for what opens a game.
func (p *person) link(g playedGame) (apptest.Answer, bool) {
	path := "/api/autoLogin/" + g.code + "/" + p.username(g)
	switch {
	case slices.Contains(uncalled, g.code):
		return apptest.Answer{}, false
	case g.code == byForm:
		path = "/api/wallet/account/" + g.code
	case slices.Contains(twoArguments, g.code):
		path += "/-"
	}
	return p.ask("launch", path)
}

// play plays a round by the control API, or opens one and ends it. Where nobody can be asked about a movement, play at the same
// time may rightly end as an operator's case, so it is played less.
func (p *person) play(r *rand.Rand, g playedGame) {
	if g.blind() && r.IntN(3) > 0 {
		return
	}
	path := "/sandbox/games/" + g.provider + "/" + p.username(g)
	if r.IntN(6) == 0 {
		if p.outside("stake", path+"/stake", `{"amount":1}`) {
			p.outside("settle", path+"/settle", fmt.Sprintf(`{"win":%d.%02d}`, r.IntN(3), r.IntN(100)))
		}
		return
	}
	p.round(r, g)
}

// round plays a round by the control API, and reports whether there was money for it.
func (p *person) round(r *rand.Rand, g playedGame) bool {
	return p.outside("play", "/sandbox/games/"+g.provider+"/"+p.username(g)+"/round",
		fmt.Sprintf(`{"bet":%d,"win":%d.%02d}`, 1+r.IntN(5), r.IntN(6), r.IntN(100)))
}

// outside posts to the sandbox; a bet that is more than the balance is no surprise.
func (p *person) outside(what, path, body string) bool {
	w, err := http.Post(p.s.box.URL+path, "application/json", strings.NewReader(body))
	if err != nil {
		p.T.Errorf("%s: %v", path, err)
		return false
	}
	_ = w.Body.Close()
	p.s.tally.add(fmt.Sprintf("%s: %d", what, w.StatusCode))
	return w.StatusCode == http.StatusOK
}

func (p *person) transfer(from, to string, a money.Amount) {
	change := money.Amount(0)
	switch {
	case from == "WALLET":
		change = -a
	case to == "WALLET":
		change = a
	}
	p.move("transfer", "/api/wallet/transfer", fmt.Sprintf(`{"from":%q,"to":%q,"amount":%s}`, from, to, a), change)
}

// refusals are answers of a call that moved nothing, or gave back what it moved.
var refusals = []string{"MONEY_NOT_ENOUGH", "TRY_AGAIN", "TRANSFER_FAIL", "LIMIT_REACHED", "TRANSFER_SAME", "SLOT_NO_ACCOUNT"}

// move makes one call and repeats it with its key, as the app does, until there is an answer: on PostgreSQL a key that a killed
// node was working on answers IDEMPOTENCY_IN_PROGRESS for 30 seconds, and the run that takes it over may be killed too.
func (p *person) move(what, path, body string, change money.Amount) {
	key := p.key()
	programtest.Until(p.T, what+" "+body+" is answered", func() bool { return p.moves(key, what, path, body, change) })
}

// moves makes the call once, and reports whether it is answered.
func (p *person) moves(key, what, path, body string, change money.Amount) (decided bool) {
	got, answered := p.call(what, http.MethodPost, path, body, "Idempotency-Key", key)
	if !answered {
		return false
	}
	message := got.At("message")
	switch {
	case got.Status >= 500 && !slices.Contains(failures, message), message == "IDEMPOTENCY_IN_PROGRESS":
		return false
	case got.Status == http.StatusOK && what == "transfer" && change != 0:
		p.mu.Lock()
		p.told[got.At("reference")] = change
		p.mu.Unlock()
	case got.Status == http.StatusOK, got.Status == http.StatusAccepted:
	case !slices.Contains(refusals, message):
		p.T.Errorf("%s %s: %d %s", path, body, got.Status, got.Text)
	}
	p.s.tally.add(fmt.Sprintf("%s: %d %s", what, got.Status, message))
	return true
}
