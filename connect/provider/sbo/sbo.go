// Package sbo is the adapter to sportsbooks of the SBO kind (SBOBET, 568Win; package wire has the protocol and its
// sources): JSON with the company's key in each body, a reference of ours per transfer, and an inquiry about it.
//
// Definitive rejections of a transfer are "no such account" for a first sending, and any other refusal with an id if
// the provider says right afterwards that it does not have the reference. An id that leaves the outcome open (the
// provider's own fault, a repeated reference), silence and everything else are unknown, and are inquired about.
//
// The sources disagree which id means "no such transaction" (package wire): it is 4602 here, unless the operator
// configures another. An answer to a check without account and amount is believed: the reference stands for one order
// of ours.
package sbo

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/connect/provider/sbo/wire"
	"krapao/game"
	"krapao/internal/id"
	"krapao/money"
)

// Config configures one provider.
type Config struct {
	// BaseURL is the address of the interface, DataURL that of its reports (empty: the same).
	BaseURL string
	DataURL string
	// CompanyKey is the secret. Members are registered below Agent and play Portfolio (empty: sports).
	CompanyKey string
	Agent      string
	Portfolio  string
	// NotFoundID is the id that a check answers for "no such transaction"; 0: wire.IDNoTransfer.
	NotFoundID int
	// Terms: the protocol reports credits in open bets.
	provider.Terms
}

// longestReport bounds a report's answer: the bets of half an hour, with all their parts.
const longestReport = 32 << 20

// Provider implements game.Provider and game.Reporter.
type Provider struct {
	config Config
	client *outbound.Client
	data   *outbound.Client // for reports
}

var (
	_ game.Provider = (*Provider)(nil)
	_ game.Reporter = (*Provider)(nil)
)

// New makes the adapter.
func New(config Config) *Provider {
	config.DataURL = cmp.Or(config.DataURL, config.BaseURL)
	config.Portfolio = cmp.Or(config.Portfolio, wire.PortfolioSports)
	config.NotFoundID = cmp.Or(config.NotFoundID, wire.IDNoTransfer)
	config.Terms = config.WithDefaults(game.StakesReported)
	return &Provider{config: config, client: outbound.New(config.Outbound), data: config.Reports(longestReport)}
}

// Capabilities implements game.Provider.
func (p *Provider) Capabilities() game.Capabilities {
	return p.config.Capabilities(game.Capabilities{CheckByReference: true, Kick: true, Report: game.ReportRounds})
}

// Ensure implements game.Provider. Accounts have no password.
func (p *Provider) Ensure(ctx context.Context, a game.Player) error {
	var reply wire.Reply
	request := wire.Register{Caller: p.caller(), Username: a.Username, Agent: p.config.Agent}
	err := p.ask(ctx, wire.PathRegister, request, time.Time{}, &reply)
	var no *refusal
	if errors.As(err, &no) && no.id == wire.IDExists {
		return nil
	}
	return err
}

// Balance implements game.Provider. Credits in open bets are not available.
func (p *Provider) Balance(ctx context.Context, a game.Player) (game.Reading, error) {
	var reply wire.BalanceReply
	if err := p.ask(ctx, wire.PathBalance, p.player(a), time.Time{}, &reply); err != nil {
		return game.Reading{}, err
	}
	if reply.Username != "" && !strings.EqualFold(reply.Username, a.Username) {
		return game.Reading{}, errDisagrees
	}
	return reading(reply.Balance)
}

func reading(b wire.Balance) (game.Reading, error) {
	r, err := provider.Reading(b.Balance, b.Outstanding)
	if err != nil {
		return r, fmt.Errorf("sbo: %w", err)
	}
	r.Credits -= r.Outstanding
	return r, nil
}

