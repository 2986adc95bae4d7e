package link

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/patience"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// States of a wallet link (wallet_link.state).
const (
	// stateAsking: claimed; nothing was redeemed.
	stateAsking = "asking"
	// stateTaking: a redemption may have gone out.
	stateTaking   = "taking"
	stateCredited = "credited"
	// stateRefused: it is certain that nothing was redeemed. The claim is free again.
	stateRefused = "refused"
)

// The rules of RULES.md section 4 in numbers.
const (
	minimum = 2 * money.Baht
	// mostFailures that the issuer refused within failureWindow close a member's form for failureWindow.
	mostFailures  = 5
	failureWindow = time.Hour
	// longestCall is the longest that one call of an issuer may take: a request has two of them.
	longestCall = 10 * time.Second
)

// Link is what became of a wallet link.
type Link struct {
	Reference string
	// Credited: Amount is in the books as the member's, spendable or held. Otherwise the issuer's answer is not known yet;
	// it settles by itself, and nothing is lost by handing the link in again.
	Credited bool
	Amount   money.Amount
}

// Redeem takes a wallet link that a member hands in: claims its voucher, verifies it, redeems it and credits what we
// got. The same operation again gets the same outcome. An answer that does not come is no outcome: the link settles by a
// job. TRUELINK_INVALID, TRUELINK_DUPLICATE (with params.reference, where there is a row of it), TRUELINK_SEVERAL,
// LIMIT_REACHED; REQUEST_LIMIT with params.seconds while the form is closed; NO_DATA where no issuer is connected.
func (s *Service) Redeem(ctx context.Context, member string, operation ledger.Key, text string) (Link, error) {
	account, err := s.issuing(ctx)
	if err != nil {
		return Link{}, err
	}
	l, fresh, err := s.claim(ctx, claim{member: member, operation: operation.String(), account: account}, text)
	if err != nil {
		return Link{}, err
	}
	if fresh && l.EndedAt == 0 {
		// From here on the member's connection no longer decides: what the issuer did must be written down.
		working, cancel := patience.But(context.WithoutCancel(ctx), patience.Book)
		defer cancel()
		l, err = s.pursue(working, l)
		if limit := (*fault.Error)(nil); errors.As(err, &limit) && l.State == stateRefused {
			return Link{}, limit
		}
		if err != nil {
			s.log.Warn("deposit: a wallet link waits for the job", "reference", l.Reference, "error", err)
		}
	}
	if !fresh {
		if l, err = s.await(ctx, l); err != nil {
			return Link{}, err
		}
	}
	return outcomeOf(l)
}

// outcomeOf is a link as its member sees it.
func outcomeOf(l depositdb.WalletLink) (Link, error) {
	switch {
	case l.State == stateCredited:
		return Link{Reference: l.Reference, Credited: true, Amount: l.Amount}, nil
	case l.State == stateRefused && fault.Code(l.Reason) == fault.TRUELINK_DUPLICATE:
		return Link{}, fault.New(fault.TRUELINK_DUPLICATE, "this voucher is in our books already").With("reference", l.Reference)
	case l.State == stateRefused:
		return Link{}, fault.New(fault.Code(l.Reason), "the link brought nothing").With("reference", l.Reference)
	}
	return Link{Reference: l.Reference}, nil
}

// issuing returns the account that wallet links are redeemed into.
func (s *Service) issuing(ctx context.Context) (string, error) {
	all, err := s.arrivals.InForce(ctx)
	if err != nil {
		return "", err
	}
	for _, a := range all {
		if a.Source == deposit.SourceIssuer && s.issuer != nil {
			return a.Code, nil
		}
	}
	return "", fault.New(fault.NO_DATA, "no issuer of wallet links is connected")
}

// claim is a link that is being handed in.
type claim struct {
	member, operation, account string
	// code is the blind index of the voucher's code, sealed the code itself.
	code, sealed string
	reference    string
}

func sealedRow(reference string) secret.Row {
	return secret.Row{Table: "wallet_link", Column: "code_sealed", ID: reference}
}

// claim commits the link and the claim of its voucher before the issuer is asked. fresh is false where the same operation
// or the same member's same link is there already: then there is one outcome for both.
func (s *Service) claim(ctx context.Context, c claim, text string) (l depositdb.WalletLink, fresh bool, err error) {
	code, err := codeOf(text)
	if err != nil {
		return l, false, err // no voucher is named: nobody is asked, and nothing is written down
	}
	c.reference, c.code = s.arrivals.NewReference(), s.box.Index("voucher", code)
	if c.sealed, err = s.box.Seal(sealedRow(c.reference), code); err != nil {
		return l, false, fmt.Errorf("deposit: link: %w", err)
	}
	for attempt := 1; ; attempt++ {
		err = s.store.Write(ctx, func(tx *store.Tx) (err error) {
			l, fresh, err = s.claimTx(ctx, tx, c)
			return err
		})
		if !errors.Is(err, store.ErrUnique) || attempt == 3 {
			return l, fresh, err
		}
		// Somebody else was quicker with this voucher; its row is there now.
	}
}

