package sandbox

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"krapao/connect/provider/amblotto/wire"
)

var (
	ambLottoUserForm   = regexp.MustCompile(`^[a-z0-9]{4,36}$`)
	ambLottoRefForm    = regexp.MustCompile(`^[A-Za-z0-9]{1,50}$`)
	ambLottoNumberForm = regexp.MustCompile(`^[0-9]{10}$`)
)

// ambLottoProduct is what the sandbox calls its own lottery in the answers about play.
const ambLottoProduct = "LOTTO"

func (s *Server) routeAMBLotto(mux *http.ServeMux) {
	const base = "POST /games/{code}/amblotto"
	mux.HandleFunc(base+wire.PathRegister, ambLottoHandler(s, opCreate, wire.CodeNoAgent, s.ambLottoRegister))
	mux.HandleFunc(base+wire.PathCredit, ambLottoHandler(s, opBalance, wire.CodeNoAgent, s.ambLottoCredit))
	mux.HandleFunc(base+wire.PathDeposit, ambLottoHandler(s, opMove, wire.CodeNoAgent, s.ambLottoDeposit))
	mux.HandleFunc(base+wire.PathWithdraw, ambLottoHandler(s, opMove, wire.CodeNoAgent, s.ambLottoWithdraw))
	mux.HandleFunc(base+wire.PathTurn, ambLottoHandler(s, opReport, wire.CodeNoAgent, s.ambLottoTurn))
	mux.HandleFunc(base+wire.PathLogin, ambLottoHandler(s, opLaunch, wire.CodeCaller, s.ambLottoLogin))
	mux.HandleFunc(base+wire.PathPassword, ambLottoHandler(s, opPassword, wire.CodeBadKey, s.ambLottoPassword))
}

// ambLottoAsked is a call that has been read: whose game, and where a browser reaches the sandbox.
type ambLottoAsked[T any] struct {
	game   string
	public string
	in     T
}

// ambLottoHandler reads a call and serves it; refuse is the code of its documented no. The agent is named in one of
// three fields; who signs is checked by the calls that are signed.
func ambLottoHandler[T any](s *Server, op string, refuse int, apply func(ctx context.Context, asked ambLottoAsked[T]) reply) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		game, known := gameByCode(r.PathValue("code"))
		if !known || game.Family != FamilyAMBLotto {
			s.answer(w, ambLottoRefusal(wire.CodeNoAgent))
			return
		}
		body, read := s.readBody(w, r)
		if !read {
			return
		}
		asked := ambLottoAsked[T]{game: game.Code, public: s.public(r)}
		var agent struct {
			ID    string `json:"agentId"`
			Name  string `json:"agent"`
			Login string `json:"agentUsername"`
		}
		if errors.Join(json.Unmarshal(body, &asked.in), json.Unmarshal(body, &agent)) != nil {
			s.answer(w, ambLottoRefusal(wire.CodeBadData))
			return
		}
		if !equal(agent.ID+agent.Name+agent.Login, s.credentials.AMBLotto.AgentID) {
			s.answer(w, ambLottoRefusal(refuse))
			return
		}
		target, op := "game:"+game.Code, op
		if op == opReport && s.faults.waits(target, opCheck) {
			op = opCheck // one call serves both
		}
		s.serve(w, r, exchange{
			target: target, op: op, refuse: ambLottoRefusal(refuse), notFound: ambLottoRefusal(wire.CodeNoLog),
			apply: func(ctx context.Context) reply { return apply(ctx, asked) },
		})
	}
}

func (s *Server) ambLottoRegister(ctx context.Context, asked ambLottoAsked[wire.Register]) reply {
	in := asked.in
	switch {
	case !strings.HasPrefix(in.Username, s.credentials.AMBLotto.Prefix), in.FirstName == "", in.LastName == "":
		return ambLottoRefusal(wire.CodeBadPrefix)
	case !ambLottoUserForm.MatchString(in.Username):
		return ambLottoRefusal(wire.CodeBadUsername)
	case !ambLottoStrong(in.Password):
		return ambLottoRefusal(wire.CodeBadPassword)
	case !slices.Contains(wire.Banks, in.Bank):
		return ambLottoRefusal(wire.CodeBadBank)
	case !ambLottoNumberForm.MatchString(in.Phone):
		return ambLottoRefusal(wire.CodeBadPhone)
	case !ambLottoNumberForm.MatchString(in.AccountNo):
		return ambLottoRefusal(wire.CodeBadAccount)
	}
	existed, err := s.createAccount(ctx, asked.game, in.Username, in.Password)
	switch {
	case err != nil:
		return s.broken("register", err)
	case existed:
		return ambLottoRefusal(wire.CodeExists)
	}
	return ok(ambLottoYes())
}

