package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"time"

	"krapao/connect/provider/sbo/wire"
	"krapao/sandbox/core"
	"krapao/sandbox/games"
)

var (
	sboUserForm = regexp.MustCompile(`^[A-Za-z0-9_]{3,20}$`)
	sboRefForm  = regexp.MustCompile(`^[A-Za-z0-9]{1,50}$`)
)

// SBOCredentials are a company's; the key goes into the body, and members are registered under the agent.
type SBOCredentials struct{ CompanyKey, Agent string }

// sboProvider is SBO.
type sboProvider struct {
	*games.Books
	known SBOCredentials
}

func newSBO(b *games.Books, known SBOCredentials) core.Protocol {
	p := &sboProvider{b, known}
	const base = "POST /games/{code}/sbo"
	family := p.sboFamily()
	return core.Protocol{
		Name: "sbo", Targets: games.Targets(games.FamilySBO),
		Routes: []core.Route{
			core.Handle(base+wire.PathRegister, games.JSONCall(p.Books, family, core.OpCreate, p.sboRegister)),
			core.Handle(base+wire.PathBalance, games.JSONCall(p.Books, family, core.OpBalance, p.sboBalance)),
			core.Handle(base+wire.PathDeposit, games.JSONCall(p.Books, family, core.OpMove, p.sboDeposit)),
			core.Handle(base+wire.PathWithdraw, games.JSONCall(p.Books, family, core.OpMove, p.sboWithdraw)),
			core.Handle(base+wire.PathCheck, games.JSONCall(p.Books, family, core.OpCheck, p.sboCheck)),
			core.Handle(base+wire.PathLogin, games.JSONCall(p.Books, family, core.OpLaunch, p.sboLogin)),
			core.Handle(base+wire.PathLogout, games.JSONCall(p.Books, family, core.OpKick, p.sboLogout)),
			core.Handle(base+wire.PathBets, games.JSONCall(p.Books, family, core.OpReport, p.sboBets)),
		},
	}
}

// sboFamily lets in whoever has the company's key.
func (p *sboProvider) sboFamily() games.JSONFamily {
	admit := func(_ games.Game, op string, _ http.Header, body []byte) (core.Call, core.Reply) {
		var call struct {
			wire.Caller
			TxnID string `json:"TxnId"`
		}
		if err := json.Unmarshal(body, &call); err != nil || call.ServerID == "" {
			return core.Call{}, sboRefusal(wire.IDFormat)
		}
		if !core.SecretsEqual(call.CompanyKey, p.known.CompanyKey) {
			return core.Call{}, sboRefusal(wire.IDCompanyKey)
		}
		refuse := wire.IDFailed // a no that says nothing of why
		if op == core.OpCheck {
			refuse = wire.IDCheckFailed
		}
		return core.Call{Op: op, Ref: call.TxnID, Refuse: sboRefusal(refuse), NotFound: sboRefusal(wire.IDNoTransfer)}, core.Reply{}
	}
	return games.JSONFamily{Name: games.FamilySBO, UnknownGame: sboRefusal(wire.IDCompanyKey), Unreadable: sboRefusal(wire.IDFormat), Authenticate: admit}
}

func (p *sboProvider) sboRegister(ctx context.Context, asked games.Request[wire.Register]) core.Reply {
	switch {
	case !sboUserForm.MatchString(asked.In.Username):
		return sboRefusal(wire.IDUsername)
	case !core.SecretsEqual(asked.In.Agent, p.known.Agent):
		return sboRefusal(wire.IDNoAgent)
	}
	return p.OpenAccount(ctx, "register-player", games.Account{Game: asked.Game, Username: asked.In.Username}, core.OK(sboYes()), sboRefusal(wire.IDExists))
}

func (p *sboProvider) sboBalance(ctx context.Context, asked games.Request[wire.Player]) core.Reply {
	a, err := p.Account(ctx, asked.Game, asked.In.Username)
	if err != nil {
		return p.sboError("get-player-balance", err)
	}
	return core.OK(wire.BalanceReply{Reply: sboYes(), Username: a.Username, Currency: "THB", Balance: sboCredits(a)})
}

// sboCredits are an account's credits as the protocol tells them: what lies in open bets is in the balance too.
func sboCredits(a games.Account) wire.Balance {
	return wire.Balance{Balance: core.CreditsNumber(a.Balance + a.Outstanding), Outstanding: core.CreditsNumber(a.Outstanding)}
}

func (p *sboProvider) sboDeposit(ctx context.Context, asked games.Request[wire.Deposit]) core.Reply {
	return p.sboMove(ctx, asked.Game, asked.In, +1)
}

func (p *sboProvider) sboWithdraw(ctx context.Context, asked games.Request[wire.Withdraw]) core.Reply {
	if asked.In.IsFullAmount {
		return sboRefusal(wire.IDFormat) // all there is, whatever was asked for: the wallet never wants that
	}
	return p.sboMove(ctx, asked.Game, asked.In.Deposit, -1)
}

