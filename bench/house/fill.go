package main

import (
	"context"
	"errors"
	"fmt"

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

// fill makes the house: members, and their past. It returns the IDs of the known ones, and tells meanwhile how far it is.
func fill(ctx context.Context, c store.Config, o options, tell func(what string)) (known []string, err error) {
	known = make([]string, min(o.known, o.members))
	err = program.Found(ctx, c, func(a *app.App) error {
		tell("known members")
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
	past := ledgertest.Past{Transfers: o.transfers, Members: others, Packed: true, Tell: tell}
	if err := past.Write(ctx, s); err != nil {
		return nil, err
	}
	p, err := newPapers(ctx, s, known, o.members)
	if err != nil {
		return nil, err
	}
	return known, p.write(ctx, s, tell)
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
