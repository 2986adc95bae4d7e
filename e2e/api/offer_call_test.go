package api

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"krapao/internal/testkit/apptest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// The calls that change what a member has of bonuses, promotions, refunds, invitations and the wheel, in one table: each
// test of them at once, and of nodes that are killed in them, goes over all.

// place is where the members of these tests are: a node of this process, or a program that can be killed.
type place struct {
	t     *testing.T
	box   *sandboxtest.Sandbox
	guest func() *apptest.Client
}

// in is the place with another test to fail.
func (p place) in(t *testing.T) place {
	t.Helper()
	p.t = t
	return p
}

// join registers somebody without a one-time code, by an inviter's code or none.
func (p place) join(invited string) *apptest.Client {
	p.t.Helper()
	c, person := p.guest(), apptest.NewPerson()
	c.T = p.t
	r := person.Registration()
	r["inviteCode"] = invited
	c.Post("/api/account", r).OK(http.StatusCreated)
	c.Token = c.Post("/api/login", map[string]any{"username": person.Phone, "password": person.Password}).
		OK(http.StatusOK).At("token")
	c.Registered = person
	return c
}

// rich is somebody who has paid in.
func (p place) rich(baht int64, invited string) *apptest.Client {
	p.t.Helper()
	c := p.join(invited)
	id := c.Sets(http.MethodPost, "/api/qrcode/KBANK", map[string]any{"amount": baht}).OK(http.StatusOK).At("qrcodeId")
	p.box.Pay(id, sandboxtest.Payer{
		FromBank: c.Registered.Bank, FromAccount: c.Registered.AccountNo, FromName: c.Registered.AccountName,
	})
	apptest.Eventually(p.t, "the deposit", func() bool { return c.Balance() == money.Amount(baht)*money.Baht })
	return c
}

// loses plays a round that is lost, with all but a hundred baht in the game.
func (p place) loses(c *apptest.Client, baht int) {
	p.t.Helper()
	user := into(c, "joker", 900)
	p.box.Round("joker", user, json.Number(fmt.Sprint(baht)), "0")
	p.reads(c)
}

// reads reads all games of a member. A reading that took too long fails, and is told of; nobody makes it again by itself, so who
// waits for what it would have shown waits for ever.
func (p place) reads(c *apptest.Client) {
	p.t.Helper()
	apptest.Eventually(p.t, "all games are read", func() bool {
		return c.Get("/api/wallet/refresh/slot").OK(http.StatusOK).At("failed") == "[]"
	})
}

// offered is a member right before a call.
type offered struct {
	*apptest.Client
	call   offerCall
	before map[string]string
	// path and body are the call's, want is what it changes once; loose are changes that chance decides.
	path, body string
	want       map[string]string
	loose      []string
}

// offerCall is a row of the table.
type offerCall struct {
	name, method, path string
	// ready brings a member to where the call is possible.
	ready func(p place, o *offered)
	// want is what the call changes.
	want map[string]string
	// repeats: each call with a key of its own is one of its own, for each of these changes by as much.
	repeats map[string]int
	// told: who comes after the effect with a key of its own is told of it, and changes nothing.
	told bool
	// keyless: the call has no key.
	keyless bool
}

const (
	taking = "/api/bonus/activate/WELCOME100"
	ending = "/api/bonus/clear?giveUp=true"
)

