// Package gsc is the adapter to the GSC aggregator (Gaming Soft; package wire has the protocol and its source): signed
// GETs that carry the account's password, a reference of ours per transfer, and, for some products, an inquiry about
// it.
//
// A transfer is a GET, so its client must repeat nothing by itself (outbound.Settings.NoReuse), and a transfer is never
// sent twice. A repeated reference is refused with a code (71) that may also mean something else, so that code is not a
// definitive rejection. A definitive rejection is HTTP 200 with a code of wire.Refusals for a first sending. All other
// codes, silence, and answers of another system are unknown.
//
// A product without an inquiry (Config.Unverifiable) is unverifiable: the balance decides, as for providers that take no
// reference.
package gsc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/connect/provider/gsc/wire"
	"krapao/game"
	"krapao/money"
)

// Config configures one product of an operator.
type Config struct {
	// BaseURL is the address of the interface, DataURL that of the log, which serves checks and reports.
	BaseURL string
	DataURL string
	// Operator and Secret are the operator's, for all its products.
	Operator string
	Secret   string
	// Product is the provider's code of the product, GameType the kind of its games (SL, LC, SB, ...), Lobby the game
	// of its page (empty: the lobby).
	Product  string
	GameType string
	Lobby    string
	// Unverifiable: there is no inquiry about the product's transfers.
	Unverifiable bool
	// Terms: some products take whole credits only. The protocol does not report credits in open rounds. Source is the
	// name of the operator's report, which contains the rows of all its products.
	provider.Terms
}

// longestReport bounds a report's answer: 300 bets, with all their details.
const longestReport = 32 << 20

// Provider implements game.Provider and game.Reporter.
type Provider struct {
	config Config
	client *outbound.Client
	log    *outbound.Client // for checks and reports
}

var (
	_ game.Provider = (*Provider)(nil)
	_ game.Reporter = (*Provider)(nil)
)

// New makes the adapter.
func New(config Config) *Provider {
	config.Operator, config.Product = strings.ToLower(config.Operator), strings.ToUpper(config.Product)
	config.Lobby = cmp.Or(config.Lobby, "0")
	config.Terms = config.WithDefaults(game.StakesUnknown)
	config.Outbound.NoReuse = true
	return &Provider{config: config, client: outbound.New(config.Outbound), log: config.Reports(longestReport)}
}

// Capabilities implements game.Provider.
func (p *Provider) Capabilities() game.Capabilities {
	caps := game.Capabilities{
		CheckByReference: !p.config.Unverifiable, NeedsPassword: true, SetPassword: true,
		Report: game.ReportNone, Site: p.config.Product,
	}
	if wire.Reported(p.config.Product) {
		caps.Report = game.ReportRounds
	}
	return p.config.Capabilities(caps)
}

// Ensure implements game.Provider. The aggregator registers a member without a password. The first call that names a
// product opens the member's account there, with the password that it carries.
func (p *Provider) Ensure(ctx context.Context, a game.Player) error {
	var reply wire.Reply
	err := p.ask(ctx, wire.PathCreate, url.Values{wire.FieldUsername: {a.Username}}, time.Time{}, &reply)
	if err != nil && codeOf(err) != wire.CodeExists {
		return err
	}
	_, err = p.Balance(ctx, a)
	return err
}

// Balance implements game.Provider.
func (p *Provider) Balance(ctx context.Context, a game.Player) (game.Reading, error) {
	var reply wire.BalanceReply
	if err := p.ask(ctx, wire.PathBalance, p.account(a), time.Time{}, &reply); err != nil {
		return game.Reading{}, err
	}
	r, err := provider.Reading(reply.Balance, "")
	if err != nil {
		return r, fmt.Errorf("gsc: %w", err)
	}
	return r, nil
}

