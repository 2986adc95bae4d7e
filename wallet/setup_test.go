package wallet_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/connect/line"
	"krapao/connect/provider"
	"krapao/connect/provider/amb"
	ambwire "krapao/connect/provider/amb/wire"
	"krapao/connect/provider/joker"
	"krapao/fault"
	"krapao/game"
	"krapao/internal/secret"
	"krapao/internal/settle"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	members "krapao/member"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet"
)

// The windows of RULES.md sections 3 and 6 in small: time costs nothing in a bubble, but each look of the settle worker, of the
// sweeps and of a test is a query. One call may take callTime; a fault that lasts longer than that is a timeout, one that
// lasts longer than window is beyond all patience.
const (
	callTime = 1500 * time.Millisecond
	sendBy   = 1500 * time.Millisecond
	window   = 1500 * time.Millisecond
	beginBy  = 5 * time.Second
	// poll is how often the settle worker looks, a quarter of it more or less; sweepEvery is the sweeps' interval.
	poll       = 400 * time.Millisecond
	sweepEvery = 800 * time.Millisecond
	// look is how often a test looks for what it waits for.
	look = 200 * time.Millisecond
)

// member is the one whose money moves, unless a test has several.
const member = "NOK0MEMBER00"

// world is the whole path: a wallet on a real store, its ledger and settle worker, real adapters, and the real sandbox
// behind HTTP on a network in memory. It stands in a bubble (storetest.Bubble): all times are the bubble's.
type world struct {
	t       *testing.T
	store   *store.Store
	ledger  *ledger.Ledger
	games   *game.Service
	wallet  *wallet.Service
	outside *sandboxtest.Sandbox
	keys    atomic.Int64
	// member is the one whose money moves, members are all that have some.
	member  string
	members []string
	// deposited is what came into wallets from outside.
	deposited money.Amount
	// unswept stops both sweeps for a while: interrupted movements, and the re-checks of what was given back.
	unswept atomic.Bool
}

// factors of the games under test; all others are 1.
var factors = map[string]string{"askmebet": "10"}

// adapt changes the connections before the world is made.
type adapt = func(outside *sandboxtest.Sandbox, all map[string]game.Connection)

// onSQLite runs a test in a bubble on one engine only: what it is about is a provider's protocol and not the store.
func onSQLite(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Helper()
	storetest.On(t, store.SQLite, func(t *testing.T, engine store.Engine) { test(t, storetest.Open(t, engine)) })
}

func newWorld(t *testing.T, s *store.Store, changes ...adapt) *world {
	t.Helper()
	return newWorldWith(t, s, sandboxtest.Start(t, sandboxtest.Options{}), changes...)
}

