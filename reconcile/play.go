package reconcile

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"krapao/game"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/reconcile/internal/reconciledb"
	"krapao/wallet/doubt"
	"krapao/wallet/doubt/clue"
)

// What readings of an account found beyond our transfers was won and lost there, so it must equal the sum of the
// provider's report of play. Both are compared as of a reading, once every round that had settled by then should have
// been listed for a day. A difference moves no money: it becomes a case, and an operator asks the provider.

const (
	// listedFor is how long after its latest time a round may still be listed.
	listedFor = 24 * time.Hour
	// reportReach is how far back a report is read the first time: older accounts can't be compared.
	reportReach = 31 * 24 * time.Hour
	// playSpan is how old a compared reading may be: each is compared on several nights.
	playSpan = 7 * 24 * time.Hour
	// explainedAtOnce is how many accounts' rounds are added up in one query.
	explainedAtOnce = 500
)

// askedAll is the prefix of ReconcileDay.Asked once every transfer of the day is compared. After it comes the last
// account whose play was compared, so that the next run continues there. No transfer number and no user name begins with
// it.
const askedAll = "play "

// comparePlay compares the provider's accounts with its report of play, where it has one.
func (r *Service) comparePlay(ctx context.Context, d *day) (ended bool, err error) {
	if d.provider == nil || d.provider.Capabilities().Report == game.ReportNone {
		return true, nil
	}
	reported, err := r.games.Reports.ReportedUpTo(ctx, d.row.Provider)
	if err != nil || reported.IsZero() {
		return err == nil, err
	}
	settles, err := r.settleTime(ctx, d.row.Provider)
	if err != nil {
		return false, err
	}
	// A round may be listed this long after its bet.
	slow := d.provider.Capabilities().ReportLag + settles
	until := reported.Add(-slow - listedFor)
	q := reconciledb.New(r.store.DB())
	first, err := q.FirstSeenPlay(ctx, d.row.Provider)
	if err != nil {
		return false, fmt.Errorf("reconcile: read the play of accounts: %w", err)
	}
	seen := r.store.Now()
	if first != 0 {
		seen = clock.Micros(first).Time()
	}
	page := reconciledb.AccountsPlayedParams{
		Provider: d.row.Provider, Since: clock.MicrosOf(until.Add(-playSpan)), Until: clock.MicrosOf(until),
		OpenedSince: clock.MicrosOf(seen.Add(-reportReach)), Most: explainedAtOnce, Beyond: strings.TrimPrefix(d.row.Asked, askedAll),
	}
	for {
		rows, err := q.AccountsPlayed(ctx, page)
		if err != nil {
			return false, fmt.Errorf("reconcile: read the play of accounts: %w", err)
		}
		for _, row := range rows {
			if err := r.comparePlayOf(ctx, d, row); err != nil {
				return false, err
			}
			page.Beyond = row.Username
			d.row.Asked = askedAll + row.Username
		}
		if len(rows) < explainedAtOnce {
			return true, nil
		}
	}
}

// settleTime returns how long stakes at a provider may be open without being reported; 0 if they are reported, or if a
// round ends at once.
func (r *Service) settleTime(ctx context.Context, provider string) (time.Duration, error) {
	games, err := r.games.Catalogue.Games(ctx)
	if err != nil {
		return 0, err
	}
	longest := time.Duration(0)
	for _, g := range games {
		if g.Provider == provider && g.Stakes == game.StakesUnknown {
			longest = max(longest, g.SettleTime)
		}
	}
	return longest, nil
}

