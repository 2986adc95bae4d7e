// Package pragmatic is the sandbox's side of providers of the Pragmatic kind.
package pragmatic

import (
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"krapao/connect/provider/pragmatic/wire"
	"krapao/internal/clock"
	"krapao/sandbox/core"
	"krapao/sandbox/games"
)

var (
	userForm = regexp.MustCompile(`^[A-Za-z0-9_]{3,50}$`)
	refForm  = regexp.MustCompile(`^[!-~]{1,64}$`)
)

// request is a call that has been read.
type request struct{ games.Request[url.Values] }

func (a request) player() string { return a.In.Get(wire.FieldPlayer) }

// Credentials are an operator's credentials at a provider of the Pragmatic kind; the secret signs.
type Credentials struct{ SecureLogin, Secret string }

// provider is a provider of the Pragmatic kind.
type provider struct {
	*games.Books
	known Credentials
}

// New registers the games of this family with the books.
func New(b *games.Books, known Credentials) core.Protocol {
	p := &provider{b, known}
	const base = "/games/{code}/pragmatic"
	return core.Protocol{
		Name: "pragmatic", Targets: games.Targets(games.FamilyPragmatic),
		Routes: []core.Route{
			core.Handle("POST "+base+wire.PathCreate, p.pragmatic(core.OpCreate, p.create)),
			core.Handle("POST "+base+wire.PathBalance, p.pragmatic(core.OpBalance, p.balance)),
			core.Handle("POST "+base+wire.PathTransfer, p.pragmatic(core.OpMove, p.transfer)),
			core.Handle("POST "+base+wire.PathStatus, p.pragmatic(core.OpCheck, p.status)),
			core.Handle("POST "+base+wire.PathStart, p.pragmatic(core.OpLaunch, p.start)),
			core.Handle("POST "+base+wire.PathTerminate, p.pragmatic(core.OpKick, p.terminate)),
			core.Handle("GET "+base+wire.PathRounds, p.handleReport),
		},
	}
}

// pragmatic reads and authenticates a call of the Pragmatic kind and serves it. The form is in the body or in the
// address.
func (p *provider) pragmatic(op string, apply func(ctx context.Context, asked request) core.Reply) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		game, known := games.ByCode(r.PathValue("code"))
		body, read := p.ReadBody(w, r)
		if !read {
			return
		}
		form, err := url.ParseQuery(cmp.Or(string(body), r.URL.RawQuery))
		if err != nil || !known || game.Family != games.FamilyPragmatic {
			p.Answer(w, refusal(wire.ErrorInput))
			return
		}
		if !core.SecretsEqual(form.Get(wire.FieldLogin), p.known.SecureLogin) || !wire.Verify(p.known.Secret, form) {
			p.Answer(w, refusal(wire.ErrorHash))
			return
		}
		asked := request{games.Request[url.Values]{Game: game.Code, Public: p.PublicAddress(r), In: form}}
		p.Serve(w, r, core.Call{
			Target: games.Target(game.Code), Op: op, Ref: form.Get(wire.FieldReference),
			Refuse: refusal(wire.ErrorLocked), NotFound: core.OK(wire.StatusReply{Status: statusOK, State: wire.StatusNotFound}),
			Apply: func(ctx context.Context) core.Reply { return apply(ctx, asked) },
		})
	}
}

func (p *provider) create(ctx context.Context, asked request) core.Reply {
	if !userForm.MatchString(asked.player()) || asked.In.Get(wire.FieldCurrency) != currency {
		return refusal(wire.ErrorInput)
	}
	return p.OpenAccount(ctx, "create", games.Account{Game: asked.Game, Username: asked.player()},
		core.OK(wire.CreateReply{Status: statusOK, PlayerID: games.NumberOf(asked.player())}), refusal(wire.ErrorExists))
}

func (p *provider) balance(ctx context.Context, asked request) core.Reply {
	a, err := p.Account(ctx, asked.Game, asked.player())
	if err != nil {
		return p.refusalFor("balance", err)
	}
	return core.OK(wire.BalanceReply{Status: statusOK, Balance: core.CreditsNumber(a.Balance)})
}

func (p *provider) transfer(ctx context.Context, asked request) core.Reply {
	ref := asked.In.Get(wire.FieldReference)
	amount, err := core.ParseDecimal(asked.In.Get(wire.FieldAmount), core.CreditPlaces)
	if err != nil || amount == 0 || amount%games.MoveStep != 0 || !refForm.MatchString(ref) {
		return refusal(wire.ErrorInput)
	}
	done, err := p.Move(ctx, games.Move{Game: asked.Game, Username: asked.player(), Ref: ref, Amount: amount})
	if err != nil {
		return p.refusalFor("transfer", err)
	}
	return core.OK(wire.TransferReply{
		Status: statusOK, TransactionID: games.NumberOf(done.Ref), Balance: core.CreditsNumber(done.After),
	})
}

func (p *provider) status(ctx context.Context, asked request) core.Reply {
	done, err := p.Movement(ctx, asked.Game, asked.In.Get(wire.FieldReference))
	switch {
	case errors.Is(err, core.ErrNotFound):
		return core.OK(wire.StatusReply{Status: statusOK, State: wire.StatusNotFound})
	case err != nil:
		return p.Broken("status", err)
	case done.Username != asked.player():
		return refusal(wire.ErrorNoPlayer) // it does not reveal another's transfer
	}
	return core.OK(wire.StatusReply{
		Status: statusOK, State: wire.StatusSuccess,
		TransactionID: games.NumberOf(done.Ref), Amount: core.CreditsNumber(done.Amount), Balance: core.CreditsNumber(done.After),
	})
}

