// Package pg is the sandbox's side of PG.
package pg

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"krapao/connect/provider/pg/wire"
	"krapao/internal/clock"
	"krapao/sandbox/core"
	"krapao/sandbox/games"
	"krapao/sandbox/page"
)

var (
	userForm = regexp.MustCompile(`^[A-Za-z0-9@_-]{1,50}$`)
	refForm  = regexp.MustCompile(`^[!-~]{1,50}$`)
)

// request is a call that has been read.
type request struct{ games.Request[url.Values] }

func (a request) player() string { return strings.ToLower(a.In.Get(wire.FieldPlayer)) }

// Credentials are an operator's credentials at PG: both are in the body.
type Credentials struct{ OperatorToken, SecretKey string }

// provider is PG.
type provider struct {
	*games.Books
	known Credentials
}

// New registers the games of this family with the books.
func New(b *games.Books, known Credentials) core.Protocol {
	p := &provider{b, known}
	const base = "POST /games/{code}/pg"
	player := func(more ...string) []string { return append(more, wire.FieldPlayer) }
	money := player(wire.FieldAmount, wire.FieldReference, wire.FieldCurrency)
	return core.Protocol{
		Name: "pg", Targets: games.Targets(games.FamilyPG, core.OpCheck, core.OpMove),
		Routes: []core.Route{
			core.Handle(base+wire.PathCreate, p.pg(core.OpCreate, player(wire.FieldNickname, wire.FieldCurrency), p.create)),
			core.Handle(base+wire.PathWallet, p.pg(core.OpBalance, player(), p.wallet)),
			core.Handle(base+wire.PathIn, p.pg(core.OpMove, money, p.in)),
			core.Handle(base+wire.PathOut, p.pg(core.OpMove, money, p.out)),
			core.Handle(base+wire.PathTransaction, p.pg(core.OpCheck, player(wire.FieldReference), p.transaction)),
			core.Handle(base+wire.PathLogin,
				p.pg(core.OpLaunch, player(wire.FieldSession, wire.FieldOperatorSession, wire.FieldCurrency), p.login)),
			core.Handle(base+wire.PathKick, p.pg(core.OpKick, player(), p.kick)),
			core.Handle(base+wire.PathHistory,
				p.pg(core.OpReport, []string{wire.FieldCount, wire.FieldBetType, wire.FieldRowVersion}, p.history)),
			core.Handle("GET /games/{code}/pg/launch/{lobby}/index.html", p.handlePage),
		},
	}
}

// pg reads and authenticates a call of PG and serves it; needs are the fields that must not be empty.
func (p *provider) pg(op string, needs []string, apply func(ctx context.Context, asked request) core.Reply) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		game, known := games.ByCode(r.PathValue("code"))
		body, read := p.ReadBody(w, r)
		if !read {
			return
		}
		form, err := url.ParseQuery(string(body))
		trace := r.URL.Query().Get(wire.QueryTrace)
		if _, unnamed := uuid.Parse(trace); err != nil || unnamed != nil {
			p.Answer(w, refusal(wire.CodeInvalid))
			return
		}
		if !known || game.Family != games.FamilyPG || !core.SecretsEqual(form.Get(wire.FieldOperator), p.known.OperatorToken) ||
			!core.SecretsEqual(form.Get(wire.FieldSecret), p.known.SecretKey) {
			p.Answer(w, refusal(wire.CodeNoOperator))
			return
		}
		for _, name := range needs {
			if form.Get(name) == "" {
				p.Answer(w, refusal(wire.CodeEmpty))
				return
			}
		}
		refused := wire.CodeFailed
		if op == core.OpMove {
			refused = wire.CodeNotMoved
		}
		asked := request{games.Request[url.Values]{Game: game.Code, Public: p.PublicAddress(r), In: form}}
		p.Serve(w, r, core.Call{
			Target: games.Target(game.Code), Op: op, Ref: form.Get(wire.FieldReference),
			Refuse: refusal(refused), NotFound: refusal(wire.CodeNoTransfer), Pending: refusal(wire.CodeInProcess),
			Apply: func(ctx context.Context) core.Reply { return apply(ctx, asked) },
		})
	}
}

