// Package amblotto is the sandbox's side of the AMB maker's lottery.
package amblotto

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"krapao/connect/provider/amblotto/wire"
	"krapao/sandbox/core"
	"krapao/sandbox/games"
)

var (
	userForm   = regexp.MustCompile(`^[a-z0-9]{4,36}$`)
	refForm    = regexp.MustCompile(`^[A-Za-z0-9]{1,50}$`)
	numberForm = regexp.MustCompile(`^[0-9]{10}$`)
)

// product is the sandbox's name of its own lottery in the answers about play.
const product = "LOTTO"

// Credentials are an agent's credentials; the key signs, and every user name begins with Prefix.
type Credentials struct{ AgentID, Key, Prefix string }

// provider is the AMB maker's lottery.
type provider struct {
	*games.Books
	known Credentials
}

// New registers the games of this family with the books.
func New(b *games.Books, known Credentials) core.Protocol {
	p := &provider{b, known}
	const base = "POST /games/{code}/amblotto"
	family := p.family(wire.CodeNoAgent)
	return core.Protocol{
		Name: "amblotto", Targets: games.Targets(games.FamilyAMBLotto),
		Routes: []core.Route{
			core.Handle(base+wire.PathRegister, games.JSONCall(p.Books, family, core.OpCreate, p.register)),
			core.Handle(base+wire.PathCredit, games.JSONCall(p.Books, family, core.OpBalance, p.credit)),
			core.Handle(base+wire.PathDeposit, games.JSONCall(p.Books, family, core.OpMove, p.deposit)),
			core.Handle(base+wire.PathWithdraw, games.JSONCall(p.Books, family, core.OpMove, p.withdraw)),
			core.Handle(base+wire.PathTurn, games.JSONCall(p.Books, family, core.OpReport, p.turn)),
			core.Handle(base+wire.PathLogin, games.JSONCall(p.Books, p.family(wire.CodeCaller), core.OpLaunch, p.login)),
			core.Handle(base+wire.PathPassword, games.JSONCall(p.Books, p.family(wire.CodeBadKey), core.OpPassword, p.password)),
		},
	}
}

// family authenticates the agent, whose name is in one of three fields. Calls that are signed check the signature
// themselves. refuse is the code of a call's documented refusal.
func (p *provider) family(refuse int) games.JSONFamily {
	admit := func(game games.Game, op string, _ http.Header, body []byte) (core.Call, core.Reply) {
		var agent struct {
			ID    string `json:"agentId"`
			Name  string `json:"agent"`
			Login string `json:"agentUsername"`
			Ref   string `json:"transaction_ref"`
		}
		if err := json.Unmarshal(body, &agent); err != nil {
			return core.Call{}, refusal(wire.CodeBadData)
		}
		if !core.SecretsEqual(agent.ID+agent.Name+agent.Login, p.known.AgentID) {
			return core.Call{}, refusal(refuse)
		}
		if op == core.OpReport && p.Faults.Waits(games.Target(game.Code), core.OpCheck, agent.Ref) {
			op = core.OpCheck // one call serves both
		}
		return core.Call{Op: op, Ref: agent.Ref, Refuse: refusal(refuse), NotFound: refusal(wire.CodeNoLog)}, core.Reply{}
	}
	return games.JSONFamily{
		Name: games.FamilyAMBLotto, UnknownGame: refusal(wire.CodeNoAgent), Unreadable: refusal(wire.CodeBadData),
		Authenticate: admit,
	}
}

func (p *provider) register(ctx context.Context, asked games.Request[wire.Register]) core.Reply {
	in := asked.In
	switch {
	case !strings.HasPrefix(in.Username, p.known.Prefix), in.FirstName == "", in.LastName == "":
		return refusal(wire.CodeBadPrefix)
	case !userForm.MatchString(in.Username):
		return refusal(wire.CodeBadUsername)
	case !strongPassword(in.Password):
		return refusal(wire.CodeBadPassword)
	case !slices.Contains(wire.Banks, in.Bank):
		return refusal(wire.CodeBadBank)
	case !numberForm.MatchString(in.Phone):
		return refusal(wire.CodeBadPhone)
	case !numberForm.MatchString(in.AccountNo):
		return refusal(wire.CodeBadAccount)
	}
	return p.OpenAccount(ctx, "register", games.Account{Game: asked.Game, Username: in.Username, Password: in.Password},
		core.OK(success()), refusal(wire.CodeExists))
}

