package verify_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/internal/content"
	"krapao/internal/testkit/apptest"
)

// bounties is the demo's content with a wheel that gives coupons of each kind within ten draws of its seed, and a promotion whose
// credit is so small that it has no condition.
func bounties(d content.Document) {
	d["links"] = json.RawMessage(`{"holder": true}`)
	d["wheel"] = json.RawMessage(`{"name": {"th": "ว", "lo": "ວ", "en": "W"}, "maxCost": 100, "slices": [
		{"code": "NONE", "label": {"th": "-", "lo": "-", "en": "-"}, "htmlDescription": {"th": "", "lo": "", "en": ""},
			"bgColor": "#123", "textColor": "#fff", "kind": "nothing", "weight": 2},
		{"code": "COIN", "label": {"th": "-", "lo": "-", "en": "-"}, "htmlDescription": {"th": "", "lo": "", "en": ""},
			"bgColor": "#123", "textColor": "#fff", "kind": "coin", "weight": 3, "amount": 1},
		{"code": "CASH", "label": {"th": "-", "lo": "-", "en": "-"}, "htmlDescription": {"th": "", "lo": "", "en": ""},
			"bgColor": "#123", "textColor": "#fff", "kind": "cash", "weight": 5, "amount": 5}]}`)
	d["promotions"] = json.RawMessage(`[{"code": "TINY", "name": {"th": "เล็ก", "lo": "ນ້ອຍ", "en": "Tiny"},
		"description": {"th": "", "lo": "", "en": ""},
		"kind": "free", "amount": 20, "cap": 20, "end": "both", "percentSuccess": 500, "percentFail": 5, "turnover": 10,
		"expiresDays": 7, "keepPercent": 300, "budget": 1000}]`)
}

// taker is a member with a game.
type taker struct {
	*apptest.Client
	a    *apptest.App
	user string
}

// brings deposits an amount, and takes a bonus of the same amount.
func (m *taker) brings(baht string) {
	m.T.Helper()
	m.a.Deposit(m.Client, baht)
	m.Get("/api/bonus/activate/WELCOME100").OK(http.StatusOK)
}

// plays moves all money into a game and bets it in one round.
func (m *taker) plays(baht int, win json.Number) {
	m.T.Helper()
	if m.user == "" {
		m.Get("/api/wallet/activate/joker").OK(http.StatusOK)
		m.user = m.Get("/api/wallet/account/joker").OK(http.StatusOK).At("username")
	}
	m.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": baht}).OK(http.StatusOK)
	m.a.Sandbox.Round("joker", m.user, json.Number(strconv.Itoa(baht)), win)
}

// offersOfAllKinds makes members with conditions in every state, purses that were filled and emptied, draws and coupons.
func offersOfAllKinds(t *testing.T, a *apptest.App) {
	t.Helper()
	join := func() *taker { return &taker{Client: a.Member(), a: a} }

	winner := join()
	winner.brings("500")
	winner.plays(1000, "3500")
	winner.Get("/api/bonus/check/minimum").OK(http.StatusOK)

	loser := join() // fails, is refunded, and has a condition again
	loser.brings("600")
	loser.plays(1200, "0")
	loser.Get("/api/bonus/check/minimum").OK(http.StatusOK)
	loser.Get("/api/refund/receive").OK(http.StatusOK)
	loser.Get("/api/refund/addWallet").OK(http.StatusOK)

	quitter := join()
	quitter.brings("700")
	quitter.GivesUp()

	cheat := join() // its deposit is taken back
	cheat.brings("900")
	back := deposit.ReverseRequest{Reference: "R1"}
	if err := a.Store.DB().QueryRowContext(t.Context(), `SELECT account, source FROM inflow WHERE amount = 90000`).
		Scan(&back.Account, &back.Source); err != nil {
		t.Fatal(err)
	}
	if err := a.Deposits.Reverse(t.Context(), back); err != nil {
		t.Fatal(err)
	}

	spinner := join()
	spinner.Get("/api/promotion/activate/tiny").OK(http.StatusOK)
	a.Deposit(spinner.Client, "100")
	for range 10 {
		spinner.Post("/api/spinwheel/spin", map[string]any{}).OK(http.StatusOK)
	}
	spinner.Post("/api/spinwheel/proof/rotate", map[string]any{}).OK(http.StatusOK)
	spinner.claims("cash")
	spinner.claims("coin")

	inviter := join()
	guest := apptest.NewPerson()
	form := guest.Registration()
	form["inviteCode"] = "PR" + inviter.Get("/api/account/profile").OK(http.StatusOK).At("profile._id")
	c := a.Client()
	c.Post("/api/account", form, "X-Otp-Token", a.Prove(c, guest.Phone)).OK(http.StatusCreated)
	c.Registered = guest
	c.Again()
	invitee := &taker{Client: c, a: a}
	a.Deposit(c, "800")
	invitee.plays(800, "0")
	c.Get("/api/wallet/refresh/slot").OK(http.StatusOK)
	a.Pass(time.Minute)
	inviter.Get("/api/invite/bonus").OK(http.StatusOK)
	a.Pass(time.Minute) // what was taken back is undone
}

