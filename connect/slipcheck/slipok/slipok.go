// Package slipok is the adapter to SlipOK, a verifier of transfer slips, behind slip.Verifier.
//
// Its promises are those of package slipcheck.
package slipok

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/slipcheck"
	"krapao/connect/slipcheck/slipok/wire"
	"krapao/deposit"
	"krapao/deposit/slip"
	"krapao/internal/clock"
)

// Config says where the service is and who we are there.
type Config struct {
	// BaseURL is the address above wire.PathBranch, https://api.slipok.com.
	BaseURL string
	// Branch is the branch's id, Key its API key.
	Branch, Key string
	Outbound    outbound.Settings
}

// Verifier is the adapter. It is safe for concurrent use.
type Verifier struct {
	config Config
	client *outbound.Client
}

var _ slip.Verifier = (*Verifier)(nil)

// New makes the adapter.
func New(c Config) *Verifier {
	c.BaseURL = strings.TrimRight(c.BaseURL, "/")
	return &Verifier{config: c, client: outbound.New(c.Outbound)}
}

// Name implements slip.Verifier.
func (v *Verifier) Name() string { return "slipok" }

// bankDown is how long the service itself asks to wait when a bank's data is unavailable.
const bankDown = 15 * time.Minute

// mostDelay is the longest wait that one answer of the service can impose on a member.
const mostDelay = 2 * time.Hour

// findings are the codes that decide, or that say "later". An ended package, a used-up quota and a wrong key are the
// operator's to solve and no fault of the slip. Codes about pictures and amounts are missing: we send neither.
var findings = map[wire.Code]slip.Finding{
	wire.CodeBranch: slip.Later, wire.CodeKey: slip.Later,
	wire.CodePackageEnded: slip.Later, wire.CodeQuota: slip.Later,
	wire.CodeBankDown: slip.Later, wire.CodeDelay: slip.Later,
	wire.CodeNotSlip: slip.NotASlip, wire.CodeNotFound: slip.NotFound,
	wire.CodeDuplicate: slip.Duplicate, wire.CodeReceiver: slip.WrongReceiver,
}

// Verify implements slip.Verifier.
func (v *Verifier) Verify(ctx context.Context, q slip.Query) (slip.Answer, error) {
	question, err := json.Marshal(wire.Question{Data: q.Payload, Log: true})
	if err != nil {
		return slip.Answer{}, fmt.Errorf("slipok: %w", err)
	}
	answer, err := v.client.Do(ctx, outbound.Request{
		URL: v.config.BaseURL + wire.PathBranch + url.PathEscape(v.config.Branch), Body: question,
		Header: http.Header{"Content-Type": {"application/json"}, wire.HeaderKey: {v.config.Key}},
	})
	if err != nil {
		return slip.Answer{}, fmt.Errorf("slipok: %w", err)
	}
	found, err := read(answer, q)
	if err != nil {
		return slip.Answer{}, fmt.Errorf("slipok: HTTP %d: %w", answer.Status, err)
	}
	return found, nil
}

func read(answer outbound.Answer, q slip.Query) (slip.Answer, error) {
	var reply wire.Reply
	if answer.Status >= http.StatusInternalServerError || outbound.Decode(answer.Body, &reply) != nil {
		return slip.Answer{}, slipcheck.ErrProtocol
	}
	if reply.Success && reply.Code == "" && answer.Status == http.StatusOK {
		found := slip.Answer{Finding: slip.Verified}
		var err error
		found.Transfer, err = transfer(reply.Data, q)
		return found, err
	}
	finding, known := findings[reply.Code]
	if reply.Success || !known {
		return slip.Answer{}, fmt.Errorf("code %.10q: %w", reply.Code, slipcheck.ErrProtocol)
	}
	found := slip.Answer{Finding: finding, Code: string(reply.Code)}
	switch reply.Code {
	case wire.CodeBankDown:
		found.After = bankDown
	case wire.CodeDelay:
		found.After = delay(reply.Data)
	case wire.CodeDuplicate, wire.CodeReceiver:
		if !empty(reply.Data) {
			var err error
			found.Transfer, err = transfer(reply.Data, q)
			return found, err
		}
	}
	return found, nil
}

func empty(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// delay is how long a bank needs; 0 where the service's value is missing or can't be read.
func delay(data json.RawMessage) time.Duration {
	var d wire.Delay
	if err := json.Unmarshal(data, &d); err != nil || d.Delay < 0 {
		return 0
	}
	return min(time.Duration(min(d.Delay, int(mostDelay/time.Minute)))*time.Minute, mostDelay)
}

// transfer reads the bank's data, if they are about the requested transfer.
func transfer(data json.RawMessage, q slip.Query) (t slip.Transfer, err error) {
	var w wire.Transfer
	if err := json.Unmarshal(data, &w); err != nil || w.PaidLocalCurrency != "" && w.PaidLocalCurrency != wire.CurrencyBaht {
		return t, slipcheck.ErrProtocol
	}
	if err := slipcheck.Agrees(q, w.SendingBank, w.TransRef); err != nil {
		return t, err
	}
	t = slip.Transfer{
		Bank: q.Bank, Reference: q.Reference, Payer: party(w.Sender, q.Bank), To: party(w.Receiver, w.ReceivingBank),
	}
	t.ByCode = w.ToMerchantID != "" || text(w.Receiver.Proxy.Type) == wire.TypeBiller
	_, t.PayerAlso = slipcheck.Names(w.Sender.DisplayName, w.Sender.Name)
	if t.Amount, err = slipcheck.Amount(w.Amount); err != nil {
		return slip.Transfer{}, err
	}
	if t.At, err = instant(w); err != nil {
		return slip.Transfer{}, err
	}
	return t, nil
}

// instant returns the timestamp, or if there is none, the date and the time, which are Bangkok's.
func instant(w wire.Transfer) (time.Time, error) {
	if w.TransTimestamp != "" {
		return slipcheck.Time(w.TransTimestamp)
	}
	at, err := time.ParseInLocation("20060102 15:04:05", w.TransDate+" "+w.TransTime, clock.Bangkok)
	if err != nil {
		return time.Time{}, slipcheck.ErrProtocol
	}
	return at.UTC(), nil
}

// party reads one side of the transfer. Only a true account number counts: comparing with a token or a dummy would
// always fail.
func party(w wire.Party, bank string) deposit.Payer {
	p := deposit.Payer{BankCode: slipcheck.Bank(bank)}
	p.Name, _ = slipcheck.Names(w.DisplayName, w.Name)
	if text(w.Account.Type) == wire.TypeBank {
		p.AccountNo = slipcheck.Account(text(w.Account.Value))
	}
	return p
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
