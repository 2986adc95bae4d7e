// Package gsc is the sandbox's side of the aggregator GSC.
package gsc

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"krapao/connect/provider/gsc/wire"
	"krapao/sandbox/core"
	"krapao/sandbox/games"
)

// GSC is an aggregator: one operator and many products. Here each product is a game of its own with its own balances.
// One log has the transfers and rounds of all of them (log.go).

var (
	userForm     = regexp.MustCompile(`^[a-z0-9]{3,12}$`)
	refForm      = regexp.MustCompile(`^[A-Za-z0-9]{1,20}$`)
	passwordForm = regexp.MustCompile(`^.{6,12}$`)
)

// Credentials are an operator's credentials; the secret signs.
type Credentials struct{ Operator, Secret string }

// provider is the aggregator: one operator, many products.
type provider struct {
	*games.Books
	known  Credentials
	orders orders
}

// New registers the games of this family with the books.
func New(b *games.Books, known Credentials) core.Protocol {
	p := &provider{Books: b, known: known}
	const base = "GET /games/{code}/gsc"
	return core.Protocol{
		Name: "gsc", Targets: games.Targets(games.FamilyGSC, core.OpCheck),
		Routes: []core.Route{
			core.Handle(base+wire.PathCreate, p.handler(wire.PathCreate, core.OpCreate, p.create)),
			core.Handle(base+wire.PathBalance, p.handler(wire.PathBalance, core.OpBalance, p.balance)),
			core.Handle(base+wire.PathTransfer, p.handler(wire.PathTransfer, core.OpMove, p.transfer)),
			core.Handle(base+wire.PathLaunch, p.handler(wire.PathLaunch, core.OpLaunch, p.launch)),
			core.Handle(base+wire.PathPassword, p.handler(wire.PathPassword, core.OpPassword, p.password)),
			core.Handle("GET /gsc/log"+wire.PathCheck, p.handleCheck),
			core.Handle("GET /gsc/log"+wire.PathBets, p.handleBets),
			core.Handle("POST /gsc/log"+wire.PathMark, p.handleMark),
		},
	}
}

// request is a call that has been read: its game, and the sandbox's address for a browser.
type request struct {
	game   games.Game
	public string
	in     url.Values
}

func (a request) username() string { return a.in.Get(wire.FieldUsername) }

// handler authenticates a call of a product and serves it.
func (p *provider) handler(path, op string, apply func(ctx context.Context, asked request) core.Reply) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		asked := request{public: p.PublicAddress(r), in: r.URL.Query()}
		game, known := games.ByCode(r.PathValue("code"))
		if wrong := p.refusalCode(path, asked.in); wrong != "" {
			p.Answer(w, refusal(wrong))
			return
		}
		if !known || game.Family != games.FamilyGSC || path != wire.PathCreate && asked.in.Get(wire.FieldProduct) != game.Product {
			p.Answer(w, refusal(wire.CodeNoProduct))
			return
		}
		asked.game = game
		if op == core.OpMove {
			p.orders.arrived(asked)
		}
		p.Serve(w, r, core.Call{
			Target: games.Target(game.Code), Op: op, Ref: asked.in.Get(wire.FieldReference), Refuse: refusal(wire.CodeProhibited),
			Apply: func(ctx context.Context) core.Reply { return apply(ctx, asked) },
		})
	}
}

// refusalCode returns what is wrong with a call's credentials; empty if nothing is.
func (p *provider) refusalCode(path string, in url.Values) (code string) {
	switch {
	case in.Get(wire.FieldOperator) != p.known.Operator:
		return wire.CodeNoOperator
	case !wire.Verify(p.known.Secret, path, in):
		return wire.CodeSignature
	}
	return ""
}

// create registers a member with the aggregator. The first call with a password opens the product's account.
func (p *provider) create(ctx context.Context, asked request) core.Reply {
	if !userForm.MatchString(asked.username()) {
		return refusal(wire.CodeBadUsername)
	}
	account := games.Account{Game: asked.game.Code, Username: asked.username()}
	return p.OpenAccount(ctx, "createMember", account, core.OK(success()), refusal(wire.CodeExists))
}

// accountFor returns the account of a call. One without a password gets the call's; one with another password refuses
// it.
func (p *provider) accountFor(ctx context.Context, asked request, password string) (a games.Account, wrong string, err error) {
	a, err = p.Account(ctx, asked.game.Code, asked.username())
	switch {
	case errors.Is(err, core.ErrNotFound):
		return a, wire.CodeNoMember, nil
	case err != nil:
		return a, "", err
	case a.Password == "" && passwordForm.MatchString(password):
		return a, "", p.SetPassword(ctx, a.Game, a.Username, password)
	case a.Password == "" || !core.SecretsEqual(a.Password, password):
		return a, wire.CodeWrongLogin, nil
	}
	return a, "", nil
}

// withPassword serves a call that carries the account's password.
func (p *provider) withPassword(
	ctx context.Context, asked request, call string, do func(a games.Account) core.Reply,
) core.Reply {
	a, wrong, err := p.accountFor(ctx, asked, asked.in.Get(wire.FieldPassword))
	switch {
	case err != nil:
		return p.Broken(call, err)
	case wrong != "":
		return refusal(wrong)
	}
	return do(a)
}