func offerCalls() []offerCall {
	get, post := http.MethodGet, http.MethodPost
	rich := func(baht int64) func(p place, o *offered) {
		return func(p place, o *offered) { o.Client = p.rich(baht, "") }
	}
	return []offerCall{
		{
			name: "take a bonus", method: get, path: taking, ready: rich(500),
			want: map[string]string{"wallet": "1000", "credits": "1", "active": "WELCOME100"},
		},
		{
			name: "take a promotion", method: get, path: "/api/promotion/activate/welcome", ready: rich(1),
			want: map[string]string{"wallet": "51", "credits": "1", "active": "WELCOME"},
		},
		{
			name: "give up", method: get, path: ending, told: true,
			ready: func(p place, o *offered) {
				o.Client = p.rich(500, "")
				o.Get(taking).OK(http.StatusOK)
			},
			want: map[string]string{"wallet": "500", "ends": "1", "active": ""},
		},
		{
			name: "give up with money in a game", method: get, path: ending, told: true,
			ready: func(p place, o *offered) {
				o.Client = p.rich(500, "")
				o.Get(taking).OK(http.StatusOK)
				into(o.Client, "joker", 800)
			},
			want: map[string]string{"wallet": "500", "ends": "1", "active": ""},
		},
		{
			name: "read a lost bonus", method: get, path: "/api/bonus/check/minimum", keyless: true,
			ready: func(p place, o *offered) {
				o.Client = p.rich(500, "")
				o.Get(taking).OK(http.StatusOK)
				p.box.Round("joker", into(o.Client, "joker", 1000), "990", "0")
			},
			want: map[string]string{"ends": "1", "active": ""},
		},
		{
			name: "receive a refund", method: get, path: "/api/refund/receive",
			ready: func(p place, o *offered) {
				o.Client = p.rich(1000, "")
				p.loses(o.Client, 600)
			},
			want: map[string]string{"refund": "30", "refunds": "1"},
		},
		{
			name: "add a refund", method: get, path: "/api/refund/addWallet",
			ready: func(p place, o *offered) {
				o.Client = p.rich(1000, "")
				p.loses(o.Client, 600)
				o.Get("/api/refund/receive").OK(http.StatusOK)
			},
			want: map[string]string{"refund": "0", "wallet": "130", "credits": "1", "active": "refund"},
		},
		{
			name: "receive an invite bonus", method: get, path: "/api/invite/bonus",
			ready: func(p place, o *offered) {
				o.Client = p.join("")
				code := "PR" + o.Get("/api/account/profile").OK(http.StatusOK).At("profile._id")
				p.loses(p.rich(1000, code), 400)
				apptest.Eventually(p.t, "the commission", func() bool {
					return o.Get("/api/wallet").OK(http.StatusOK).At("invite.amount") == "40"
				})
			},
			want: map[string]string{"invite": "0", "wallet": "40", "credits": "1", "active": "invite"},
		},
		{
			name: "spin", method: post, path: "/api/spinwheel/spin",
			ready: func(p place, o *offered) {
				o.Client, o.body, o.loose = p.rich(100, ""), `{}`, []string{"coupons"}
			},
			want: map[string]string{"coins": "9", "draws": "1"}, repeats: map[string]int{"coins": -1, "draws": 1},
		},
		{name: "claim money", method: post, path: "/api/spinwheel/coupon/claim", ready: couponOf("cash")},
		{name: "claim coins", method: post, path: "/api/spinwheel/coupon/claim", ready: couponOf("coin")},
		{
			name: "replace the seed", method: post, path: "/api/spinwheel/proof/rotate",
			ready: func(p place, o *offered) { o.Client, o.body = p.join(""), `{"clientSeed":"mine"}` },
			want:  map[string]string{"seed": "2"}, repeats: map[string]int{"seed": 1},
		},
	}
}

// couponOf draws until there is a coupon of a kind.
func couponOf(kind string) func(p place, o *offered) {
	return func(p place, o *offered) {
		p.t.Helper()
		for {
			o.Client = p.rich(100, "")
			for range 10 {
				o.Post("/api/spinwheel/spin", map[string]any{}).OK(http.StatusOK)
				coupons := o.Get("/api/spinwheel/coupon").OK(http.StatusOK)
				if coupons.At("0.prize.kind") != kind { // the newest is the first
					continue
				}
				stands := o.stands()
				amount := apptest.Baht(p.t, coupons.At("0.amount"))
				o.body = fmt.Sprintf(`{"coupon":%q}`, coupons.At("0._id"))
				o.want = map[string]string{"coupons": fmt.Sprint(number(p.t, stands["coupons"]) - 1)}
				if kind == "coin" {
					o.want["coins"] = fmt.Sprint(number(p.t, stands["coins"]) + int(amount/money.Baht))
					return
				}
				o.want["wallet"] = fmt.Sprint(100 + int(amount/money.Baht))
				o.want["credits"], o.loose = "1", []string{"active"} // a small one is free
				return
			}
		}
	}
}