// Move implements game.Provider. A success names no amount: it is about the signed order.
func (p *Provider) Move(ctx context.Context, m game.Move) game.Outcome {
	fields := p.account(m.Player)
	fields.Set(wire.FieldReference, m.Reference)
	fields.Set(wire.FieldType, direction(m))
	fields.Set(wire.FieldAmount, max(m.Credits, -m.Credits).String())
	var reply wire.TransferReply
	err := p.ask(ctx, wire.PathTransfer, fields, m.SendBy, &reply)
	code := codeOf(err)
	switch {
	case err == nil:
		return game.Outcome{Kind: game.Done, Moved: m.Credits, Outside: string(reply.InnerCode)}
	case code == "":
		return provider.Failed(m, err)
	case m.Again || !slices.Contains(wire.Refusals, code):
		return game.Outcome{Reason: err.Error()}
	}
	o := game.Outcome{Kind: game.Rejected, Reason: err.Error()}
	switch code {
	case wire.CodeNotEnough:
		o.Reason = game.ReasonNotEnough
	case wire.CodeInPlay:
		o.Reason = game.ReasonInPlay
	}
	return o
}

func direction(m game.Move) string {
	if m.Credits < 0 {
		return wire.TypeOut
	}
	return wire.TypeIn
}

// Check implements game.Provider. A refusal of the inquiry says nothing about the transfer.
func (p *Provider) Check(ctx context.Context, m game.Move) game.Outcome {
	if p.config.Unverifiable {
		return game.Outcome{Reason: game.ErrUnsupported.Error()}
	}
	var reply wire.CheckReply
	fields := url.Values{wire.FieldReference: {m.Reference}}
	err := ask(ctx, p, p.log, p.config.DataURL, wire.PathCheck, fields, time.Time{}, &reply)
	switch codeOf(err) {
	case wire.CodeNoRecord:
		return game.Outcome{Kind: game.NotFound, Reason: err.Error()}
	case wire.CodeNoProduct:
		return game.Outcome{Reason: err.Error() + ": the product has no inquiry, so the provider's check has to be turned off"}
	}
	if err != nil {
		return game.Outcome{Reason: err.Error()}
	}
	return p.checked(m, reply)
}

// checked reads the answer to a check. Its reference, account, product and direction must match the order.
func (p *Provider) checked(m game.Move, reply wire.CheckReply) game.Outcome {
	disagrees := game.Outcome{Reason: errDisagrees.Error()}
	if reply.Data == nil {
		return disagrees
	}
	t := reply.Data.Value
	amount, err := money.ParseCredits(t.Amount.String())
	if err != nil || amount <= 0 || t.RefID != m.Reference || !strings.EqualFold(t.Username, m.Player.Username) ||
		!strings.EqualFold(t.Provider, p.config.Product) || string(t.Type) != direction(m) {
		return disagrees
	}
	o := game.Outcome{Outside: string(t.TransID), Reason: t.Status}
	switch t.Status {
	case wire.StateSuccess:
		o.Kind, o.Moved, o.Reason = game.Done, amount, ""
		if m.Credits < 0 {
			o.Moved = -amount
		}
	case wire.StateProcessing:
		o.Kind = game.Pending
	case wire.StateFailed:
		o.Kind = game.Rejected
	default:
		return disagrees
	}
	return o
}

// Launch implements game.Provider.
func (p *Provider) Launch(ctx context.Context, v game.Visit) (game.Page, error) {
	fields := p.account(v.Player)
	fields.Set(wire.FieldType, p.config.GameType)
	fields.Set(wire.FieldGame, p.config.Lobby)
	fields.Set(wire.FieldLang, wire.Lang(v.Lang))
	fields.Set(wire.FieldHTML5, "1")
	var reply wire.LaunchReply
	if err := p.ask(ctx, wire.PathLaunch, fields, time.Time{}, &reply); err != nil {
		return game.Page{}, err
	}
	if reply.GameURL == "" {
		return game.Page{}, errDisagrees
	}
	return game.Page{URL: reply.GameURL}, nil
}

// SetPassword implements game.Provider. The change needs the previous password. If it is refused, an earlier change to
// the same password may have been made without an answer: a balance shows which of the two is valid.
func (p *Provider) SetPassword(ctx context.Context, a game.Player, next string) error {
	fields := p.account(game.Player{Username: a.Username, Password: next})
	fields.Set(wire.FieldOldPassword, a.Password)
	var reply wire.Reply
	err := p.ask(ctx, wire.PathPassword, fields, time.Time{}, &reply)
	if !errors.Is(err, game.ErrRefused) {
		return err
	}
	holds, unknown := p.holds(ctx, game.Player{Username: a.Username, Password: next})
	if holds || unknown != nil {
		return unknown
	}
	if holds, unknown = p.holds(ctx, a); holds {
		return err // refused, and the previous password is valid
	}
	return errors.Join(errPassword, unknown)
}