// ambLottoStrong: at least 8 characters without a space, with a small letter, a capital and a digit.
func ambLottoStrong(password string) bool {
	return len(password) >= 8 && len(password) <= 64 && !strings.Contains(password, " ") &&
		strings.ContainsFunc(password, unicode.IsLower) && strings.ContainsFunc(password, unicode.IsUpper) &&
		strings.ContainsFunc(password, unicode.IsDigit)
}

func (s *Server) ambLottoCredit(ctx context.Context, asked ambLottoAsked[wire.Credit]) reply {
	in, own := asked.in, s.credentials.AMBLotto
	if !wire.Same(in.Signature, wire.SignCredit(own.Key, in.AgentID, in.Username)) {
		return ambLottoRefusal(wire.CodeSignature)
	}
	a, err := readAccount(ctx, s.db, asked.game, in.Username)
	if err != nil {
		return s.ambLottoError("getcreditmember", err)
	}
	return ok(wire.CreditReply{Reply: ambLottoYes(), Credit: credits(a.Balance)})
}

func (s *Server) ambLottoDeposit(ctx context.Context, asked ambLottoAsked[wire.Move]) reply {
	return s.ambLottoMove(ctx, asked, +1)
}

func (s *Server) ambLottoWithdraw(ctx context.Context, asked ambLottoAsked[wire.Move]) reply {
	return s.ambLottoMove(ctx, asked, -1)
}

// ambLottoMove moves an amount. A reference that came before is a duplicate, whatever came with it.
func (s *Server) ambLottoMove(ctx context.Context, asked ambLottoAsked[wire.Move], sign int64) reply {
	in, own := asked.in, s.credentials.AMBLotto
	amount, err := parseDecimal(string(in.Amount), bahtPlaces)
	if err != nil || amount <= 0 || !ambLottoRefForm.MatchString(in.Ref) {
		return ambLottoRefusal(wire.CodeBadData)
	}
	signed := formatDecimal(amount, bahtPlaces, bahtPlaces)
	if !wire.Same(in.Signature, wire.SignMove(own.Key, in.AgentID, in.Username, signed)) {
		return ambLottoRefusal(wire.CodeSignature)
	}
	done, err := s.move(ctx, move{Game: asked.game, Username: in.Username, Ref: in.Ref, Amount: sign * amount * moveStep, Once: true})
	if err != nil {
		return s.ambLottoError("move", err)
	}
	return ok(wire.MoveReply{
		Reply: ambLottoYes(), Before: credits(done.Before), After: credits(done.After), Ref: ambLottoOwnRef(done.Ref),
	})
}

// ambLottoTurn tells what was played since a movement: what settled after it, and all that is open.
func (s *Server) ambLottoTurn(ctx context.Context, asked ambLottoAsked[wire.Turn]) reply {
	in, own := asked.in, s.credentials.AMBLotto
	if !wire.Same(in.Signature, wire.SignTurn(own.Key, in.AgentID, in.Username, in.Ref)) {
		return ambLottoRefusal(wire.CodeSignature)
	}
	a, err := readAccount(ctx, s.db, asked.game, in.Username)
	if err != nil {
		return s.ambLottoError("validturn", err)
	}
	since, err := readMove(ctx, s.db, asked.game, in.Ref)
	if errors.Is(err, errGone) || err == nil && since.Username != in.Username {
		return ambLottoRefusal(wire.CodeNoLog)
	}
	if err != nil {
		return s.broken("validturn", err)
	}
	list, err := s.playedBetween(ctx, asked.game, in.Username, since.At, endOfTime)
	if err != nil {
		return s.broken("validturn", err)
	}
	var bet, won int64
	for _, one := range list {
		bet, won = bet+one.Bet, won+one.Won
	}
	return ok(wire.TurnReply{Reply: ambLottoYes(), Username: in.Username, Ref: ambLottoOwnRef(in.Ref), Data: map[string]wire.Product{
		ambLottoProduct: {
			Game: ambLottoProduct, Amount: credits(bet + a.Outstanding), ValidAmount: credits(bet), WinLoss: credits(won - bet),
			Outstanding: credits(a.Outstanding),
		},
	}})
}

