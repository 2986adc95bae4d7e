// Package joker is the adapter to providers of the Joker family (package wire has the protocol and its sources):
// HMAC-SHA1 over the sorted fields, a reference of ours per transfer, and an inquiry about it.
//
// Definitive rejections of a transfer are HTTP 400 and 403 with the protocol's own body. Everything else but a
// well-formed success that matches the order is unknown, and is inquired about. A 404 says that the provider does not
// have a reference, but any server at a wrong address says 404 too: it counts only if the account's credit can be read
// at the same address.
package joker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/connect/provider/joker/wire"
	"krapao/game"
	"krapao/money"
)

// Config configures one provider.
type Config struct {
	// BaseURL is the address of the interface, LaunchURL that of the game's page.
	BaseURL   string
	LaunchURL string
	AppID     string
	Secret    string
	// Terms: the protocol reports credits in open rounds.
	provider.Terms
}

// Provider implements game.Provider.
type Provider struct {
	config Config
	client *outbound.Client
	past   *outbound.Client // for reports
}

// longestReport bounds a report's answer: the rounds of an hour, or one page of them, whatever the provider's page
// size.
const longestReport = 16 << 20

var (
	_ game.Provider = (*Provider)(nil)
	_ game.Reporter = (*Provider)(nil)
)

// New makes the adapter.
func New(config Config) *Provider {
	config.Terms = config.WithDefaults(game.StakesReported)
	return &Provider{config: config, client: outbound.New(config.Outbound), past: config.Reports(longestReport)}
}

// Capabilities implements game.Provider.
func (p *Provider) Capabilities() game.Capabilities {
	return p.config.Capabilities(game.Capabilities{
		CheckByReference: true, SetPassword: true, Kick: true, Report: game.ReportRounds,
	})
}

// Ensure implements game.Provider. Creating an account takes no password, so it is set afterwards.
func (p *Provider) Ensure(ctx context.Context, a game.Player) error {
	var reply wire.CreateReply
	if err := p.ask(ctx, wire.Request{Method: wire.MethodCreate, Username: a.Username}, &reply); err != nil {
		return err
	}
	if !strings.EqualFold(reply.Data.Username, a.Username) {
		return errDisagrees
	}
	return p.SetPassword(ctx, a, a.Password)
}

// Balance implements game.Provider.
func (p *Provider) Balance(ctx context.Context, a game.Player) (game.Reading, error) {
	var reply wire.CreditReply
	if err := p.ask(ctx, wire.Request{Method: wire.MethodCredit, Username: a.Username}, &reply); err != nil {
		return game.Reading{}, err
	}
	if !strings.EqualFold(reply.Username, a.Username) {
		return game.Reading{}, errDisagrees
	}
	r, err := provider.Reading(reply.Credit, reply.OutstandingCredit)
	if err != nil {
		return r, fmt.Errorf("joker: %w", err)
	}
	return r, nil
}

// Move implements game.Provider.
func (p *Provider) Move(ctx context.Context, m game.Move) game.Outcome {
	answer, err := p.post(ctx, p.client, wire.Request{
		Method: wire.MethodTransfer, Username: m.Player.Username, Amount: m.Credits.String(), RequestID: m.Reference,
	}, m.SendBy)
	if err != nil {
		return provider.Failed(m, err)
	}
	if reason, ok := rejection(answer); ok {
		if m.Again { // it may have been applied before
			return game.Outcome{Reason: reason}
		}
		return game.Outcome{Kind: game.Rejected, Reason: reason}
	}
	var reply wire.TransferReply
	if err := success(answer, &reply); err != nil {
		return game.Outcome{Reason: err.Error()}
	}
	after, agrees := provider.Around(m, reply.BeforeCredit, reply.Credit, reply.OutstandingCredit)
	if !agrees || reply.RequestID != m.Reference || !strings.EqualFold(reply.Username, m.Player.Username) {
		return game.Outcome{Reason: errDisagrees.Error()} // it is inquired about by reference, which gives the amount
	}
	return game.Outcome{Kind: game.Done, Moved: m.Credits, After: &after}
}

// Check implements game.Provider. A refusal of the inquiry says nothing about the transfer.
func (p *Provider) Check(ctx context.Context, m game.Move) game.Outcome {
	answer, err := p.post(ctx, p.client, wire.Request{Method: wire.MethodCheck, RequestID: m.Reference}, time.Time{})
	if err != nil {
		return game.Outcome{Reason: err.Error()}
	}
	if reason, ok := refusal(answer); ok {
		if answer.Status == http.StatusNotFound {
			return p.notFound(ctx, m, reason)
		}
		return game.Outcome{Reason: reason}
	}
	var reply wire.CheckReply
	if err := success(answer, &reply); err != nil {
		return game.Outcome{Reason: err.Error()}
	}
	moved, err := money.ParseCredits(reply.Amount.String())
	sameSign := moved > 0 == (m.Credits > 0) && moved != 0
	if err != nil || reply.RequestID != m.Reference || !strings.EqualFold(reply.Username, m.Player.Username) || !sameSign {
		return game.Outcome{Reason: errDisagrees.Error()}
	}
	return game.Outcome{Kind: game.Done, Moved: moved}
}

