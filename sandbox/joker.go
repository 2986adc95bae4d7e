package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"krapao/connect/provider/joker/wire"
	"krapao/sandbox/core"
	"krapao/sandbox/games"
)

var (
	jokerUserForm = regexp.MustCompile(`^[A-Za-z0-9_]{4,20}$`)
	jokerRefForm  = regexp.MustCompile(`^[A-Za-z0-9]{1,50}$`)
)

const (
	// jokerPage is how many rounds a report's page has.
	jokerPage = 500
	// jokerWindow is how far a call's Timestamp may be from the clock.
	jokerWindow = 5 * time.Minute
)

// jokerCall is one method of the protocol: its operation for faults, what it checks first, and what it does.
type jokerCall struct {
	op    string
	check func(in wire.Request) string // a text that says what is wrong, or empty
	apply func(p *jokerProvider, ctx context.Context, game string, in wire.Request) core.Reply
}

// jokerCalls are the methods that the sandbox serves.
var jokerCalls = map[string]jokerCall{
	wire.MethodCreate:      {core.OpCreate, jokerUser, (*jokerProvider).jokerCreate},
	wire.MethodCredit:      {core.OpBalance, jokerUser, (*jokerProvider).jokerCredit},
	wire.MethodTransfer:    {core.OpMove, jokerMove, (*jokerProvider).jokerTransfer},
	wire.MethodCheck:       {core.OpCheck, jokerRef, (*jokerProvider).jokerCheck},
	wire.MethodPlay:        {core.OpLaunch, jokerUser, (*jokerProvider).jokerPlay},
	wire.MethodSetPassword: {core.OpPassword, jokerPassword, (*jokerProvider).jokerSetPassword},
	wire.MethodSignOut:     {core.OpKick, jokerUser, (*jokerProvider).jokerSignOut},
	wire.MethodRounds:      {core.OpReport, jokerMinutes, (*jokerProvider).jokerRounds},
}

// JokerCredentials are an operator's at every provider of the Joker family.
type JokerCredentials struct{ AppID, Secret string }

// jokerProvider is a provider of the Joker family.
type jokerProvider struct {
	*games.Books
	known JokerCredentials
}

func newJoker(b *games.Books, known JokerCredentials) core.Protocol {
	p := &jokerProvider{b, known}
	return core.Protocol{
		Name: "joker", Targets: games.Targets(games.FamilyJoker),
		Routes: []core.Route{
			core.Handle("POST /games/{code}/joker", p.joker),
		},
	}
}

// joker serves every call of a provider of the Joker family: which one is in the body.
func (p *jokerProvider) joker(w http.ResponseWriter, r *http.Request) {
	game, known := games.ByCode(r.PathValue("code"))
	if !known || game.Family != games.FamilyJoker {
		p.Answer(w, jokerRefusal(http.StatusNotFound, "Unknown operator"))
		return
	}
	body, read := p.ReadBody(w, r)
	if !read {
		return
	}
	query := r.URL.Query()
	if !core.SecretsEqual(query.Get(wire.QueryAppID), p.known.AppID) ||
		!wire.Verify(p.known.Secret, query.Get(wire.QuerySignature), body) {
		p.Answer(w, jokerRefusal(http.StatusForbidden, "Invalid signature"))
		return
	}
	var in wire.Request
	if err := json.Unmarshal(body, &in); err != nil {
		p.Answer(w, jokerRefusal(http.StatusBadRequest, "Invalid request"))
		return
	}
	if p.Now().Sub(time.Unix(in.Timestamp, 0)).Abs() > jokerWindow {
		p.Answer(w, jokerRefusal(http.StatusForbidden, "Request expired"))
		return
	}
	in.Username = strings.ToLower(in.Username) // the case means nothing, and accounts are kept in small letters
	call, known := jokerCalls[in.Method]
	if !known {
		p.Answer(w, jokerRefusal(http.StatusBadRequest, "Unknown method"))
		return
	}
	if wrong := call.check(in); wrong != "" {
		p.Answer(w, jokerRefusal(http.StatusBadRequest, wrong))
		return
	}
	p.Serve(w, r, core.Call{
		Target: games.Target(game.Code), Op: call.op, Ref: in.RequestID,
		Refuse:   jokerRefusal(http.StatusForbidden, "Operation is not allowed"),
		NotFound: jokerRefusal(http.StatusNotFound, "Transaction not found"),
		Apply:    func(ctx context.Context) core.Reply { return call.apply(p, ctx, game.Code, in) },
	})
}