// Move implements game.Provider.
func (p *Provider) Move(ctx context.Context, m game.Move) game.Outcome {
	order := wire.Deposit{
		Caller: p.caller(), Username: m.Player.Username, TxnID: m.Reference, Amount: json.Number(m.Credits.String()),
	}
	path, body := wire.PathDeposit, any(order)
	if m.Credits < 0 {
		order.Amount = json.Number((-m.Credits).String())
		path, body = wire.PathWithdraw, wire.Withdraw{Deposit: order}
	}
	var reply wire.TransferReply
	err := p.ask(ctx, path, body, m.SendBy, &reply)
	var no *refusal
	switch {
	case errors.As(err, &no):
		return p.refused(ctx, m, no)
	case err != nil:
		return provider.Failed(m, err)
	case !agrees(m, reply):
		return game.Outcome{Reason: errDisagrees.Error()} // it is inquired about by reference
	}
	done := game.Outcome{Kind: game.Done, Moved: m.Credits, Outside: reply.RefNo}
	if after, err := reading(reply.Balance); err == nil {
		done.After = &after
	}
	return done
}

// agrees reports whether a success matches the order. Only a withdrawal's names its amount.
func agrees(m game.Move, reply wire.TransferReply) bool {
	if reply.TxnID != "" && reply.TxnID != m.Reference {
		return false
	}
	if m.Credits > 0 || reply.Amount == "" {
		return true
	}
	amount, err := money.ParseCredits(reply.Amount.String())
	return err == nil && amount == -m.Credits
}

// open are the ids after which the transfer may have been applied, or may still be.
var open = []int{wire.IDInternal, wire.IDUsed}

// refused is the outcome of a transfer that was answered with an id.
func (p *Provider) refused(ctx context.Context, m game.Move, no *refusal) game.Outcome {
	o := game.Outcome{Reason: no.Error()}
	switch {
	case slices.Contains(open, no.id):
		return o
	case no.id == wire.IDNoPlayer && !m.Again:
		o.Kind = game.Rejected
		return o
	case no.id == wire.IDNotEnough:
		o.Reason = game.ReasonNotEnough
	}
	return provider.Confirmed(ctx, m, o, p.Check)
}

// Check implements game.Provider. A refusal of the inquiry says nothing about the transfer.
func (p *Provider) Check(ctx context.Context, m game.Move) game.Outcome {
	var reply wire.CheckReply
	err := p.ask(ctx, wire.PathCheck, wire.Check{Caller: p.caller(), TxnID: m.Reference}, time.Time{}, &reply)
	var no *refusal
	switch {
	case errors.As(err, &no) && no.id == p.config.NotFoundID:
		return game.Outcome{Kind: game.NotFound, Reason: no.Error()}
	case err != nil:
		return game.Outcome{Reason: err.Error()}
	}
	moved, ok := movedBy(m, reply)
	if !ok {
		return game.Outcome{Reason: errDisagrees.Error()}
	}
	return game.Outcome{Kind: game.Done, Moved: moved, Outside: reply.RefNo}
}

// movedBy is the moved amount by a check: the order's amount where it names none. Its reference, account and direction
// must match the order.
func movedBy(m game.Move, reply wire.CheckReply) (money.Credits, bool) {
	direction := wire.TypeDeposit
	if m.Credits < 0 {
		direction = wire.TypeWithdraw
	}
	if reply.TxnID != "" && reply.TxnID != m.Reference ||
		reply.Username != "" && !strings.EqualFold(reply.Username, m.Player.Username) ||
		reply.Type != "" && !strings.EqualFold(reply.Type, direction) {
		return 0, false
	}
	if reply.Amount == "" {
		return m.Credits, true
	}
	amount, err := money.ParseCredits(reply.Amount.String())
	switch {
	case err != nil || amount == 0 || amount < 0 && m.Credits > 0:
		return 0, false
	case amount > 0 && m.Credits < 0:
		amount = -amount
	}
	return amount, true
}

