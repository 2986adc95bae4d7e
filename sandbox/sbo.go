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
)

var (
	sboUserForm = regexp.MustCompile(`^[A-Za-z0-9_]{3,20}$`)
	sboRefForm  = regexp.MustCompile(`^[A-Za-z0-9]{1,50}$`)
)

// sboProvider is SBO.
type sboProvider struct {
	*books
	known SBOCredentials
}

func newSBO(b *books, known SBOCredentials) protocol {
	p := &sboProvider{b, known}
	const base = "POST /games/{code}/sbo"
	family := p.sboFamily()
	return protocol{
		Name: "sbo", Targets: familyTargets(FamilySBO),
		Routes: []route{
			handle(base+wire.PathRegister, jsonCall(p.books, family, opCreate, p.sboRegister)),
			handle(base+wire.PathBalance, jsonCall(p.books, family, opBalance, p.sboBalance)),
			handle(base+wire.PathDeposit, jsonCall(p.books, family, opMove, p.sboDeposit)),
			handle(base+wire.PathWithdraw, jsonCall(p.books, family, opMove, p.sboWithdraw)),
			handle(base+wire.PathCheck, jsonCall(p.books, family, opCheck, p.sboCheck)),
			handle(base+wire.PathLogin, jsonCall(p.books, family, opLaunch, p.sboLogin)),
			handle(base+wire.PathLogout, jsonCall(p.books, family, opKick, p.sboLogout)),
			handle(base+wire.PathBets, jsonCall(p.books, family, opReport, p.sboBets)),
		},
	}
}

// sboFamily lets in whoever has the company's key.
func (p *sboProvider) sboFamily() jsonFamily {
	admit := func(_ Game, op string, _ http.Header, body []byte) (protocolCall, reply) {
		var call struct {
			wire.Caller
			TxnID string `json:"TxnId"`
		}
		if err := json.Unmarshal(body, &call); err != nil || call.ServerID == "" {
			return protocolCall{}, sboRefusal(wire.IDFormat)
		}
		if !equal(call.CompanyKey, p.known.CompanyKey) {
			return protocolCall{}, sboRefusal(wire.IDCompanyKey)
		}
		refuse := wire.IDFailed // a no that says nothing of why
		if op == opCheck {
			refuse = wire.IDCheckFailed
		}
		return protocolCall{op: op, ref: call.TxnID, refuse: sboRefusal(refuse), notFound: sboRefusal(wire.IDNoTransfer)}, reply{}
	}
	return jsonFamily{FamilySBO, sboRefusal(wire.IDCompanyKey), sboRefusal(wire.IDFormat), admit}
}

func (p *sboProvider) sboRegister(ctx context.Context, asked asked[wire.Register]) reply {
	switch {
	case !sboUserForm.MatchString(asked.in.Username):
		return sboRefusal(wire.IDUsername)
	case !equal(asked.in.Agent, p.known.Agent):
		return sboRefusal(wire.IDNoAgent)
	}
	return p.opened(ctx, "register-player", account{Game: asked.game, Username: asked.in.Username}, ok(sboYes()), sboRefusal(wire.IDExists))
}

func (p *sboProvider) sboBalance(ctx context.Context, asked asked[wire.Player]) reply {
	a, err := p.account(ctx, asked.game, asked.in.Username)
	if err != nil {
		return p.sboError("get-player-balance", err)
	}
	return ok(wire.BalanceReply{Reply: sboYes(), Username: a.Username, Currency: "THB", Balance: sboCredits(a)})
}

// sboCredits are an account's credits as the protocol tells them: what lies in open bets is in the balance too.
func sboCredits(a account) wire.Balance {
	return wire.Balance{Balance: credits(a.Balance + a.Outstanding), Outstanding: credits(a.Outstanding)}
}

func (p *sboProvider) sboDeposit(ctx context.Context, asked asked[wire.Deposit]) reply {
	return p.sboMove(ctx, asked.game, asked.in, +1)
}

func (p *sboProvider) sboWithdraw(ctx context.Context, asked asked[wire.Withdraw]) reply {
	if asked.in.IsFullAmount {
		return sboRefusal(wire.IDFormat) // all there is, whatever was asked for: the wallet never wants that
	}
	return p.sboMove(ctx, asked.game, asked.in.Deposit, -1)
}