// sboMove moves an amount. A reference that came before is refused, whoever's it was.
func (p *sboProvider) sboMove(ctx context.Context, game string, in wire.Deposit, sign int64) core.Reply {
	amount, err := core.ParseDecimal(string(in.Amount), core.BahtPlaces) // two decimals, as the protocol has it
	switch {
	case !sboRefForm.MatchString(in.TxnID):
		return sboRefusal(wire.IDReference)
	case err != nil || amount <= 0:
		return sboRefusal(wire.IDAmount)
	}
	done, err := p.Move(ctx, games.Move{Game: game, Username: in.Username, Ref: in.TxnID, Amount: sign * amount * games.MoveStep, Once: true})
	if err != nil {
		return p.sboError("move", err)
	}
	a, err := p.Account(ctx, game, in.Username)
	if err != nil {
		return p.sboError("move", err)
	}
	a.Balance = done.After
	answer := wire.TransferReply{Reply: sboYes(), TxnID: done.Ref, RefNo: sboRefNo(done.Ref), Balance: sboCredits(a)}
	if sign < 0 {
		answer.Amount = in.Amount
	}
	return core.OK(answer)
}

// sboRefNo is the provider's own number of a transfer.
func sboRefNo(ref string) string { return "S" + strings.ToUpper(ref) }

func (p *sboProvider) sboCheck(ctx context.Context, asked games.Request[wire.Check]) core.Reply {
	done, err := p.Movement(ctx, asked.Game, asked.In.TxnID)
	if errors.Is(err, core.ErrNotFound) {
		return sboRefusal(wire.IDNoTransfer)
	}
	if err != nil {
		return p.Broken("check-transaction-status", err)
	}
	answer := wire.CheckReply{
		Reply: sboYes(), TxnID: done.Ref, RefNo: sboRefNo(done.Ref), Username: done.Username, Type: wire.TypeDeposit, Amount: core.CreditsNumber(done.Amount),
	}
	if done.Amount < 0 {
		answer.Type, answer.Amount = wire.TypeWithdraw, core.CreditsNumber(-done.Amount)
	}
	return core.OK(answer)
}

func (p *sboProvider) sboLogin(ctx context.Context, asked games.Request[wire.Login]) core.Reply {
	token, err := p.IssueToken(ctx, asked.Game, asked.In.Username)
	if err != nil {
		return p.sboError("login", err)
	}
	_, address, _ := strings.Cut(asked.Public, ":") // without the scheme
	return core.OK(wire.LoginReply{Reply: sboYes(), URL: address + "/lobby/" + asked.Game + "?token=" + token})
}

// sboLogout ends the account's sessions.
func (p *sboProvider) sboLogout(ctx context.Context, asked games.Request[wire.Player]) core.Reply {
	if err := p.EndSessions(ctx, asked.Game, asked.In.Username); err != nil {
		return p.sboError("logout", err)
	}
	return core.OK(sboYes())
}

func (p *sboProvider) sboBets(ctx context.Context, asked games.Request[wire.Bets]) core.Reply {
	from, err1 := wire.ParseTime(asked.In.StartDate)
	to, err2 := wire.ParseTime(asked.In.EndDate)
	if errors.Join(err1, err2) != nil || to.Before(from) || to.Sub(from) > wire.MostSpan || p.Now().Sub(from) > wire.MostBack+time.Minute ||
		asked.In.Portfolio == "" {
		return sboRefusal(wire.IDFormat)
	}
	list, err := core.Collect(ctx, p.DB, games.ScanRound, `SELECT `+games.RoundColumns+` FROM game_round
		WHERE game = $1 AND changed_at >= $2 AND changed_at <= $3 AND changed_at < $4 ORDER BY changed_at, id`,
		asked.Game, core.Micros(from), core.Micros(to), core.Micros(p.ListedUntil(ctx, games.EndOfTime)))
	if err != nil {
		return p.Broken("get-bet-list-by-modify-date", err)
	}
	answer := wire.BetsReply{Reply: sboYes(), Result: []wire.Bet{}}
	for _, one := range list {
		answer.Result = append(answer.Result, sboBet(one))
	}
	return core.OK(answer)
}

func sboBet(one games.Round) wire.Bet {
	const form = wire.TimeFormat + ".000000"
	bet := wire.Bet{
		RefNo: one.Code, Username: one.Username, SportsType: "Football", Currency: "THB", Stake: core.CreditsNumber(one.Bet), ActualStake: core.CreditsNumber(one.Bet),
		Turnover: core.CreditsNumber(one.Bet), WinLost: core.CreditsNumber(one.Win - one.Bet), OrderTime: one.At.In(wire.Zone).Format(form), ModifyDate: one.Changed.In(wire.Zone).Format(form),
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

// sboError answers what an account or a movement refused.
func (p *sboProvider) sboError(call string, err error) core.Reply {
	return p.Refusal(call, err, games.Refusals{Gone: sboRefusal(wire.IDNoPlayer), NotEnough: sboRefusal(wire.IDNotEnough), Used: sboRefusal(wire.IDUsed)})
}

func sboYes() wire.Reply { return sboEnvelope(wire.IDOK, "No Error") }

func sboRefusal(id int) core.Reply { return core.OK(sboEnvelope(id, sboTexts[id])) }

func sboEnvelope(id int, text string) wire.Reply {
	return wire.Reply{ServerID: "sandbox", Error: &wire.Error{ID: &id, Msg: text}}
}

var sboTexts = map[int]string{
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