// Launch implements game.Provider. The provider's address has no scheme: it gets that of the interface.
func (p *Provider) Launch(ctx context.Context, v game.Visit) (game.Page, error) {
	var reply wire.LoginReply
	login := wire.Login{Caller: p.caller(), Username: v.Player.Username, Portfolio: p.config.Portfolio}
	if err := p.ask(ctx, wire.PathLogin, login, time.Time{}, &reply); err != nil {
		return game.Page{}, err
	}
	if reply.URL == "" {
		return game.Page{}, errDisagrees
	}
	scheme, _, _ := strings.Cut(p.config.BaseURL, "://")
	return game.Page{URL: wire.LaunchURL(scheme, reply.URL, v.Lang, v.Mobile)}, nil
}

// SetPassword implements game.Provider: accounts have no password.
func (p *Provider) SetPassword(context.Context, game.Player, string) error {
	return game.ErrUnsupported
}

// Kick implements game.Provider: it ends the account's login.
func (p *Provider) Kick(ctx context.Context, a game.Player) error {
	var reply wire.Reply
	return p.ask(ctx, wire.PathLogout, p.player(a), time.Time{}, &reply)
}

// Rounds implements game.Provider. Bets are listed for all accounts together, by the time of their last change.
func (p *Provider) Rounds(context.Context, game.Player, time.Time, time.Time) (game.Play, error) {
	return game.Play{}, game.ErrUnsupported
}

// errDisagrees: a success that does not answer the request.
var errDisagrees = errors.New("sbo: the answer does not match the request")

// refusal is a well-formed answer with an id other than 0.
type refusal struct{ id int }

func (r *refusal) Error() string { return fmt.Sprintf("sbo: id %d", r.id) }

// Unwrap makes it game.ErrRefused, except for the ids that leave the outcome open.
func (r *refusal) Unwrap() error {
	if slices.Contains(open, r.id) {
		return nil
	}
	return game.ErrRefused
}

func (p *Provider) caller() wire.Caller {
	return wire.Caller{CompanyKey: p.config.CompanyKey, ServerID: id.Lower(15)}
}

func (p *Provider) player(a game.Player) wire.Player {
	return wire.Player{Caller: p.caller(), Username: a.Username}
}

// ask makes a call of the interface.
func (p *Provider) ask(ctx context.Context, path string, request any, sendBy time.Time, reply any) error {
	return ask(ctx, p.client, p.config.BaseURL, path, request, sendBy, reply)
}

// ask makes one call. An error that is a *refusal is an answer of the protocol.
func ask(
	ctx context.Context, c *outbound.Client, base, path string, request any, sendBy time.Time, reply any,
) error {
	body, err := json.Marshal(request)
	if err != nil {
		return fmt.Errorf("sbo: %w: %w", err, outbound.ErrNotSent)
	}
	answer, err := c.Do(ctx, outbound.Request{
		URL: base + path, Body: body, SendBy: sendBy, Header: http.Header{"Content-Type": {"application/json"}},
	})
	if err != nil {
		return fmt.Errorf("sbo %s: %w", path, err)
	}
	return read(path, answer, reply)
}

func read(path string, answer outbound.Answer, reply any) error {
	if answer.Status != http.StatusOK && answer.Status != http.StatusCreated {
		return fmt.Errorf("sbo %s: HTTP %d", path, answer.Status)
	}
	var envelope struct { // the rest of the answer matters only for a success
		Error *struct {
			ID *int `json:"id"`
		} `json:"error"`
	}
	if err := outbound.Decode(answer.Body, &envelope); err != nil || envelope.Error == nil || envelope.Error.ID == nil {
		return fmt.Errorf("sbo %s: the answer violates the protocol", path)
	}
	if id := *envelope.Error.ID; id != wire.IDOK {
		return &refusal{id}
	}
	if err := outbound.Decode(answer.Body, reply); err != nil {
		return fmt.Errorf("sbo %s: the answer violates the protocol", path)
	}
	return nil
}
