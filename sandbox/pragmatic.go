package sandbox

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
)

var (
	pragmaticUserForm = regexp.MustCompile(`^[A-Za-z0-9_]{3,50}$`)
	pragmaticRefForm  = regexp.MustCompile(`^[!-~]{1,64}$`)
)

// pragmaticAsked is a call that has been read.
type pragmaticAsked struct{ asked[url.Values] }

func (a pragmaticAsked) player() string { return a.in.Get(wire.FieldPlayer) }

// pragmaticProvider is a provider of the Pragmatic kind.
type pragmaticProvider struct {
	*books
	known PragmaticCredentials
}

func newPragmatic(b *books, known PragmaticCredentials) protocol {
	p := &pragmaticProvider{b, known}
	const base = "/games/{code}/pragmatic"
	return protocol{
		Name: "pragmatic", Targets: familyTargets(FamilyPragmatic),
		Routes: []route{
			handle("POST "+base+wire.PathCreate, p.pragmatic(opCreate, p.pragmaticCreate)),
			handle("POST "+base+wire.PathBalance, p.pragmatic(opBalance, p.pragmaticBalance)),
			handle("POST "+base+wire.PathTransfer, p.pragmatic(opMove, p.pragmaticTransfer)),
			handle("POST "+base+wire.PathStatus, p.pragmatic(opCheck, p.pragmaticStatus)),
			handle("POST "+base+wire.PathStart, p.pragmatic(opLaunch, p.pragmaticStart)),
			handle("POST "+base+wire.PathTerminate, p.pragmatic(opKick, p.pragmaticTerminate)),
			handle("GET "+base+wire.PathRounds, p.pragmaticReport),
		},
	}
}

// pragmatic reads and authenticates a call of the Pragmatic kind and serves it. The form stands in the body, or in the
// address.
func (p *pragmaticProvider) pragmatic(op string, apply func(ctx context.Context, asked pragmaticAsked) reply) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		game, known := gameByCode(r.PathValue("code"))
		body, read := p.readBody(w, r)
		if !read {
			return
		}
		form, err := url.ParseQuery(cmp.Or(string(body), r.URL.RawQuery))
		if err != nil || !known || game.Family != FamilyPragmatic {
			p.answer(w, pragmaticRefusal(wire.ErrorInput))
			return
		}
		if !equal(form.Get(wire.FieldLogin), p.known.SecureLogin) || !wire.Verify(p.known.Secret, form) {
			p.answer(w, pragmaticRefusal(wire.ErrorHash))
			return
		}
		asked := pragmaticAsked{asked[url.Values]{game: game.Code, public: p.public(r), in: form}}
		p.serve(w, r, protocolCall{
			target: gameTarget(game.Code), op: op, ref: form.Get(wire.FieldReference),
			refuse: pragmaticRefusal(wire.ErrorLocked), notFound: ok(wire.StatusReply{Status: pragmaticYes, State: wire.StatusNotFound}),
			apply: func(ctx context.Context) reply { return apply(ctx, asked) },
		})
	}
}

func (p *pragmaticProvider) pragmaticCreate(ctx context.Context, asked pragmaticAsked) reply {
	if !pragmaticUserForm.MatchString(asked.player()) || asked.in.Get(wire.FieldCurrency) != pragmaticCurrency {
		return pragmaticRefusal(wire.ErrorInput)
	}
	return p.opened(ctx, "create", account{Game: asked.game, Username: asked.player()},
		ok(wire.CreateReply{Status: pragmaticYes, PlayerID: numberOf(asked.player())}), pragmaticRefusal(wire.ErrorExists))
}

func (p *pragmaticProvider) pragmaticBalance(ctx context.Context, asked pragmaticAsked) reply {
	a, err := p.account(ctx, asked.game, asked.player())
	if err != nil {
		return p.pragmaticError("balance", err)
	}
	return ok(wire.BalanceReply{Status: pragmaticYes, Balance: credits(a.Balance)})
}

func (p *pragmaticProvider) pragmaticTransfer(ctx context.Context, asked pragmaticAsked) reply {
	ref := asked.in.Get(wire.FieldReference)
	amount, err := parseDecimal(asked.in.Get(wire.FieldAmount), creditPlaces)
	if err != nil || amount == 0 || amount%moveStep != 0 || !pragmaticRefForm.MatchString(ref) {
		return pragmaticRefusal(wire.ErrorInput)
	}
	done, err := p.move(ctx, move{Game: asked.game, Username: asked.player(), Ref: ref, Amount: amount})
	if err != nil {
		return p.pragmaticError("transfer", err)
	}
	return ok(wire.TransferReply{Status: pragmaticYes, TransactionID: numberOf(done.Ref), Balance: credits(done.After)})
}

func (p *pragmaticProvider) pragmaticStatus(ctx context.Context, asked pragmaticAsked) reply {
	done, err := p.movement(ctx, asked.game, asked.in.Get(wire.FieldReference))
	switch {
	case errors.Is(err, errGone):
		return ok(wire.StatusReply{Status: pragmaticYes, State: wire.StatusNotFound})
	case err != nil:
		return p.broken("status", err)
	case done.Username != asked.player():
		return pragmaticRefusal(wire.ErrorNoPlayer) // another's transfer is not told
	}
	return ok(wire.StatusReply{
		Status: pragmaticYes, State: wire.StatusSuccess,
		TransactionID: numberOf(done.Ref), Amount: credits(done.Amount), Balance: credits(done.After),
	})
}

