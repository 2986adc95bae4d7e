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
	apply func(p *jokerProvider, ctx context.Context, game string, in wire.Request) reply
}

// jokerCalls are the methods that the sandbox serves.
var jokerCalls = map[string]jokerCall{
	wire.MethodCreate:      {opCreate, jokerUser, (*jokerProvider).jokerCreate},
	wire.MethodCredit:      {opBalance, jokerUser, (*jokerProvider).jokerCredit},
	wire.MethodTransfer:    {opMove, jokerMove, (*jokerProvider).jokerTransfer},
	wire.MethodCheck:       {opCheck, jokerRef, (*jokerProvider).jokerCheck},
	wire.MethodPlay:        {opLaunch, jokerUser, (*jokerProvider).jokerPlay},
	wire.MethodSetPassword: {opPassword, jokerPassword, (*jokerProvider).jokerSetPassword},
	wire.MethodSignOut:     {opKick, jokerUser, (*jokerProvider).jokerSignOut},
	wire.MethodRounds:      {opReport, jokerMinutes, (*jokerProvider).jokerRounds},
}

// jokerProvider is a provider of the Joker family.
type jokerProvider struct {
	*books
	known JokerCredentials
}

func newJoker(b *books, known JokerCredentials) protocol {
	p := &jokerProvider{b, known}
	return protocol{
		Name: "joker", Targets: familyTargets(FamilyJoker),
		Routes: []route{
			handle("POST /games/{code}/joker", p.joker),
		},
	}
}

// joker serves every call of a provider of the Joker family: which one is in the body.
func (p *jokerProvider) joker(w http.ResponseWriter, r *http.Request) {
	game, known := gameByCode(r.PathValue("code"))
	if !known || game.Family != FamilyJoker {
		p.answer(w, jokerRefusal(http.StatusNotFound, "Unknown operator"))
		return
	}
	body, read := p.readBody(w, r)
	if !read {
		return
	}
	query := r.URL.Query()
	if !equal(query.Get(wire.QueryAppID), p.known.AppID) ||
		!wire.Verify(p.known.Secret, query.Get(wire.QuerySignature), body) {
		p.answer(w, jokerRefusal(http.StatusForbidden, "Invalid signature"))
		return
	}
	var in wire.Request
	if err := json.Unmarshal(body, &in); err != nil {
		p.answer(w, jokerRefusal(http.StatusBadRequest, "Invalid request"))
		return
	}
	if p.now().Sub(time.Unix(in.Timestamp, 0)).Abs() > jokerWindow {
		p.answer(w, jokerRefusal(http.StatusForbidden, "Request expired"))
		return
	}
	in.Username = strings.ToLower(in.Username) // the case means nothing, and accounts are kept in small letters
	call, known := jokerCalls[in.Method]
	if !known {
		p.answer(w, jokerRefusal(http.StatusBadRequest, "Unknown method"))
		return
	}
	if wrong := call.check(in); wrong != "" {
		p.answer(w, jokerRefusal(http.StatusBadRequest, wrong))
		return
	}
	p.serve(w, r, protocolCall{
		target: gameTarget(game.Code), op: call.op, ref: in.RequestID,
		refuse:   jokerRefusal(http.StatusForbidden, "Operation is not allowed"),
		notFound: jokerRefusal(http.StatusNotFound, "Transaction not found"),
		apply:    func(ctx context.Context) reply { return call.apply(p, ctx, game.Code, in) },
	})
}

func (p *jokerProvider) jokerCreate(ctx context.Context, game string, in wire.Request) reply {
	existed, err := p.createAccount(ctx, game, in.Username, "")
	if err != nil {
		return p.broken("CU", err)
	}
	data := wire.CreateData{Username: jokerName(in.Username), Status: "Active"}
	if existed {
		return ok(wire.CreateReply{Status: "OK", Data: data})
	}
	return reply{http.StatusCreated, wire.CreateReply{Status: "Created", Data: data}}
}

func (p *jokerProvider) jokerCredit(ctx context.Context, game string, in wire.Request) reply {
	a, err := p.account(ctx, game, in.Username)
	if err != nil {
		return p.jokerError("GC", err)
	}
	return ok(wire.CreditReply{
		Username: jokerName(a.Username), Credit: credits(a.Balance), OutstandingCredit: credits(a.Outstanding), FreeCredit: "0", OutstandingFreeCredit: "0",
	})
}

