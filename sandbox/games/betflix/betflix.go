// Package betflix is the sandbox's side of BETFLIX.
package betflix

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"krapao/connect/provider/betflix/wire"
	"krapao/internal/clock"
	"krapao/sandbox/core"
	"krapao/sandbox/games"
)

var (
	userForm = regexp.MustCompile(`^[a-z0-9]{3,17}$`)
	refForm  = regexp.MustCompile(`^[A-Za-z0-9_]{1,50}$`)
)

// Credentials are sent in two headers; every user name begins with Prefix.
type Credentials struct{ ID, Key, Prefix string }

// provider is BETFLIX.
type provider struct {
	*games.Books
	known Credentials
}

// New registers the games of this family with the books.
func New(b *games.Books, known Credentials) core.Protocol {
	p := &provider{b, known}
	const base = "/games/{code}/betflix"
	routes := []core.Route{core.Handle("GET "+base+"/login/apilogin/{token}", p.handleOpen)}
	for path, call := range map[string]call{
		"POST " + base + wire.PathRegister: {core.OpCreate, p.register},
		"POST " + base + wire.PathBalance:  {core.OpBalance, p.balance},
		"POST " + base + wire.PathTransfer: {core.OpMove, p.transfer},
		"POST " + base + wire.PathPassword: {core.OpPassword, p.password},
		"POST " + base + wire.PathLogin:    {core.OpLaunch, p.login},
		"GET " + base + wire.PathTransfers: {core.OpCheck, p.transfers},
		"GET " + base + wire.PathSummary:   {core.OpReport, p.summary},
	} {
		routes = append(routes, core.Handle(path, p.betflix(call)))
	}
	return core.Protocol{Name: "betflix", Targets: games.Targets(games.FamilyBETFLIX), Routes: routes}
}

// call is a call's operation for faults, and its effect.
type call struct {
	op    string
	apply func(ctx context.Context, asked request) core.Reply
}

// request is a call that has been read, with the fields of its form or its query.
type request struct{ games.Request[url.Values] }

func (a request) username() string { return strings.ToLower(a.In.Get(wire.FieldUsername)) }

// betflix reads and authenticates a call and serves it.
func (p *provider) betflix(call call) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		game, known := games.ByCode(r.PathValue("code"))
		id := r.Header.Get(wire.HeaderID) + r.Header.Get(wire.HeaderIDNew) // one of them
		if !known || game.Family != games.FamilyBETFLIX || !core.SecretsEqual(id, p.known.ID) ||
			!core.SecretsEqual(r.Header.Get(wire.HeaderKey), p.known.Key) {
			p.Answer(w, refusal(wire.CodeCaller))
			return
		}
		asked := request{games.Request[url.Values]{Game: game.Code, Public: p.PublicAddress(r), In: r.URL.Query()}}
		if r.Method == http.MethodPost {
			body, read := p.ReadBody(w, r)
			if !read {
				return
			}
			var err error
			if asked.In, err = url.ParseQuery(string(body)); err != nil {
				p.Answer(w, refusal(wire.CodeBadInput))
				return
			}
		}
		target, op := games.Target(game.Code), call.op
		if op == core.OpCheck && p.Faults.Waits(target, core.OpList, asked.username()) {
			op = core.OpList // one call serves both
		}
		p.Serve(w, r, core.Call{
			Target: target, Op: op, Refuse: refusal(wire.CodeRefused), NotFound: success([]wire.Transfer{}),
			Ref:   asked.username(), // the account whose list is denied
			Apply: func(ctx context.Context) core.Reply { return call.apply(ctx, asked) },
		})
	}
}

// register opens an account: the name comes without the agent's prefix, and is answered with it.
func (p *provider) register(ctx context.Context, asked request) core.Reply {
	name, password := asked.username(), asked.In.Get(wire.FieldPassword)
	if !userForm.MatchString(name) || len(password) < 6 || len(password) > 64 {
		return refusal(wire.CodeBadInput)
	}
	name = p.known.Prefix + name
	return p.OpenAccount(ctx, "register", games.Account{Game: asked.Game, Username: name, Password: password},
		success(wire.RegisterData{Username: name}), refusal(wire.CodeExists))
}

func (p *provider) balance(ctx context.Context, asked request) core.Reply {
	a, err := p.Account(ctx, asked.Game, asked.username())
	if err != nil {
		return p.refusalFor("balance", err)
	}
	return success(wire.BalanceData{Balance: core.CreditsNumber(a.Balance)})
}

func (p *provider) transfer(ctx context.Context, asked request) core.Reply {
	ref := asked.In.Get(wire.FieldRef)
	amount, err := core.ParseDecimal(asked.In.Get(wire.FieldAmount), core.CreditPlaces)
	if err != nil || amount == 0 || amount%games.MoveStep != 0 || !refForm.MatchString(ref) {
		return refusal(wire.CodeBadInput)
	}
	done, err := p.Move(ctx, games.Move{Game: asked.Game, Username: asked.username(), Ref: ref, Amount: amount})
	if err != nil {
		return p.refusalFor("transfer", err)
	}
	return success(wire.TransferData{Before: core.CreditsNumber(done.Before), Balance: core.CreditsNumber(done.After)})
}