func (p *pragmaticProvider) pragmaticStart(ctx context.Context, asked pragmaticAsked) reply {
	platform := asked.in.Get(wire.FieldPlatform)
	if asked.in.Get(wire.FieldGame) == "" || platform != wire.PlatformWeb && platform != wire.PlatformMobile {
		return pragmaticRefusal(wire.ErrorInput)
	}
	token, err := p.issueToken(ctx, asked.game, asked.player())
	if err != nil {
		return p.pragmaticError("start", err)
	}
	query := url.Values{"token": {token}, "lang": {asked.in.Get(wire.FieldLanguage)}}
	return ok(wire.StartReply{Status: pragmaticYes, GameURL: asked.public + "/lobby/" + asked.game + "?" + query.Encode()})
}

func (p *pragmaticProvider) pragmaticTerminate(ctx context.Context, asked pragmaticAsked) reply {
	if err := p.endSessions(ctx, asked.game, asked.player()); err != nil {
		return p.pragmaticError("terminate", err)
	}
	return ok(pragmaticYes)
}

// pragmaticReport reads and authenticates a call for the report and serves it.
func (p *pragmaticProvider) pragmaticReport(w http.ResponseWriter, r *http.Request) {
	game, known := gameByCode(r.PathValue("code"))
	in := r.URL.Query()
	from, err := strconv.ParseInt(in.Get(wire.QueryTimepoint), 10, 64)
	switch {
	case !known || game.Family != FamilyPragmatic || err != nil || from < 0:
		p.answer(w, pragmaticRefusal(wire.ErrorInput))
		return
	case !equal(in.Get(wire.QueryLogin), p.known.SecureLogin) || !equal(in.Get(wire.QueryPassword), p.known.Secret):
		p.answer(w, pragmaticRefusal(wire.ErrorHash))
		return
	}
	p.serve(w, r, protocolCall{
		target: gameTarget(game.Code), op: opReport, refuse: pragmaticRefusal(wire.ErrorLocked),
		apply: func(ctx context.Context) reply { return p.pragmaticRounds(ctx, game.Code, from) },
	})
}

const (
	// pragmaticPage is how many rounds an answer has at most.
	pragmaticPage = 1000
	// pragmaticOverlap is how far the next timepoint lies behind: a reader meets the last rounds twice.
	pragmaticOverlap = time.Second
)

// pragmaticRounds lists the rounds that ended, or were cancelled, since a timepoint.
func (p *pragmaticProvider) pragmaticRounds(ctx context.Context, game string, from int64) reply {
	until := p.horizon(ctx)
	list, err := collect(ctx, p.db, scanRound, `SELECT `+roundColumns+` FROM game_round
		WHERE game = $1 AND changed_at >= $2 AND changed_at <= $3 AND state <> 'running' ORDER BY changed_at, id LIMIT $4`,
		game, from*1000, micros(until), pragmaticPage)
	if err != nil {
		return p.broken("rounds", err)
	}
	next := until.Add(-pragmaticOverlap)
	if len(list) == pragmaticPage {
		next = list[len(list)-1].Changed
	}
	var text strings.Builder
	text.WriteString(wire.TimepointMark + strconv.FormatInt(max(next.UnixMilli(), from), 10) + "\n")
	lines := csv.NewWriter(&text)
	_ = lines.Write(wire.Columns) // to memory: it can't fail
	for _, one := range list {
		number := strconv.FormatInt(roundNumber(one.Code), 10)
		status, end := wire.RoundCompleted, one.Changed
		if one.State == roundVoid {
			status = wire.RoundCancelled
		}
		_ = lines.Write([]string{
			numberOf(one.Username).String(), one.Username, "vs20sandbox", number, "null",
			one.At.UTC().Format(wire.TimeFormat), end.UTC().Format(wire.TimeFormat), status, "R",
			credits(one.Bet).String(), credits(one.Win).String(), pragmaticCurrency, "0.00",
		})
	}
	lines.Flush()
	return ok(table(text.String()))
}

// pragmaticCurrency is the one that the sandbox's operators have.
const pragmaticCurrency = "THB"

// pragmaticYes is the status of every yes.
var pragmaticYes = wire.Status{Error: wire.ErrorOK, Description: "OK"}

// pragmaticError answers what an account or a movement refused.
func (p *pragmaticProvider) pragmaticError(call string, err error) reply {
	return p.refusal(call, err, noes{
		gone: pragmaticRefusal(wire.ErrorNoPlayer), notEnough: pragmaticRefusal(wire.ErrorNotEnough), conflict: pragmaticRefusal(wire.ErrorInput),
	})
}

func pragmaticRefusal(code string) reply {
	text := map[string]string{
		wire.ErrorHash:      "Hash is invalid",
		wire.ErrorLocked:    "Player is locked",
		wire.ErrorInput:     "Bad parameters",
		wire.ErrorNotEnough: "Insufficient balance",
		wire.ErrorExists:    "Player already exists",
		wire.ErrorNoPlayer:  "Player not found",
	}[code]
	return ok(wire.Status{Error: json.Number(code), Description: text})
}

// table is the body of a reply that is comma-separated lines and not JSON.
type table string

func (t table) write(header http.Header) ([]byte, error) {
	header.Set("Content-Type", "text/csv; charset=utf-8")
	return []byte(t), nil
}
