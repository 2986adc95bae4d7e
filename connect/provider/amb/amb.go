// Package amb is the adapter to providers of the AMB partner kind (AskMeBet, PGSLOT and others; package wire has the
// protocol and its sources). It signs with PBKDF2-HMAC-SHA512 over the exact bytes. The protocol takes no reference of
// ours.
//
// A movement is therefore never sent twice, and the balance decides about one whose answer was lost. A definitive
// rejection is HTTP 200 with a code that the operator's own document lists as such (Config.Refusals), since no public
// document does. Every other answer is unknown.
package amb

import (
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
	"krapao/connect/provider/amb/wire"
	"krapao/game"
	"krapao/money"
)

// Config configures one provider.
type Config struct {
	BaseURL string
	Agent   string
	Secret  string
	// NoRounds: this provider has no list of rounds. (The published clients don't show one.)
	NoRounds bool
	// Refusals are the codes after which nothing was done, by the operator's document. NotEnough is the one of them
	// that means "not enough credits"; 0: none is known.
	Refusals  []int
	NotEnough int
	// Terms: the protocol does not report credits in open rounds.
	provider.Terms
}

// Provider implements game.Provider.
type Provider struct {
	config Config
	client *outbound.Client
	past   *outbound.Client // for reports
}

var (
	_ game.Provider = (*Provider)(nil)
	_ game.Reporter = (*Provider)(nil)
)

// New makes the adapter.
func New(config Config) *Provider {
	config.Terms = config.WithDefaults(game.StakesUnknown)
	return &Provider{config: config, client: outbound.New(config.Outbound), past: config.Reports(0)}
}

// Capabilities implements game.Provider.
func (p *Provider) Capabilities() game.Capabilities {
	return p.config.Capabilities(game.Capabilities{
		SetPassword: true, Rounds: !p.config.NoRounds, Report: game.ReportCounters,
	})
}

// Ensure implements game.Provider.
func (p *Provider) Ensure(ctx context.Context, a game.Player) error {
	_, err := ask[wire.CreateData](ctx, p, wire.PathCreate,
		wire.Create{Username: a.Username, Password: a.Password, Agent: p.config.Agent}, time.Time{})
	var no *refusal
	if errors.As(err, &no) && no.code == wire.CodeExists {
		return nil
	}
	return err
}

// Balance implements game.Provider.
func (p *Provider) Balance(ctx context.Context, a game.Player) (game.Reading, error) {
	data, err := ask[wire.BalanceData](ctx, p, wire.PathBalance,
		wire.Account{Username: a.Username, Agent: p.config.Agent}, time.Time{})
	if err != nil {
		return game.Reading{}, err
	}
	reading, err := provider.Reading(data.Balance, "")
	if err != nil {
		return reading, fmt.Errorf("amb: %w", err)
	}
	return reading, nil
}

// Move implements game.Provider.
func (p *Provider) Move(ctx context.Context, m game.Move) game.Outcome {
	path, amount := wire.PathDeposit, m.Credits
	if m.Credits < 0 {
		path, amount = wire.PathWithdraw, -m.Credits
	}
	data, err := ask[wire.MoveData](ctx, p, path,
		wire.Move{Username: m.Player.Username, Amount: json.Number(amount.String()), Agent: p.config.Agent}, m.SendBy)
	if err != nil {
		return p.failed(m, err)
	}
	after, agrees := provider.Around(m, data.Balance.Before, data.Balance.After, "")
	if !agrees {
		return game.Outcome{Reason: errDisagrees.Error()}
	}
	return game.Outcome{Kind: game.Done, Moved: m.Credits, After: &after}
}

// Check implements game.Provider: the protocol has no inquiry.
func (p *Provider) Check(context.Context, game.Move) game.Outcome {
	return game.Outcome{Reason: game.ErrUnsupported.Error()}
}

// Launch implements game.Provider.
func (p *Provider) Launch(ctx context.Context, v game.Visit) (game.Page, error) {
	data, err := ask[wire.LaunchData](ctx, p, wire.PathLaunch,
		wire.Account{Username: v.Player.Username, Agent: p.config.Agent, Lang: v.Lang}, time.Time{})
	if err != nil {
		return game.Page{}, err
	}
	if data.URL == "" {
		return game.Page{}, errDisagrees
	}
	return game.Page{URL: data.URL}, nil
}

// SetPassword implements game.Provider.
func (p *Provider) SetPassword(ctx context.Context, a game.Player, next string) error {
	_, err := ask[wire.PasswordData](ctx, p, wire.PathPassword,
		wire.Password{Username: a.Username, NewPassword: next, Agent: p.config.Agent}, time.Time{})
	return err
}

// Kick implements game.Provider: the protocol has no such call.
func (p *Provider) Kick(context.Context, game.Player) error { return game.ErrUnsupported }

// roundsPage is how many rounds one answer may list. roundsPages is how many answers are read: 100,000 rounds in all.
const (
	roundsPage  = 1000
	roundsPages = 100
)

