package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"krapao/bench/program"
	"krapao/deposit"
	"krapao/internal/app"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/member"
	"krapao/money"
	"krapao/session"
)

// person is a member of the installation. One hand at a time acts for it.
type person struct {
	apptest.Person
	id, token string
	// address is where it calls from: its own, as everybody has one.
	address string
	// game is where it has an account, username its name there, and inGame that its stake is there now.
	game, username string
	inGame         bool
	// codes are when it ordered its last QR codes, and payouts how often it withdrew: the product limits both.
	codes   []time.Time
	payouts int
}

func (p *person) headers() []string {
	h := []string{"X-Forwarded-For", p.address}
	if p.token != "" {
		h = append(h, "Authorization", "Bearer "+p.token)
	}
	return h
}

// addressOf gives the n-th caller an address of its own, behind the proxy that the node trusts.
func addressOf(n int) string { return fmt.Sprintf("10.%d.%d.%d", 1+n>>16&0x7f, n>>8&0xff, n&0xff) }

// Everybody begins with this deposit, so that it can play and withdraw as long as the run lasts.
const first = 100_000 * money.Baht

// settle fills a new database with members that are registered, logged in and have deposited.
func settle(ctx context.Context, c store.Config, count int) ([]*person, error) {
	all := make([]*person, count)
	return all, program.Found(ctx, c, func(a *app.App) error {
		var doing errgroup.Group
		doing.SetLimit(16)
		for n := range all {
			doing.Go(func() (err error) {
				all[n], err = join(ctx, a, n)
				return err
			})
		}
		return doing.Wait()
	})
}

// made guards apptest's count of made-up people.
var made sync.Mutex

// invent makes up somebody.
func invent(n int) *person {
	made.Lock()
	defer made.Unlock()
	return &person{Person: apptest.NewPerson(), address: addressOf(n)}
}

// join registers somebody, pays the first deposit in from its own account, and logs it in.
func join(ctx context.Context, a *app.App, n int) (*person, error) {
	p := invent(n)
	var err error
	p.id, err = a.Members.Register(ctx, member.Registration{
		Name: p.Name, Username: p.Phone, Password: p.Password, BankCode: p.Bank, BankAccountName: p.AccountName,
		BankAccountNo: p.AccountNo,
	}, member.Proof{Address: p.address})
	if err != nil {
		return nil, err
	}
	if _, err := a.Deposits.Book(ctx, deposit.Arrival{
		Account: feedAccount, Channel: deposit.ChannelFeed, Member: p.id,
		Payment: deposit.Payment{
			Source: "first-" + p.id, Amount: first, PaidAt: a.Store.Now(),
			Payer: deposit.Payer{BankCode: p.Bank, AccountNo: p.AccountNo, Name: p.AccountName},
		},
	}); err != nil {
		return nil, err
	}
	p.token, err = a.Sessions.Open(ctx, session.Opening{
		Audience: session.Member, Subject: p.id, Stamp: 1, Remembered: true, Address: p.address,
	})
	return p, err
}
