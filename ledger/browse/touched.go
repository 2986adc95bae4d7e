package browse

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"krapao/internal/store"
	"krapao/ledger"
	"krapao/ledger/internal/ledgerdb"
)

// atOnce is how many transfers are read at once on each account of a list of several.
const atOnce = 100

// TransfersOf lists the transfers that touched some accounts, by the time of their first step, newest first. They are of its
// span or near it.
type TransfersOf struct {
	r *Reader
	// accounts are sorted by their numbers.
	accounts []reach
}

// reach is a part of an account's versions.
type reach struct{ account, first, before int64 }

// OfAccount makes the list of one account. false: there is no such account.
func (r *Reader) OfAccount(ctx context.Context, name ledger.Account, s Span) (*TransfersOf, bool, error) {
	a, found, err := r.Account(ctx, name)
	if err != nil || !found {
		return nil, false, err
	}
	l, err := r.touched(ctx, s, ledgerdb.AccountsOfMemberRow{Number: a.Number, Version: a.Version})
	return l, true, err
}

// OfMember makes the list of all accounts of a member, those of its games included. One without accounts has no transfers.
func (r *Reader) OfMember(ctx context.Context, member string, s Span) (*TransfersOf, error) {
	accounts, err := r.q().AccountsOfMember(ctx, ledgerdb.AccountsOfMemberParams{
		Wallet: string(ledger.Wallet(member)), Held: string(ledger.Held(member)), Invite: string(ledger.InvitePurse(member)),
		Refund: string(ledger.RefundPurse(member)), Owed: string(ledger.Owed(member)), Member: member,
	})
	if err != nil {
		return nil, fmt.Errorf("ledger: accounts of %s: %w", member, store.MapError(err))
	}
	return r.touched(ctx, s, accounts...)
}

func (r *Reader) touched(ctx context.Context, s Span, accounts ...ledgerdb.AccountsOfMemberRow) (*TransfersOf, error) {
	l := &TransfersOf{r: r}
	for _, a := range accounts {
		first, before, err := r.versions(ctx, a.Number, a.Version, s)
		if err != nil {
			return nil, err
		}
		l.accounts = append(l.accounts, reach{a.Number, first, before})
	}
	slices.SortFunc(l.accounts, func(x, y reach) int { return cmp.Compare(x.account, y.account) })
	return l, nil
}

// Touch is a transfer in such a list.
type Touch struct {
	Transfer
	// Place is where the list goes on after it.
	Place Place
}

// Before lists the transfers behind a place (nil: from the newest). One between two of the accounts is listed once.
func (l *TransfersOf) Before(ctx context.Context, after Place, most int) (list []Touch, err error) {
	heads := l.heads(after)
	for len(list) < most {
		var next *head
		for _, h := range heads {
			if err := h.fill(ctx, l.r, most); err != nil {
				return nil, err
			}
			if len(h.rows) > 0 && (next == nil || h.rows[0].Transfer.ID > next.rows[0].Transfer.ID) {
				next = h
			}
		}
		if next == nil {
			break
		}
		row := next.take()
		if row.Transfer.Credit == next.account && has(heads, row.Transfer.Debit) { // it is listed where it is a debit
			continue
		}
		t, err := transferOf(row.Transfer, row.FromName, row.ToName)
		if err != nil {
			return nil, err
		}
		list = append(list, Touch{t, placeOf(heads)})
	}
	return list, nil
}

// heads are where the accounts stand at a place. An account that was opened later is no part of the list any more.
func (l *TransfersOf) heads(after Place) (heads []*head) {
	for _, a := range l.accounts {
		if after == nil {
			heads = append(heads, &head{reach: a, more: true})
			continue
		}
		for _, p := range after {
			if p.account == a.account {
				a.before = min(a.before, p.before)
				heads = append(heads, &head{reach: a, more: true})
			}
		}
	}
	return heads
}

func has(heads []*head, account int64) bool {
	return slices.ContainsFunc(heads, func(h *head) bool { return h.account == account })
}

// head is what was read of an account, and is not listed yet.
type head struct {
	reach
	rows []ledgerdb.TransfersOfAccountBeforeRow
	more bool
}

func (h *head) fill(ctx context.Context, r *Reader, most int) (err error) {
	if len(h.rows) > 0 || !h.more {
		return nil
	}
	most = min(most, atOnce)
	r.readAhead(ctx, h.account, h.first, h.before, most)
	h.rows, err = r.q().TransfersOfAccountBefore(ctx, ledgerdb.TransfersOfAccountBeforeParams{
		Account: h.account, First: h.first, Before: h.before, Most: int32(most),
	})
	if err != nil {
		return fmt.Errorf("ledger: transfers of account %d: %w", h.account, store.MapError(err))
	}
	h.more = len(h.rows) == most
	return nil
}

func (h *head) take() ledgerdb.TransfersOfAccountBeforeRow {
	row := h.rows[0]
	h.rows, h.before = h.rows[1:], row.Version
	return row
}

// Place is how far such a list has come: a version of each of its accounts.
type Place []place

type place struct{ account, before int64 }

func placeOf(heads []*head) Place {
	p := make(Place, len(heads))
	for n, h := range heads {
		p[n] = place{h.account, h.before}
	}
	return p
}

// MarshalJSON writes it shortly, since it is a part of an address.
func (p Place) MarshalJSON() ([]byte, error) {
	var b []byte
	last := int64(0)
	for _, one := range p {
		b = binary.AppendVarint(b, one.account-last)
		b = binary.AppendVarint(b, one.before)
		last = one.account
	}
	return json.Marshal(b)
}

var errPlace = errors.New("ledger: this is no place in a list of transfers")

// UnmarshalJSON reads it.
func (p *Place) UnmarshalJSON(text []byte) error {
	var b []byte
	if err := json.Unmarshal(text, &b); err != nil {
		return errPlace
	}
	*p = Place{}
	for last := int64(0); len(b) > 0; {
		by, n := binary.Varint(b)
		before, m := binary.Varint(b[max(n, 0):])
		if n <= 0 || m <= 0 || before < 0 {
			return errPlace
		}
		b, last = b[n+m:], last+by
		*p = append(*p, place{last, before})
	}
	return nil
}