// Rounds implements game.Provider.
func (p *Provider) Rounds(ctx context.Context, a game.Player, since, until time.Time) (game.Play, error) {
	if p.config.NoRounds {
		return game.Play{}, game.ErrUnsupported
	}
	var play game.Play
	for page := 1; page <= roundsPages; page++ {
		data, err := ask[wire.RoundsData](ctx, p, wire.PathRounds, wire.Rounds{
			Agent: p.config.Agent, Username: a.Username, Start: since, End: until, Page: page, Limit: roundsPage,
		}, time.Time{})
		if err != nil {
			return game.Play{}, err
		}
		for _, r := range data.List {
			bet, err1 := money.ParseCredits(r.Bet.String())
			win, err2 := money.ParseCredits(r.Win.String())
			timed := !r.BetAt.IsZero() && !r.SettledAt.Before(r.BetAt)
			if errors.Join(err1, err2) != nil || !strings.EqualFold(r.Username, a.Username) || !timed {
				return game.Play{}, errDisagrees
			}
			if r.BetAt.Before(since) {
				play.Earlier++
			}
			play.Rounds, play.Turnover, play.Net = play.Rounds+1, play.Turnover+bet, play.Net+win-bet
		}
		switch {
		case data.List == nil, data.Total == nil, play.Rounds < *data.Total && len(data.List) == 0, play.Rounds > *data.Total:
			return game.Play{}, errDisagrees // a part of the rounds would be taken for all of them
		case play.Rounds == *data.Total:
			return play, nil
		}
	}
	return game.Play{}, errors.New("amb: too many rounds for one answer")
}

// errDisagrees: a success that does not answer the request.
var errDisagrees = errors.New("amb: the answer does not match the request")

// refusal is a code of Config.Refusals, or "exists" of a creation.
type refusal struct{ code int }

func (r *refusal) Error() string { return fmt.Sprintf("amb: code %d", r.code) }

// Unwrap makes it game.ErrRefused. Ensure handles "exists" before, which is not a refusal.
func (r *refusal) Unwrap() error { return game.ErrRefused }

func (p *Provider) failed(m game.Move, err error) game.Outcome {
	var no *refusal
	switch {
	case !errors.As(err, &no):
		return provider.Failed(m, err)
	case m.Again: // it may have been applied before
		return game.Outcome{Reason: no.Error()}
	case no.code == p.config.NotEnough:
		return game.Outcome{Kind: game.Rejected, Reason: game.ReasonNotEnough}
	}
	return game.Outcome{Kind: game.Rejected, Reason: no.Error()}
}

// ask makes one call.
func ask[T any](ctx context.Context, p *Provider, path string, request any, sendBy time.Time) (T, error) {
	return askOver[T](ctx, p, p.client, path, request, sendBy)
}

// askOver makes one call over one of the clients. The body is sent as exactly the bytes that were signed.
func askOver[T any](
	ctx context.Context, p *Provider, c *outbound.Client, path string, request any, sendBy time.Time,
) (T, error) {
	var none T
	body, err := json.Marshal(request)
	if err != nil {
		return none, fmt.Errorf("amb: %w: %w", err, outbound.ErrNotSent)
	}
	signature, err := wire.Sign(p.config.Secret, body)
	if err != nil {
		return none, fmt.Errorf("amb: %w: %w", err, outbound.ErrNotSent)
	}
	answer, err := c.Do(ctx, outbound.Request{
		URL: p.config.BaseURL + path, Body: body, SendBy: sendBy,
		Header: http.Header{"Content-Type": {"application/json"}, http.CanonicalHeaderKey(wire.HeaderSignature): {signature}},
	})
	if err != nil {
		return none, fmt.Errorf("amb %s: %w", path, err)
	}
	return read[T](path, answer, p.config.Refusals)
}

func read[T any](path string, answer outbound.Answer, refusals []int) (T, error) {
	var none T
	var reply struct {
		Status *struct {
			Code *int `json:"code"`
		} `json:"status"`
		Data json.RawMessage `json:"data"`
	}
	if answer.Status != http.StatusOK {
		return none, fmt.Errorf("amb %s: HTTP %d", path, answer.Status)
	}
	if err := outbound.Decode(answer.Body, &reply); err != nil || reply.Status == nil || reply.Status.Code == nil {
		return none, fmt.Errorf("amb %s: the answer violates the protocol", path)
	}
	code := *reply.Status.Code
	switch {
	case code == wire.CodeOK:
		// Only a success promises data; for a refusal PHP writes an empty list.
		var data *T
		if err := json.Unmarshal(reply.Data, &data); err != nil || data == nil {
			return none, fmt.Errorf("amb %s: the answer's data violate the protocol", path)
		}
		return *data, nil
	case slices.Contains(refusals, code), code == wire.CodeExists && path == wire.PathCreate:
		return none, &refusal{code}
	}
	return none, fmt.Errorf("amb %s: code %d", path, code)
}