func number(t testing.TB, text string) (n int) {
	t.Helper()
	if _, err := fmt.Sscan(text, &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// prepare makes a member for the call.
func (call offerCall) prepare(p place) *offered {
	p.t.Helper()
	o := &offered{call: call, path: call.path, want: call.want}
	call.ready(p, o)
	o.before = o.stands()
	return o
}

// do makes the call on a node; the client's own where it is empty.
func (o *offered) do(node, key string) (apptest.Answer, error) {
	c := *o.Client
	if node != "" {
		c.URL = func() string { return node }
	}
	if key == "" {
		return c.Try(o.call.method, o.path, o.body)
	}
	return c.Try(o.call.method, o.path, o.body, "Idempotency-Key", key)
}

// stands is all that the calls of the table change.
func (o *offered) stands() map[string]string {
	o.T.Helper()
	wallet := o.Get("/api/wallet").OK(http.StatusOK)
	refund := o.Get("/api/refund/check").OK(http.StatusOK)
	proof := o.Get("/api/spinwheel/proof").OK(http.StatusOK)
	is := map[string]string{
		"wallet": wallet.At("wallet.amount"), "invite": wallet.At("invite.amount"), "refund": refund.At("refundAmount"),
		"refunds": o.Post("/api/refund", map[string]any{"page": 1, "limit": 10}).OK(http.StatusOK).At("total"),
		"coins":   o.Get("/api/spinwheel/setup").OK(http.StatusOK).At("userCoin"),
		"active":  "",
	}
	if active := o.Get("/api/bonus/check/active").OK(http.StatusOK); active.At("status") == "true" {
		if is["active"] = active.At("code"); is["active"] == "" {
			is["active"] = active.At("type")
		}
	}
	coupons, _ := o.Get("/api/spinwheel/coupon").OK(http.StatusOK).JSON().([]any)
	seeds, _ := proof.Value("seeds").([]any)
	draws, credits, ends, seed := 0, 0, 0, "1" // the first look at the wheel makes the first seed
	if len(seeds) > 0 {
		seed = proof.At("seeds.0.number")
	}
	for i := range seeds {
		list, _ := proof.Value(fmt.Sprintf("seeds.%d.draws", i)).([]any)
		draws += len(list)
	}
	rows, _ := o.Post("/api/statement", map[string]any{"page": 1, "limit": 100}).OK(http.StatusOK).Value("statements").([]any)
	for _, row := range rows {
		switch fields, _ := row.(map[string]any); fields["statementType"] {
		case "bonus":
			credits++
		case "finish_bonus":
			ends++
		}
	}
	for name, n := range map[string]int{"coupons": len(coupons), "draws": draws, "credits": credits, "ends": ends} {
		is[name] = fmt.Sprint(n)
	}
	is["seed"] = seed
	return is
}

// differs tells what is not as n effects of the call leave it.
func (o *offered) differs(n int) (off []string) {
	o.T.Helper()
	want := maps.Clone(o.before)
	if n > 0 {
		maps.Copy(want, o.want)
	}
	for name, by := range o.call.repeats {
		want[name] = fmt.Sprint(number(o.T, o.before[name]) + n*by)
	}
	for _, name := range o.loose {
		delete(want, name)
	}
	is := o.stands()
	for name, value := range want {
		if is[name] != value {
			off = append(off, fmt.Sprintf("%s is %q, not %q", name, is[name], value))
		}
	}
	return off
}

// stood waits until n effects stand, and nothing else has changed: what comes home from games takes a moment.
func (o *offered) stood(n int) {
	o.T.Helper()
	apptest.Comes(o.T, fmt.Sprintf("%s, %d times", o.call.name, n), func() string { return strings.Join(o.differs(n), ", ") })
}

// underWay tells that what a call began was not over when it was answered.
func underWay(told string) bool {
	return strings.Contains(told, `"IN_PROGRESS"`)
}

// later tells that an answer is the one before it, or the end of what was under way then.
func later(told, now string) bool {
	return told == now || strings.Replace(told, `"IN_PROGRESS"`, `"SUCCESS"`, 1) == now
}