// sboMove moves an amount. A reference that came before is refused, whoever's it was.
func (p *sboProvider) sboMove(ctx context.Context, game string, in wire.Deposit, sign int64) reply {
	amount, err := parseDecimal(string(in.Amount), bahtPlaces) // two decimals, as the protocol has it
	switch {
	case !sboRefForm.MatchString(in.TxnID):
		return sboRefusal(wire.IDReference)
	case err != nil || amount <= 0:
		return sboRefusal(wire.IDAmount)
	}
	done, err := p.move(ctx, move{Game: game, Username: in.Username, Ref: in.TxnID, Amount: sign * amount * moveStep, Once: true})
	if err != nil {
		return p.sboError("move", err)
	}
	a, err := p.account(ctx, game, in.Username)
	if err != nil {
		return p.sboError("move", err)
	}
	a.Balance = done.After
	answer := wire.TransferReply{Reply: sboYes(), TxnID: done.Ref, RefNo: sboRefNo(done.Ref), Balance: sboCredits(a)}
	if sign < 0 {
		answer.Amount = in.Amount
	}
	return ok(answer)
}

// sboRefNo is the provider's own number of a transfer.
func sboRefNo(ref string) string { return "S" + strings.ToUpper(ref) }

func (p *sboProvider) sboCheck(ctx context.Context, asked asked[wire.Check]) reply {
	done, err := p.movement(ctx, asked.game, asked.in.TxnID)
	if errors.Is(err, errGone) {
		return sboRefusal(wire.IDNoTransfer)
	}
	if err != nil {
		return p.broken("check-transaction-status", err)
	}
	answer := wire.CheckReply{
		Reply: sboYes(), TxnID: done.Ref, RefNo: sboRefNo(done.Ref), Username: done.Username, Type: wire.TypeDeposit, Amount: credits(done.Amount),
	}
	if done.Amount < 0 {
		answer.Type, answer.Amount = wire.TypeWithdraw, credits(-done.Amount)
	}
	return ok(answer)
}

func (p *sboProvider) sboLogin(ctx context.Context, asked asked[wire.Login]) reply {
	token, err := p.issueToken(ctx, asked.game, asked.in.Username)
	if err != nil {
		return p.sboError("login", err)
	}
	_, address, _ := strings.Cut(asked.public, ":") // without the scheme
	return ok(wire.LoginReply{Reply: sboYes(), URL: address + "/lobby/" + asked.game + "?token=" + token})
}

// sboLogout ends the account's sessions.
func (p *sboProvider) sboLogout(ctx context.Context, asked asked[wire.Player]) reply {
	if err := p.endSessions(ctx, asked.game, asked.in.Username); err != nil {
		return p.sboError("logout", err)
	}
	return ok(sboYes())
}

func (p *sboProvider) sboBets(ctx context.Context, asked asked[wire.Bets]) reply {
	from, err1 := wire.ParseTime(asked.in.StartDate)
	to, err2 := wire.ParseTime(asked.in.EndDate)
	if errors.Join(err1, err2) != nil || to.Before(from) || to.Sub(from) > wire.MostSpan || p.now().Sub(from) > wire.MostBack+time.Minute ||
		asked.in.Portfolio == "" {
		return sboRefusal(wire.IDFormat)
	}
	list, err := collect(ctx, p.db, scanRound, `SELECT `+roundColumns+` FROM game_round
		WHERE game = $1 AND changed_at >= $2 AND changed_at <= $3 AND changed_at < $4 ORDER BY changed_at, id`,
		asked.game, micros(from), micros(to), micros(p.listed(ctx, endOfTime)))
	if err != nil {
		return p.broken("get-bet-list-by-modify-date", err)
	}
	answer := wire.BetsReply{Reply: sboYes(), Result: []wire.Bet{}}
	for _, one := range list {
		answer.Result = append(answer.Result, sboBet(one))
	}
	return ok(answer)
}

func sboBet(one round) wire.Bet {
	const form = wire.TimeFormat + ".000000"
	bet := wire.Bet{
		RefNo: one.Code, Username: one.Username, SportsType: "Football", Currency: "THB", Stake: credits(one.Bet), ActualStake: credits(one.Bet),
		Turnover: credits(one.Bet), WinLost: credits(one.Win - one.Bet), OrderTime: one.At.In(wire.Zone).Format(form), ModifyDate: one.Changed.In(wire.Zone).Format(form),
	}
	switch {
	case one.State == roundRunning:
		bet.Status, bet.WinLost = "running", "0"
	case one.State == roundVoid:
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
func (p *sboProvider) sboError(call string, err error) reply {
	return p.refusal(call, err, noes{gone: sboRefusal(wire.IDNoPlayer), notEnough: sboRefusal(wire.IDNotEnough), used: sboRefusal(wire.IDUsed)})
}

func sboYes() wire.Reply { return sboEnvelope(wire.IDOK, "No Error") }

func sboRefusal(id int) reply { return ok(sboEnvelope(id, sboTexts[id])) }

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
