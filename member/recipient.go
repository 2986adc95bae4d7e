package member

import (
	"context"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/member/bankaccount"
	"krapao/member/internal/memberdb"
	"krapao/member/state"
)

// Recipient is what money that comes or goes depends on at its member.
type Recipient struct {
	Bank bankaccount.Account
	// SecuredAt is the last change of bank account, name, phone or password. Zero: never.
	SecuredAt time.Time
	// State says whether the member is shut out. It is not locked, and has no more of the row.
	State state.State
	// Content is the version of the content at that moment.
	Content int64
}

// Recipient looks it up: an order of a code, its payment and a withdrawal need it. NO_USER: there is no such member.
func (s *Service) Recipient(ctx context.Context, id string) (Recipient, error) {
	row, err := s.recipients.At(ctx, id)
	if store.NotFound(err) {
		return Recipient{}, fault.New(fault.NO_USER, "no such member")
	}
	if err != nil {
		return Recipient{}, fmt.Errorf("member: %w", err)
	}
	bank, err := s.Accounts.Open(ctx, id, bankaccount.Stored{
		Code: row.BankCode, Name: row.BankAccountName, Number: row.BankAccountNo, Currency: row.Currency,
	})
	return Recipient{
		Bank: bank, SecuredAt: row.SecuredAt.Time(), Content: row.Content, State: state.State{
			Member: id, Gates: ledger.Gate(row.Gates), BreakUntil: clock.Micros(row.BreakUntil).Time(),
			ExcludedUntil: clock.Micros(row.ExcludedUntil).Time(),
		},
	}, err
}

// recipients is the query Recipient for many members, in PostgreSQL's own SQL.
const recipients = `SELECT m.id, m.bank_code, m.bank_account_name, m.bank_account_no, m.currency, m.secured_at, s.gates,
    s.break_until, s.excluded_until, COALESCE((SELECT c.version FROM content_version c WHERE c.id = 1), 0)
FROM member m JOIN member_state s ON s.member = m.id WHERE m.id = ANY ($1::text[])`

// recipientLook is how rows of recipients are read. The bank account is remembered as it is stored: sealed.
func recipientLook(s *store.Store) *store.Look[memberdb.RecipientRow] {
	one := func(ctx context.Context, id string) (memberdb.RecipientRow, error) {
		return memberdb.New(s.Brief()).Recipient(ctx, id)
	}
	return store.NewLook(s, one, store.Many[memberdb.RecipientRow]{
		Query: recipients, Args: func(ids []string) []any { return []any{ids} },
		Add: func(row store.Row, found map[string]memberdb.RecipientRow) error {
			var id string
			var r memberdb.RecipientRow
			err := row.Scan(&id, &r.BankCode, &r.BankAccountName, &r.BankAccountNo, &r.Currency, &r.SecuredAt, &r.Gates,
				&r.BreakUntil, &r.ExcludedUntil, &r.Content)
			found[id] = r
			return err
		},
	}).MadeOf(store.From[memberdb.RecipientRow]{Rows: func(id string, _ memberdb.RecipientRow) []store.Origin {
		return recipientFrom(id)
	}})
}

// recipientFrom are the rows that a recipient is read from.
func recipientFrom(id string) []store.Origin {
	return []store.Origin{{Table: "content_version", Key: "1"}, {Table: "member", Key: id}, {Table: "member_state", Key: id}}
}
