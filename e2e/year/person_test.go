package year

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"krapao/internal/testkit/apptest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// person is a member who lives through the year.
type person struct {
	*apptest.Client
	number int
	// id is the product's, random.
	id    string
	users map[string]string
}

// games are where people play: two that bonuses list and one that they don't.
var games = []string{"joker", "superslot", "imi"}

// town is everybody, and what chance has them do.
type town struct {
	*world
	people []*person
	chance *rand.Rand
	// happened is a digest of all that was done and answered; done counts it by what it was.
	happened uint64
	done     map[string]int
}

// outages are what members are told where a game does not answer.
var outages = []string{"TRY_AGAIN", "SLOT_ACTIVATE_FAIL", "TRANSFER_FAIL"}

// note adds one answer to what happened.
func (w *town) note(p *person, what string, a apptest.Answer) apptest.Answer {
	w.t.Helper()
	if a.Status >= http.StatusInternalServerError && !slices.Contains(outages, a.At("message")) {
		w.t.Fatalf("%s: %s of member %d: %d %s", w.clock.Now(), what, p.number, a.Status, a.Text)
	}
	outcome := "ok"
	if a.Status >= http.StatusBadRequest {
		outcome = a.At("message")
	}
	h := fnv.New64a()
	_, _ = fmt.Fprint(h, w.happened, p.number, what, a.Status, outcome)
	w.happened = h.Sum64()
	w.done[what+" "+outcome]++
	return a
}

// join registers somebody, whom one of those who are there may have invited.
func (w *town) join() {
	w.t.Helper()
	who := apptest.NewPerson()
	c := w.Client()
	token := w.Prove(c, who.Phone)
	form := who.Registration()
	if n := len(w.people); n > 0 && w.chance.IntN(2) == 0 {
		form["inviteCode"] = "PR" + w.people[w.chance.IntN(n)].id
	}
	c.Post("/api/account", form, "X-Otp-Token", token).OK(http.StatusCreated)
	c.Registered = who
	c.Again()
	id := c.Get("/api/account/profile").OK(http.StatusOK).At("profile._id")
	w.people = append(w.people, &person{Client: c, id: id, number: len(w.people), users: map[string]string{}})
}

// visit has a person come and do a few things.
func (w *town) visit(p *person) {
	w.t.Helper()
	p.Again()
	for range 1 + w.chance.IntN(4) {
		w.once(p)
		w.pause()
	}
}

// pause lets a moment pass, up to a third of a second, in which all that a call has set off comes to rest. It ends beside the
// ticks of the product, which are on whole milliseconds: what happens at one moment may happen in either order.
func (w *town) pause() {
	w.rest(time.Duration(1+w.chance.IntN(300))*time.Millisecond + 137*time.Microsecond)
}

// once has a person do one thing.
func (w *town) once(p *person) {
	w.t.Helper()
	switch n := w.chance.IntN(100); {
	case n < 25:
		w.deposits(p)
	case n < 55:
		w.plays(p)
	case n < 63:
		code := []string{"WELCOME100", "DAILY50", "WEEKLY"}[w.chance.IntN(3)]
		w.note(p, "bonus", p.Get("/api/bonus/activate/"+code))
	case n < 65:
		w.note(p, "promotion", p.Get("/api/promotion/activate/WELCOME"))
	case n < 69:
		w.note(p, "clear", p.Get("/api/bonus/clear?giveUp="+fmt.Sprint(w.chance.IntN(2) == 0)))
	case n < 75:
		w.note(p, "refund", p.Get("/api/refund/receive"))
	case n < 79:
		w.note(p, "refund to wallet", p.Get("/api/refund/addWallet"))
	case n < 82:
		w.note(p, "invite", p.Get("/api/invite/bonus"))
	case n < 90:
		w.spins(p)
	default:
		w.note(p, "withdrawal", p.Post("/api/wallet/withdrawAll", map[string]any{"amount": 100 + w.chance.IntN(900)}))
	}
}

// deposits pays in, and one payment in a hundred is taken back by its bank.
func (w *town) deposits(p *person) {
	w.t.Helper()
	asked := w.note(p, "deposit", p.Post("/api/qrcode/KBANK", map[string]any{"amount": 100 + 100*w.chance.IntN(15)}))
	if asked.Status != http.StatusOK {
		return
	}
	ref := w.Sandbox.Pay(asked.At("qrcodeId"), sandboxtest.Payer{
		FromBank: p.Registered.Bank, FromAccount: p.Registered.AccountNo, FromName: p.Registered.AccountName,
	})
	w.pause()
	if w.chance.IntN(100) == 0 {
		w.Sandbox.Reverse(ref)
		w.done["reversal"]++
	}
}

// plays takes some money into a game, or what is there, plays it and brings a part home.
func (w *town) plays(p *person) {
	w.t.Helper()
	code := games[w.chance.IntN(len(games))]
	if p.users[code] == "" {
		if w.note(p, "open "+code, p.Get("/api/wallet/activate/"+code)).Status != http.StatusOK {
			return
		}
		p.users[code] = p.Get("/api/wallet/account/" + code).OK(http.StatusOK).At("username")
	}
	w.note(p, "into "+code, p.Post("/api/wallet/transfer",
		map[string]any{"from": "WALLET", "to": code, "amount": 50 + w.chance.IntN(450)}))
	for range 1 + w.chance.IntN(4) {
		balance, err := money.Parse(w.Sandbox.Account(code, p.users[code]).Balance.String())
		if err != nil || balance < 2*money.Baht {
			break
		}
		bet := money.Amount(1+w.chance.Int64N(int64(balance/money.Baht))) * money.Baht
		win := money.Amount(0)
		if w.chance.IntN(100) < 47 {
			win = 2 * bet
		}
		w.Sandbox.Round(code, p.users[code], json.Number(bet.String()), json.Number(win.String()))
		w.done["round"]++
	}
	if w.chance.IntN(2) == 0 {
		w.note(p, "out of "+code, p.Post("/api/wallet/transfer",
			map[string]any{"from": code, "to": "WALLET", "amount": 20 + w.chance.IntN(200)}))
	}
}

// spins turns the wheel, and claims what there is.
func (w *town) spins(p *person) {
	w.t.Helper()
	w.note(p, "spin", p.Post("/api/spinwheel/spin", map[string]any{}))
	if id := p.Get("/api/spinwheel/coupon").OK(http.StatusOK).At("0._id"); id != "" {
		w.note(p, "claim", p.Post("/api/spinwheel/coupon/claim", map[string]any{"coupon": id}))
	}
}