// strongPassword reports whether a password has at least 8 characters, no space, and a small letter, a capital and a
// digit.
func strongPassword(password string) bool {
	return len(password) >= 8 && len(password) <= 64 && !strings.Contains(password, " ") &&
		strings.ContainsFunc(password, unicode.IsLower) && strings.ContainsFunc(password, unicode.IsUpper) &&
		strings.ContainsFunc(password, unicode.IsDigit)
}

func (p *provider) credit(ctx context.Context, asked games.Request[wire.Credit]) core.Reply {
	in, own := asked.In, p.known
	if !wire.Same(in.Signature, wire.SignCredit(own.Key, in.AgentID, in.Username)) {
		return refusal(wire.CodeSignature)
	}
	a, err := p.Account(ctx, asked.Game, in.Username)
	if err != nil {
		return p.refusalFor("getcreditmember", err)
	}
	return core.OK(wire.CreditReply{Reply: success(), Credit: core.CreditsNumber(a.Balance)})
}

func (p *provider) deposit(ctx context.Context, asked games.Request[wire.Move]) core.Reply {
	return p.move(ctx, asked, +1)
}

func (p *provider) withdraw(ctx context.Context, asked games.Request[wire.Move]) core.Reply {
	return p.move(ctx, asked, -1)
}

// move moves an amount. A repeated reference is a duplicate, whatever the other fields.
func (p *provider) move(ctx context.Context, asked games.Request[wire.Move], sign int64) core.Reply {
	in, own := asked.In, p.known
	amount, err := core.ParseDecimal(string(in.Amount), core.BahtPlaces)
	if err != nil || amount <= 0 || !refForm.MatchString(in.Ref) {
		return refusal(wire.CodeBadData)
	}
	signed := core.FormatDecimal(amount, core.BahtPlaces, core.BahtPlaces)
	if !wire.Same(in.Signature, wire.SignMove(own.Key, in.AgentID, in.Username, signed)) {
		return refusal(wire.CodeSignature)
	}
	done, err := p.Move(ctx, games.Move{
		Game: asked.Game, Username: in.Username, Ref: in.Ref, Amount: sign * amount * games.MoveStep, RefuseRepeat: true,
	})
	if err != nil {
		return p.refusalFor("move", err)
	}
	return core.OK(wire.MoveReply{
		Reply: success(), Before: core.CreditsNumber(done.Before), After: core.CreditsNumber(done.After), Ref: ownRef(done.Ref),
	})
}

// turn reports the play since a movement: the bets that settled after it, and all open ones.
func (p *provider) turn(ctx context.Context, asked games.Request[wire.Turn]) core.Reply {
	in, own := asked.In, p.known
	if !wire.Same(in.Signature, wire.SignTurn(own.Key, in.AgentID, in.Username, in.Ref)) {
		return refusal(wire.CodeSignature)
	}
	a, err := p.Account(ctx, asked.Game, in.Username)
	if err != nil {
		return p.refusalFor("validturn", err)
	}
	since, err := p.Movement(ctx, asked.Game, in.Ref)
	if errors.Is(err, core.ErrNotFound) || err == nil && since.Username != in.Username {
		return refusal(wire.CodeNoLog)
	}
	if err != nil {
		return p.Broken("validturn", err)
	}
	list, err := p.PlayedBetween(ctx, asked.Game, in.Username, since.At, games.EndOfTime)
	if err != nil {
		return p.Broken("validturn", err)
	}
	var bet, won int64
	for _, one := range list {
		bet, won = bet+one.Bet, won+one.Won
	}
	return core.OK(wire.TurnReply{Reply: success(), Username: in.Username, Ref: ownRef(in.Ref), Data: map[string]wire.Product{
		product: {
			Game: product, Amount: core.CreditsNumber(bet + a.Outstanding), ValidAmount: core.CreditsNumber(bet),
			WinLoss:     core.CreditsNumber(won - bet),
			Outstanding: core.CreditsNumber(a.Outstanding),
		},
	}})
}

