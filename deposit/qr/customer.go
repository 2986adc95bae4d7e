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

// Customers stores the customer identifiers of one gateway that wants payers registered before they pay. A payer is
// found by bank, number and name together: with another account or name it is another customer to the gateway.
type Customers struct {
	store   *store.Store
	box     *secret.Box
	gateway string
}

// NewCustomers returns the store of customer identifiers for the gateway of one deposit account.
func NewCustomers(s *store.Store, box *secret.Box, gateway string) *Customers {
	return &Customers{store: s, box: box, gateway: gateway}
}

// Customer returns the gateway's identifier of a payer. It is empty if none is stored.
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

// Keep stores an identifier, unless another was stored in the meantime. It returns the one that is stored.
func (c *Customers) Keep(ctx context.Context, p deposit.Payer, customer string) (kept string, err error) {
	err = c.store.Write(ctx, func(tx *store.Tx) error {
		q := depositdb.New(tx)
		row := depositdb.KeepCustomerParams{
			Gateway: c.gateway, Payer: c.index(p), Customer: customer, CreatedAt: clock.MicrosOf(tx.Now),
		}
		if err := q.KeepCustomer(ctx, row); err != nil {
			return err
		}
		kept, err = q.Customer(ctx, c.gateway, row.Payer)
		return err
	})
	return kept, err
}

// Forget drops an identifier that the gateway no longer knows. Another one that was stored since stays.
func (c *Customers) Forget(ctx context.Context, p deposit.Payer, customer string) error {
	return c.store.Write(ctx, func(tx *store.Tx) error {
		return depositdb.New(tx).ForgetCustomer(ctx, c.gateway, c.index(p), customer)
	})
}

// index puts the length of each part before it, so that no two payers have the same text.
func (c *Customers) index(p deposit.Payer) string {
	bank, number := deposit.BankGroup(p.BankCode), deposit.Digits(p.AccountNo)
	return c.box.Index("gateway_customer", fmt.Sprintf("%d:%s%d:%s%s", len(bank), bank, len(number), number, p.Name))
}