func (r *Service) comparePlayOf(ctx context.Context, d *day, row reconciledb.AccountsPlayedRow) error {
	if clock.Micros(row.PlayedAt).Time().After(row.ReadAt.Time().Add(-r.settings.MinGap)) {
		return nil // there was play after the reading, or near it
	}
	factor, err := money.ParseFactor(row.Factor)
	if err != nil {
		return fmt.Errorf("reconcile: read account %s: %w", row.Username, err)
	}
	found, _ := money.CreditsOf(money.Amount(row.Result), factor)
	found += money.Credits(row.Residue)
	outstanding, rounds := money.Credits(row.Outstanding), money.Credits(row.Net)
	corrected, last := money.Credits(0), time.Time{}
	if found+outstanding != rounds {
		if corrected, last, err = r.corrected(ctx, d, row.Username, factor); err != nil {
			return err
		}
	}
	switch {
	case found+outstanding-corrected == rounds:
		return r.closeUnexplained(ctx, d, row.Username)
	case last.After(row.ReadAt.Time()):
		return nil // the corrected movement may be later than the reading: wait for the next one
	}
	if live, err := r.liveCases(ctx, d, row.Username); err != nil || live > 0 {
		return err
	}
	side := doubt.PlaySide{
		Found: found.String(), Outstanding: outstanding.String(), Rounds: rounds.String(), Corrected: corrected.String(),
		ReadAt: row.ReadAt.Time(), PlayedAt: clock.Micros(row.PlayedAt).Time(),
	}
	if reported, err := r.alreadyReported(ctx, d, row.Username, side); err != nil || reported {
		return err
	}
	return r.cases.Add(ctx, doubt.Finding{
		Provider: d.row.Provider, Day: d.row.Day, Kind: doubt.Unexplained, Reference: dayOf(row.ReadAt.Time()),
		Username: row.Username, Member: row.Member,
		Ours: doubt.Satang(found+outstanding-corrected, factor), Theirs: doubt.Satang(rounds, factor),
		Evidence: doubt.Evidence{Theirs: []doubt.TheirSide{}, Play: &side},
	})
}

// corrected returns in credits how much of what readings found was the provider's doing in a transfer of ours, and when
// the last of it was booked.
func (r *Service) corrected(
	ctx context.Context, d *day, username string, factor money.Factor,
) (sum money.Credits, last time.Time, err error) {
	booked, last, err := r.cases.Corrected(ctx, d.row.Provider, username)
	sum, _ = money.CreditsOf(booked, factor)
	return sum, last, err
}

// liveCases counts the unfinished cases about an account's transfers. The query of accounts does not find cases where the
// provider names another account.
func (r *Service) liveCases(ctx context.Context, d *day, username string) (int64, error) {
	n, err := reconciledb.New(r.store.DB()).CountLiveCasesAbout(ctx, d.row.Provider, string(ledger.Game(d.row.Provider, username)))
	if err != nil {
		return 0, fmt.Errorf("reconcile: count open cases: %w", err)
	}
	return n, nil
}

// alreadyReported reports whether the account's last case is about the same difference: the sums keep it for ever,
// whatever an operator decided about it.
func (r *Service) alreadyReported(ctx context.Context, d *day, username string, side doubt.PlaySide) (bool, error) {
	detail, err := reconciledb.New(r.store.DB()).LastUnexplained(ctx, d.row.Provider, username)
	if store.NotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("reconcile: read the cases of an account: %w", err)
	}
	var last doubt.Evidence
	if err := json.Unmarshal([]byte(detail), &last); err != nil {
		return false, fmt.Errorf("reconcile: read the evidence of the last case of %s: %w", username, err)
	}
	if last.Play == nil {
		return false, nil
	}
	before, err1 := last.Play.Gap()
	now, err2 := side.Gap()
	return before == now, errors.Join(err1, err2)
}

// closeUnexplained closes the cases of an account whose rounds are complete now.
func (r *Service) closeUnexplained(ctx context.Context, d *day, username string) error {
	cases, err := reconciledb.New(r.store.DB()).OpenUnexplained(ctx, d.row.Provider, username)
	if err != nil {
		return fmt.Errorf("reconcile: read the cases of an account: %w", err)
	}
	for _, one := range cases {
		if err := r.cases.Close(ctx, one, clue.AlikeLater); err != nil {
			return err
		}
	}
	return nil
}
