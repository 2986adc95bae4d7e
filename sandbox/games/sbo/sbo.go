// Package sbo is the sandbox's side of SBO.
package sbo

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"time"

	"krapao/connect/provider/sbo/wire"
	"krapao/internal/clock"
	"krapao/sandbox/core"
	"krapao/sandbox/games"
)

var (
	userForm = regexp.MustCompile(`^[A-Za-z0-9_]{3,20}$`)
	refForm  = regexp.MustCompile(`^[A-Za-z0-9]{1,50}$`)
)

// Credentials are a company's credentials; the key is in the body, and members are registered under the agent.
type Credentials struct{ CompanyKey, Agent string }

// provider is SBO.
type provider struct {
	*games.Books
	known Credentials
}

// New registers the games of this family with the books.
func New(b *games.Books, known Credentials) core.Protocol {
	p := &provider{b, known}
	const base = "POST /games/{code}/sbo"
	family := p.family()
	return core.Protocol{
		Name: "sbo", Targets: games.Targets(games.FamilySBO),
		Routes: []core.Route{
			core.Handle(base+wire.PathRegister, games.JSONCall(p.Books, family, core.OpCreate, p.register)),
			core.Handle(base+wire.PathBalance, games.JSONCall(p.Books, family, core.OpBalance, p.balance)),
			core.Handle(base+wire.PathDeposit, games.JSONCall(p.Books, family, core.OpMove, p.deposit)),
			core.Handle(base+wire.PathWithdraw, games.JSONCall(p.Books, family, core.OpMove, p.withdraw)),
			core.Handle(base+wire.PathCheck, games.JSONCall(p.Books, family, core.OpCheck, p.check)),
			core.Handle(base+wire.PathLogin, games.JSONCall(p.Books, family, core.OpLaunch, p.login)),
			core.Handle(base+wire.PathLogout, games.JSONCall(p.Books, family, core.OpKick, p.logout)),
			core.Handle(base+wire.PathBets, games.JSONCall(p.Books, family, core.OpReport, p.bets)),
		},
	}
}

// family authenticates the company's key.
func (p *provider) family() games.JSONFamily {
	admit := func(_ games.Game, op string, _ http.Header, body []byte) (core.Call, core.Reply) {
		var call struct {
			wire.Caller
			TxnID string `json:"TxnId"`
		}
		if err := json.Unmarshal(body, &call); err != nil || call.ServerID == "" {
			return core.Call{}, refusal(wire.IDFormat)
		}
		if !core.SecretsEqual(call.CompanyKey, p.known.CompanyKey) {
			return core.Call{}, refusal(wire.IDCompanyKey)
		}
		refuse := wire.IDFailed // a refusal without a reason
		if op == core.OpCheck {
			refuse = wire.IDCheckFailed
		}
		return core.Call{Op: op, Ref: call.TxnID, Refuse: refusal(refuse), NotFound: refusal(wire.IDNoTransfer)}, core.Reply{}
	}
	return games.JSONFamily{
		Name: games.FamilySBO, UnknownGame: refusal(wire.IDCompanyKey), Unreadable: refusal(wire.IDFormat), Authenticate: admit,
	}
}

func (p *provider) register(ctx context.Context, asked games.Request[wire.Register]) core.Reply {
	switch {
	case !userForm.MatchString(asked.In.Username):
		return refusal(wire.IDUsername)
	case !core.SecretsEqual(asked.In.Agent, p.known.Agent):
		return refusal(wire.IDNoAgent)
	}
	account := games.Account{Game: asked.Game, Username: asked.In.Username}
	return p.OpenAccount(ctx, "register-player", account, core.OK(success()), refusal(wire.IDExists))
}

func (p *provider) balance(ctx context.Context, asked games.Request[wire.Player]) core.Reply {
	a, err := p.Account(ctx, asked.Game, asked.In.Username)
	if err != nil {
		return p.refusalFor("get-player-balance", err)
	}
	return core.OK(wire.BalanceReply{Reply: success(), Username: a.Username, Currency: "THB", Balance: credits(a)})
}

// credits are an account's credits by the protocol: the balance includes the credits in open bets.
func credits(a games.Account) wire.Balance {
	return wire.Balance{Balance: core.CreditsNumber(a.Balance + a.Outstanding), Outstanding: core.CreditsNumber(a.Outstanding)}
}

func (p *provider) deposit(ctx context.Context, asked games.Request[wire.Deposit]) core.Reply {
	return p.move(ctx, asked.Game, asked.In, +1)
}

func (p *provider) withdraw(ctx context.Context, asked games.Request[wire.Withdraw]) core.Reply {
	if asked.In.IsFullAmount {
		return refusal(wire.IDFormat) // it would take out everything, whatever the amount: the wallet never wants that
	}
	return p.move(ctx, asked.Game, asked.In.Deposit, -1)
}

// move moves an amount. A repeated reference is refused, whoever used it.
func (p *provider) move(ctx context.Context, game string, in wire.Deposit, sign int64) core.Reply {
	amount, err := core.ParseDecimal(string(in.Amount), core.BahtPlaces) // two decimals, by the protocol
	switch {
	case !refForm.MatchString(in.TxnID):
		return refusal(wire.IDReference)
	case err != nil || amount <= 0:
		return refusal(wire.IDAmount)
	}
	done, err := p.Move(ctx, games.Move{
		Game: game, Username: in.Username, Ref: in.TxnID, Amount: sign * amount * games.MoveStep, RefuseRepeat: true,
	})
	if err != nil {
		return p.refusalFor("move", err)
	}
	a, err := p.Account(ctx, game, in.Username)
	if err != nil {
		return p.refusalFor("move", err)
	}
	a.Balance = done.After
	answer := wire.TransferReply{Reply: success(), TxnID: done.Ref, RefNo: refNo(done.Ref), Balance: credits(a)}
	if sign < 0 {
		answer.Amount = in.Amount
	}
	return core.OK(answer)
}