func (p *provider) password(ctx context.Context, asked request) core.Reply {
	password := asked.In.Get(wire.FieldNewPassword)
	if len(password) < 6 || len(password) > 64 {
		return refusal(wire.CodeBadInput)
	}
	if err := p.SetPassword(ctx, asked.Game, asked.username(), password); err != nil {
		return p.refusalFor("changePassword", err)
	}
	return success(struct{}{})
}

func (p *provider) login(ctx context.Context, asked request) core.Reply {
	token, err := p.IssueToken(ctx, asked.Game, asked.username())
	if err != nil {
		return p.refusalFor("login", err)
	}
	lang := "th"
	if asked.In.Get(wire.FieldLanguage) == wire.Language("en") {
		lang = "en"
	}
	query := url.Values{"token": {token}, "lang": {lang}}
	return success(wire.LoginData{LaunchURL: asked.Public + "/lobby/" + asked.Game + "?" + query.Encode(), Token: token})
}

// handleOpen opens the token of a login in a browser.
func (p *provider) handleOpen(w http.ResponseWriter, r *http.Request) {
	query := url.Values{"token": {r.PathValue("token")}}
	http.Redirect(w, r, "/lobby/"+url.PathEscape(r.PathValue("code"))+"?"+query.Encode(), http.StatusSeeOther)
}

// daysOf reads the span of a request about the past.
func daysOf(in url.Values) (from, to time.Time, err error) {
	from, err1 := time.ParseInLocation(wire.DayFormat, in.Get(wire.FieldStart), wire.Zone)
	to, err2 := time.ParseInLocation(wire.DayFormat, in.Get(wire.FieldEnd), wire.Zone)
	return from, to.AddDate(0, 0, 1), errors.Join(err1, err2)
}

func (p *provider) transfers(ctx context.Context, asked request) core.Reply {
	from, to, err := daysOf(asked.In)
	if err != nil {
		return refusal(wire.CodeBadInput)
	}
	if _, err := p.Account(ctx, asked.Game, asked.username()); err != nil {
		return p.refusalFor("transferHistory", err)
	}
	rows, err := core.Collect(ctx, p.DB, func(row core.Row) (one wire.Transfer, err error) {
		var ref sql.NullString
		var amount, before, after int64
		var at clock.Micros
		err = row.Scan(&ref, &amount, &before, &after, &at)
		return wire.Transfer{
			Ref: ref.String, Amount: core.CreditsNumber(amount), Before: core.CreditsNumber(before), Balance: core.CreditsNumber(after),
			At: at.Time().In(wire.Zone).Format(wire.TimeFormat),
		}, err
	}, `SELECT ref, amount, before, after, moved_at FROM game_move
		WHERE game = $1 AND username = $2 AND moved_at >= $3 AND moved_at < $4 ORDER BY id`,
		asked.Game, asked.username(), clock.MicrosOf(from), clock.MicrosOf(p.ListedUntil(ctx, to)))
	if err != nil {
		return p.Broken("transferHistory", err)
	}
	return success(rows)
}

func (p *provider) summary(ctx context.Context, asked request) core.Reply {
	from, to, err := daysOf(asked.In)
	if err != nil {
		return refusal(wire.CodeBadInput)
	}
	if _, err := p.Account(ctx, asked.Game, asked.username()); err != nil {
		return p.refusalFor("summaryNEW", err)
	}
	list, err := p.PlayedBetween(ctx, asked.Game, asked.username(), from, to)
	if err != nil {
		return p.Broken("summaryNEW", err)
	}
	sum := wire.SummaryData{ValidAmount: "0", WinLoss: "0"}
	for _, one := range list {
		sum = wire.SummaryData{ValidAmount: core.CreditsNumber(one.Bet), WinLoss: core.CreditsNumber(one.Won - one.Bet)}
	}
	return success(sum)
}

// refusalFor answers an error of an account or a movement.
func (p *provider) refusalFor(call string, err error) core.Reply {
	return p.Refusal(call, err, games.Refusals{
		Gone: refusal(wire.CodeNoUser), NotEnough: refusal(wire.CodeNotEnough), Conflict: refusal(wire.CodeUsed),
	})
}

func success[T any](data T) core.Reply {
	return core.OK(wire.Reply[T]{Status: wire.StatusYes, Code: wire.CodeOK, Msg: "success", Data: data})
}

func refusal(code int) core.Reply {
	text := map[int]string{
		wire.CodeCaller:    "Invalid api key",
		wire.CodeExists:    "Username already exists",
		wire.CodeNoUser:    "Username not found",
		wire.CodeNotEnough: "Insufficient balance",
		wire.CodeBadInput:  "Invalid parameter",
		wire.CodeUsed:      "Ref was used before",
		wire.CodeRefused:   "Operation is not allowed",
	}[code]
	return core.OK(wire.Reply[any]{Status: wire.StatusNo, Code: code, Msg: text})
}