// claims claims the newest coupon of a kind.
func (m *taker) claims(kind string) {
	m.T.Helper()
	coupons := m.Get("/api/spinwheel/coupon").OK(http.StatusOK)
	list, _ := coupons.JSON().([]any)
	open := 0
	for i := range list {
		if coupons.At(strconv.Itoa(i)+".prize.kind") == kind {
			open++
			if open == 1 {
				m.Post("/api/spinwheel/coupon/claim", map[string]any{"coupon": coupons.At(strconv.Itoa(i) + "._id")}).OK(http.StatusOK)
			}
		}
	}
	if open < 2 {
		m.T.Fatalf("%d coupons of %s were drawn: choose another seed", open, kind)
	}
}

// TestOffersAgreeWithTheLedger: every possible false row that belongs to a conditional credit is found.
func TestOffersAgreeWithTheLedger(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Content: bounties, Seed: 2}, func(t *testing.T, a *apptest.App) {
		offersOfAllKinds(t, a)
		for name, lies := range map[string][]lie{
			"grants": grantLies, "ends": endLies, "campaigns": campaignLies, "purses": purseLies, "wheel": wheelLies,
		} {
			t.Log(name)
			areFound(t, a, lies)
		}
	})
}

var grantLies = []lie{
	{
		`UPDATE bonus_condition SET credit = credit + 1 WHERE state = 'success'`,
		`UPDATE bonus_condition SET credit = credit - 1 WHERE state = 'success'`, "(bonus) is 500.01, the books granted 500.00",
	},
	{
		`UPDATE bonus_condition SET grant_transfer = -grant_transfer WHERE state = 'free'`,
		`UPDATE bonus_condition SET grant_transfer = -grant_transfer WHERE state = 'free'`,
		"(promotion) is 20.00, the books granted 0.00",
	},
	{
		`UPDATE bonus_condition SET grant_transfer = -grant_transfer WHERE state = 'failed'`,
		`UPDATE bonus_condition SET grant_transfer = -grant_transfer WHERE state = 'failed'`, "grants 600.00 without a condition",
	},
	{
		`UPDATE bonus_condition SET grant_transfer = finish_transfer WHERE state = 'given_up'`,
		`UPDATE bonus_condition SET grant_transfer = (SELECT t.id FROM transfer t WHERE t.kind = 'bonus' AND t.amount = 70000)
			WHERE state = 'given_up'`,
		"(bonus) is 700.00, the books granted 700.00",
	},
	{
		`UPDATE bonus_condition SET member = 'X' || member WHERE state = 'success'`,
		`UPDATE bonus_condition SET member = SUBSTR(member, 2) WHERE state = 'success'`,
		"(bonus) is 500.00, the books granted 500.00",
	},
	{
		`UPDATE transfer SET state = 'voided', moved = 0 WHERE kind = 'bonus' AND amount = 50000`,
		`UPDATE transfer SET state = 'posted', moved = amount WHERE kind = 'bonus' AND amount = 50000`,
		"(bonus) is 500.00, the books granted 0.00",
	},
	{
		`UPDATE transfer SET kind = 'refund' WHERE kind = 'bonus' AND amount = 50000`,
		`UPDATE transfer SET kind = 'bonus' WHERE kind = 'refund' AND amount = 50000`,
		"(bonus) is 500.00, the books granted 500.00",
	},
	{
		`UPDATE transfer SET member = 'X' || member WHERE kind = 'bonus' AND amount = 50000`,
		`UPDATE transfer SET member = SUBSTR(member, 2) WHERE kind = 'bonus' AND amount = 50000`,
		"(bonus) is 500.00, the books granted 500.00",
	},
	{
		`UPDATE transfer SET credit = -credit WHERE kind = 'bonus' AND amount = 50000`,
		`UPDATE transfer SET credit = -credit WHERE kind = 'bonus' AND amount = 50000`,
		"(bonus) is 500.00, the books granted 500.00",
	},
	{
		`UPDATE account SET gates = gates - 8 WHERE gates >= 12 AND name LIKE 'member:%:wallet'`,
		`UPDATE account SET gates = gates + 8 WHERE (gates & 12) = 4 AND name LIKE 'member:%:wallet'`, "with 1 conditions active",
	},
	{
		`UPDATE account SET gates = gates + 4 WHERE (gates & 12) = 0 AND name LIKE 'member:%:wallet'`,
		`UPDATE account SET gates = gates - 4 WHERE (gates & 12) = 4 AND name LIKE 'member:%:wallet'`, "with 0 conditions active",
	},
}

