package sandbox

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
)

var ambUserForm = regexp.MustCompile(`^[A-Za-z0-9_]{3,20}$`)

// ambMostRows is the longest page of a report.
const ambMostRows = 1000

// AMBCredentials are an agent's at every provider of the AMB family.
type AMBCredentials struct{ Agent, Secret string }

// ambProvider is a provider of the AMB family.
type ambProvider struct {
	*books
	known AMBCredentials
}

func newAMB(b *books, known AMBCredentials) core.Protocol {
	p := &ambProvider{b, known}
	const base = "POST /games/{code}/amb"
	family := p.ambFamily()
	return core.Protocol{
		Name: "amb", Targets: familyTargets(FamilyAMB),
		Routes: []core.Route{
			core.Handle(base+wire.PathCreate, jsonCall(p.books, family, core.OpCreate, p.ambCreate)),
			core.Handle(base+wire.PathBalance, jsonCall(p.books, family, core.OpBalance, p.ambBalance)),
			core.Handle(base+wire.PathDeposit, jsonCall(p.books, family, core.OpMove, p.ambDeposit)),
			core.Handle(base+wire.PathWithdraw, jsonCall(p.books, family, core.OpMove, p.ambWithdraw)),
			core.Handle(base+wire.PathLaunch, jsonCall(p.books, family, core.OpLaunch, p.ambLaunch)),
			core.Handle(base+wire.PathPassword, jsonCall(p.books, family, core.OpPassword, p.ambPassword)),
			core.Handle(base+wire.PathReport, jsonCall(p.books, family, core.OpReport, p.ambReport)),
			core.Handle(base+wire.PathRounds, jsonCall(p.books, family, core.OpReport, p.ambRounds)),
		},
	}
}

// ambFamily lets in whoever signs, and is the agent.
func (p *ambProvider) ambFamily() jsonFamily {
	admit := func(_ Game, op string, header http.Header, body []byte) (core.Call, core.Reply) {
		var caller struct {
			Agent string `json:"agent"`
		}
		switch {
		case !wire.Verify(p.known.Secret, header.Get(wire.HeaderSignature), body):
			return core.Call{}, ambRefusal(wire.CodeSignature)
		case json.Unmarshal(body, &caller) != nil:
			return core.Call{}, ambRefusal(wire.CodeBadInput)
		case !core.SecretsEqual(caller.Agent, p.known.Agent):
			return core.Call{}, ambRefusal(wire.CodeNoAgent)
		}
		return core.Call{Op: op, Refuse: ambRefusal(wire.CodeRefused), NotFound: ambRefusal(wire.CodeNoUser)}, core.Reply{}
	}
	return jsonFamily{FamilyAMB, ambRefusal(wire.CodeNoAgent), ambRefusal(wire.CodeBadInput), admit}
}

func (p *ambProvider) ambCreate(ctx context.Context, asked asked[wire.Create]) core.Reply {
	in := asked.in
	if !ambUserForm.MatchString(in.Username) {
		return ambRefusal(wire.CodeBadInput)
	}
	if len(in.Password) < 6 || len(in.Password) > 64 {
		return ambRefusal(wire.CodeBadPassword)
	}
	return p.opened(ctx, "create", account{Game: asked.game, Username: in.Username, Password: in.Password},
		ambOK(wire.CreateData{Username: in.Username}), ambRefusal(wire.CodeExists))
}

func (p *ambProvider) ambBalance(ctx context.Context, asked asked[wire.Account]) core.Reply {
	a, err := p.account(ctx, asked.game, asked.in.Username)
	if err != nil {
		return p.ambError("balance", err)
	}
	return ambOK(wire.BalanceData{Balance: core.CreditsNumber(a.Balance)})
}

func (p *ambProvider) ambDeposit(ctx context.Context, asked asked[wire.Move]) core.Reply {
	return p.ambMove(ctx, asked, +1)
}

func (p *ambProvider) ambWithdraw(ctx context.Context, asked asked[wire.Move]) core.Reply {
	return p.ambMove(ctx, asked, -1)
}

