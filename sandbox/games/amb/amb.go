// Package amb is the sandbox's side of providers of the AMB family.
package amb

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"time"

	"krapao/connect/provider/amb/wire"
	"krapao/sandbox/core"
	"krapao/sandbox/games"
)

var userForm = regexp.MustCompile(`^[A-Za-z0-9_]{3,20}$`)

// mostRows is the longest page of a report.
const mostRows = 1000

// Credentials are an agent's credentials at every provider of the AMB family.
type Credentials struct{ Agent, Secret string }

// provider is a provider of the AMB family.
type provider struct {
	*games.Books
	known Credentials
}

// New registers the games of this family with the books.
func New(b *games.Books, known Credentials) core.Protocol {
	p := &provider{b, known}
	const base = "POST /games/{code}/amb"
	family := p.family()
	return core.Protocol{
		Name: "amb", Targets: games.Targets(games.FamilyAMB),
		Routes: []core.Route{
			core.Handle(base+wire.PathCreate, games.JSONCall(p.Books, family, core.OpCreate, p.create)),
			core.Handle(base+wire.PathBalance, games.JSONCall(p.Books, family, core.OpBalance, p.balance)),
			core.Handle(base+wire.PathDeposit, games.JSONCall(p.Books, family, core.OpMove, p.deposit)),
			core.Handle(base+wire.PathWithdraw, games.JSONCall(p.Books, family, core.OpMove, p.withdraw)),
			core.Handle(base+wire.PathLaunch, games.JSONCall(p.Books, family, core.OpLaunch, p.launch)),
			core.Handle(base+wire.PathPassword, games.JSONCall(p.Books, family, core.OpPassword, p.password)),
			core.Handle(base+wire.PathReport, games.JSONCall(p.Books, family, core.OpReport, p.report)),
			core.Handle(base+wire.PathRounds, games.JSONCall(p.Books, family, core.OpReport, p.rounds)),
		},
	}
}

// family authenticates the signature and the agent.
func (p *provider) family() games.JSONFamily {
	admit := func(_ games.Game, op string, header http.Header, body []byte) (core.Call, core.Reply) {
		var caller struct {
			Agent string `json:"agent"`
		}
		switch {
		case !wire.Verify(p.known.Secret, header.Get(wire.HeaderSignature), body):
			return core.Call{}, refusal(wire.CodeSignature)
		case json.Unmarshal(body, &caller) != nil:
			return core.Call{}, refusal(wire.CodeBadInput)
		case !core.SecretsEqual(caller.Agent, p.known.Agent):
			return core.Call{}, refusal(wire.CodeNoAgent)
		}
		return core.Call{Op: op, Refuse: refusal(wire.CodeRefused), NotFound: refusal(wire.CodeNoUser)}, core.Reply{}
	}
	return games.JSONFamily{
		Name: games.FamilyAMB, UnknownGame: refusal(wire.CodeNoAgent), Unreadable: refusal(wire.CodeBadInput), Authenticate: admit,
	}
}

func (p *provider) create(ctx context.Context, asked games.Request[wire.Create]) core.Reply {
	in := asked.In
	if !userForm.MatchString(in.Username) {
		return refusal(wire.CodeBadInput)
	}
	if len(in.Password) < 6 || len(in.Password) > 64 {
		return refusal(wire.CodeBadPassword)
	}
	return p.OpenAccount(ctx, "create", games.Account{Game: asked.Game, Username: in.Username, Password: in.Password},
		success(wire.CreateData{Username: in.Username}), refusal(wire.CodeExists))
}

func (p *provider) balance(ctx context.Context, asked games.Request[wire.Account]) core.Reply {
	a, err := p.Account(ctx, asked.Game, asked.In.Username)
	if err != nil {
		return p.refusalFor("balance", err)
	}
	return success(wire.BalanceData{Balance: core.CreditsNumber(a.Balance)})
}

func (p *provider) deposit(ctx context.Context, asked games.Request[wire.Move]) core.Reply {
	return p.move(ctx, asked, +1)
}

func (p *provider) withdraw(ctx context.Context, asked games.Request[wire.Move]) core.Reply {
	return p.move(ctx, asked, -1)
}

// move moves an amount. Every repetition moves it again: the protocol has no reference to recognise one by.
func (p *provider) move(ctx context.Context, asked games.Request[wire.Move], sign int64) core.Reply {
	amount, err := core.ParseDecimal(string(asked.In.Amount), core.CreditPlaces)
	if err != nil || amount <= 0 || amount%games.MoveStep != 0 {
		return refusal(wire.CodeBadInput)
	}
	done, err := p.Move(ctx, games.Move{Game: asked.Game, Username: asked.In.Username, Amount: sign * amount})
	if err != nil {
		return p.refusalFor("move", err)
	}
	return success(wire.MoveData{
		Balance: wire.Change{Before: core.CreditsNumber(done.Before), After: core.CreditsNumber(done.After)},
	})
}

