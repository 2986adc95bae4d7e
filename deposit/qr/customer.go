package qr

import (
	"context"
	"fmt"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/internal/secret"
	"krapao/internal/store"
)

// Customers remembers who payers are at one gateway that wants them registered before they pay. A payer is found by bank,
// number and name together: one whose account or name changed is another to the gateway.
type Customers struct {
	store   *store.Store
	box     *secret.Box
	gateway string
}

// NewCustomers makes the memory for the gateway of one deposit account.
func NewCustomers(s *store.Store, box *secret.Box, gateway string) *Customers {
	return &Customers{store: s, box: box, gateway: gateway}
}

// Customer returns the gateway's identifier of a payer; empty where none is kept.
func (c *Customers) Customer(ctx context.Context, p deposit.Payer) (string, error) {
	customer, err := depositdb.New(c.store.DB()).Customer(ctx, c.gateway, c.index(p))
	if store.NotFound(err) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("deposit: customer: %w", err)
	}
	return customer, nil
}

// Keep keeps an identifier, unless another was kept meanwhile, and returns the one that is kept.
func (c *Customers) Keep(ctx context.Context, p deposit.Payer, customer string) (kept string, err error) {
	err = c.store.Write(ctx, func(tx *store.Tx) error {
		q := depositdb.New(tx)
		row := depositdb.KeepCustomerParams{Gateway: c.gateway, Payer: c.index(p), Customer: customer, CreatedAt: clock.MicrosOf(tx.Now)}
		if err := q.KeepCustomer(ctx, row); err != nil {
			return err
		}
		kept, err = q.Customer(ctx, c.gateway, row.Payer)
		return err
	})
	return kept, err
}

// Forget drops an identifier that the gateway does not know any more; one that was kept since stays.
func (c *Customers) Forget(ctx context.Context, p deposit.Payer, customer string) error {
	return c.store.Write(ctx, func(tx *store.Tx) error {
		return depositdb.New(tx).ForgetCustomer(ctx, c.gateway, c.index(p), customer)
	})
}

// index has the length of each part before it, so that no two payers read alike.
func (c *Customers) index(p deposit.Payer) string {
	bank, number := deposit.BankGroup(p.BankCode), deposit.Digits(p.AccountNo)
	return c.box.Index("gateway_customer", fmt.Sprintf("%d:%s%d:%s%s", len(bank), bank, len(number), number, p.Name))
}
