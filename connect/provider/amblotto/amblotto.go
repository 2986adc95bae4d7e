// Package amblotto is the adapter to AMB lotto (package wire has the protocol and its source): JSON, an HMAC over some
// fields, and a reference of ours per movement, which the provider accepts once.
//
// The protocol has no inquiry about a movement. So after a lost answer the same reference is sent again. Either the
// movement is done now, or "duplicate" says that it was done before. That answer names no amount, so the order's amount
// counts. (It would be wrong at a provider that uses up a reference by refusing it; where an inquiry is possible, it is
// made.)
//
// Definitive rejections of a first sending are the codes that the document lists for it. A repetition has none, since
// the first sending may have been applied.
//
// Config.PlayByReference says that the provider has confirmed that it reports play by our reference. Only then can that
// call serve as an inquiry. It reports play since a movement that was applied, also one that was applied late. It
// answers "no such reference" for one that was not, or not yet.
package amblotto

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/connect/provider/amblotto/wire"
	"krapao/game"
)

// Config configures the connection to AMB lotto.
type Config struct {
	BaseURL    string
	Agent, Key string
	// Prefix is the agent's prefix, with which every user name begins.
	Prefix string
	// Master is the account whose payouts and discounts new ones get.
	Master string
	// PlayByReference: the provider has confirmed that it reports play since a movement by our reference, as soon as
	// that is applied, and answers "no such reference" for no other. (The configuration calls it "turn".)
	PlayByReference bool
	// Terms: the signed text can express no amount below 0.01 credit; open stakes are reported with PlayByReference,
	// and otherwise unknown.
	provider.Terms
}

// Provider implements game.Provider.
type Provider struct {
	config Config
	client *outbound.Client
	past   *outbound.Client // for reports
}

// Reporter is a Provider that reports play.
type Reporter struct{ *Provider }

var (
	_ game.Provider = (*Provider)(nil)
	_ game.Reporter = Reporter{}
)

// New makes the adapter.
func New(config Config) game.Provider {
	stakes := game.StakesUnknown
	if config.PlayByReference {
		stakes = game.StakesReported
	}
	config.Terms = config.WithDefaults(stakes)
	p := &Provider{config: config, client: outbound.New(config.Outbound), past: config.Reports(0)}
	if config.PlayByReference {
		return Reporter{p}
	}
	return p
}

// Capabilities implements game.Provider. Only a launch needs the password.
func (p *Provider) Capabilities() game.Capabilities {
	caps := game.Capabilities{
		CheckByReference: p.config.PlayByReference, Replay: true,
		NeedsPassword: true, SetPassword: true, NeedsFirst: p.config.PlayByReference, UsernamePrefix: p.config.Prefix,
	}
	if p.config.PlayByReference {
		caps.Report = game.ReportCounters
	}
	return p.config.Capabilities(caps)
}

// Ensure implements game.Provider. After a code that the document does not list for registering, the balance shows
// whether the account exists.
func (p *Provider) Ensure(ctx context.Context, a game.Player) error {
	err := p.ask(ctx, p.client, wire.PathRegister, p.register(a), time.Time{}, &struct{}{})
	var no *refusal
	switch {
	case !errors.As(err, &no):
		return err
	case no.code == wire.CodeExists:
		return nil
	case errors.Is(err, game.ErrRefused):
		return err
	}
	if _, unread := p.credit(ctx, a.Username); unread == nil {
		return nil
	}
	return err
}

// errMoving: the balance changed between two readings, so it does not belong to the open bets.
var errMoving = errors.New("amblotto: the balance changed while the open bets were read")

// Balance implements game.Provider. Balance and open bets come from two calls. They belong together if the balance is
// the same before and after the second.
func (p *Provider) Balance(ctx context.Context, a game.Player) (game.Reading, error) {
	reading, err := p.credit(ctx, a.Username)
	if err != nil || p.config.Stakes != game.StakesReported || a.First == "" {
		return reading, err
	}
	sum, err := p.playedSince(ctx, p.client, a.Username, a.First)
	if err != nil {
		return game.Reading{}, err
	}
	again, err := p.credit(ctx, a.Username)
	switch {
	case err != nil:
		return game.Reading{}, err
	case again != reading:
		return game.Reading{}, errMoving
	}
	reading.Outstanding = sum.outstanding
	return reading, nil
}

func (p *Provider) credit(ctx context.Context, username string) (game.Reading, error) {
	var reply wire.CreditReply
	err := p.ask(ctx, p.client, wire.PathCredit, wire.Credit{
		AgentID: p.agent(), Username: username, Signature: wire.SignCredit(p.config.Key, p.agent(), username),
	}, time.Time{}, &reply)
	if err != nil {
		return game.Reading{}, err
	}
	r, err := provider.Reading(reply.Credit, "")
	if err != nil {
		return r, fmt.Errorf("amblotto: %w", err)
	}
	return r, nil
}

// Launch implements game.Provider. The maker's page opens once.
func (p *Provider) Launch(ctx context.Context, v game.Visit) (game.Page, error) {
	data, err := p.login(ctx, v.Player.Username, v.Player.Password)
	if err != nil {
		return game.Page{}, err
	}
	return game.Page{URL: data.FullPage}, nil
}

func (p *Provider) login(ctx context.Context, username, password string) (wire.LoginData, error) {
	var reply wire.LoginReply
	request := wire.Login{Agent: p.agent(), Username: username, Password: password}
	err := p.ask(ctx, p.client, wire.PathLogin, request, time.Time{}, &reply)
	if err != nil {
		return wire.LoginData{}, err
	}
	if reply.Data == nil || reply.Data.FullPage == "" {
		return wire.LoginData{}, errDisagrees
	}
	if whose, _, _ := strings.Cut(reply.Data.Username, "@"); whose != "" && !strings.EqualFold(whose, username) {
		return wire.LoginData{}, errDisagrees
	}
	return *reply.Data, nil
}

// SetPassword implements game.Provider. The agent may set it without the old one. A refusal may mean that the new
// password is set already, since the document has such a refusal for a member's own change: then a login with it
// succeeds.
func (p *Provider) SetPassword(ctx context.Context, a game.Player, next string) error {
	err := p.ask(ctx, p.client, wire.PathPassword, wire.Password{
		Agent: p.agent(), Key: p.config.Key, Username: a.Username, NewPassword: next,
		Signature: wire.SignPassword(p.config.Key, p.agent(), a.Username, next),
	}, time.Time{}, &struct{}{})
	if !errors.Is(err, game.ErrRefused) {
		return err
	}
	switch _, failed := p.login(ctx, a.Username, next); {
	case failed == nil:
		return nil
	case !errors.Is(failed, game.ErrRefused):
		return failed
	}
	return err
}

// Kick implements game.Provider: the protocol has no such call.
func (p *Provider) Kick(context.Context, game.Player) error { return game.ErrUnsupported }

// Rounds implements game.Provider: the protocol reports no rounds.
func (p *Provider) Rounds(context.Context, game.Player, time.Time, time.Time) (game.Play, error) {
	return game.Play{}, game.ErrUnsupported
}

// agent is the agent's name in the form of bodies and signatures.
func (p *Provider) agent() string { return strings.ToLower(p.config.Agent) }