func (p *provider) balance(ctx context.Context, asked request) core.Reply {
	return p.withPassword(ctx, asked, "getBalance", func(a games.Account) core.Reply {
		return core.OK(wire.BalanceReply{Reply: success(), Balance: core.CreditsNumber(a.Balance)})
	})
}

// transfer moves an amount. A repeated reference is refused, also after a transfer that failed.
func (p *provider) transfer(ctx context.Context, asked request) core.Reply {
	order, wrong := orderOf(asked)
	if wrong != "" {
		return refusal(wrong)
	}
	return p.withPassword(ctx, asked, "makeTransfer", func(games.Account) core.Reply {
		if p.orders.failed(order.Ref) {
			return refusal(wire.CodeReference)
		}
		_, err := p.Move(ctx, order)
		switch {
		case errors.Is(err, games.ErrUsed):
			return refusal(wire.CodeReference)
		case errors.Is(err, games.ErrNotEnough):
			p.orders.fail(order.Ref)
			return refusal(wire.CodeNotEnough)
		case err != nil:
			return p.Broken("makeTransfer", err)
		}
		return core.OK(wire.TransferReply{Reply: success(), InnerCode: wire.Text(transID(order.Ref))})
	})
}

// orderOf reads a transfer, or says what is wrong with it.
func orderOf(asked request) (order games.Move, wrong string) {
	amount, err := core.ParseDecimal(asked.in.Get(wire.FieldAmount), core.BahtPlaces)
	switch {
	case errors.Is(err, core.ErrPlaces):
		return order, "74"
	case err != nil || amount <= 0:
		return order, "73"
	case !refForm.MatchString(asked.in.Get(wire.FieldReference)):
		return order, wire.CodeReference
	}
	order = games.Move{
		Game: asked.game.Code, Username: asked.username(), Ref: asked.in.Get(wire.FieldReference),
		Amount: amount * games.MoveStep, RefuseRepeat: true,
	}
	switch asked.in.Get(wire.FieldType) {
	case wire.TypeIn:
	case wire.TypeOut:
		order.Amount = -order.Amount
	default:
		return order, "93"
	}
	return order, ""
}

// transID is the aggregator's own number of a transfer.
func transID(ref string) string { return "G" + strings.ToUpper(ref) }

func (p *provider) launch(ctx context.Context, asked request) core.Reply {
	if asked.in.Get(wire.FieldType) == "" {
		return refusal("992")
	}
	return p.withPassword(ctx, asked, "launchGames", func(a games.Account) core.Reply {
		token, err := p.IssueToken(ctx, a.Game, a.Username)
		if err != nil {
			return p.Broken("launchGames", err)
		}
		lang, _, _ := strings.Cut(asked.in.Get(wire.FieldLang), "-")
		query := url.Values{"token": {token}, "lang": {lang}}
		return core.OK(wire.LaunchReply{Reply: success(), GameURL: asked.public + "/lobby/" + a.Game + "?" + query.Encode()})
	})
}

// password changes a password for a caller who knows the previous one.
func (p *provider) password(ctx context.Context, asked request) core.Reply {
	if !passwordForm.MatchString(asked.in.Get(wire.FieldPassword)) {
		return refusal(wire.CodeBadPassword)
	}
	a, wrong, err := p.accountFor(ctx, asked, asked.in.Get(wire.FieldOldPassword))
	if wrong == wire.CodeWrongLogin {
		wrong = wire.CodeOldPassword
	}
	if err == nil && wrong == "" {
		err = p.SetPassword(ctx, a.Game, a.Username, asked.in.Get(wire.FieldPassword))
	}
	switch {
	case err != nil:
		return p.Broken("changePassword", err)
	case wrong != "":
		return refusal(wrong)
	}
	return core.OK(success())
}

func success() wire.Reply { return wire.Reply{Code: wire.CodeOK, Msg: "SUCCESS"} }

func refusal(code string) core.Reply {
	return core.OK(wire.Reply{Code: wire.Text(code), Msg: texts[code]})
}

var texts = map[string]string{
	wire.CodeReference:   "INVALID_REFERENCE_ID",
	wire.CodeNotEnough:   "INSUFFICIENT_BALANCE",
	"73":                 "INVALID_TRANSFER_AMOUNT",
	"74":                 "INVALID_TRANSFER_AMOUNT_TWO_DECIMAL_ONLY",
	wire.CodeNoMember:    "MEMBER_NOT_FOUND",
	wire.CodeExists:      "MEMBER_EXISTED",
	wire.CodeBadInput:    "INVALID_PARAMETER",
	wire.CodeNoOperator:  "INVALID_OPERATOR",
	wire.CodeNoProduct:   "INVALID_PROVIDERCODE",
	"93":                 "INVALID_PARAMETER_TYPE",
	wire.CodeBadUsername: "INVALID_PARAMETER_USERNAME",
	wire.CodeBadPassword: "INVALID_PARAMETER_PASSWORD",
	wire.CodeOldPassword: "INVALID_PARAMETER_OPASSWORD",
	wire.CodeWrongLogin:  "INVALID_USERNAME_OR_PASSWORD",
	wire.CodeSignature:   "INVALID_SIGNATURE",
	"992":                "INVALID_PARAMETER_PRODUCT_NOT_SUPPORTED_GAMETYPE",
	wire.CodeProhibited:  "ACCESS_PROHIBITED",
	wire.CodeNoRecord:    "RECORD_NOT_FOUND",
}