func (p *provider) create(ctx context.Context, asked request) core.Reply {
	if !userForm.MatchString(asked.player()) {
		return refusal(wire.CodeInvalid)
	}
	account := games.Account{Game: asked.Game, Username: asked.player()}
	return p.OpenAccount(ctx, "create", account, success(wire.Action{Result: true}), refusal(wire.CodePlayer))
}

func (p *provider) wallet(ctx context.Context, asked request) core.Reply {
	a, err := p.Account(ctx, asked.Game, asked.player())
	if err != nil {
		return p.refusalFor("wallet", err)
	}
	return success(wire.Wallet{Currency: currency, Cash: core.CreditsNumber(a.Balance)})
}

func (p *provider) in(ctx context.Context, asked request) core.Reply {
	return p.move(ctx, asked, +1)
}

func (p *provider) out(ctx context.Context, asked request) core.Reply {
	return p.move(ctx, asked, -1)
}

func (p *provider) move(ctx context.Context, asked request, sign int64) core.Reply {
	ref := asked.In.Get(wire.FieldReference)
	amount, err := core.ParseDecimal(asked.In.Get(wire.FieldAmount), core.CreditPlaces)
	valid := err == nil && amount > 0 && amount%games.MoveStep == 0 && refForm.MatchString(ref)
	if !valid || asked.In.Get(wire.FieldCurrency) != currency {
		return refusal(wire.CodeInvalid)
	}
	done, err := p.Move(ctx, games.Move{Game: asked.Game, Username: asked.player(), Ref: ref, Amount: sign * amount})
	if err != nil {
		return p.refusalFor("move", err)
	}
	return success(wire.Transfer{
		ID: games.NumberOf(done.Ref), Before: core.CreditsNumber(done.Before), After: core.CreditsNumber(done.After),
		Amount: core.CreditsNumber(amount),
	})
}

func (p *provider) transaction(ctx context.Context, asked request) core.Reply {
	done, err := p.Movement(ctx, asked.Game, asked.In.Get(wire.FieldReference))
	if errors.Is(err, core.ErrNotFound) {
		return refusal(wire.CodeNoTransfer)
	}
	if err != nil {
		return p.Broken("transaction", err)
	}
	kind := wire.KindTransferIn
	if done.Amount < 0 {
		kind = wire.KindTransferOut
	}
	return success(wire.Transaction{
		ID: games.NumberOf(done.Ref), Player: done.Username, Currency: currency, Kind: json.Number(kind),
		Amount: core.CreditsNumber(max(done.Amount, -done.Amount)),
		From:   core.CreditsNumber(done.Before), To: core.CreditsNumber(done.After),
		At: json.Number(strconv.FormatInt(done.At.UnixMilli(), 10)),
	})
}

// login turns the operator's session into a lobby session: PG uses the token that the operator made.
func (p *provider) login(ctx context.Context, asked request) core.Reply {
	session := asked.In.Get(wire.FieldOperatorSession)
	if len(session) < 16 || len(session) > 200 {
		return refusal(wire.CodeInvalid)
	}
	if err := p.AdoptToken(ctx, asked.Game, asked.player(), session); err != nil {
		return p.refusalFor("login", err)
	}
	return success(wire.Login{Player: asked.player(), Session: session})
}

// handlePage is the address of a launch: it redirects to the lobby.
func (p *provider) handlePage(w http.ResponseWriter, r *http.Request) {
	in := r.URL.Query()
	code := r.PathValue("code")
	game, known := games.ByCode(code)
	operator := core.SecretsEqual(in.Get(wire.PageOperator), p.known.OperatorToken)
	if !known || game.Family != games.FamilyPG || in.Get(wire.PageMode) != wire.PageRealMoney || !operator {
		page.Missing(p.Frame, w, r)
		return
	}
	query := url.Values{"token": {in.Get(wire.PageSession)}, "lang": {in.Get(wire.PageLang)}}
	http.Redirect(w, r, "/lobby/"+url.PathEscape(code)+"?"+query.Encode(), http.StatusSeeOther)
}

func (p *provider) kick(ctx context.Context, asked request) core.Reply {
	if err := p.EndSessions(ctx, asked.Game, asked.player()); err != nil {
		return p.refusalFor("kick", err)
	}
	return success(wire.Action{Result: true})
}