func (s *Service) claimTx(ctx context.Context, tx *store.Tx, c claim) (l depositdb.WalletLink, fresh bool, err error) {
	q := depositdb.New(tx)
	l, err = q.LinkOfOperation(ctx, c.operation)
	if err == nil || !store.NotFound(err) {
		return l, false, err
	}
	if err := depositdb.New(tx).LockMember(ctx, c.member); err != nil {
		return l, false, err
	}
	other, err := q.LinkByCode(ctx, c.code)
	if err != nil && !store.NotFound(err) {
		return l, false, err
	}
	claimed := err == nil
	if claimed && other.Member == c.member && other.EndedAt == 0 {
		return other, false, nil // handed in again while it is under way
	}
	if err := s.formOpen(ctx, q, c.member, tx.Now); err != nil {
		return l, false, err
	}
	if claimed {
		return s.add(ctx, tx, c, fault.TRUELINK_DUPLICATE)
	}
	// What the voucher is worth is not known yet. Where not even the least fits into the member's limit, nobody is asked.
	if err := s.allowedTx(ctx, tx, c.member, minimum); err != nil {
		return l, false, err
	}
	return s.add(ctx, tx, c, "")
}

// add writes the row: under way, or refused at once.
func (s *Service) add(ctx context.Context, tx *store.Tx, c claim, refused fault.Code) (depositdb.WalletLink, bool, error) {
	row := depositdb.AddLinkParams{
		Reference: c.reference, Member: c.member, Operation: c.operation, Account: c.account, Code: c.code, CodeSealed: c.sealed,
		State: stateAsking, DueAt: clock.MicrosOf(tx.Now.Add(s.timing.Request)), CreatedAt: clock.MicrosOf(tx.Now),
	}
	if refused != "" {
		row.State, row.Reason, row.CodeSealed, row.DueAt, row.EndedAt = stateRefused, string(refused), "", 0, clock.MicrosOf(tx.Now)
	}
	q := depositdb.New(tx)
	if err := q.AddLink(ctx, row); err != nil {
		return depositdb.WalletLink{}, false, err
	}
	l, err := q.Link(ctx, c.reference)
	return l, true, err
}

// formOpen: five links that the issuer refused within an hour close the form for an hour. Links of which the issuer has not said anything
// yet count as if they might fail, so that guesses can't be made side by side.
func (s *Service) formOpen(ctx context.Context, q *depositdb.Queries, member string, now time.Time) error {
	// In this order: a link that fails between the two questions is counted twice, and never not at all.
	asking, err := q.CountAsking(ctx, member)
	if err != nil {
		return err
	}
	failures, err := q.LatestFailures(ctx, member, mostFailures)
	if err != nil {
		return err
	}
	closed := func(until time.Time) error {
		seconds := int((until.Sub(now) + time.Second - 1) / time.Second)
		return fault.New(fault.REQUEST_LIMIT, "too many links failed").With("seconds", max(seconds, 1))
	}
	failed := func(at clock.Micros) time.Time {
		if t := at.Time(); t.Before(now) {
			return t
		}
		return s.store.CountFrom(at.Time())
	}
	if len(failures) == mostFailures {
		last, first := failed(failures[0]), failed(failures[mostFailures-1])
		if until := last.Add(failureWindow); last.Sub(first) < failureWindow && now.Before(until) {
			return closed(until)
		}
	}
	recent := int64(0)
	for _, at := range failures {
		if now.Sub(failed(at)) < failureWindow {
			recent++
		}
	}
	if recent+asking >= mostFailures && asking > 0 {
		return closed(now.Add(s.timing.Request))
	}
	return nil
}

// allowedTx holds a link against the member's limits, together with the links of the member that are being redeemed.
func (s *Service) allowedTx(ctx context.Context, tx *store.Tx, member string, amount money.Amount) error {
	expected, err := depositdb.New(tx).ExpectedOf(ctx, member)
	if err != nil {
		return err
	}
	return s.arrivals.AllowedTx(ctx, tx, member, amount+money.Amount(expected))
}

// await waits while a request is working on the link, and returns it as it then stands.
func (s *Service) await(ctx context.Context, l depositdb.WalletLink) (depositdb.WalletLink, error) {
	ctx, cancel := patience.But(ctx, 0)
	defer cancel()
	for l.EndedAt == 0 && l.Turn == 1 && s.store.Now().Before(l.CreatedAt.Time().Add(s.timing.Request)) && l.Said == "" {
		select {
		case <-ctx.Done():
			return l, nil
		case <-time.After(50 * time.Millisecond):
		}
		now, err := depositdb.New(s.store.DB()).Link(ctx, l.Reference)
		if err != nil && ctx.Err() == nil {
			return l, fmt.Errorf("deposit: link: %w", err)
		}
		if err == nil {
			l = now
		}
	}
	return l, nil
}
