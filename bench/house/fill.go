package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"krapao/bench/program"
	"krapao/deposit"
	"krapao/internal/app"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/ledger/ledgertest"
	"krapao/member"
	"krapao/money"
)

// feedAccount is the demo's deposit account that is read by its statement.
const feedAccount = "SCB-AUTO"

// first is what each known member has paid in.
const first = 10_000 * money.Baht

// fill makes the house: members, and their past. It returns the IDs of the known ones.
func fill(ctx context.Context, c store.Config, o options) (known []string, err error) {
	known = make([]string, min(o.known, o.members))
	err = program.Found(ctx, c, func(a *app.App) error {
		var doing errgroup.Group
		doing.SetLimit(16)
		for n := range known {
			doing.Go(func() (err error) {
				known[n], err = join(ctx, a)
				return err
			})
		}
		return doing.Wait()
	})
	if err != nil {
		return nil, fmt.Errorf("members: %w", err)
	}
	s, err := store.Open(ctx, c)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	others := o.members - len(known)
	if err := (ledgertest.Past{Transfers: o.transfers, Members: others}).Write(ctx, s); err != nil {
		return nil, err
	}
	return known, crowd(ctx, s, known[0], others)
}

// join registers somebody who pays in from its own account.
func join(ctx context.Context, a *app.App) (string, error) {
	p := apptest.NewPerson()
	id, err := a.Members.Register(ctx, member.Registration{
		Name: p.Name, Username: p.Phone, Password: p.Password, BankCode: p.Bank, BankAccountName: p.AccountName,
		BankAccountNo: p.AccountNo,
	}, member.Proof{Address: "10.0.0.1"})
	if err != nil {
		return "", err
	}
	_, err = a.Deposits.Book(ctx, deposit.Arrival{
		Account: feedAccount, Channel: deposit.ChannelFeed, Member: id,
		Payment: deposit.Payment{
			Source: "first-" + id, Amount: first, PaidAt: a.Store.Now(),
			Payer: deposit.Payer{BankCode: p.Bank, AccountNo: p.AccountNo, Name: p.AccountName},
		},
	})
	return id, err
}

// together is how many rows one statement makes.
const together = 10_000

// crowd makes the rows of all whose wallets the past opened: like one who registered, but for what has to be unique. Nobody
// logs in as one of them, and no list opens what is sealed of them.
func crowd(ctx context.Context, s *store.Store, like string, count int) error {
	for table, unique := range map[string]map[string]string{
		"member": {
			"id": "'P' || n.name", "username": "'past' || n.name", "phone": "'past' || n.name", "bank_account_index": "'past' || n.name",
		},
		"member_state": {"member": "'P' || n.name"},
	} {
		insert, key, err := copied(ctx, s, table, unique)
		if err != nil {
			return err
		}
		for from := 0; from < count; from += together {
			query := fmt.Sprintf(insert, from, min(from+together, count)-1, key)
			if err := s.Write(ctx, func(tx *store.Tx) error {
				_, err := tx.ExecContext(ctx, query, like)
				return err
			}); err != nil {
				return fmt.Errorf("%s: %w", table, err)
			}
		}
	}
	return nil
}

// copied is a statement that makes rows of a table like one of them, for the numbers between two, and the column of that
// one's key.
func copied(ctx context.Context, s *store.Store, table string, unique map[string]string) (insert, key string, err error) {
	rows, err := s.DB().QueryContext(ctx, "SELECT * FROM "+table+" WHERE 1 = 0")
	if err != nil {
		return "", "", err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	columns, err := rows.Columns()
	if err != nil {
		return "", "", err
	}
	values := slices.Clone(columns)
	for n, column := range columns {
		if value, is := unique[column]; is {
			values[n] = value
		} else {
			values[n] = "m." + column
		}
	}
	return `WITH RECURSIVE i(at) AS (SELECT %d UNION ALL SELECT at + 1 FROM i WHERE at < %d),
		n AS (SELECT substr(CAST(100000000000 + at AS TEXT), 2) AS name FROM i)
		INSERT INTO ` + table + " (" + strings.Join(columns, ", ") + ") SELECT " + strings.Join(values, ", ") +
		" FROM " + table + " m, n WHERE m.%s = $1", columns[0], rows.Err()
}
