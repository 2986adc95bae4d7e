// Package joker is the sandbox's side of providers of the Joker family.
package joker

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
	userForm = regexp.MustCompile(`^[A-Za-z0-9_]{4,20}$`)
	refForm  = regexp.MustCompile(`^[A-Za-z0-9]{1,50}$`)
)

const (
	// pageSize is how many rounds a report's page has.
	pageSize = 500
	// mostSkew is how far a call's Timestamp may be from the clock.
	mostSkew = 5 * time.Minute
)

// call is one method of the protocol: its operation for faults, its check, and its effect.
type call struct {
	op    string
	check func(in wire.Request) string // a text that says what is wrong, or empty
	apply func(p *provider, ctx context.Context, game string, in wire.Request) core.Reply
}

// calls are the methods that the sandbox serves.
var calls = map[string]call{
	wire.MethodCreate:      {core.OpCreate, checkUser, (*provider).create},
	wire.MethodCredit:      {core.OpBalance, checkUser, (*provider).credit},
	wire.MethodTransfer:    {core.OpMove, checkMove, (*provider).transfer},
	wire.MethodCheck:       {core.OpCheck, checkRef, (*provider).check},
	wire.MethodPlay:        {core.OpLaunch, checkUser, (*provider).play},
	wire.MethodSetPassword: {core.OpPassword, checkPassword, (*provider).setPassword},
	wire.MethodSignOut:     {core.OpKick, checkUser, (*provider).signOut},
	wire.MethodRounds:      {core.OpReport, checkMinutes, (*provider).rounds},
}

// Credentials are an operator's credentials at every provider of the Joker family.
type Credentials struct{ AppID, Secret string }

// provider is a provider of the Joker family.
type provider struct {
	*games.Books
	known Credentials
}

// New registers the games of this family with the books.
func New(b *games.Books, known Credentials) core.Protocol {
	p := &provider{b, known}
	return core.Protocol{
		Name: "joker", Targets: games.Targets(games.FamilyJoker),
		Routes: []core.Route{
			core.Handle("POST /games/{code}/joker", p.joker),
		},
	}
}

// joker serves every call of a provider of the Joker family: the body names the method.
func (p *provider) joker(w http.ResponseWriter, r *http.Request) {
	game, known := games.ByCode(r.PathValue("code"))
	if !known || game.Family != games.FamilyJoker {
		p.Answer(w, refusal(http.StatusNotFound, "Unknown operator"))
		return
	}
	body, read := p.ReadBody(w, r)
	if !read {
		return
	}
	query := r.URL.Query()
	if !core.SecretsEqual(query.Get(wire.QueryAppID), p.known.AppID) ||
		!wire.Verify(p.known.Secret, query.Get(wire.QuerySignature), body) {
		p.Answer(w, refusal(http.StatusForbidden, "Invalid signature"))
		return
	}
	var in wire.Request
	if err := json.Unmarshal(body, &in); err != nil {
		p.Answer(w, refusal(http.StatusBadRequest, "Invalid request"))
		return
	}
	if p.Now().Sub(time.Unix(in.Timestamp, 0)).Abs() > mostSkew {
		p.Answer(w, refusal(http.StatusForbidden, "Request expired"))
		return
	}
	in.Username = strings.ToLower(in.Username) // names are the same in upper and lower case, and are stored in lower case
	call, known := calls[in.Method]
	if !known {
		p.Answer(w, refusal(http.StatusBadRequest, "Unknown method"))
		return
	}
	if wrong := call.check(in); wrong != "" {
		p.Answer(w, refusal(http.StatusBadRequest, wrong))
		return
	}
	p.Serve(w, r, core.Call{
		Target: games.Target(game.Code), Op: call.op, Ref: in.RequestID,
		Refuse:   refusal(http.StatusForbidden, "Operation is not allowed"),
		NotFound: refusal(http.StatusNotFound, "Transaction not found"),
		Apply:    func(ctx context.Context) core.Reply { return call.apply(p, ctx, game.Code, in) },
	})
}

func (p *provider) create(ctx context.Context, game string, in wire.Request) core.Reply {
	existed, err := p.CreateAccount(ctx, game, in.Username, "")
	if err != nil {
		return p.Broken("CU", err)
	}
	data := wire.CreateData{Username: shownName(in.Username), Status: "Active"}
	if existed {
		return core.OK(wire.CreateReply{Status: "OK", Data: data})
	}
	return core.Reply{Status: http.StatusCreated, Body: wire.CreateReply{Status: "Created", Data: data}}
}

func (p *provider) credit(ctx context.Context, game string, in wire.Request) core.Reply {
	a, err := p.Account(ctx, game, in.Username)
	if err != nil {
		return p.refusalFor("GC", err)
	}
	return core.OK(wire.CreditReply{
		Username: shownName(a.Username), Credit: core.CreditsNumber(a.Balance), OutstandingCredit: core.CreditsNumber(a.Outstanding),
		FreeCredit: "0", OutstandingFreeCredit: "0",
	})
}