// refNo is the provider's own number of a transfer.
func refNo(ref string) string { return "S" + strings.ToUpper(ref) }

func (p *provider) check(ctx context.Context, asked games.Request[wire.Check]) core.Reply {
	done, err := p.Movement(ctx, asked.Game, asked.In.TxnID)
	if errors.Is(err, core.ErrNotFound) {
		return refusal(wire.IDNoTransfer)
	}
	if err != nil {
		return p.Broken("check-transaction-status", err)
	}
	answer := wire.CheckReply{
		Reply: success(), TxnID: done.Ref, RefNo: refNo(done.Ref), Username: done.Username,
		Type: wire.TypeDeposit, Amount: core.CreditsNumber(done.Amount),
	}
	if done.Amount < 0 {
		answer.Type, answer.Amount = wire.TypeWithdraw, core.CreditsNumber(-done.Amount)
	}
	return core.OK(answer)
}

func (p *provider) login(ctx context.Context, asked games.Request[wire.Login]) core.Reply {
	token, err := p.IssueToken(ctx, asked.Game, asked.In.Username)
	if err != nil {
		return p.refusalFor("login", err)
	}
	_, address, _ := strings.Cut(asked.Public, ":") // without the scheme
	return core.OK(wire.LoginReply{Reply: success(), URL: address + "/lobby/" + asked.Game + "?token=" + token})
}

// logout ends the account's sessions.
func (p *provider) logout(ctx context.Context, asked games.Request[wire.Player]) core.Reply {
	if err := p.EndSessions(ctx, asked.Game, asked.In.Username); err != nil {
		return p.refusalFor("logout", err)
	}
	return core.OK(success())
}

func (p *provider) bets(ctx context.Context, asked games.Request[wire.Bets]) core.Reply {
	from, err1 := wire.ParseTime(asked.In.StartDate)
	to, err2 := wire.ParseTime(asked.In.EndDate)
	malformed := errors.Join(err1, err2) != nil || to.Before(from) || asked.In.Portfolio == ""
	if malformed || to.Sub(from) > wire.MostSpan || p.Now().Sub(from) > wire.MostBack+time.Minute {
		return refusal(wire.IDFormat)
	}
	list, err := core.Collect(ctx, p.DB, games.ScanRound, `SELECT `+games.RoundColumns+` FROM game_round
		WHERE game = $1 AND changed_at >= $2 AND changed_at <= $3 AND changed_at < $4 ORDER BY changed_at, id`,
		asked.Game, clock.MicrosOf(from), clock.MicrosOf(to), clock.MicrosOf(p.ListedUntil(ctx, games.EndOfTime)))
	if err != nil {
		return p.Broken("get-bet-list-by-modify-date", err)
	}
	answer := wire.BetsReply{Reply: success(), Result: []wire.Bet{}}
	for _, one := range list {
		answer.Result = append(answer.Result, bet(one))
	}
	return core.OK(answer)
}

func bet(one games.Round) wire.Bet {
	const form = wire.TimeFormat + ".000000"
	bet := wire.Bet{
		RefNo: one.Code, Username: one.Username, SportsType: "Football", Currency: "THB",
		Stake: core.CreditsNumber(one.Bet), ActualStake: core.CreditsNumber(one.Bet),
		Turnover: core.CreditsNumber(one.Bet), WinLost: core.CreditsNumber(one.Win - one.Bet),
		OrderTime: one.At.In(wire.Zone).Format(form), ModifyDate: one.Changed.In(wire.Zone).Format(form),
	}
	switch {
	case one.State == games.RoundRunning:
		bet.Status, bet.WinLost = "running", "0"
	case one.State == games.RoundVoid:
		bet.Status, bet.WinLost = "void", "0"
	case one.Win > one.Bet:
		bet.Status = "won"
	case one.Win < one.Bet:
		bet.Status = "lose"
	default:
		bet.Status = "draw"
	}
	return bet
}

// refusalFor answers an error of an account or a movement.
func (p *provider) refusalFor(call string, err error) core.Reply {
	return p.Refusal(call, err, games.Refusals{
		Gone: refusal(wire.IDNoPlayer), NotEnough: refusal(wire.IDNotEnough), Used: refusal(wire.IDUsed),
	})
}

func success() wire.Reply { return envelope(wire.IDOK, "No Error") }

func refusal(id int) core.Reply { return core.OK(envelope(id, texts[id])) }

func envelope(id int, text string) wire.Reply {
	return wire.Reply{ServerID: "sandbox", Error: &wire.Error{ID: &id, Msg: text}}
}

var texts = map[int]string{
	wire.IDCompanyKey:  "Invalid Company Key",
	wire.IDFormat:      "Invalid request format",
	wire.IDUsername:    "Invalid username",
	wire.IDNoPlayer:    "User doesn't exist",
	wire.IDNoAgent:     "Agent doesn't exist",
	wire.IDExists:      "Username exists",
	wire.IDReference:   "Invalid TxnId",
	wire.IDAmount:      "Invalid amount",
	wire.IDFailed:      "Transaction failed",
	wire.IDUsed:        "TxnId was used before",
	wire.IDNotEnough:   "Insufficient balance",
	wire.IDCheckFailed: "Check transaction status failed",
	wire.IDNoTransfer:  "No such transaction",
}