var endLies = []lie{
	{
		`UPDATE bonus_condition SET finish_transfer = -1 WHERE state = 'active'`,
		`UPDATE bonus_condition SET finish_transfer = 0 WHERE state = 'active'`, "is active with 0.00 given back",
	},
	{
		`UPDATE bonus_condition SET ended_at = 1 WHERE state = 'active'`,
		`UPDATE bonus_condition SET ended_at = 0 WHERE state = 'active'`, "is active with 0.00 given back",
	},
	{
		`UPDATE bonus_condition SET returned = 1 WHERE state = 'active'`,
		`UPDATE bonus_condition SET returned = 0 WHERE state = 'active'`, "is active with 0.01 given back",
	},
	{
		`UPDATE bonus_condition SET undone_at = 1 WHERE state = 'active'`,
		`UPDATE bonus_condition SET undone_at = 0 WHERE state = 'active'`, "is active with 0.00 given back",
	},
	{
		`UPDATE bonus_condition SET ended_at = -ended_at WHERE state = 'success'`,
		`UPDATE bonus_condition SET ended_at = -ended_at WHERE state = 'success'`, "is success with 0.00 given back",
	},
	{
		`UPDATE bonus_condition SET ended_at = 0 WHERE state = 'failed'`,
		`UPDATE bonus_condition SET ended_at = granted_at + 1 WHERE state = 'failed'`, "is failed with 0.00 given back",
	},
	{
		`UPDATE bonus_condition SET finish_transfer = 1 WHERE state = 'free'`,
		`UPDATE bonus_condition SET finish_transfer = 0 WHERE state = 'free'`, "is free with 0.00 given back",
	},
	{
		`UPDATE bonus_condition SET finish_transfer = -finish_transfer WHERE state = 'failed'`,
		`UPDATE bonus_condition SET finish_transfer = -finish_transfer WHERE state = 'failed'`, "is failed with 0.00 given back",
	},
	{
		`UPDATE transfer SET kind = 'bonus_undone' WHERE kind = 'finish_bonus'`,
		`UPDATE transfer SET kind = 'finish_bonus' WHERE kind = 'bonus_undone'`,
		"is given_up with 700.00 given back, the books gave back 700.00",
	},
	{
		`UPDATE transfer SET state = 'pending' WHERE kind = 'finish_bonus' AND state = 'voided'`,
		`UPDATE transfer SET state = 'voided' WHERE kind = 'finish_bonus' AND state = 'pending'`,
		"is success with 0.00 given back",
	},
	{
		`UPDATE transfer SET member = 'X' || member WHERE kind = 'finish_bonus'`,
		`UPDATE transfer SET member = SUBSTR(member, 2) WHERE kind = 'finish_bonus'`, "is given_up with 700.00 given back",
	},
	{
		`UPDATE bonus_condition SET returned = returned - 1 WHERE state = 'given_up'`,
		`UPDATE bonus_condition SET returned = returned + 1 WHERE state = 'given_up'`,
		"is given_up with 699.99 given back, the books gave back 700.00",
	},
	{
		`UPDATE bonus_condition SET returned = -1 WHERE state = 'free'`,
		`UPDATE bonus_condition SET returned = 0 WHERE state = 'free'`, "is free with -0.01 given back",
	},
	{
		`UPDATE bonus_condition SET state = 'failed' WHERE state = 'given_up'`,
		`UPDATE bonus_condition SET state = 'given_up' WHERE state = 'failed' AND returned > 0`,
		"is failed with 700.00 given back, the books gave back 700.00",
	},
	{
		`UPDATE bonus_condition SET credit = credit - 1 WHERE state = 'given_up'`,
		`UPDATE bonus_condition SET credit = credit + 1 WHERE state = 'given_up'`, "of 699.99 is given_up with 700.00 given back",
	},
	{
		`UPDATE bonus_condition SET returned = returned + 1 WHERE state = 'reversed'`,
		`UPDATE bonus_condition SET returned = returned - 1 WHERE state = 'reversed'`,
		"house:bonus: conditions gave back 1600.01, the books say 1600.00",
	},
	{
		`UPDATE bonus_condition SET source = 'promotion' WHERE state = 'given_up'`,
		`UPDATE bonus_condition SET source = 'bonus' WHERE state = 'given_up'`,
		"house:promotion: conditions gave back 700.00, the books say 0.00",
	},
}