// ambMove moves an amount, once more each time it is asked: the protocol has no reference to know a repetition by.
func (p *ambProvider) ambMove(ctx context.Context, asked asked[wire.Move], sign int64) core.Reply {
	amount, err := core.ParseDecimal(string(asked.in.Amount), core.CreditPlaces)
	if err != nil || amount <= 0 || amount%moveStep != 0 {
		return ambRefusal(wire.CodeBadInput)
	}
	done, err := p.move(ctx, move{Game: asked.game, Username: asked.in.Username, Amount: sign * amount})
	if err != nil {
		return p.ambError("move", err)
	}
	return ambOK(wire.MoveData{Balance: wire.Change{Before: core.CreditsNumber(done.Before), After: core.CreditsNumber(done.After)}})
}

func (p *ambProvider) ambLaunch(ctx context.Context, asked asked[wire.Account]) core.Reply {
	token, err := p.issueToken(ctx, asked.game, asked.in.Username)
	if err != nil {
		return p.ambError("launch", err)
	}
	query := url.Values{"token": {token}}
	if asked.in.Lang != "" {
		query.Set("lang", asked.in.Lang)
	}
	return ambOK(wire.LaunchData{URL: asked.public + "/lobby/" + asked.game + "?" + query.Encode()})
}

func (p *ambProvider) ambPassword(ctx context.Context, asked asked[wire.Password]) core.Reply {
	if len(asked.in.NewPassword) < 6 || len(asked.in.NewPassword) > 64 {
		return ambRefusal(wire.CodeBadPassword)
	}
	if err := p.setPassword(ctx, asked.game, asked.in.Username, asked.in.NewPassword); err != nil {
		return p.ambError("password", err)
	}
	return ambOK(wire.PasswordData{Username: asked.in.Username})
}

func (p *ambProvider) ambReport(ctx context.Context, asked asked[wire.Report]) core.Reply {
	in := asked.in
	from, err1 := time.ParseInLocation(wire.DayFormat, in.StartDate, wire.Zone)
	to, err2 := time.ParseInLocation(wire.DayFormat, in.EndDate, wire.Zone)
	if errors.Join(err1, err2) != nil || !ambPaging(in.Page, in.Limit) {
		return ambRefusal(wire.CodeBadInput)
	}
	list, err := p.playedBetween(ctx, asked.game, "", from, to.AddDate(0, 0, 1))
	if err != nil {
		return p.Broken("report", err)
	}
	rows := []wire.UserReport{}
	for _, one := range list {
		if len(in.UserList) == 0 || slices.Contains(in.UserList, one.Username) {
			rows = append(rows, wire.UserReport{
				Username: one.Username, Rounds: one.Rounds, Turnover: core.CreditsNumber(one.Bet), WinLoss: core.CreditsNumber(one.Won - one.Bet),
			})
		}
	}
	first := min((in.Page-1)*in.Limit, len(rows))
	return ambOK(wire.ReportData{Total: new(len(rows)), List: rows[first:min(first+in.Limit, len(rows))]})
}

func (p *ambProvider) ambRounds(ctx context.Context, asked asked[wire.Rounds]) core.Reply {
	in := asked.in
	if in.Username == "" || !ambPaging(in.Page, in.Limit) {
		return ambRefusal(wire.CodeBadInput)
	}
	list, total, err := p.rounds(ctx, span{
		Game: asked.game, Username: in.Username, From: in.Start, To: in.End, Offset: (in.Page - 1) * in.Limit, Limit: in.Limit,
	})
	if err != nil {
		return p.Broken("rounds", err)
	}
	rows := []wire.Round{}
	for _, one := range list {
		rows = append(rows, wire.Round{
			ID: one.Code, Username: one.Username, BetAt: one.At, SettledAt: one.Changed, Bet: core.CreditsNumber(one.Bet), Win: core.CreditsNumber(one.Win),
		})
	}
	return ambOK(wire.RoundsData{Total: &total, List: rows})
}

func ambPaging(page, limit int) bool {
	return page >= 1 && page <= 1_000_000 && limit >= 1 && limit <= ambMostRows
}

// ambError answers what an account or a movement refused.
func (p *ambProvider) ambError(call string, err error) core.Reply {
	return p.refusal(call, err, noes{gone: ambRefusal(wire.CodeNoUser), notEnough: ambRefusal(wire.CodeNotEnough)})
}

func ambOK[T any](data T) core.Reply {
	return core.OK(wire.Reply[T]{Status: wire.Status{Code: wire.CodeOK, Message: "Success"}, Data: &data})
}

func ambRefusal(code int) core.Reply {
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
