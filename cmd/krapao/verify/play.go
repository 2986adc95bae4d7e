package verify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"krapao/cmd/krapao/verify/internal/verifydb"
	"krapao/money"
)

// plays checks reported play: the versions of a round add up to its newest one, and every row belongs to the account's own
// member. It also checks that cases of reconciliation are in a possible state.
func (r *Result) plays(ctx context.Context, q *verifydb.Queries) error {
	rounds, err := q.RoundsOff(ctx)
	if err != nil {
		return fmt.Errorf("verify: play: %w", err)
	}
	for _, p := range rounds {
		r.wrong("play:%s: round %s is %s played and %s won, its versions add up to %s and %s", p.Provider, p.Round,
			money.Credits(p.TotalTurnover), money.Credits(p.TotalNet), money.Credits(p.Turnover), money.Credits(p.Net))
	}
	strays, err := q.PlayOff(ctx)
	if err != nil {
		return fmt.Errorf("verify: play: %w", err)
	}
	for _, p := range strays {
		r.wrong("play:%s: round %s of %s is kept for %q, the account is of %q", p.Provider, p.Round, p.Username, p.Member, p.Owner)
	}
	cases, err := q.CasesOff(ctx)
	if err != nil {
		return fmt.Errorf("verify: cases: %w", err)
	}
	for _, c := range cases {
		r.wrong("case %s of %s: %s is %s with outcome %q, which can't be", c.ID, c.Provider, c.Kind, c.State, c.Outcome)
	}
	return nil
}

// played is the play of all members at a provider, in its credits.
type played struct {
	rounds        int64
	turnover, net money.Credits
}

// outsidePlay compares the reports with the outside's accounts, provider by provider. A report is a little behind, and some
// providers have none: missing play is listed, and only surplus or different play is a break.
func (r *Result) outsidePlay(ctx context.Context, q *verifydb.Queries, outside totals, box sandbox) error {
	rows, err := q.Played(ctx)
	if err != nil {
		return fmt.Errorf("verify: play: %w", err)
	}
	books := map[string]played{}
	for _, row := range rows {
		books[row.Provider] = played{row.Rounds, money.Credits(row.Turnover), money.Credits(row.Net)}
	}
	providers, err := q.Providers(ctx)
	if err != nil {
		return fmt.Errorf("verify: play: %w", err)
	}
	for _, p := range providers {
		if _, known := outside.Games[p.Provider]; !known {
			continue
		}
		says, err := box.play(ctx, p.Provider)
		if err != nil {
			return err
		}
		r.notePlay("play:"+p.Provider, books[p.Provider], says)
	}
	return nil
}

func (r *Result) notePlay(name string, books, says played) {
	switch {
	case books.turnover > says.turnover || books.rounds > says.rounds:
		r.wrong("%s: the books know of %d rounds over %s, the outside of %d over %s",
			name, books.rounds, books.turnover, says.rounds, says.turnover)
	case books.turnover < says.turnover:
		missing := says.turnover - books.turnover
		r.Behind = append(r.Behind, fmt.Sprintf("%s: %s of %s played are not reported", name, missing, says.turnover))
	case books.net != says.net && books != (played{}):
		r.wrong("%s: the books say that %s were won, the outside says %s", name, books.net, says.net)
	default:
		r.Compared = append(r.Compared, name)
	}
}

func (b sandbox) play(ctx context.Context, provider string) (sum played, err error) {
	var accounts []struct {
		Turnover json.Number `json:"turnover"`
		Result   json.Number `json:"result"`
		Rounds   int64       `json:"rounds"`
	}
	if err := b.get(ctx, "/sandbox/games/"+provider, &accounts); err != nil {
		return sum, err
	}
	for _, a := range accounts {
		turnover, err1 := money.ParseCredits(a.Turnover.String())
		result, err2 := money.ParseCredits(a.Result.String())
		if err := errors.Join(err1, err2); err != nil {
			return sum, fmt.Errorf("verify: the sandbox's accounts: %w", err)
		}
		sum = played{sum.rounds + a.Rounds, sum.turnover + turnover, sum.net + result}
	}
	return sum, nil
}
