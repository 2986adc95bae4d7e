package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"krapao/internal/secret"
	"krapao/internal/store"
)

// crowdID is the ID of the n-th of the crowd, as ledgertest.Past names those whose wallets it opens.
func crowdID(n int) string { return fmt.Sprintf("P%011d", n) }

// crowd are the rows of all whose wallets the past opened: like one who registered, but for what is each one's own. Every minute
// one registered. Every fiftieth has the account's holder of the one before, and every twentieth was invited. Nobody logs in as
// one of them.
func (p *papers) crowd(ctx context.Context, s *store.Store) ([]table, error) {
	count := p.members - len(p.known)
	members, err := p.like(ctx, s, "member", count, func(n int, of *copied) {
		id := crowdID(n)
		holder := n
		if rare(n, 50) {
			holder--
		}
		inviter := ""
		if rare(n, 20) {
			inviter = crowdID(n / 1000)
		}
		of.set("id", id)
		for _, name := range []string{"username", "phone", "bank_account_index"} {
			of.set(name, "past"+id)
		}
		of.set("bank_holder_index", holderIndex(holder))
		of.set("holder_from", holderIndex(holder))
		of.set("inviter", inviter)
		of.set("created_at", micros(p.now.Add(-time.Duration(n)*time.Minute)))
		of.set("bank_account_name", p.seal("member", "bank_account_name", id, fmt.Sprint("Somchai the ", holder)))
		of.set("bank_account_no", p.seal("member", "bank_account_no", id, fmt.Sprintf("%010d", n)))
	})
	if err != nil {
		return nil, err
	}
	states, err := p.like(ctx, s, "member_state", count, func(n int, of *copied) { of.set("member", crowdID(n)) })
	if err != nil {
		return nil, err
	}
	holders := table{"member_holder", []string{"member", "holder_key", "spelling"}, count, func(n int) []any {
		holder := n
		if rare(n, 50) {
			holder--
		}
		return []any{crowdID(n), holderIndex(holder), holderIndex(holder)[:16]}
	}}
	return []table{members, states, holders}, nil
}

func holderIndex(n int) string { return index("holder", crowdID(n)) }

// copied is a row that is made like another one.
type copied struct {
	fields []string
	row    []any
	wrong  error
}

func (c *copied) set(field string, value any) {
	at := slices.Index(c.fields, field)
	if at < 0 {
		c.wrong = fmt.Errorf("there is no column %s", field)
		return
	}
	c.row[at] = value
}

// like is a table whose rows are like the one of the first member that is known, but for what change sets.
func (p *papers) like(
	ctx context.Context, s *store.Store, name string, count int, change func(n int, of *copied),
) (_ table, err error) {
	key := map[string]string{"member": "id", "member_state": "member"}[name]
	rows, err := s.DB().QueryContext(ctx, "SELECT * FROM "+name+" WHERE "+key+" = $1", p.known[0])
	if err != nil {
		return table{}, err
	}
	defer func() { err = errors.Join(err, rows.Close(), rows.Err()) }()
	fields, err := rows.Columns()
	if err != nil {
		return table{}, err
	}
	model, into := make([]any, len(fields)), make([]any, len(fields))
	for n := range model {
		into[n] = &model[n]
	}
	if !rows.Next() {
		return table{}, fmt.Errorf("%s has no row of %s", name, p.known[0])
	}
	if err := rows.Scan(into...); err != nil {
		return table{}, err
	}
	return table{name, fields, count, func(n int) []any {
		c := copied{fields: fields, row: slices.Clone(model)}
		change(n, &c)
		p.failed = errors.Join(p.failed, c.wrong)
		return c.row
	}}, nil
}

// seal seals what is of a row, so that lists open it.
func (p *papers) seal(table, column, id, text string) string {
	sealed, err := p.box.Seal(secret.Row{Table: table, Column: column, ID: id}, text)
	p.failed = errors.Join(p.failed, err)
	return sealed
}