func (p *jokerProvider) jokerTransfer(ctx context.Context, game string, in wire.Request) reply {
	amount, _ := parseDecimal(in.Amount, creditPlaces) // checked by jokerMove
	done, err := p.move(ctx, move{Game: game, Username: in.Username, Ref: in.RequestID, Amount: amount})
	if err != nil {
		return p.jokerError("TC", err)
	}
	return ok(jokerTransferReply{jokerTime(done.At), wire.TransferReply{
		RequestID: done.Ref, Username: jokerName(done.Username),
		Credit: credits(done.After), BeforeCredit: credits(done.Before), OutstandingCredit: "0",
	}})
}

func (p *jokerProvider) jokerCheck(ctx context.Context, game string, in wire.Request) reply {
	done, err := p.movement(ctx, game, in.RequestID)
	if errors.Is(err, errGone) {
		return jokerRefusal(http.StatusNotFound, "Transaction not found")
	}
	if err != nil {
		return p.broken("TCH", err)
	}
	return ok(jokerCheckReply{jokerTime(done.At), wire.CheckReply{
		RequestID: done.Ref, Username: jokerName(done.Username), Amount: credits(done.Amount),
	}})
}

func (p *jokerProvider) jokerPlay(ctx context.Context, game string, in wire.Request) reply {
	token, err := p.issueToken(ctx, game, in.Username)
	if err != nil {
		return p.jokerError("PLAY", err)
	}
	return ok(wire.PlayReply{Username: jokerName(in.Username), Token: token})
}

func (p *jokerProvider) jokerSetPassword(ctx context.Context, game string, in wire.Request) reply {
	if err := p.setPassword(ctx, game, in.Username, in.Password); err != nil {
		return p.jokerError("SP", err)
	}
	return ok(wire.StatusReply{Status: "OK"})
}

func (p *jokerProvider) jokerSignOut(ctx context.Context, game string, in wire.Request) reply {
	if err := p.endSessions(ctx, game, in.Username); err != nil {
		return p.jokerError("SO", err)
	}
	return ok(wire.StatusReply{Status: "OK"})
}

func (p *jokerProvider) jokerRounds(ctx context.Context, game string, in wire.Request) reply {
	from, _ := time.ParseInLocation(wire.MinuteFormat, in.StartDate, wire.Zone) // checked by jokerMinutes
	to, _ := time.ParseInLocation(wire.MinuteFormat, in.EndDate, wire.Zone)
	offset, _ := strconv.Atoi(in.NextID)
	list, total, err := p.rounds(ctx, span{Game: game, From: from, To: to, Offset: offset, Limit: jokerPage})
	if err != nil {
		return p.broken("TSM", err)
	}
	answer := wire.RoundsReply{Data: wire.RoundsData{Game: []wire.Round{}, Jackpot: []wire.Round{}, Competition: []wire.Round{}}}
	for _, one := range list {
		answer.Data.Game = append(answer.Data.Game, wire.Round{
			OCode: one.Code, RoundID: one.Code, Username: jokerName(one.Username), GameCode: "sandbox", Type: "Game", Time: wire.Time{Time: one.Changed},
			Amount: credits(one.Bet), Result: credits(one.Win),
		})
	}
	if next := offset + len(list); next < total {
		answer.NextID = strconv.Itoa(next)
	}
	return ok(answer)
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
	amount, err := parseDecimal(in.Amount, creditPlaces)
	if err != nil || amount == 0 || amount%moveStep != 0 {
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
func (p *jokerProvider) jokerError(method string, err error) reply {
	return p.refusal(method, err, noes{
		gone:      jokerRefusal(http.StatusNotFound, "User not found"),
		notEnough: jokerRefusal(http.StatusBadRequest, "Insufficient credit"),
		conflict:  jokerRefusal(http.StatusBadRequest, "RequestID was used before"),
	})
}

func jokerRefusal(status int, text string) reply { return reply{status, wire.Refusal{Message: text}} }
