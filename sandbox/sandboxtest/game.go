package sandboxtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Met is a row of GET /sandbox/calls: how often a kind of call was made, and which fault it met; Mode is empty for
// calls without a fault.
type Met struct {
	Target, Op, Mode string
	Calls            int
}

// Calls lists all calls since the sandbox started.
func (s *Sandbox) Calls() []Met {
	s.t.Helper()
	var list []Met
	s.Call(http.MethodGet, "/sandbox/calls", nil, http.StatusOK, &list)
	return list
}

// Stake opens a round in credits that runs until Settle.
func (s *Sandbox) Stake(code, username string, amount json.Number) Account {
	s.t.Helper()
	return s.accountCall("/sandbox/games/"+code+"/"+username+"/stake", map[string]json.Number{"amount": amount})
}

// Settle ends an account's oldest open round with a win in credits.
func (s *Sandbox) Settle(code, username string, win json.Number) Account {
	s.t.Helper()
	return s.accountCall("/sandbox/games/"+code+"/"+username+"/settle", map[string]json.Number{"win": win})
}

// Void takes back an account's last settled round.
func (s *Sandbox) Void(code, username string) Account {
	s.t.Helper()
	return s.accountCall("/sandbox/games/"+code+"/"+username+"/void", nil)
}

// VoidStake ends an account's oldest open round without a result: the stake is returned.
func (s *Sandbox) VoidStake(code, username string) Account {
	s.t.Helper()
	return s.accountCall("/sandbox/games/"+code+"/"+username+"/settle", map[string]bool{"void": true})
}

// ListedAccount is an account in GET /sandbox/games/{code}, in credits; Result is the wins less the bets.
type ListedAccount struct {
	Username                                                     string
	Balance, Outstanding, Deposited, Withdrawn, Turnover, Result json.Number
	Rounds                                                       int64
}

// Accounts lists all accounts of a game.
func (s *Sandbox) Accounts(code string) []ListedAccount {
	s.t.Helper()
	var list []ListedAccount
	s.Call(http.MethodGet, "/sandbox/games/"+code, nil, http.StatusOK, &list)
	return list
}

// ListedMove is a movement, in credits: into the game positive. Ref is empty if the protocol has none.
type ListedMove struct {
	ID                    int64
	Username, Ref         string
	Amount, Before, After json.Number
	At                    time.Time
}

// Moves lists all movements of a game in their order.
func (s *Sandbox) Moves(code string) (all []ListedMove) {
	s.t.Helper()
	for {
		var since int64
		if len(all) > 0 {
			since = all[len(all)-1].ID
		}
		var page []ListedMove
		s.Call(http.MethodGet, fmt.Sprintf("/sandbox/games/%s/moves?since=%d", code, since), nil, http.StatusOK, &page)
		if len(page) == 0 {
			return all
		}
		all = append(all, page...)
	}
}

// Move moves credits into an account (negative: out of it) without the wallet; ref may be empty.
func (s *Sandbox) Move(code, username string, amount json.Number, ref string) Account {
	s.t.Helper()
	return s.accountCall("/sandbox/games/"+code+"/"+username+"/move", map[string]any{"amount": amount, "ref": ref})
}

// Rewrite gives a movement another amount without the wallet's knowledge.
func (s *Sandbox) Rewrite(code, ref string, amount json.Number) Account {
	s.t.Helper()
	return s.accountCall("/sandbox/games/"+code+"/moves/"+ref+"/correct", map[string]json.Number{"amount": amount})
}

// Forget deletes a movement as if it had never been made.
func (s *Sandbox) Forget(code, ref string) Account {
	s.t.Helper()
	return s.accountCall("/sandbox/games/"+code+"/moves/"+ref+"/correct", map[string]bool{"forget": true})
}

// Account reads a game account.
func (s *Sandbox) Account(code, username string) Account {
	s.t.Helper()
	var account Account
	s.Call(http.MethodGet, "/sandbox/games/"+code+"/"+username, nil, http.StatusOK, &account)
	return account
}

// Round plays a round in credits.
func (s *Sandbox) Round(code, username string, bet, win json.Number) Account {
	s.t.Helper()
	return s.accountCall("/sandbox/games/"+code+"/"+username+"/round", map[string]json.Number{"bet": bet, "win": win})
}

// accountCall makes a call that changes a game account, and returns the account after it.
func (s *Sandbox) accountCall(path string, body any) Account {
	s.t.Helper()
	var account Account
	s.Call(http.MethodPost, path, body, http.StatusOK, &account)
	return account
}
