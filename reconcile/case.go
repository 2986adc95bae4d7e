package reconcile

import (
	"context"
	"fmt"

	"krapao/money"
	"krapao/reconcile/internal/reconciledb"
	"krapao/wallet/doubt"
	"krapao/wallet/doubt/clue"
)

// addCase makes a case of a difference, once: a case that an operator has decided is not opened again.
func (r *Service) addCase(ctx context.Context, d *day, x difference) error {
	listed, err := r.account(ctx, d, x.username)
	if err != nil {
		return err
	}
	f := doubt.Finding{
		Provider: d.row.Provider, Day: d.row.Day, Kind: x.kind, Reference: x.reference, Username: x.username, Member: listed.member,
		Evidence: doubt.Evidence{Theirs: []doubt.TheirSide{}},
	}
	factor := listed.factor
	if x.own != nil {
		if other, err := r.caseOfTransfer(ctx, d, x); err != nil || other {
			return err
		}
		f.Transfer, f.Member, f.Ours, factor = x.own.ID, x.own.Member, x.own.moved, x.own.factor
		f.Evidence, err = r.cases.Evidence(ctx, doubt.Side{
			Transfer: x.own.Transfer, Username: x.own.username, Moved: x.own.sign() * x.own.moved, Doubt: x.own.doubt,
		})
		if err != nil {
			return err
		}
	}
	if factor, err = r.factorOf(ctx, d, factor); err != nil {
		return err
	}
	for _, row := range x.rows {
		f.Theirs += doubt.Satang(row.Credits, factor)
		f.Evidence.Theirs = append(f.Evidence.Theirs, doubt.TheirSideOf(row))
	}
	return r.cases.Add(ctx, f)
}

// caseOfTransfer reports whether the transfer already has a case of a more specific kind. For example, a transfer listed
// under another account is missing under its own. It closes vaguer cases.
func (r *Service) caseOfTransfer(ctx context.Context, d *day, x difference) (bool, error) {
	cases, err := reconciledb.New(r.store.DB()).CasesOfTransfer(ctx, d.row.Provider, int64(x.own.ID))
	if err != nil {
		return false, fmt.Errorf("reconcile: read the cases of a transfer: %w", err)
	}
	for _, c := range cases {
		vague := c.Kind == string(doubt.MissingThere) || c.Kind == string(doubt.Unclear)
		switch {
		case c.Kind == string(x.kind):
		case vague:
			if err := r.cases.Close(ctx, c.ID, clue.OtherCase); err != nil {
				return false, err
			}
		case x.kind == doubt.MissingThere || x.kind == doubt.Unclear:
			return true, nil
		}
	}
	return false, nil
}

// factorOf returns the account's factor; if we have no such account, that of the provider's games.
func (r *Service) factorOf(ctx context.Context, d *day, known money.Factor) (money.Factor, error) {
	if known != (money.Factor{}) {
		return known, nil
	}
	games, err := r.games.Catalogue.Games(ctx)
	if err != nil {
		return money.Factor{}, err
	}
	for _, g := range games {
		if g.Provider == d.row.Provider {
			return g.Factor, nil
		}
	}
	return money.MustFactor("1"), nil
}

// closeAgreeing closes the cases of transfers on which both sides agree now.
func (r *Service) closeAgreeing(ctx context.Context, d *day, agreed []own) error {
	if len(agreed) == 0 {
		return nil
	}
	cases, err := reconciledb.New(r.store.DB()).OpenTransferCases(ctx, d.row.Provider)
	if err != nil {
		return fmt.Errorf("reconcile: read the cases of transfers: %w", err)
	}
	alike := make(map[int64]bool, len(agreed))
	for _, o := range agreed {
		alike[int64(o.ID)] = true
	}
	for _, c := range cases {
		if !alike[c.Transfer] {
			continue
		}
		if err := r.cases.Close(ctx, c.ID, clue.AlikeLater); err != nil {
			return err
		}
	}
	return nil
}

// bookApplied books a returned transfer that the provider has applied, as its re-check would.
func (r *Service) bookApplied(ctx context.Context, o appliedOwn) error {
	mine, err := r.doubts.BookApplied(ctx, o.Transfer, o.doubt)
	if err == nil && !mine {
		return errOvertaken
	}
	return err
}
