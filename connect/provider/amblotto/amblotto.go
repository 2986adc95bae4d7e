// Package amblotto speaks to AMB lotto (wire has the protocol and its source): JSON, an HMAC over some fields, and a
// reference of ours per movement, which the provider takes once.
//
// The protocol has no call that asks what became of a movement. So an answer that was lost is found out by sending the same
// reference again: either it is done now, or "duplicate" says that it was done before; that answer names no amount, and the
// order's counts. (A provider that uses a reference up by a refusal would make it untrue; where it can be asked, it is.) A
// certain no to a first sending are the codes that the document lists for it, and to a repetition none:
// the first may have been applied. Only where the provider has confirmed that play is told by our reference (Config.Turn)
// can it be asked by that: it tells play since a movement that it applied, also one that it applied late, and "nothing of
// that reference" of one that it did not, or not yet.
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

// Config is how AMB lotto is reached.
type Config struct {
	BaseURL    string
	Agent, Key string
	// Prefix is the agent's, which every user name begins with.
	Prefix string
	// Master is the account whose payouts and discounts new ones get.
	Master string
	// Turn: the provider has confirmed that it tells play since a movement by our reference of it, from the moment it is
	// applied on, and "nothing of that reference" of no other.
	Turn bool
	// Terms: 0.01 credit is the least that the signed text can name; open stakes are reported with Turn, and else unknown.
	provider.Terms
}

// Provider implements game.Provider.
type Provider struct {
	config Config
	client *outbound.Client
	past   *outbound.Client // for reports
}

// Teller is a Provider that tells what was played.
type Teller struct{ *Provider }

var (
	_ game.Provider = (*Provider)(nil)
	_ game.Reporter = Teller{}
)

// New makes the adapter.
func New(config Config) game.Provider {
	told := game.StakesUnknown
	if config.Turn {
		told = game.StakesReported
	}
	config.Terms = config.WithDefaults(told)
	p := &Provider{config: config, client: outbound.New(config.Outbound), past: config.Reports(0)}
	if config.Turn {
		return Teller{p}
	}
	return p
}

// Capabilities implements game.Provider. The password goes into a launch only.
func (p *Provider) Capabilities() game.Capabilities {
	caps := game.Capabilities{
		CheckByReference: p.config.Turn, Replay: true,
		NeedsPassword: true, SetPassword: true, NeedsFirst: p.config.Turn, UsernamePrefix: p.config.Prefix,
	}
	if p.config.Turn {
		caps.Report = game.ReportCounters
	}
	return p.config.Capabilities(caps)
}

// Ensure implements game.Provider. After a code that the document does not list for registering, the balance tells
// whether the account is there.
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

// errMoving: between two looks at the balance it changed, so it does not belong to the open bets that were told.
var errMoving = errors.New("amblotto: the balance changed while the open bets were asked for")

// Balance implements game.Provider. Balance and open bets are told by two calls; they belong together where the balance
// stood still over both.
func (p *Provider) Balance(ctx context.Context, a game.Player) (game.Reading, error) {
	reading, err := p.credit(ctx, a.Username)
	if err != nil || p.config.Stakes != game.StakesReported || a.First == "" {
		return reading, err
	}
	sum, err := p.turn(ctx, p.client, a.Username, a.First)
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
	err := p.ask(ctx, p.client, wire.PathLogin, wire.Login{Agent: p.agent(), Username: username, Password: password}, time.Time{}, &reply)
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

// SetPassword implements game.Provider, by the agent's right: the old one is not asked for. A no may mean that the new one
// holds already, since the document has such a no for a member's own change: then a login with it goes well.
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

// Rounds implements game.Provider: the protocol tells no rounds.
func (p *Provider) Rounds(context.Context, game.Player, time.Time, time.Time) (game.Play, error) {
	return game.Play{}, game.ErrUnsupported
}

// agent is the agent's name as bodies and signatures have it.
func (p *Provider) agent() string { return strings.ToLower(p.config.Agent) }