func (p *jokerProvider) jokerCreate(ctx context.Context, game string, in wire.Request) core.Reply {
	existed, err := p.CreateAccount(ctx, game, in.Username, "")
	if err != nil {
		return p.Broken("CU", err)
	}
	data := wire.CreateData{Username: jokerName(in.Username), Status: "Active"}
	if existed {
		return core.OK(wire.CreateReply{Status: "OK", Data: data})
	}
	return core.Reply{Status: http.StatusCreated, Body: wire.CreateReply{Status: "Created", Data: data}}
}

func (p *jokerProvider) jokerCredit(ctx context.Context, game string, in wire.Request) core.Reply {
	a, err := p.Account(ctx, game, in.Username)
	if err != nil {
		return p.jokerError("GC", err)
	}
	return core.OK(wire.CreditReply{
		Username: jokerName(a.Username), Credit: core.CreditsNumber(a.Balance), OutstandingCredit: core.CreditsNumber(a.Outstanding), FreeCredit: "0", OutstandingFreeCredit: "0",
	})
}

func (p *jokerProvider) jokerTransfer(ctx context.Context, game string, in wire.Request) core.Reply {
	amount, _ := core.ParseDecimal(in.Amount, core.CreditPlaces) // checked by jokerMove
	done, err := p.Move(ctx, games.Move{Game: game, Username: in.Username, Ref: in.RequestID, Amount: amount})
	if err != nil {
		return p.jokerError("TC", err)
	}
	return core.OK(jokerTransferReply{jokerTime(done.At), wire.TransferReply{
		RequestID: done.Ref, Username: jokerName(done.Username),
		Credit: core.CreditsNumber(done.After), BeforeCredit: core.CreditsNumber(done.Before), OutstandingCredit: "0",
	}})
}

func (p *jokerProvider) jokerCheck(ctx context.Context, game string, in wire.Request) core.Reply {
	done, err := p.Movement(ctx, game, in.RequestID)
	if errors.Is(err, core.ErrNotFound) {
		return jokerRefusal(http.StatusNotFound, "Transaction not found")
	}
	if err != nil {
		return p.Broken("TCH", err)
	}
	return core.OK(jokerCheckReply{jokerTime(done.At), wire.CheckReply{
		RequestID: done.Ref, Username: jokerName(done.Username), Amount: core.CreditsNumber(done.Amount),
	}})
}

func (p *jokerProvider) jokerPlay(ctx context.Context, game string, in wire.Request) core.Reply {
	token, err := p.IssueToken(ctx, game, in.Username)
	if err != nil {
		return p.jokerError("PLAY", err)
	}
	return core.OK(wire.PlayReply{Username: jokerName(in.Username), Token: token})
}

func (p *jokerProvider) jokerSetPassword(ctx context.Context, game string, in wire.Request) core.Reply {
	if err := p.SetPassword(ctx, game, in.Username, in.Password); err != nil {
		return p.jokerError("SP", err)
	}
	return core.OK(wire.StatusReply{Status: "OK"})
}

func (p *jokerProvider) jokerSignOut(ctx context.Context, game string, in wire.Request) core.Reply {
	if err := p.EndSessions(ctx, game, in.Username); err != nil {
		return p.jokerError("SO", err)
	}
	return core.OK(wire.StatusReply{Status: "OK"})
}

