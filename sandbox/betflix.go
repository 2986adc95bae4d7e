package sandbox

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
	"krapao/sandbox/core"
	"krapao/sandbox/games"
)

var (
	betflixUserForm = regexp.MustCompile(`^[a-z0-9]{3,17}$`)
	betflixRefForm  = regexp.MustCompile(`^[A-Za-z0-9_]{1,50}$`)
)

// BETFLIXCredentials go into two headers; every user name begins with Prefix.
type BETFLIXCredentials struct{ ID, Key, Prefix string }

// betflixProvider is BETFLIX.
type betflixProvider struct {
	*games.Books
	known BETFLIXCredentials
}

func newBetflix(b *games.Books, known BETFLIXCredentials) core.Protocol {
	p := &betflixProvider{b, known}
	const base = "/games/{code}/betflix"
	routes := []core.Route{core.Handle("GET "+base+"/login/apilogin/{token}", p.betflixOpen)}
	for path, call := range map[string]betflixCall{
		"POST " + base + wire.PathRegister: {core.OpCreate, p.betflixRegister},
		"POST " + base + wire.PathBalance:  {core.OpBalance, p.betflixBalance},
		"POST " + base + wire.PathTransfer: {core.OpMove, p.betflixTransfer},
		"POST " + base + wire.PathPassword: {core.OpPassword, p.betflixPassword},
		"POST " + base + wire.PathLogin:    {core.OpLaunch, p.betflixLogin},
		"GET " + base + wire.PathTransfers: {core.OpCheck, p.betflixTransfers},
		"GET " + base + wire.PathSummary:   {core.OpReport, p.betflixSummary},
	} {
		routes = append(routes, core.Handle(path, p.betflix(call)))
	}
	return core.Protocol{Name: "betflix", Targets: games.Targets(games.FamilyBETFLIX), Routes: routes}
}

// betflixCall is a call's operation for faults, and what it does.
type betflixCall struct {
	op    string
	apply func(ctx context.Context, asked betflixAsked) core.Reply
}

// betflixAsked is a call that has been read, with the fields of its form or its query.
type betflixAsked struct{ games.Request[url.Values] }

func (a betflixAsked) username() string { return strings.ToLower(a.In.Get(wire.FieldUsername)) }

// betflix reads and authenticates a call and serves it.
func (p *betflixProvider) betflix(call betflixCall) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		game, known := games.ByCode(r.PathValue("code"))
		id := r.Header.Get(wire.HeaderID) + r.Header.Get(wire.HeaderIDNew) // one of them
		if !known || game.Family != games.FamilyBETFLIX || !core.SecretsEqual(id, p.known.ID) ||
			!core.SecretsEqual(r.Header.Get(wire.HeaderKey), p.known.Key) {
			p.Answer(w, betflixRefusal(wire.CodeCaller))
			return
		}
		asked := betflixAsked{games.Request[url.Values]{Game: game.Code, Public: p.PublicAddress(r), In: r.URL.Query()}}
		if r.Method == http.MethodPost {
			body, read := p.ReadBody(w, r)
			if !read {
				return
			}
			var err error
			if asked.In, err = url.ParseQuery(string(body)); err != nil {
				p.Answer(w, betflixRefusal(wire.CodeBadInput))
				return
			}
		}
		target, op := games.Target(game.Code), call.op
		if op == core.OpCheck && p.Faults.Waits(target, core.OpList, asked.username()) {
			op = core.OpList // one call serves both
		}
		p.Serve(w, r, core.Call{
			Target: target, Op: op, Refuse: betflixRefusal(wire.CodeRefused), NotFound: betflixOK([]wire.Transfer{}),
			Ref:   asked.username(), // whose list is denied
			Apply: func(ctx context.Context) core.Reply { return call.apply(ctx, asked) },
		})
	}
}

// betflixRegister opens an account: the name comes without the agent's prefix, and is answered with it.
func (p *betflixProvider) betflixRegister(ctx context.Context, asked betflixAsked) core.Reply {
	name, password := asked.username(), asked.In.Get(wire.FieldPassword)
	if !betflixUserForm.MatchString(name) || len(password) < 6 || len(password) > 64 {
		return betflixRefusal(wire.CodeBadInput)
	}
	name = p.known.Prefix + name
	return p.OpenAccount(ctx, "register", games.Account{Game: asked.Game, Username: name, Password: password},
		betflixOK(wire.RegisterData{Username: name}), betflixRefusal(wire.CodeExists))
}

func (p *betflixProvider) betflixBalance(ctx context.Context, asked betflixAsked) core.Reply {
	a, err := p.Account(ctx, asked.Game, asked.username())
	if err != nil {
		return p.betflixError("balance", err)
	}
	return betflixOK(wire.BalanceData{Balance: core.CreditsNumber(a.Balance)})
}