// login answers with a page. The maker's page opens once; this one opens again as long as a lobby session lasts, so
// that a browser may reload it.
func (p *provider) login(ctx context.Context, asked games.Request[wire.Login]) core.Reply {
	in := asked.In
	a, err := p.Account(ctx, asked.Game, in.Username)
	if errors.Is(err, core.ErrNotFound) || err == nil && !core.SecretsEqual(a.Password, in.Password) {
		return refusal(wire.CodeBadLogin)
	}
	if err != nil {
		return p.Broken("login", err)
	}
	token, err := p.IssueToken(ctx, asked.Game, in.Username)
	if err != nil {
		return p.refusalFor("login", err)
	}
	page := asked.Public + "/lobby/" + asked.Game + "?" + url.Values{"token": {token}}.Encode()
	return core.OK(wire.LoginReply{Reply: success(), Data: &wire.LoginData{
		Username: in.Username + "@" + in.Agent, Token: token, URL: page + "&header=off", FullPage: page + "&header=on",
	}})
}

func (p *provider) password(ctx context.Context, asked games.Request[wire.Password]) core.Reply {
	in, own := asked.In, p.known
	switch {
	case !core.SecretsEqual(in.Key, own.Key):
		return refusal(wire.CodeBadKey)
	case !wire.Same(in.Signature, wire.SignPassword(own.Key, in.Agent, in.Username, in.NewPassword)):
		return refusal(wire.CodeSignature)
	case !strongPassword(in.NewPassword):
		return refusal(wire.CodeBadPassword)
	}
	if err := p.SetPassword(ctx, asked.Game, in.Username, in.NewPassword); err != nil {
		return p.refusalFor("password", err)
	}
	return core.OK(wire.Reply{Code: wire.CodeOK, Message: "update password success"})
}

// ownRef is the provider's own reference of a movement, as long as the document's.
func ownRef(ref string) string {
	sum := sha256.Sum256([]byte(ref))
	return hex.EncodeToString(sum[:20])
}

// refusalFor answers an error of an account or a movement.
func (p *provider) refusalFor(call string, err error) core.Reply {
	return p.Refusal(call, err, games.Refusals{
		Gone: refusal(wire.CodeNoMember), NotEnough: refusal(wire.CodeNotEnough), Used: refusal(wire.CodeDuplicate),
	})
}

func success() wire.Reply { return wire.Reply{Code: wire.CodeOK, Message: "success"} }

func refusal(code int) core.Reply {
	text := map[int]string{
		wire.CodeNotEnough:   "Insufficient balance.",
		wire.CodeCaller:      "Invalid UserAgent or ApiKey",
		wire.CodeExists:      "user already exists",
		wire.CodeNoMember:    "member not found",
		wire.CodeBadData:     "invalid data value",
		wire.CodeDuplicate:   "duplicate transaction ref",
		wire.CodeNoAgent:     "agent not found",
		wire.CodeBadPrefix:   "prefix or name is missing",
		wire.CodeBadBank:     "invalid bank name",
		wire.CodeSignature:   "invalid signature",
		wire.CodeNoLog:       "log data not found",
		wire.CodeBadUsername: "invalid username",
		wire.CodeBadPassword: "invalid password",
		wire.CodeBadPhone:    "invalid phone",
		wire.CodeBadAccount:  "invalid acc_no",
		wire.CodeBadKey:      "invalid key",
		wire.CodeBadLogin:    "invalid username or password",
	}[code]
	return core.OK(wire.Reply{Code: code, Message: text})
}