func (p *provider) launch(ctx context.Context, asked games.Request[wire.Account]) core.Reply {
	token, err := p.IssueToken(ctx, asked.Game, asked.In.Username)
	if err != nil {
		return p.refusalFor("launch", err)
	}
	query := url.Values{"token": {token}}
	if asked.In.Lang != "" {
		query.Set("lang", asked.In.Lang)
	}
	return success(wire.LaunchData{URL: asked.Public + "/lobby/" + asked.Game + "?" + query.Encode()})
}

func (p *provider) password(ctx context.Context, asked games.Request[wire.Password]) core.Reply {
	if len(asked.In.NewPassword) < 6 || len(asked.In.NewPassword) > 64 {
		return refusal(wire.CodeBadPassword)
	}
	if err := p.SetPassword(ctx, asked.Game, asked.In.Username, asked.In.NewPassword); err != nil {
		return p.refusalFor("password", err)
	}
	return success(wire.PasswordData{Username: asked.In.Username})
}

func (p *provider) report(ctx context.Context, asked games.Request[wire.Report]) core.Reply {
	in := asked.In
	from, err1 := time.ParseInLocation(wire.DayFormat, in.StartDate, wire.Zone)
	to, err2 := time.ParseInLocation(wire.DayFormat, in.EndDate, wire.Zone)
	if errors.Join(err1, err2) != nil || !paging(in.Page, in.Limit) {
		return refusal(wire.CodeBadInput)
	}
	list, err := p.PlayedBetween(ctx, asked.Game, "", from, to.AddDate(0, 0, 1))
	if err != nil {
		return p.Broken("report", err)
	}
	rows := []wire.UserReport{}
	for _, one := range list {
		if len(in.UserList) == 0 || slices.Contains(in.UserList, one.Username) {
			rows = append(rows, wire.UserReport{
				Username: one.Username, Rounds: one.Rounds,
				Turnover: core.CreditsNumber(one.Bet), WinLoss: core.CreditsNumber(one.Won - one.Bet),
			})
		}
	}
	first := min((in.Page-1)*in.Limit, len(rows))
	return success(wire.ReportData{Total: new(len(rows)), List: rows[first:min(first+in.Limit, len(rows))]})
}

func (p *provider) rounds(ctx context.Context, asked games.Request[wire.Rounds]) core.Reply {
	in := asked.In
	if in.Username == "" || !paging(in.Page, in.Limit) {
		return refusal(wire.CodeBadInput)
	}
	list, total, err := p.Rounds(ctx, games.Span{
		Game: asked.Game, Username: in.Username, From: in.Start, To: in.End, Offset: (in.Page - 1) * in.Limit, Limit: in.Limit,
	})
	if err != nil {
		return p.Broken("rounds", err)
	}
	rows := []wire.Round{}
	for _, one := range list {
		rows = append(rows, wire.Round{
			ID: one.Code, Username: one.Username, BetAt: one.At, SettledAt: one.Changed,
			Bet: core.CreditsNumber(one.Bet), Win: core.CreditsNumber(one.Win),
		})
	}
	return success(wire.RoundsData{Total: &total, List: rows})
}

func paging(page, limit int) bool {
	return page >= 1 && page <= 1_000_000 && limit >= 1 && limit <= mostRows
}

// refusalFor answers an error of an account or a movement.
func (p *provider) refusalFor(call string, err error) core.Reply {
	return p.Refusal(call, err, games.Refusals{Gone: refusal(wire.CodeNoUser), NotEnough: refusal(wire.CodeNotEnough)})
}

func success[T any](data T) core.Reply {
	return core.OK(wire.Reply[T]{Status: wire.Status{Code: wire.CodeOK, Message: "Success"}, Data: &data})
}

func refusal(code int) core.Reply {
	text := map[int]string{
		wire.CodeExists:      "Username already exists",
		wire.CodeNoUser:      "Username not found",
		wire.CodeNotEnough:   "Insufficient balance",
		wire.CodeBadInput:    "Invalid parameter",
		wire.CodeBadPassword: "Invalid password",
		wire.CodeRefused:     "Operation is not allowed",
		wire.CodeSignature:   "Invalid signature",
		wire.CodeNoAgent:     "Agent not found",
	}[code]
	return core.OK(wire.Reply[struct{}]{Status: wire.Status{Code: code, Message: text}})
}