func (p *provider) transfer(ctx context.Context, game string, in wire.Request) core.Reply {
	amount, _ := core.ParseDecimal(in.Amount, core.CreditPlaces) // checked by checkMove
	done, err := p.Move(ctx, games.Move{Game: game, Username: in.Username, Ref: in.RequestID, Amount: amount})
	if err != nil {
		return p.refusalFor("TC", err)
	}
	return core.OK(transferReply{timeText(done.At), wire.TransferReply{
		RequestID: done.Ref, Username: shownName(done.Username),
		Credit: core.CreditsNumber(done.After), BeforeCredit: core.CreditsNumber(done.Before), OutstandingCredit: "0",
	}})
}

func (p *provider) check(ctx context.Context, game string, in wire.Request) core.Reply {
	done, err := p.Movement(ctx, game, in.RequestID)
	if errors.Is(err, core.ErrNotFound) {
		return refusal(http.StatusNotFound, "Transaction not found")
	}
	if err != nil {
		return p.Broken("TCH", err)
	}
	return core.OK(checkReply{timeText(done.At), wire.CheckReply{
		RequestID: done.Ref, Username: shownName(done.Username), Amount: core.CreditsNumber(done.Amount),
	}})
}

func (p *provider) play(ctx context.Context, game string, in wire.Request) core.Reply {
	token, err := p.IssueToken(ctx, game, in.Username)
	if err != nil {
		return p.refusalFor("PLAY", err)
	}
	return core.OK(wire.PlayReply{Username: shownName(in.Username), Token: token})
}

func (p *provider) setPassword(ctx context.Context, game string, in wire.Request) core.Reply {
	if err := p.SetPassword(ctx, game, in.Username, in.Password); err != nil {
		return p.refusalFor("SP", err)
	}
	return core.OK(wire.StatusReply{Status: "OK"})
}

func (p *provider) signOut(ctx context.Context, game string, in wire.Request) core.Reply {
	if err := p.EndSessions(ctx, game, in.Username); err != nil {
		return p.refusalFor("SO", err)
	}
	return core.OK(wire.StatusReply{Status: "OK"})
}

func (p *provider) rounds(ctx context.Context, game string, in wire.Request) core.Reply {
	from, _ := time.ParseInLocation(wire.MinuteFormat, in.StartDate, wire.Zone) // checked by checkMinutes
	to, _ := time.ParseInLocation(wire.MinuteFormat, in.EndDate, wire.Zone)
	offset, _ := strconv.Atoi(in.NextID)
	list, total, err := p.Rounds(ctx, games.Span{Game: game, From: from, To: to, Offset: offset, Limit: pageSize})
	if err != nil {
		return p.Broken("TSM", err)
	}
	answer := wire.RoundsReply{Data: wire.RoundsData{Game: []wire.Round{}, Jackpot: []wire.Round{}, Competition: []wire.Round{}}}
	for _, one := range list {
		answer.Data.Game = append(answer.Data.Game, wire.Round{
			OCode: one.Code, RoundID: one.Code, Username: shownName(one.Username), GameCode: "sandbox", Type: "Game",
			Time:   wire.Time{Time: one.Changed},
			Amount: core.CreditsNumber(one.Bet), Result: core.CreditsNumber(one.Win),
		})
	}
	if next := offset + len(list); next < total {
		answer.NextID = strconv.Itoa(next)
	}
	return core.OK(answer)
}

func checkUser(in wire.Request) string {
	if !userForm.MatchString(in.Username) {
		return "Invalid username"
	}
	return ""
}

func checkRef(in wire.Request) string {
	if !refForm.MatchString(in.RequestID) {
		return "Invalid RequestID"
	}
	return ""
}

func checkMove(in wire.Request) string {
	amount, err := core.ParseDecimal(in.Amount, core.CreditPlaces)
	if err != nil || amount == 0 || amount%games.MoveStep != 0 {
		return "Invalid amount"
	}
	if wrong := checkUser(in); wrong != "" {
		return wrong
	}
	return checkRef(in)
}

func checkPassword(in wire.Request) string {
	if len(in.Password) < 6 || len(in.Password) > 64 {
		return "Invalid password"
	}
	return checkUser(in)
}

func checkMinutes(in wire.Request) string {
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

// shownName is a user's name in answers.
func shownName(username string) string { return strings.ToUpper(username) }

// transferReply and checkReply also have a time, in a form that no adapter may rely on.
type (
	transferReply struct {
		Time string `json:"Time"`
		wire.TransferReply
	}
	checkReply struct {
		Time string `json:"Time"`
		wire.CheckReply
	}
)

func timeText(at time.Time) string { return at.In(wire.Zone).Format("2006-01-02T15:04:05.000") }

// refusalFor answers an error of an account or a movement.
func (p *provider) refusalFor(method string, err error) core.Reply {
	return p.Refusal(method, err, games.Refusals{
		Gone:      refusal(http.StatusNotFound, "User not found"),
		NotEnough: refusal(http.StatusBadRequest, "Insufficient credit"),
		Conflict:  refusal(http.StatusBadRequest, "RequestID was used before"),
	})
}

func refusal(status int, text string) core.Reply {
	return core.Reply{Status: status, Body: wire.Refusal{Message: text}}
}
