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
	"krapao/sandbox/games"
)

var ambUserForm = regexp.MustCompile(`^[A-Za-z0-9_]{3,20}$`)

// ambMostRows is the longest page of a report.
const ambMostRows = 1000

// AMBCredentials are an agent's at every provider of the AMB family.
type AMBCredentials struct{ Agent, Secret string }

// ambProvider is a provider of the AMB family.
type ambProvider struct {
	*games.Books
	known AMBCredentials
}

func newAMB(b *games.Books, known AMBCredentials) core.Protocol {
	p := &ambProvider{b, known}
	const base = "POST /games/{code}/amb"
	family := p.ambFamily()
	return core.Protocol{
		Name: "amb", Targets: games.Targets(games.FamilyAMB),
		Routes: []core.Route{
			core.Handle(base+wire.PathCreate, games.JSONCall(p.Books, family, core.OpCreate, p.ambCreate)),
			core.Handle(base+wire.PathBalance, games.JSONCall(p.Books, family, core.OpBalance, p.ambBalance)),
			core.Handle(base+wire.PathDeposit, games.JSONCall(p.Books, family, core.OpMove, p.ambDeposit)),
			core.Handle(base+wire.PathWithdraw, games.JSONCall(p.Books, family, core.OpMove, p.ambWithdraw)),
			core.Handle(base+wire.PathLaunch, games.JSONCall(p.Books, family, core.OpLaunch, p.ambLaunch)),
			core.Handle(base+wire.PathPassword, games.JSONCall(p.Books, family, core.OpPassword, p.ambPassword)),
			core.Handle(base+wire.PathReport, games.JSONCall(p.Books, family, core.OpReport, p.ambReport)),
			core.Handle(base+wire.PathRounds, games.JSONCall(p.Books, family, core.OpReport, p.ambRounds)),
		},
	}
}

// ambFamily lets in whoever signs, and is the agent.
func (p *ambProvider) ambFamily() games.JSONFamily {
	admit := func(_ games.Game, op string, header http.Header, body []byte) (core.Call, core.Reply) {
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
	return games.JSONFamily{Name: games.FamilyAMB, UnknownGame: ambRefusal(wire.CodeNoAgent), Unreadable: ambRefusal(wire.CodeBadInput), Authenticate: admit}
}

func (p *ambProvider) ambCreate(ctx context.Context, asked games.Request[wire.Create]) core.Reply {
	in := asked.In
	if !ambUserForm.MatchString(in.Username) {
		return ambRefusal(wire.CodeBadInput)
	}
	if len(in.Password) < 6 || len(in.Password) > 64 {
		return ambRefusal(wire.CodeBadPassword)
	}
	return p.OpenAccount(ctx, "create", games.Account{Game: asked.Game, Username: in.Username, Password: in.Password},
		ambOK(wire.CreateData{Username: in.Username}), ambRefusal(wire.CodeExists))
}

func (p *ambProvider) ambBalance(ctx context.Context, asked games.Request[wire.Account]) core.Reply {
	a, err := p.Account(ctx, asked.Game, asked.In.Username)
	if err != nil {
		return p.ambError("balance", err)
	}
	return ambOK(wire.BalanceData{Balance: core.CreditsNumber(a.Balance)})
}

func (p *ambProvider) ambDeposit(ctx context.Context, asked games.Request[wire.Move]) core.Reply {
	return p.ambMove(ctx, asked, +1)
}

func (p *ambProvider) ambWithdraw(ctx context.Context, asked games.Request[wire.Move]) core.Reply {
	return p.ambMove(ctx, asked, -1)
}

// ambMove moves an amount, once more each time it is asked: the protocol has no reference to know a repetition by.
func (p *ambProvider) ambMove(ctx context.Context, asked games.Request[wire.Move], sign int64) core.Reply {
	amount, err := core.ParseDecimal(string(asked.In.Amount), core.CreditPlaces)
	if err != nil || amount <= 0 || amount%games.MoveStep != 0 {
		return ambRefusal(wire.CodeBadInput)
	}
	done, err := p.Move(ctx, games.Move{Game: asked.Game, Username: asked.In.Username, Amount: sign * amount})
	if err != nil {
		return p.ambError("move", err)
	}
	return ambOK(wire.MoveData{Balance: wire.Change{Before: core.CreditsNumber(done.Before), After: core.CreditsNumber(done.After)}})
}

func (p *ambProvider) ambLaunch(ctx context.Context, asked games.Request[wire.Account]) core.Reply {
	token, err := p.IssueToken(ctx, asked.Game, asked.In.Username)
	if err != nil {
		return p.ambError("launch", err)
	}
	query := url.Values{"token": {token}}
	if asked.In.Lang != "" {
		query.Set("lang", asked.In.Lang)
	}
	return ambOK(wire.LaunchData{URL: asked.Public + "/lobby/" + asked.Game + "?" + query.Encode()})
}

func (p *ambProvider) ambPassword(ctx context.Context, asked games.Request[wire.Password]) core.Reply {
	if len(asked.In.NewPassword) < 6 || len(asked.In.NewPassword) > 64 {
		return ambRefusal(wire.CodeBadPassword)
	}
	if err := p.SetPassword(ctx, asked.Game, asked.In.Username, asked.In.NewPassword); err != nil {
		return p.ambError("password", err)
	}
	return ambOK(wire.PasswordData{Username: asked.In.Username})
}

func (p *ambProvider) ambReport(ctx context.Context, asked games.Request[wire.Report]) core.Reply {
	in := asked.In
	from, err1 := time.ParseInLocation(wire.DayFormat, in.StartDate, wire.Zone)
	to, err2 := time.ParseInLocation(wire.DayFormat, in.EndDate, wire.Zone)
	if errors.Join(err1, err2) != nil || !ambPaging(in.Page, in.Limit) {
		return ambRefusal(wire.CodeBadInput)
	}
	list, err := p.PlayedBetween(ctx, asked.Game, "", from, to.AddDate(0, 0, 1))
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

func (p *ambProvider) ambRounds(ctx context.Context, asked games.Request[wire.Rounds]) core.Reply {
	in := asked.In
	if in.Username == "" || !ambPaging(in.Page, in.Limit) {
		return ambRefusal(wire.CodeBadInput)
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
	return p.Refusal(call, err, games.Refusals{Gone: ambRefusal(wire.CodeNoUser), NotEnough: ambRefusal(wire.CodeNotEnough)})
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
