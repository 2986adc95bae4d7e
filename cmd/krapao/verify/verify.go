// Package verify answers one question: are the books whole, and do they agree with the outside? It reads only.
//
// Promises: every invariant of the ledger is recomputed from the entries; the deposits' own rows agree with it; what the
// outside holds is compared to the satang for every system with nothing under way; each break is named by its account.
package verify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"krapao/cmd/krapao/verify/internal/verifydb"
	"krapao/internal/store"
	"krapao/ledger/proof"
	"krapao/money"
)

// Result is what was found.
type Result struct {
	Report proof.Report
	// Compared and Skipped name the outside's systems; Skipped says why.
	Compared []string
	Skipped  []string
	// Behind names the providers whose play is not all reported: a report comes later, and some have none.
	Behind []string
	// Breaks are all problems, a line each, the account first.
	Breaks []string
}

// OK tells that nothing is off.
func (r Result) OK() bool { return len(r.Breaks) == 0 }

// Check verifies the books, and compares them with a sandbox's totals where its address is given.
func Check(ctx context.Context, s *store.Store, sandboxURL string) (Result, error) {
	return CheckBy(ctx, s, http.DefaultClient, sandboxURL)
}

// CheckBy is Check with a client of the sandbox's network.
func CheckBy(ctx context.Context, s *store.Store, client *http.Client, sandboxURL string) (Result, error) {
	report, err := proof.Verify(ctx, s)
	if err != nil {
		return Result{}, err
	}
	r := Result{Report: report}
	for _, p := range report.Problems {
		r.Breaks = append(r.Breaks, p.String())
	}
	q := verifydb.New(s.DB())
	if err := r.arrivals(ctx, q); err != nil {
		return r, err
	}
	if err := r.reversals(ctx, q); err != nil {
		return r, err
	}
	if err := r.plays(ctx, q); err != nil {
		return r, err
	}
	if err := r.offers(ctx, q); err != nil {
		return r, err
	}
	if err := r.shut(ctx, q, s.Now()); err != nil {
		return r, err
	}
	if sandboxURL == "" {
		return r, nil
	}
	box := sandbox{client, sandboxURL}
	outside, err := box.totals(ctx)
	if err != nil {
		return r, err
	}
	if err := r.compare(ctx, q, outside); err != nil {
		return r, err
	}
	return r, r.outsidePlay(ctx, q, outside, box)
}

// totals is the part of GET /sandbox/totals that has a counterpart in the books.
type totals struct {
	VouchersRedeemed json.Number    `json:"vouchersRedeemed"`
	PayoutsSettled   json.Number    `json:"payoutsSettled"`
	Banks            map[string]sum `json:"banks"`
	Gateways         map[string]sum `json:"gateways"`
	Games            map[string]struct {
		Deposited json.Number `json:"deposited"`
		Withdrawn json.Number `json:"withdrawn"`
	} `json:"games"`
}

// sandbox is where the outside's own figures are asked for.
type sandbox struct {
	client *http.Client
	url    string
}

func (b sandbox) totals(ctx context.Context) (t totals, err error) {
	return t, b.get(ctx, "/sandbox/totals", &t)
}

// mostAnswer bounds what is read of an answer.
const mostAnswer = 64 << 20

// get reads what the sandbox's control API says.
func (b sandbox) get(ctx context.Context, path string, into any) error {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(b.url, "/")+path, nil)
	if err != nil {
		return fmt.Errorf("verify: the sandbox's address: %w", err)
	}
	w, err := b.client.Do(r)
	if err != nil {
		return errors.New("verify: the sandbox does not answer")
	}
	defer func() { _ = w.Body.Close() }()
	if w.StatusCode != http.StatusOK {
		return fmt.Errorf("verify: the sandbox answers %d", w.StatusCode)
	}
	if err := json.NewDecoder(io.LimitReader(w.Body, mostAnswer)).Decode(into); err != nil {
		return fmt.Errorf("verify: what the sandbox says at %s: %w", path, err)
	}
	return nil
}

func (r *Result) compare(ctx context.Context, q *verifydb.Queries, outside totals) error {
	busy, err := underWay(ctx, q)
	if err != nil {
		return err
	}
	if err := r.deposits(ctx, q, busy, outside); err != nil {
		return err
	}
	if err := r.payouts(ctx, q, busy, outside); err != nil {
		return err
	}
	return r.games(ctx, q, busy, outside)
}

// underWay are the systems that a pending transfer touches: there the two sides may differ for a moment.
func underWay(ctx context.Context, q *verifydb.Queries) (map[string]bool, error) {
	rows, err := q.UnderWay(ctx)
	if err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	busy := map[string]bool{}
	for _, row := range rows {
		for _, name := range []string{row.Debit, row.Credit} {
			busy[system(name)] = true
		}
	}
	return busy, nil
}

// system is the part of the outside that an account belongs to: game:{provider}, or the account's own name.
func system(account string) string {
	if rest, isGame := strings.CutPrefix(account, "game:"); isGame {
		provider, _, _ := strings.Cut(rest, ":")
		return "game:" + provider
	}
	return account
}

// gameSystem is the provider that a side of a transfer stands for: its account, or where a transfer corrects what an
// earlier one says that the provider did, its result.
func gameSystem(account string) string {
	if provider, isResult := strings.CutPrefix(account, "result:"); isResult {
		return "game:" + provider
	}
	if name := system(account); strings.HasPrefix(name, "game:") {
		return name
	}
	return ""
}

func (r *Result) note(account string, busy bool, books, says money.Amount) {
	if busy {
		r.Skipped = append(r.Skipped, account+": a transfer is under way")
		return
	}
	r.Compared = append(r.Compared, account)
	if books != says {
		r.Breaks = append(r.Breaks, fmt.Sprintf("%s: the books say %s, the outside says %s", account, books, says))
	}
}

// games: what we moved into a provider less what we took out, with what corrected it afterwards, is what the provider says
// we did. Readings of balances are
// not needed for that, so play at this moment does no harm.
func (r *Result) games(ctx context.Context, q *verifydb.Queries, busy map[string]bool, outside totals) error {
	moved, err := q.Moved(ctx)
	if err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	net := map[string]money.Amount{}
	for _, m := range moved {
		if into := gameSystem(m.Credit); into != "" {
			net[into] += money.Amount(m.Moved)
		} else {
			net[gameSystem(m.Debit)] -= money.Amount(m.Moved)
		}
	}
	providers, err := q.Providers(ctx)
	if err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	for _, p := range providers {
		says, known := outside.Games[p.Provider]
		if !known {
			continue
		}
		factor, err := money.ParseFactor(p.Factor)
		if err != nil {
			return fmt.Errorf("verify: provider %s: %w", p.Provider, err)
		}
		in, inErr := money.ParseCredits(says.Deposited.String())
		out, outErr := money.ParseCredits(says.Withdrawn.String())
		if err := errors.Join(inErr, outErr); err != nil {
			return fmt.Errorf("verify: the sandbox's totals: %w", err)
		}
		account := "game:" + p.Provider
		r.note(account, busy[account], net[account], (in - out).Baht(factor))
	}
	return nil
}