func (p *provider) start(ctx context.Context, asked request) core.Reply {
	platform := asked.In.Get(wire.FieldPlatform)
	if asked.In.Get(wire.FieldGame) == "" || platform != wire.PlatformWeb && platform != wire.PlatformMobile {
		return refusal(wire.ErrorInput)
	}
	token, err := p.IssueToken(ctx, asked.Game, asked.player())
	if err != nil {
		return p.refusalFor("start", err)
	}
	query := url.Values{"token": {token}, "lang": {asked.In.Get(wire.FieldLanguage)}}
	return core.OK(wire.StartReply{Status: statusOK, GameURL: asked.Public + "/lobby/" + asked.Game + "?" + query.Encode()})
}

func (p *provider) terminate(ctx context.Context, asked request) core.Reply {
	if err := p.EndSessions(ctx, asked.Game, asked.player()); err != nil {
		return p.refusalFor("terminate", err)
	}
	return core.OK(statusOK)
}

// handleReport reads and authenticates a call for the report and serves it.
func (p *provider) handleReport(w http.ResponseWriter, r *http.Request) {
	game, known := games.ByCode(r.PathValue("code"))
	in := r.URL.Query()
	from, err := strconv.ParseInt(in.Get(wire.QueryTimepoint), 10, 64)
	switch {
	case !known || game.Family != games.FamilyPragmatic || err != nil || from < 0:
		p.Answer(w, refusal(wire.ErrorInput))
		return
	case !core.SecretsEqual(in.Get(wire.QueryLogin), p.known.SecureLogin),
		!core.SecretsEqual(in.Get(wire.QueryPassword), p.known.Secret):
		p.Answer(w, refusal(wire.ErrorHash))
		return
	}
	p.Serve(w, r, core.Call{
		Target: games.Target(game.Code), Op: core.OpReport, Refuse: refusal(wire.ErrorLocked),
		Apply: func(ctx context.Context) core.Reply { return p.rounds(ctx, game.Code, from) },
	})
}

const (
	// pageSize is the maximum number of rounds in an answer.
	pageSize = 1000
	// overlap is how far the next timepoint goes back: a reader meets the last rounds twice.
	overlap = time.Second
)

// rounds lists the rounds that ended, or were cancelled, since a timepoint.
func (p *provider) rounds(ctx context.Context, game string, from int64) core.Reply {
	until := p.Horizon(ctx)
	list, err := core.Collect(ctx, p.DB, games.ScanRound, `SELECT `+games.RoundColumns+` FROM game_round
		WHERE game = $1 AND changed_at >= $2 AND changed_at <= $3 AND state <> 'running' ORDER BY changed_at, id LIMIT $4`,
		game, from*1000, clock.MicrosOf(until), pageSize)
	if err != nil {
		return p.Broken("rounds", err)
	}
	next := until.Add(-overlap)
	if len(list) == pageSize {
		next = list[len(list)-1].Changed
	}
	var text strings.Builder
	text.WriteString(wire.TimepointMark + strconv.FormatInt(max(next.UnixMilli(), from), 10) + "\n")
	lines := csv.NewWriter(&text)
	_ = lines.Write(wire.Columns) // writing to memory can't fail
	for _, one := range list {
		number := strconv.FormatInt(games.RoundNumber(one.Code), 10)
		status, end := wire.RoundCompleted, one.Changed
		if one.State == games.RoundVoid {
			status = wire.RoundCancelled
		}
		_ = lines.Write([]string{
			games.NumberOf(one.Username).String(), one.Username, "vs20sandbox", number, "null",
			one.At.UTC().Format(wire.TimeFormat), end.UTC().Format(wire.TimeFormat), status, "R",
			core.CreditsNumber(one.Bet).String(), core.CreditsNumber(one.Win).String(), currency, "0.00",
		})
	}
	lines.Flush()
	return core.OK(table(text.String()))
}

// currency is the currency of the sandbox's operators.
const currency = "THB"

// statusOK is the status of every success.
var statusOK = wire.Status{Error: wire.ErrorOK, Description: "OK"}

// refusalFor answers an error of an account or a movement.
func (p *provider) refusalFor(call string, err error) core.Reply {
	return p.Refusal(call, err, games.Refusals{
		Gone: refusal(wire.ErrorNoPlayer), NotEnough: refusal(wire.ErrorNotEnough), Conflict: refusal(wire.ErrorInput),
	})
}

func refusal(code string) core.Reply {
	text := map[string]string{
		wire.ErrorHash:      "Hash is invalid",
		wire.ErrorLocked:    "Player is locked",
		wire.ErrorInput:     "Bad parameters",
		wire.ErrorNotEnough: "Insufficient balance",
		wire.ErrorExists:    "Player already exists",
		wire.ErrorNoPlayer:  "Player not found",
	}[code]
	return core.OK(wire.Status{Error: json.Number(code), Description: text})
}

// table is a reply's body of comma-separated lines instead of JSON.
type table string

func (t table) Write(header http.Header) ([]byte, error) {
	header.Set("Content-Type", "text/csv; charset=utf-8")
	return []byte(t), nil
}