// notFound is the outcome of a 404 to an inquiry. All calls go to one address. If the account's credit can be read
// there, it is the provider's, and the 404 was its own.
func (p *Provider) notFound(ctx context.Context, m game.Move, reason string) game.Outcome {
	if _, err := p.Balance(ctx, m.Player); err != nil {
		return game.Outcome{Reason: "the answer is \"not found\", but the account's credit can't be read"}
	}
	return game.Outcome{Kind: game.NotFound, Reason: reason}
}

// Launch implements game.Provider.
func (p *Provider) Launch(ctx context.Context, v game.Visit) (game.Page, error) {
	var reply wire.PlayReply
	if err := p.ask(ctx, wire.Request{Method: wire.MethodPlay, Username: v.Player.Username}, &reply); err != nil {
		return game.Page{}, err
	}
	if !strings.EqualFold(reply.Username, v.Player.Username) || reply.Token == "" {
		return game.Page{}, errDisagrees
	}
	return game.Page{URL: wire.LaunchURL(p.config.LaunchURL, reply.Token, "", v.Mobile, v.Lang)}, nil
}

// SetPassword implements game.Provider.
func (p *Provider) SetPassword(ctx context.Context, a game.Player, next string) error {
	return p.order(ctx, wire.Request{Method: wire.MethodSetPassword, Username: a.Username, Password: next})
}

// Kick implements game.Provider.
func (p *Provider) Kick(ctx context.Context, a game.Player) error {
	return p.order(ctx, wire.Request{Method: wire.MethodSignOut, Username: a.Username})
}

// Rounds implements game.Provider. The protocol lists the rounds of all accounts by whole minutes, so it can't serve
// one account.
func (p *Provider) Rounds(context.Context, game.Player, time.Time, time.Time) (game.Play, error) {
	return game.Play{}, game.ErrUnsupported
}

// errDisagrees: a success that does not answer the request.
var errDisagrees = errors.New("joker: the answer does not match the request")

// order makes a call that is answered with only a status.
func (p *Provider) order(ctx context.Context, request wire.Request) error {
	var reply wire.StatusReply
	if err := p.ask(ctx, request, &reply); err != nil {
		return err
	}
	if reply.Status != "OK" {
		return errDisagrees
	}
	return nil
}

// ask makes a call. A documented refusal is game.ErrRefused.
func (p *Provider) ask(ctx context.Context, request wire.Request, reply any) error {
	return p.askOver(ctx, p.client, request, reply)
}

func (p *Provider) askOver(ctx context.Context, c *outbound.Client, request wire.Request, reply any) error {
	answer, err := p.post(ctx, c, request, time.Time{})
	if err != nil {
		return err
	}
	if reason, ok := rejection(answer); ok {
		return fmt.Errorf("joker: %s: %w", reason, game.ErrRefused)
	}
	return success(answer, reply)
}

func (p *Provider) post(
	ctx context.Context, c *outbound.Client, request wire.Request, sendBy time.Time,
) (outbound.Answer, error) {
	request.Timestamp = p.config.Now().Unix()
	body, err := json.Marshal(request) //nolint:gosec // SP carries the password by the protocol; no body is ever logged
	if err != nil {
		return outbound.Answer{}, fmt.Errorf("joker: %w: %w", err, outbound.ErrNotSent)
	}
	query, err := wire.Query(p.config.AppID, p.config.Secret, body)
	if err != nil {
		return outbound.Answer{}, fmt.Errorf("joker: %w: %w", err, outbound.ErrNotSent)
	}
	answer, err := c.Do(ctx, outbound.Request{
		URL: p.config.BaseURL + "?" + query.Encode(), Body: body, SendBy: sendBy,
		Header: http.Header{"Content-Type": {"application/json"}},
	})
	if err != nil {
		return answer, fmt.Errorf("joker %s: %w", request.Method, err)
	}
	return answer, nil
}

// rejection returns the reason of a refusal after which nothing was done. A 404 is not one: see the package's comment.
func rejection(answer outbound.Answer) (reason string, ok bool) {
	if answer.Status == http.StatusNotFound {
		return "", false
	}
	return refusal(answer)
}

// refusal returns the reason of a documented refusal: a status with the protocol's own body. A page from an
// intermediary is not one.
func refusal(answer outbound.Answer) (reason string, ok bool) {
	switch answer.Status {
	case http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound:
	default:
		return "", false
	}
	var body wire.Refusal
	if outbound.Decode(answer.Body, &body) != nil || body.Message == "" {
		return "", false
	}
	switch {
	case body.Message == "Insufficient credit":
		return game.ReasonNotEnough, true
	case plainWords.MatchString(body.Message):
		return body.Message, true
	}
	return fmt.Sprintf("HTTP %d with a text that is not passed on", answer.Status), true
}

// plainWords is the form of a refusal's text that may be passed on. A text with digits or symbols may repeat the
// request: an address with its signature, or a password.
var plainWords = regexp.MustCompile(`^[A-Za-z][A-Za-z ,.'-]{0,99}$`)

func success(answer outbound.Answer, reply any) error {
	if answer.Status != http.StatusOK && answer.Status != http.StatusCreated {
		return fmt.Errorf("joker: HTTP %d", answer.Status)
	}
	if err := outbound.Decode(answer.Body, reply); err != nil {
		return errors.New("joker: the answer violates the protocol")
	}
	return nil
}