var campaignLies = []lie{
	{
		`UPDATE campaign SET grants = grants + 1 WHERE code = 'WELCOME100'`,
		`UPDATE campaign SET grants = grants - 1 WHERE code = 'WELCOME100'`,
		"campaign bonus WELCOME100: it counts 5 grants and 1100.00, its conditions are 4 and 1100.00",
	},
	{
		`UPDATE campaign SET spent = spent - 1 WHERE code = 'TINY'`, `UPDATE campaign SET spent = spent + 1 WHERE code = 'TINY'`,
		"campaign promotion TINY: it counts 1 grants and 19.99, its conditions are 1 and 20.00",
	},
	{
		`UPDATE campaign SET spent = 1 WHERE code = 'WEEKLY'`, `UPDATE campaign SET spent = 0 WHERE code = 'WEEKLY'`,
		"campaign bonus WEEKLY: it counts 0 grants and 0.01, its conditions are 0 and 0.00",
	},
	{
		`UPDATE campaign SET code = 'OTHER' WHERE code = 'TINY'`, `UPDATE campaign SET code = 'TINY' WHERE code = 'OTHER'`,
		"campaign promotion TINY: there is none, and it has 1 conditions",
	},
}

var purseLies = []lie{
	{
		`UPDATE refund_receive SET amount = amount + 1`, `UPDATE refund_receive SET amount = amount - 1`,
		":refund: it holds 0.00, of 30.01 received 30.00 were added",
	},
	{
		`UPDATE bonus_condition SET source = 'invite' WHERE source = 'refund'`,
		`UPDATE bonus_condition SET source = 'refund' WHERE credit = 3000`,
		":refund: it holds 0.00, of 30.00 received 0.00 were added",
	},
	{
		`UPDATE invite_earning SET moved = moved - 1`, `UPDATE invite_earning SET moved = moved + 1`,
		":invite: it holds 0.00, of 79.99 earned 80.00 were received",
	},
	{
		`UPDATE bonus_condition SET source = 'refund' WHERE source = 'invite'`,
		`UPDATE bonus_condition SET source = 'invite' WHERE credit = 8000`,
		":invite: it holds 0.00, of 80.00 earned 0.00 were received",
	},
	{
		`INSERT INTO refund_receive SELECT 'X' || member, number, 'stray', amount, loss, deposits, withdrawals,
			total, star, transfer, received_week, received_at FROM refund_receive`,
		`DELETE FROM refund_receive WHERE operation = 'stray'`, ":refund: it holds 0.00, of 30.00 received 0.00 were added",
	},
	{
		`INSERT INTO invite_earning SELECT 'stray-' || inviter, invitee, day, amount, moved, ripe_at, created_at FROM invite_earning`,
		`DELETE FROM invite_earning WHERE inviter LIKE 'stray-%'`, ":invite: it holds 0.00, of 80.00 earned 0.00 were received",
	},
	{
		`UPDATE refund_member SET number = number + 1`, `UPDATE refund_member SET number = number - 1`,
		"losses up to 600.00 are paid for in 2 receives, there are 1 up to 600.00",
	},
	{
		`UPDATE refund_member SET star = star - 1`, `UPDATE refund_member SET star = star + 1`,
		"losses up to 599.99 are paid for in 1 receives, there are 1 up to 600.00",
	},
	{
		`INSERT INTO refund_receive SELECT member, 0, 'earlier', 0, loss, deposits, withdrawals, total, star + 1,
			transfer, '2026-W01', received_at FROM refund_receive`,
		`DELETE FROM refund_receive WHERE number = 0`, "losses up to 600.00 are paid for in 1 receives, there are 2 up to 600.01",
	},
	{
		`INSERT INTO refund_receive SELECT 'X' || member, number, 'stray', amount, loss, deposits, withdrawals,
			total, star, transfer, received_week, received_at FROM refund_receive`,
		`DELETE FROM refund_receive WHERE operation = 'stray'`,
		"losses up to 0.00 are paid for in 0 receives, there are 1 up to 600.00",
	},
	{
		`UPDATE play_lot SET amount = amount + 1 WHERE amount = 50000`,
		`UPDATE play_lot SET amount = amount - 1 WHERE amount = 50001`, "over 500.01, 0.00 are not played",
	},
	{
		`UPDATE play_lot SET member = 'X' || member WHERE amount = 60000`,
		`UPDATE play_lot SET member = SUBSTR(member, 2) WHERE amount = 60000`, "over 600.00, 0.00 are not played",
	},
	{
		`UPDATE play_lot SET inflow = 'X' || inflow WHERE amount = 70000`,
		`UPDATE play_lot SET inflow = SUBSTR(inflow, 2) WHERE amount = 70000`, "over 700.00, 700.00 are not played",
	},
	{
		`UPDATE play_lot SET rest = 1 WHERE amount = 90000`, `UPDATE play_lot SET rest = 0 WHERE amount = 90000`,
		"over 900.00, 0.01 are not played",
	},
}