func (p *betflixProvider) betflixTransfer(ctx context.Context, asked betflixAsked) core.Reply {
	ref := asked.In.Get(wire.FieldRef)
	amount, err := core.ParseDecimal(asked.In.Get(wire.FieldAmount), core.CreditPlaces)
	if err != nil || amount == 0 || amount%games.MoveStep != 0 || !betflixRefForm.MatchString(ref) {
		return betflixRefusal(wire.CodeBadInput)
	}
	done, err := p.Move(ctx, games.Move{Game: asked.Game, Username: asked.username(), Ref: ref, Amount: amount})
	if err != nil {
		return p.betflixError("transfer", err)
	}
	return betflixOK(wire.TransferData{Before: core.CreditsNumber(done.Before), Balance: core.CreditsNumber(done.After)})
}

func (p *betflixProvider) betflixPassword(ctx context.Context, asked betflixAsked) core.Reply {
	password := asked.In.Get(wire.FieldNewPassword)
	if len(password) < 6 || len(password) > 64 {
		return betflixRefusal(wire.CodeBadInput)
	}
	if err := p.SetPassword(ctx, asked.Game, asked.username(), password); err != nil {
		return p.betflixError("changePassword", err)
	}
	return betflixOK(struct{}{})
}

func (p *betflixProvider) betflixLogin(ctx context.Context, asked betflixAsked) core.Reply {
	token, err := p.IssueToken(ctx, asked.Game, asked.username())
	if err != nil {
		return p.betflixError("login", err)
	}
	lang := "th"
	if asked.In.Get(wire.FieldLanguage) == wire.Language("en") {
		lang = "en"
	}
	query := url.Values{"token": {token}, "lang": {lang}}
	return betflixOK(wire.LoginData{LaunchURL: asked.Public + "/lobby/" + asked.Game + "?" + query.Encode(), Token: token})
}

// betflixOpen is where a browser opens the token of a login.
func (p *betflixProvider) betflixOpen(w http.ResponseWriter, r *http.Request) {
	query := url.Values{"token": {r.PathValue("token")}}
	http.Redirect(w, r, "/lobby/"+url.PathEscape(r.PathValue("code"))+"?"+query.Encode(), http.StatusSeeOther)
}

// betflixDays reads the span of a question about the past.
func betflixDays(in url.Values) (from, to time.Time, err error) {
	from, err1 := time.ParseInLocation(wire.DayFormat, in.Get(wire.FieldStart), wire.Zone)
	to, err2 := time.ParseInLocation(wire.DayFormat, in.Get(wire.FieldEnd), wire.Zone)
	return from, to.AddDate(0, 0, 1), errors.Join(err1, err2)
}

func (p *betflixProvider) betflixTransfers(ctx context.Context, asked betflixAsked) core.Reply {
	from, to, err := betflixDays(asked.In)
	if err != nil {
		return betflixRefusal(wire.CodeBadInput)
	}
	if _, err := p.Account(ctx, asked.Game, asked.username()); err != nil {
		return p.betflixError("transferHistory", err)
	}
	rows, err := core.Collect(ctx, p.DB, func(row core.Row) (one wire.Transfer, err error) {
		var ref sql.NullString
		var amount, before, after, at int64
		err = row.Scan(&ref, &amount, &before, &after, &at)
		return wire.Transfer{
			Ref: ref.String, Amount: core.CreditsNumber(amount), Before: core.CreditsNumber(before), Balance: core.CreditsNumber(after),
			At: core.Instant(at).In(wire.Zone).Format(wire.TimeFormat),
		}, err
	}, `SELECT ref, amount, before, after, moved_at FROM game_move
		WHERE game = $1 AND username = $2 AND moved_at >= $3 AND moved_at < $4 ORDER BY id`,
		asked.Game, asked.username(), core.Micros(from), core.Micros(p.ListedUntil(ctx, to)))
	if err != nil {
		return p.Broken("transferHistory", err)
	}
	return betflixOK(rows)
}

func (p *betflixProvider) betflixSummary(ctx context.Context, asked betflixAsked) core.Reply {
	from, to, err := betflixDays(asked.In)
	if err != nil {
		return betflixRefusal(wire.CodeBadInput)
	}
	if _, err := p.Account(ctx, asked.Game, asked.username()); err != nil {
		return p.betflixError("summaryNEW", err)
	}
	list, err := p.PlayedBetween(ctx, asked.Game, asked.username(), from, to)
	if err != nil {
		return p.Broken("summaryNEW", err)
	}
	sum := wire.SummaryData{ValidAmount: "0", WinLoss: "0"}
	for _, one := range list {
		sum = wire.SummaryData{ValidAmount: core.CreditsNumber(one.Bet), WinLoss: core.CreditsNumber(one.Won - one.Bet)}
	}
	return betflixOK(sum)
}

// betflixError answers what an account or a movement refused.
func (p *betflixProvider) betflixError(call string, err error) core.Reply {
	return p.Refusal(call, err, games.Refusals{
		Gone: betflixRefusal(wire.CodeNoUser), NotEnough: betflixRefusal(wire.CodeNotEnough), Conflict: betflixRefusal(wire.CodeUsed),
	})
}

func betflixOK[T any](data T) core.Reply {
	return core.OK(wire.Reply[T]{Status: wire.StatusYes, Code: wire.CodeOK, Msg: "success", Data: data})
}

func betflixRefusal(code int) core.Reply {
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