// newWorldWith is newWorld beside a sandbox that runs.
func newWorldWith(t *testing.T, s *store.Store, outside *sandboxtest.Sandbox, changes ...adapt) *world {
	t.Helper()
	w := &world{t: t, store: s, outside: outside, member: member}
	l, err := ledger.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	w.ledger = l
	box, err := secret.FromMaster(make([]byte, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	all := connections(w.outside)
	for _, change := range changes {
		change(w.outside, all)
	}
	w.games = game.New(s, l, box, all, game.Settings{CallTimeout: callTime})
	w.wallet = wallet.New(s, l, w.games, newHolder(s, l), nil, settings())
	w.applyCatalogue(told)
	w.deposit(member, 1000*money.Baht)
	w.work()
	return w
}

func settings() wallet.Settings {
	return wallet.Settings{
		SendBy: sendBy, NotFoundWindow: window, Idle: 50 * time.Millisecond, Still: 200 * time.Millisecond,
		BeginBy: beginBy, ReplayAfter: 100 * time.Millisecond, PerProvider: 4, AtOnce: 16,
		FirstAsk: 50 * time.Millisecond, NextAsk: 400 * time.Millisecond,
		Rechecks: []time.Duration{300 * time.Millisecond, time.Second, 3 * time.Second, 6 * time.Second},
	}
}

// hurried is a second node's wallet on the same store, which has hardly any time for a request.
func (w *world) hurried() *wallet.Service {
	s := settings()
	s.BeginBy = time.Second
	return wallet.New(w.store, w.ledger, w.games, newHolder(w.store, w.ledger), nil, s)
}

// patient is a line to the sandbox that is never left alone, however often it fails.
func patient(outside *sandboxtest.Sandbox) line.Settings {
	settings := outside.Line(callTime)
	settings.ShutAfter = 1000
	return settings
}

// connections are one protocol that can be asked about a reference, and one that has none; connectFamilies has the others.
func connections(outside *sandboxtest.Sandbox) map[string]game.Connection {
	credentials := sandbox.DemoCredentials()
	settings := patient(outside)
	all := map[string]game.Connection{}
	for _, g := range sandbox.Games() {
		lobby := outside.URL + "/lobby/" + g.Code
		switch g.Family {
		case sandbox.FamilyJoker:
			all[g.Code] = game.Connection{LoginPage: lobby + "/login", Provider: joker.New(joker.Config{
				BaseURL: outside.URL + "/games/" + g.Code + "/joker", LaunchURL: lobby,
				AppID: credentials.Joker.AppID, Secret: credentials.Joker.Secret, Terms: provider.Terms{Line: settings},
			})}
		case sandbox.FamilyAMB:
			all[g.Code] = game.Connection{LoginPage: lobby + "/login", Provider: amb.New(amb.Config{
				BaseURL: outside.URL + "/games/" + g.Code + "/amb", Agent: credentials.AMB.Agent, Secret: credentials.AMB.Secret,
				Refusals: ambwire.Refusals, NotEnough: ambwire.CodeNotEnough, Terms: provider.Terms{Stakes: game.StakesNone, Line: settings},
			})}
		}
	}
	return all
}

// told and untold are what is known of open stakes at the sport: where they are not told, a lost answer is an operator's.
var (
	told   = stakes(game.StakesNone)
	untold = stakes(game.StakesUnknown)
)

func stakes(known game.Stakes) map[string]map[string]any {
	return map[string]map[string]any{"askmebet": {"stakes": known}}
}

// applyCatalogue makes all of the sandbox's games the catalogue's, with what more is known of some.
func (w *world) applyCatalogue(known map[string]map[string]any) {
	w.t.Helper()
	var entries []map[string]any
	for _, g := range sandbox.Games() {
		e := map[string]any{"code": g.Code, "name": g.Name, "category": g.Kind, "family": g.Family}
		if f := factors[g.Code]; f != "" {
			e["factor"] = f
		}
		maps.Copy(e, known[g.Code])
		entries = append(entries, e)
	}
	section, _ := json.Marshal(entries)
	w.write(func(tx *store.Tx) error {
		_, err := w.games.Apply(w.t.Context(), tx, section)
		return err
	})
}

func (w *world) write(body func(tx *store.Tx) error) {
	w.t.Helper()
	if err := w.store.Write(w.t.Context(), body); err != nil {
		w.t.Fatal(err)
	}
}

// deposit puts money from a bank into a wallet, which is opened first.
func (w *world) deposit(member string, amount money.Amount) {
	w.t.Helper()
	w.write(func(tx *store.Tx) error {
		_, err := tx.ExecContext(w.t.Context(), `INSERT INTO member_state (member, version, gates, hold, hold_until, break_until, excluded_until)
			VALUES ($1, 1, 0, '', 0, 0, 0) ON CONFLICT DO NOTHING`, member)
		if err != nil {
			return err
		}
		return w.ledger.OpenTx(w.t.Context(), tx, ledger.Wallet(member), ledger.Held(member), ledger.InvitePurse(member))
	})
	_, err := w.ledger.Move(w.t.Context(), ledger.Order{
		Key: w.key(), Kind: "deposit", Debit: ledger.Bank("KBANK"), Credit: ledger.Wallet(member), Amount: amount, Member: member,
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.deposited += amount
	if !slices.Contains(w.members, member) {
		w.members = append(w.members, member)
	}
}

// next has another member's money move from now on, so that what happened before is no part of it: the next case of a table
// needs no world of its own.
func (w *world) next() {
	w.t.Helper()
	w.member = fmt.Sprintf("NEXT0MEMBE%02d", len(w.members))
	w.deposit(w.member, 1000*money.Baht)
}

// work runs the settle worker and both sweeps until the test ends.
func (w *world) work() {
	w.t.Helper()
	worker, err := settle.New(w.ledger, settle.Settings{
		Poll: poll, Timeout: 3 * time.Second, Lease: 5 * time.Second, FirstDelay: poll, MaxDelay: 2 * poll, StaleDelay: 2 * poll,
		Grace: time.Second, Clock: storeClock{w.store},
	})
	if err != nil {
		w.t.Fatal(err)
	}
	worker.Handle(wallet.KindIn, w.wallet.Lane())
	worker.Handle(wallet.KindOut, w.wallet.Lane())
	ctx, stop := context.WithCancel(context.Background())
	var wait sync.WaitGroup
	wait.Go(func() { worker.Run(ctx) })
	for name, sweep := range map[string]func(context.Context) (int, error){"sweep": w.wallet.Sweep, "recheck": w.wallet.Recheck} {
		wait.Go(func() {
			for ctx.Err() == nil {
				if !w.unswept.Load() {
					if _, err := sweep(ctx); err != nil && ctx.Err() == nil {
						w.t.Errorf("%s: %v", name, err)
					}
				}
				select {
				case <-ctx.Done():
				case <-time.After(sweepEvery):
				}
			}
		})
	}
	w.t.Cleanup(func() { stop(); wait.Wait() })
}

// storeClock is the clock that a store has.
type storeClock struct{ *store.Store }

// holder is the member area's hold, wired as cmd/krapao does.
type holder struct{ area *members.Service }

func newHolder(s *store.Store, l *ledger.Ledger) holder {
	return holder{&members.Service{Deps: members.Deps{Store: s, Ledger: l}}}
}

func (h holder) Hold(ctx context.Context, name string) (wallet.Hold, error) {
	hold, err := h.area.Hold(ctx, name)
	return held{h.area, hold}, err
}

type held struct {
	area *members.Service
	hold members.Hold
}

func (h held) Release(ctx context.Context) { _ = h.area.Release(ctx, h.hold) }

func (h held) LockTx(ctx context.Context, tx *store.Tx) (bool, error) {
	return members.HoldStillTx(ctx, tx, h.hold)
}

func (h held) ReleaseTx(ctx context.Context, tx *store.Tx) error {
	_, err := h.area.ReleaseTx(ctx, tx, h.hold)
	return err
}

func (w *world) key() ledger.Key {
	return ledger.InternalKey("test", strconv.FormatInt(w.keys.Add(1), 10))
}

// open activates a game and returns the user name there.
func (w *world) open(member, code string) string {
	w.t.Helper()
	slot, err := w.games.Activate(w.t.Context(), member, code)
	if err != nil {
		w.t.Fatalf("activate %s: %v", code, err)
	}
	return slot.Username
}

// transfer moves money with a key of its own.
func (w *world) transfer(from, to string, amount money.Amount) (wallet.Answer, error) {
	return w.wallet.Transfer(w.t.Context(), w.member, w.key(), wallet.Request{From: from, To: to, Amount: amount})
}

// mustTransfer is transfer where nothing goes wrong.
func (w *world) mustTransfer(from, to string, amount money.Amount) {
	w.t.Helper()
	if answer, err := w.transfer(from, to, amount); err != nil || answer.Status != wallet.Success {
		w.t.Fatalf("%s to %s: %+v, %v", from, to, answer, err)
	}
}

func (w *world) balance(account ledger.Account) ledger.Balance {
	w.t.Helper()
	b, err := w.ledger.Balance(w.t.Context(), account)
	if err != nil {
		w.t.Fatal(err)
	}
	return b
}

// rest lets time pass in a bubble, in which all that is under way goes on.
func rest(d time.Duration) { time.Sleep(d) }

// until lets time pass until something is so, and fails the test where it is not within some time.
func (w *world) until(within time.Duration, what string, is func() bool) {
	w.t.Helper()
	for end := time.Now().Add(within); !is(); rest(look) {
		if time.Now().After(end) {
			w.t.Fatalf("not within %s: %s; %s", within, what, w.said())
		}
	}
}

// said is what is noted of doubts.
func (w *world) said() (text string) {
	w.t.Helper()
	_ = w.store.DB().QueryRowContext(w.t.Context(), "SELECT COALESCE(max(state || ' ' || reason), 'none') FROM game_doubt").Scan(&text)
	return text
}

// settled waits until nothing of the member is under way.
func (w *world) settled(member string, within time.Duration) {
	w.t.Helper()
	w.until(within, "nothing of "+member+" is under way", func() bool {
		pending, err := w.ledger.Pending(w.t.Context(), member)
		if err != nil {
			w.t.Fatal(err)
		}
		return len(pending) == 0
	})
}

func credits(t *testing.T, n json.Number) money.Credits {
	t.Helper()
	c, err := money.ParseCredits(n.String())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// conserved checks that wallets and what the sandbox says it got are, together, what was deposited: to the satang, and
// by the outside's own count.
func (w *world) conserved() {
	w.t.Helper()
	if diff := w.surplus(); diff != 0 {
		w.t.Errorf("wallets and games are off by %s (positive: money out of nothing)", diff)
	}
}

func (w *world) surplus() money.Amount {
	w.t.Helper()
	inside := -w.balance(ledger.Bank("KBANK")).Posted
	for _, member := range w.members {
		inside -= w.balance(ledger.Wallet(member)).Posted
	}
	for code, totals := range w.outside.Totals().Games {
		text := factors[code]
		if text == "" {
			text = "1"
		}
		factor := money.MustFactor(text)
		inside -= credits(w.t, totals.Deposited).Baht(factor) - credits(w.t, totals.Withdrawn).Baht(factor)
	}
	return -inside
}

// agrees checks that the books say of a game account what the sandbox says.
func (w *world) agrees(code, username string) {
	w.t.Helper()
	w.agreesAt(code, code, username)
}

// agreesAt is agrees where the sandbox's game has another code.
func (w *world) agreesAt(code, there, username string) {
	w.t.Helper()
	slot := w.slot(code)
	a, err := w.games.AccountNamed(w.t.Context(), slot.Game.Provider, username)
	if err != nil {
		w.t.Fatal(err)
	}
	c, err := w.games.Confirm(w.t.Context(), a)
	if err != nil {
		w.t.Errorf("%s can't be confirmed: %v", code, err)
		return
	}
	says := credits(w.t, w.outside.Account(there, username).Balance)
	if memo := w.balance(a.Ledger()).Posted; memo != says.Baht(a.Factor) || c.Reading.Credits != says {
		w.t.Errorf("%s: the books say %s baht, the provider %s credits", code, memo, says)
	}
}

func (w *world) slot(code string) game.Slot {
	w.t.Helper()
	slots, err := w.games.Slots(w.t.Context(), w.member)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, s := range slots {
		if s.Game.Code == code {
			return s
		}
	}
	w.t.Fatalf("no slot %s", code)
	return game.Slot{}
}

// codeOf is the code of a refusal, "" for none, and the text of any other error.
func codeOf(err error) string {
	var f *fault.Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &f):
		return string(f.Code)
	}
	return fmt.Sprintf("error: %v", err)
}

func gameMove(username string, baht int64) game.Move {
	return game.Move{Reference: "zz0000000000001", Player: game.Player{Username: username}, Credits: money.Credits(baht) * money.Credit}
}

// tryRound plays a round that may be refused.
func (w *world) tryRound(address, body string) {
	request, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		w.t.Error(err)
		return
	}
	answer, err := w.outside.Client().Do(request)
	if err != nil {
		w.t.Error(err)
		return
	}
	_ = answer.Body.Close()
}