// holds reports whether an account's password is this one.
func (p *Provider) holds(ctx context.Context, a game.Player) (bool, error) {
	_, err := p.Balance(ctx, a)
	if codeOf(err) == wire.CodeWrongLogin {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("gsc: nobody knows which password is valid: %w", opaque{err})
	}
	return true, nil
}

// Kick implements game.Provider: the protocol has this call for one product only.
func (p *Provider) Kick(context.Context, game.Player) error { return game.ErrUnsupported }

// Rounds implements game.Provider. The report lists the rounds of all accounts until they are marked, so it can't serve
// one account.
func (p *Provider) Rounds(context.Context, game.Player, time.Time, time.Time) (game.Play, error) {
	return game.Play{}, game.ErrUnsupported
}

var (
	// errDisagrees: a success that does not answer the request.
	errDisagrees = errors.New("gsc: the answer does not match the request")
	// errPassword: nobody here knows the account's password any more. It is not a refusal, after which the
	// caller would trust the old one.
	errPassword = errors.New("gsc: neither the old password nor the new one is valid")
)

// refusal is an answer of the protocol with a code other than "0".
type refusal struct{ code string }

func (r *refusal) Error() string { return "gsc: code " + r.code }

// Unwrap makes the codes of wire.Refusals game.ErrRefused.
func (r *refusal) Unwrap() error {
	if slices.Contains(wire.Refusals, r.code) {
		return game.ErrRefused
	}
	return nil
}

// codeOf returns the code of a refusal; empty for a success or no answer.
func codeOf(err error) string {
	var no *refusal
	if errors.As(err, &no) {
		return no.code
	}
	return ""
}

// opaque keeps an error's text, but hides that it is a refusal, since it is not one of the outer call.
type opaque struct{ error }

// Unwrap returns nothing: see opaque.
func (opaque) Unwrap() error { return nil }

// account returns the fields that identify an account of this product.
func (p *Provider) account(a game.Player) url.Values {
	return url.Values{
		wire.FieldProduct: {p.config.Product}, wire.FieldUsername: {a.Username}, wire.FieldPassword: {a.Password},
	}
}

// ask makes a call of the interface.
func (p *Provider) ask(ctx context.Context, path string, fields url.Values, sendBy time.Time, reply any) error {
	return ask(ctx, p, p.client, p.config.BaseURL, path, fields, sendBy, reply)
}

// ask makes one call. Its address carries the password and the signature: no error and no log contains it.
func ask(
	ctx context.Context, p *Provider, c *outbound.Client, base, path string, fields url.Values, sendBy time.Time, reply any,
) error {
	fields.Set(wire.FieldOperator, p.config.Operator)
	fields.Set(wire.FieldSignature, wire.Sign(p.config.Secret, path, fields))
	answer, err := c.Do(ctx, outbound.Request{
		Method: http.MethodGet, URL: base + path + "?" + fields.Encode(), SendBy: sendBy,
	})
	if err != nil {
		return fmt.Errorf("gsc %s: %w", path, err)
	}
	return read(path, answer, reply)
}

func read(path string, answer outbound.Answer, reply any) error {
	if answer.Status != http.StatusOK {
		return fmt.Errorf("gsc %s: HTTP %d", path, answer.Status)
	}
	var envelope struct { // the type of errMsg does not matter
		Code wire.Text `json:"errCode"`
	}
	if err := outbound.Decode(answer.Body, &envelope); err != nil || !wire.IsCode(envelope.Code) {
		return fmt.Errorf("gsc %s: the answer violates the protocol", path)
	}
	if envelope.Code != wire.CodeOK {
		return &refusal{string(envelope.Code)}
	}
	if err := outbound.Decode(answer.Body, reply); err != nil {
		return fmt.Errorf("gsc %s: the answer violates the protocol", path)
	}
	return nil
}