// history lists bets from a row version on, including that one, so a reader meets rows twice. Some of them are listed
// with only the stake at first, and with their win a second later, as another version.
func (p *provider) history(ctx context.Context, asked request) core.Reply {
	count, err1 := strconv.Atoi(asked.In.Get(wire.FieldCount))
	from, err2 := strconv.ParseInt(asked.In.Get(wire.FieldRowVersion), 10, 64)
	if errors.Join(err1, err2) != nil || count < wire.LeastCount || count > wire.MostCount || from < wire.FirstVersion ||
		asked.In.Get(wire.FieldBetType) != wire.RealGame {
		return refusal(wire.CodeInvalid)
	}
	at := p.Horizon(ctx)
	list, err := core.Collect(ctx, p.DB, scanPGBet, `SELECT `+games.RoundColumns+`, listed_at FROM (
			SELECT *, CASE WHEN state = 'settled' AND code < 'k' AND changed_at <= $3 THEN changed_at + $4 ELSE changed_at END AS listed_at
			FROM game_round WHERE game = $1 AND changed_at >= $2 AND changed_at <= $5 AND state <> 'running')
		WHERE listed_at / 1000 >= $6 ORDER BY listed_at, id LIMIT $7`,
		asked.Game, from*1000-counting.Microseconds(), clock.MicrosOf(at.Add(-counting)), counting.Microseconds(),
		clock.MicrosOf(at), from, count)
	if err != nil {
		return p.Broken("history", err)
	}
	return success(list)
}

// counting is the time until a bet is listed with its win.
const counting = time.Second

func scanPGBet(row core.Row) (wire.Bet, error) {
	var listed clock.Micros
	one, err := games.ScanRound(scanMore{row, []any{&listed}})
	bet := wire.Bet{
		ID: games.RoundNumber(one.Code), Parent: games.RoundNumber(one.Code), Player: one.Username,
		Game: 1, Type: 1, Transaction: wire.MoneyCash,
		Currency: currency, Amount: core.CreditsNumber(one.Bet), Win: core.CreditsNumber(one.Win), JackpotWin: "0",
		Before: core.CreditsNumber(one.After + one.Bet - one.Win), After: core.CreditsNumber(one.After), Hands: lastHand,
		Version: listed.Time().UnixMilli(), At: one.At.UnixMilli(), EndAt: one.Changed.UnixMilli(),
	}
	switch counted := listed > clock.MicrosOf(one.Changed); {
	case one.State == games.RoundVoid:
		bet.Amount, bet.Win, bet.Hands = "0", "0", wire.HandsAdjusted
	case one.Code < "k" && !counted:
		bet.Win, bet.After, bet.Hands = "0", core.CreditsNumber(one.After-one.Win), openHand
	}
	return bet, err
}

// States of a hand, besides wire.HandsAdjusted.
const (
	openHand = 1
	lastHand = 2
)

// currency is the currency of the sandbox's operators.
const currency = "THB"

// scanMore scans a row that has more columns than its reader needs.
type scanMore struct {
	row  core.Row
	more []any
}

func (s scanMore) Scan(into ...any) error { return s.row.Scan(append(into, s.more...)...) }

// refusalFor answers an error of an account or a movement.
func (p *provider) refusalFor(call string, err error) core.Reply {
	return p.Refusal(call, err, games.Refusals{
		Gone: refusal(wire.CodeNoWallet), NotEnough: refusal(wire.CodeNotEnough), Conflict: refusal(wire.CodeInvalid),
	})
}

func success[T any](data T) core.Reply { return core.OK(wire.Reply[T]{Data: &data}) }

func refusal(code string) core.Reply {
	text := map[string]string{
		wire.CodeInvalid:    "Invalid request",
		wire.CodeFailed:     "Action failed",
		wire.CodeNoOperator: "Invalid operator",
		wire.CodePlayer:     "Invalid player",
		wire.CodeEmpty:      "Value cannot be null",
		wire.CodeNoWallet:   "Player wallet doesn't exist",
		wire.CodeNotEnough:  "Not enough cash to transfer out",
		wire.CodeNoTransfer: "Transaction doesn't exist",
		wire.CodeNotMoved:   "Transfer failed",
		wire.CodeInProcess:  "Transfer request is in process",
	}[code]
	return core.OK(wire.Reply[struct{}]{Error: &wire.Error{Code: json.Number(code), Message: text, TraceID: core.RandomText(16)}})
}