func (s *Server) ambLottoLogin(ctx context.Context, asked ambLottoAsked[wire.Login]) reply {
	in := asked.in
	a, err := readAccount(ctx, s.db, asked.game, in.Username)
	if errors.Is(err, errGone) || err == nil && !equal(a.Password, in.Password) {
		return ambLottoRefusal(wire.CodeBadLogin)
	}
	if err != nil {
		return s.broken("login", err)
	}
	token, err := s.issueToken(ctx, asked.game, in.Username)
	if err != nil {
		return s.ambLottoError("login", err)
	}
	page := asked.public + "/lobby/" + asked.game + "?" + url.Values{"token": {token}}.Encode()
	return ok(wire.LoginReply{Reply: ambLottoYes(), Data: &wire.LoginData{
		Username: in.Username + "@" + in.Agent, Token: token, URL: page + "&header=off", FullPage: page + "&header=on",
	}})
}

func (s *Server) ambLottoPassword(ctx context.Context, asked ambLottoAsked[wire.Password]) reply {
	in, own := asked.in, s.credentials.AMBLotto
	switch {
	case !equal(in.Key, own.Key):
		return ambLottoRefusal(wire.CodeBadKey)
	case !wire.Same(in.Signature, wire.SignPassword(own.Key, in.Agent, in.Username, in.NewPassword)):
		return ambLottoRefusal(wire.CodeSignature)
	case !ambLottoStrong(in.NewPassword):
		return ambLottoRefusal(wire.CodeBadPassword)
	}
	if err := s.setPassword(ctx, asked.game, in.Username, in.NewPassword); err != nil {
		return s.ambLottoError("password", err)
	}
	return ok(wire.Reply{Code: wire.CodeOK, Message: "update password success"})
}

// ambLottoOwnRef is the provider's own reference of a movement, as long as the document's.
func ambLottoOwnRef(ref string) string {
	sum := sha256.Sum256([]byte(ref))
	return hex.EncodeToString(sum[:20])
}

// ambLottoError answers what an account or a movement refused.
func (s *Server) ambLottoError(call string, err error) reply {
	switch {
	case errors.Is(err, errGone):
		return ambLottoRefusal(wire.CodeNoMember)
	case errors.Is(err, errNotEnough):
		return ambLottoRefusal(wire.CodeNotEnough)
	case errors.Is(err, errUsed):
		return ambLottoRefusal(wire.CodeDuplicate)
	}
	return s.broken(call, err)
}

func ambLottoYes() wire.Reply { return wire.Reply{Code: wire.CodeOK, Message: "success"} }

func ambLottoRefusal(code int) reply {
	text := map[int]string{
		wire.CodeNotEnough:   "Insufficient balance.",
		wire.CodeCaller:      "Invalid UserAgent or ApiKey",
		wire.CodeExists:      "user already exists",
		wire.CodeNoMember:    "member not found",
		wire.CodeBadData:     "invalid data value",
		wire.CodeDuplicate:   "duplicate transaction ref",
		wire.CodeNoAgent:     "agent not found",
		wire.CodeBadPrefix:   "prefix or name is missing",
		wire.CodeBadBank:     "invalid bank name",
		wire.CodeSignature:   "invalid signature",
		wire.CodeNoLog:       "log data not found",
		wire.CodeBadUsername: "invalid username",
		wire.CodeBadPassword: "invalid password",
		wire.CodeBadPhone:    "invalid phone",
		wire.CodeBadAccount:  "invalid acc_no",
		wire.CodeBadKey:      "invalid key",
		wire.CodeBadLogin:    "invalid username or password",
	}[code]
	return ok(wire.Reply{Code: code, Message: text})
}