func (p *jokerProvider) jokerRounds(ctx context.Context, game string, in wire.Request) core.Reply {
	from, _ := time.ParseInLocation(wire.MinuteFormat, in.StartDate, wire.Zone) // checked by jokerMinutes
	to, _ := time.ParseInLocation(wire.MinuteFormat, in.EndDate, wire.Zone)
	offset, _ := strconv.Atoi(in.NextID)
	list, total, err := p.Rounds(ctx, games.Span{Game: game, From: from, To: to, Offset: offset, Limit: jokerPage})
	if err != nil {
		return p.Broken("TSM", err)
	}
	answer := wire.RoundsReply{Data: wire.RoundsData{Game: []wire.Round{}, Jackpot: []wire.Round{}, Competition: []wire.Round{}}}
	for _, one := range list {
		answer.Data.Game = append(answer.Data.Game, wire.Round{
			OCode: one.Code, RoundID: one.Code, Username: jokerName(one.Username), GameCode: "sandbox", Type: "Game", Time: wire.Time{Time: one.Changed},
			Amount: core.CreditsNumber(one.Bet), Result: core.CreditsNumber(one.Win),
		})
	}
	if next := offset + len(list); next < total {
		answer.NextID = strconv.Itoa(next)
	}
	return core.OK(answer)
}

func jokerUser(in wire.Request) string {
	if !jokerUserForm.MatchString(in.Username) {
		return "Invalid username"
	}
	return ""
}

func jokerRef(in wire.Request) string {
	if !jokerRefForm.MatchString(in.RequestID) {
		return "Invalid RequestID"
	}
	return ""
}

func jokerMove(in wire.Request) string {
	amount, err := core.ParseDecimal(in.Amount, core.CreditPlaces)
	if err != nil || amount == 0 || amount%games.MoveStep != 0 {
		return "Invalid amount"
	}
	if wrong := jokerUser(in); wrong != "" {
		return wrong
	}
	return jokerRef(in)
}

func jokerPassword(in wire.Request) string {
	if len(in.Password) < 6 || len(in.Password) > 64 {
		return "Invalid password"
	}
	return jokerUser(in)
}

func jokerMinutes(in wire.Request) string {
	_, err1 := time.Parse(wire.MinuteFormat, in.StartDate)
	_, err2 := time.Parse(wire.MinuteFormat, in.EndDate)
	next, err3 := 0, error(nil)
	if in.NextID != "" {
		next, err3 = strconv.Atoi(in.NextID)
	}
	switch {
	case errors.Join(err1, err2, err3) != nil || next < 0:
		return "Invalid date"
	case in.Delay != wire.NoDelay:
		return "Invalid delay"
	}
	return ""
}

// jokerName is a user's name as it is answered.
func jokerName(username string) string { return strings.ToUpper(username) }

// jokerTransferReply and jokerCheckReply have a time besides, in a form that no adapter may rely on.
type (
	jokerTransferReply struct {
		Time string `json:"Time"`
		wire.TransferReply
	}
	jokerCheckReply struct {
		Time string `json:"Time"`
		wire.CheckReply
	}
)

func jokerTime(at time.Time) string { return at.In(wire.Zone).Format("2006-01-02T15:04:05.000") }

// jokerError answers what an account or a movement refused.
func (p *jokerProvider) jokerError(method string, err error) core.Reply {
	return p.Refusal(method, err, games.Refusals{
		Gone:      jokerRefusal(http.StatusNotFound, "User not found"),
		NotEnough: jokerRefusal(http.StatusBadRequest, "Insufficient credit"),
		Conflict:  jokerRefusal(http.StatusBadRequest, "RequestID was used before"),
	})
}

func jokerRefusal(status int, text string) core.Reply {
	return core.Reply{Status: status, Body: wire.Refusal{Message: text}}
}
