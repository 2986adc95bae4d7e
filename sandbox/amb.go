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
)

var ambUserForm = regexp.MustCompile(`^[A-Za-z0-9_]{3,20}$`)

// ambMostRows is the longest page of a report.
const ambMostRows = 1000

// ambProvider is a provider of the AMB family.
type ambProvider struct {
	*books
	known AMBCredentials
}

func newAMB(b *books, known AMBCredentials) protocol {
	p := &ambProvider{b, known}
	const base = "POST /games/{code}/amb"
	family := p.ambFamily()
	return protocol{
		Name: "amb", Targets: familyTargets(FamilyAMB),
		Routes: []route{
			handle(base+wire.PathCreate, jsonCall(p.books, family, opCreate, p.ambCreate)),
			handle(base+wire.PathBalance, jsonCall(p.books, family, opBalance, p.ambBalance)),
			handle(base+wire.PathDeposit, jsonCall(p.books, family, opMove, p.ambDeposit)),
			handle(base+wire.PathWithdraw, jsonCall(p.books, family, opMove, p.ambWithdraw)),
			handle(base+wire.PathLaunch, jsonCall(p.books, family, opLaunch, p.ambLaunch)),
			handle(base+wire.PathPassword, jsonCall(p.books, family, opPassword, p.ambPassword)),
			handle(base+wire.PathReport, jsonCall(p.books, family, opReport, p.ambReport)),
			handle(base+wire.PathRounds, jsonCall(p.books, family, opReport, p.ambRounds)),
		},
	}
}

// ambFamily lets in whoever signs, and is the agent.
func (p *ambProvider) ambFamily() jsonFamily {
	admit := func(_ Game, op string, header http.Header, body []byte) (protocolCall, reply) {
		var caller struct {
			Agent string `json:"agent"`
		}
		switch {
		case !wire.Verify(p.known.Secret, header.Get(wire.HeaderSignature), body):
			return protocolCall{}, ambRefusal(wire.CodeSignature)
		case json.Unmarshal(body, &caller) != nil:
			return protocolCall{}, ambRefusal(wire.CodeBadInput)
		case !equal(caller.Agent, p.known.Agent):
			return protocolCall{}, ambRefusal(wire.CodeNoAgent)
		}
		return protocolCall{op: op, refuse: ambRefusal(wire.CodeRefused), notFound: ambRefusal(wire.CodeNoUser)}, reply{}
	}
	return jsonFamily{FamilyAMB, ambRefusal(wire.CodeNoAgent), ambRefusal(wire.CodeBadInput), admit}
}

func (p *ambProvider) ambCreate(ctx context.Context, asked asked[wire.Create]) reply {
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

func (p *ambProvider) ambBalance(ctx context.Context, asked asked[wire.Account]) reply {
	a, err := p.account(ctx, asked.game, asked.in.Username)
	if err != nil {
		return p.ambError("balance", err)
	}
	return ambOK(wire.BalanceData{Balance: credits(a.Balance)})
}

func (p *ambProvider) ambDeposit(ctx context.Context, asked asked[wire.Move]) reply {
	return p.ambMove(ctx, asked, +1)
}

func (p *ambProvider) ambWithdraw(ctx context.Context, asked asked[wire.Move]) reply {
	return p.ambMove(ctx, asked, -1)
}

// ambMove moves an amount, once more each time it is asked: the protocol has no reference to know a repetition by.
func (p *ambProvider) ambMove(ctx context.Context, asked asked[wire.Move], sign int64) reply {
	amount, err := parseDecimal(string(asked.in.Amount), creditPlaces)
	if err != nil || amount <= 0 || amount%moveStep != 0 {
		return ambRefusal(wire.CodeBadInput)
	}
	done, err := p.move(ctx, move{Game: asked.game, Username: asked.in.Username, Amount: sign * amount})
	if err != nil {
		return p.ambError("move", err)
	}
	return ambOK(wire.MoveData{Balance: wire.Change{Before: credits(done.Before), After: credits(done.After)}})
}

func (p *ambProvider) ambLaunch(ctx context.Context, asked asked[wire.Account]) reply {
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

func (p *ambProvider) ambPassword(ctx context.Context, asked asked[wire.Password]) reply {
	if len(asked.in.NewPassword) < 6 || len(asked.in.NewPassword) > 64 {
		return ambRefusal(wire.CodeBadPassword)
	}
	if err := p.setPassword(ctx, asked.game, asked.in.Username, asked.in.NewPassword); err != nil {
		return p.ambError("password", err)
	}
	return ambOK(wire.PasswordData{Username: asked.in.Username})
}

func (p *ambProvider) ambReport(ctx context.Context, asked asked[wire.Report]) reply {
	in := asked.in
	from, err1 := time.ParseInLocation(wire.DayFormat, in.StartDate, wire.Zone)
	to, err2 := time.ParseInLocation(wire.DayFormat, in.EndDate, wire.Zone)
	if errors.Join(err1, err2) != nil || !ambPaging(in.Page, in.Limit) {
		return ambRefusal(wire.CodeBadInput)
	}
	list, err := p.playedBetween(ctx, asked.game, "", from, to.AddDate(0, 0, 1))
	if err != nil {
		return p.broken("report", err)
	}
	rows := []wire.UserReport{}
	for _, one := range list {
		if len(in.UserList) == 0 || slices.Contains(in.UserList, one.Username) {
			rows = append(rows, wire.UserReport{
				Username: one.Username, Rounds: one.Rounds, Turnover: credits(one.Bet), WinLoss: credits(one.Won - one.Bet),
			})
		}
	}
	first := min((in.Page-1)*in.Limit, len(rows))
	return ambOK(wire.ReportData{Total: new(len(rows)), List: rows[first:min(first+in.Limit, len(rows))]})
}

func (p *ambProvider) ambRounds(ctx context.Context, asked asked[wire.Rounds]) reply {
	in := asked.in
	if in.Username == "" || !ambPaging(in.Page, in.Limit) {
		return ambRefusal(wire.CodeBadInput)
	}
	list, total, err := p.rounds(ctx, span{
		Game: asked.game, Username: in.Username, From: in.Start, To: in.End, Offset: (in.Page - 1) * in.Limit, Limit: in.Limit,
	})
	if err != nil {
		return p.broken("rounds", err)
	}
	rows := []wire.Round{}
	for _, one := range list {
		rows = append(rows, wire.Round{
			ID: one.Code, Username: one.Username, BetAt: one.At, SettledAt: one.Changed, Bet: credits(one.Bet), Win: credits(one.Win),
		})
	}
	return ambOK(wire.RoundsData{Total: &total, List: rows})
}

func ambPaging(page, limit int) bool {
	return page >= 1 && page <= 1_000_000 && limit >= 1 && limit <= ambMostRows
}

// ambError answers what an account or a movement refused.
func (p *ambProvider) ambError(call string, err error) reply {
	return p.refusal(call, err, noes{gone: ambRefusal(wire.CodeNoUser), notEnough: ambRefusal(wire.CodeNotEnough)})
}

func ambOK[T any](data T) reply {
	return ok(wire.Reply[T]{Status: wire.Status{Code: wire.CodeOK, Message: "Success"}, Data: &data})
}

func ambRefusal(code int) reply {
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
	return ok(wire.Reply[struct{}]{Status: wire.Status{Code: code, Message: text}})
}