var wheelLies = []lie{
	{
		`UPDATE wheel_seed SET next_hash = 'X' || next_hash WHERE revealed_at > 0`,
		`UPDATE wheel_seed SET next_hash = SUBSTR(next_hash, 2) WHERE revealed_at > 0`, "seed 2 is not the one that was promised",
	},
	{
		`UPDATE wheel_draw SET seed = 7 WHERE nonce = 4`, `UPDATE wheel_draw SET seed = 1 WHERE nonce = 4`,
		"seed 1 was used 10 times, with 9 draws up to 9",
	},
	{
		`UPDATE wheel_seed SET nonces = nonces + 1 WHERE nonces = 10`,
		`UPDATE wheel_seed SET nonces = nonces - 1 WHERE nonces = 11`, "seed 1 was used 11 times, with 10 draws up to 9",
	},
	{
		`UPDATE wheel_draw SET nonce = 12 WHERE nonce = 4`, `UPDATE wheel_draw SET nonce = 4 WHERE nonce = 12`,
		"seed 1 was used 10 times, with 10 draws up to 12",
	},
	{
		`UPDATE wheel_draw SET seed = 7 WHERE nonce = 9`, `UPDATE wheel_draw SET seed = 1 WHERE nonce = 9`,
		"seed 1 was used 10 times, with 9 draws up to 8",
	},
	{
		`UPDATE coin_grant SET spent = spent + 1 WHERE spent = 10`, `UPDATE coin_grant SET spent = spent - 1 WHERE spent = 11`,
		"10 draws took 11 coins, and 0 lack their coupon",
	},
	{
		`UPDATE coin_member SET owed = owed + 1`, `UPDATE coin_member SET owed = owed - 1`,
		"10 draws took 11 coins, and 0 lack their coupon",
	},
	{
		`UPDATE coupon SET id = 'X' || id WHERE kind = 'coin' AND state = 'claimed'`,
		`UPDATE coupon SET id = SUBSTR(id, 2) WHERE kind = 'coin' AND state = 'claimed'`,
		"10 draws took 10 coins, and 1 lack their coupon",
	},
	{
		`UPDATE coupon SET member = 'X' || member WHERE kind = 'coin' AND state = 'claimed'`,
		`UPDATE coupon SET member = SUBSTR(member, 2) WHERE kind = 'coin' AND state = 'claimed'`, "and 1 lack their coupon",
	},
	{
		`UPDATE coupon SET id = 'X' || id WHERE kind = 'cash' AND state = 'claimed'`,
		`UPDATE coupon SET id = SUBSTR(id, 2) WHERE kind = 'cash' AND state = 'claimed'`,
		"was never drawn",
	},
	{
		`UPDATE coupon SET amount = amount + 1 WHERE kind = 'cash' AND state = 'open'`,
		`UPDATE coupon SET amount = amount - 1 WHERE kind = 'cash' AND state = 'open'`, "house:coupons: it holds",
	},
	{
		`UPDATE coupon SET state = 'expired' WHERE kind = 'cash' AND state = 'open'`,
		`UPDATE coupon SET state = 'open' WHERE state = 'expired'`, "open coupons are worth 0.00",
	},
	{
		`UPDATE coupon SET state = 'open' WHERE kind = 'cash' AND state = 'claimed'`,
		`UPDATE coupon SET state = 'claimed' WHERE kind = 'cash' AND operation <> ''`, "house:coupons: it holds",
	},
}
