// Package verify answers one question: are the books whole, and do they agree with the outside? It reads only.
//
// Promises: every invariant of the ledger is recomputed from the entries, and so are the tallies; the rows of each area agree
// with the ledger; the outside's balances are compared to the satang, for every system that has nothing under way; each break
// names its account.
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
	"krapao/ledger/tally"
	"krapao/money"
)

// Result is the result of a verification.
type Result struct {
	Report proof.Report
	// Compared and Skipped name systems of the outside; Skipped also says why.
	Compared []string
	Skipped  []string
	// Behind names the providers whose play is not fully reported yet: reports come later, and some providers have none.
	Behind []string
	// Breaks are all problems, one line each, with the account first.
	Breaks []string
}

// OK reports whether no problem was found.
func (r Result) OK() bool { return len(r.Breaks) == 0 }

// Check verifies the books, and compares them with the totals of a sandbox if its address is given.
func Check(ctx context.Context, s *store.Store, sandboxURL string) (Result, error) {
	return CheckBy(ctx, s, http.DefaultClient, sandboxURL)
}

// CheckBy is Check with an HTTP client for the sandbox.
func CheckBy(ctx context.Context, s *store.Store, client *http.Client, sandboxURL string) (Result, error) {
	report, err := proof.Verify(ctx, s)
	if err != nil {
		return Result{}, err
	}
	r := Result{Report: report}
	for _, p := range report.Problems {
		r.Breaks = append(r.Breaks, p.String())
	}
	sums, err := tally.Verify(ctx, s)
	if err != nil {
		return r, err
	}
	for _, p := range sums {
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

// sandbox is the control API of the sandbox, which knows the outside's own figures.
type sandbox struct {
	client *http.Client
	url    string
}

func (b sandbox) totals(ctx context.Context) (t totals, err error) {
	return t, b.get(ctx, "/sandbox/totals", &t)
}

// mostAnswer bounds the size of an answer, in bytes.
const mostAnswer = 64 << 20

// get reads one answer of the control API.
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
		return fmt.Errorf("verify: the sandbox's answer at %s can't be read: %w", path, err)
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

// underWay lists the systems that a pending transfer touches, where the two sides may differ for a moment.
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

// system is the system of the outside to which an account belongs: game:{provider}, or the account's own name.
func system(account string) string {
	if rest, isGame := strings.CutPrefix(account, "game:"); isGame {
		provider, _, _ := strings.Cut(rest, ":")
		return "game:" + provider
	}
	return account
}

// gameSystem is the provider of one side of a transfer, "" where it has none. The side is a game account, or the provider's
// result account in a transfer that corrects an earlier one.
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

// games: our transfers into a provider, less those out of it and with later corrections, agree with what the provider says. No
// balance is read for that, so members may play meanwhile.
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
