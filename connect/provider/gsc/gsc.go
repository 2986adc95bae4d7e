// Package gsc speaks to the GSC aggregator (Gaming Soft; wire has the protocol and its source): signed GETs that carry the
// account's password, a reference of ours per transfer, and, for some products, a call that asks what became of it.
//
// A transfer is a GET, so its line repeats nothing by itself (outbound.Settings.NoReuse), and a transfer is never sent twice: a
// reference that came before is refused with a code (71) that may also mean something else, so that code is no no. What
// counts as a certain no: HTTP 200 with a code of wire.Refusals to a first sending. All other codes, silence and pages of
// others are unknown.
//
// A product that can't be asked about (Config.Blind) has accounts that are judged by their balance, like those of
// providers that take no reference.
package gsc

import (
	"cmp"
	"context"
	"encoding/json"
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

// Config is how one product of an operator is reached.
type Config struct {
	// BaseURL is the address of the interface, DataURL that of the log: checks and reports.
	BaseURL string
	DataURL string
	// Operator and Secret are the operator's, for all its products.
	Operator string
	Secret   string
	// Product is the provider's code of the product, GameType of what is played there (SL, LC, SB, ...), Lobby the page's
	// game (empty: the lobby).
	Product  string
	GameType string
	Lobby    string
	// Blind: the product's transfers can't be asked about.
	Blind bool
	// Terms: some products take whole credits only. The protocol does not tell of credits in open rounds. Source is the name
	// of the operator's report, in which the rows of all its products stand.
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
		CheckByReference: !p.config.Blind, NeedsPassword: true, SetPassword: true, Report: game.ReportNone, Site: p.config.Product,
	}
	if wire.Reported(p.config.Product) {
		caps.Report = game.ReportRounds
	}
	return p.config.Capabilities(caps)
}

// Ensure implements game.Provider. The aggregator takes a member without a password; the first call that names a product
// opens the member's account there with the password that it carries.
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

// Move implements game.Provider. A yes names no amount: it is a yes to the signed order.
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

// Check implements game.Provider. A refusal of the question says nothing about the transfer.
func (p *Provider) Check(ctx context.Context, m game.Move) game.Outcome {
	if p.config.Blind {
		return game.Outcome{Reason: game.ErrUnsupported.Error()}
	}
	var reply wire.CheckReply
	err := ask(ctx, p, p.log, p.config.DataURL, wire.PathCheck, url.Values{wire.FieldReference: {m.Reference}}, time.Time{}, &reply)
	switch codeOf(err) {
	case wire.CodeNoRecord:
		return game.Outcome{Kind: game.NotFound, Reason: err.Error()}
	case wire.CodeNoProduct:
		return game.Outcome{Reason: err.Error() + ": the product can't be asked about, so the provider's check has to be off"}
	}
	if err != nil {
		return game.Outcome{Reason: err.Error()}
	}
	return p.became(m, reply)
}

// became reads what a check tells. It must agree in reference, account, product and direction.
func (p *Provider) became(m game.Move, reply wire.CheckReply) game.Outcome {
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

// SetPassword implements game.Provider. The change asks for the password before it. Where it is refused, an earlier change
// to the same next password may have been made without an answer: a balance tells which of the two holds.
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
		return err // refused, and the one before it holds
	}
	return errors.Join(errPassword, unknown)
}

// holds tells whether an account's password is this one.
func (p *Provider) holds(ctx context.Context, a game.Player) (bool, error) {
	_, err := p.Balance(ctx, a)
	if codeOf(err) == wire.CodeWrongLogin {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("gsc: which password holds is not known: %w", opaque{err})
	}
	return true, nil
}

// Kick implements game.Provider: the protocol has the call for one product only.
func (p *Provider) Kick(context.Context, game.Player) error { return game.ErrUnsupported }

// Rounds implements game.Provider. The report lists the rounds of all accounts until they are marked, which is for the
// report and not for one account.
func (p *Provider) Rounds(context.Context, game.Player, time.Time, time.Time) (game.Play, error) {
	return game.Play{}, game.ErrUnsupported
}

var (
	// errDisagrees: a yes that is not the answer to what was asked.
	errDisagrees = errors.New("gsc: the answer does not agree with the question")
	// errPassword: nobody here knows the account's password any more. It is no refusal: who is told so believes the old one.
	errPassword = errors.New("gsc: neither the old password nor the new one holds")
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

// codeOf is the code of an answer of the protocol; empty where there was none, or a yes.
func codeOf(err error) string {
	var no *refusal
	if errors.As(err, &no) {
		return no.code
	}
	return ""
}

// opaque is an error whose text is told, and that is no refusal of the call it happened in.
type opaque struct{ error }

// Unwrap has nothing: see opaque.
func (opaque) Unwrap() error { return nil }

// account are the fields that say whose account of this product a call is about.
func (p *Provider) account(a game.Player) url.Values {
	return url.Values{wire.FieldProduct: {p.config.Product}, wire.FieldUsername: {a.Username}, wire.FieldPassword: {a.Password}}
}

// ask makes a call of the interface.
func (p *Provider) ask(ctx context.Context, path string, fields url.Values, sendBy time.Time, reply any) error {
	return ask(ctx, p, p.client, p.config.BaseURL, path, fields, sendBy, reply)
}

// ask makes one call. Its address carries the password and the signature: no error and no log has it.
func ask(ctx context.Context, p *Provider, l *outbound.Client, base, path string, fields url.Values, sendBy time.Time, reply any) error {
	fields.Set(wire.FieldOperator, p.config.Operator)
	fields.Set(wire.FieldSignature, wire.Sign(p.config.Secret, path, fields))
	answer, err := l.Do(ctx, outbound.Request{Method: http.MethodGet, URL: base + path + "?" + fields.Encode(), SendBy: sendBy})
	if err != nil {
		return fmt.Errorf("gsc %s: %w", path, err)
	}
	return read(path, answer, reply)
}

func read(path string, answer outbound.Answer, reply any) error {
	if answer.Status != http.StatusOK {
		return fmt.Errorf("gsc %s: HTTP %d", path, answer.Status)
	}
	var envelope struct { // what errMsg is of does not matter
		Code wire.Text `json:"errCode"`
	}
	if err := json.Unmarshal(answer.Body, &envelope); err != nil || !wire.IsCode(envelope.Code) {
		return fmt.Errorf("gsc %s: the answer is not the protocol", path)
	}
	if envelope.Code != wire.CodeOK {
		return &refusal{string(envelope.Code)}
	}
	if err := json.Unmarshal(answer.Body, reply); err != nil {
		return fmt.Errorf("gsc %s: the answer is not the protocol", path)
	}
	return nil
}
