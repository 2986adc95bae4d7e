package operatortest

import (
	"context"
	"slices"
	"sync"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/operator/care"
	"krapao/operator/gamecase"
	"krapao/withdraw"
)

// Registered answers other areas' questions for the member area.
type Registered struct{}

// RegisteredAccount implements deposit.Members.
func (Registered) RegisteredAccount(context.Context, string) (deposit.Payer, error) {
	return deposit.Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"}, nil
}

// Recipient implements deposit.Members.
func (r Registered) Recipient(ctx context.Context, member string) (deposit.Recipient, error) {
	p, err := r.RegisteredAccount(ctx, member)
	return deposit.Recipient{Account: p}, err
}

// LockTx implements withdraw.Members.
func (Registered) LockTx(context.Context, *store.Tx, string) (ledger.Gate, error) { return 0, nil }

// Payee implements withdraw.Members.
func (Registered) Payee(context.Context, string) (withdraw.Payee, error) {
	return withdraw.Payee{Account: withdraw.Account{BankCode: "SCB", Number: "1234567890", Name: "SOMCHAI JAIDEE"}}, nil
}

// People are the members' credentials and the wallet's cases, for the operator area.
type People struct {
	mu        sync.Mutex
	Passwords map[string]string
	Fail      error
	// Stands is how every member's account stands.
	Stands  care.Standing
	Cases   []gamecase.Unsettled
	Decided []bool
	// Conditions are the members that have one.
	Conditions map[string]bool
	// Settled are the transfers that were decided about.
	Settled []ledger.ID
}

// ByUsername implements care.Members.
func (p *People) ByUsername(_ context.Context, phone string) (string, error) {
	if phone != "0812345678" {
		return "", fault.New(fault.NO_USER, "no such member")
	}
	return "MEMBER000001", nil
}

// Standing implements care.Members.
func (p *People) Standing(context.Context, string) (care.Standing, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.Stands, nil
}

// StandingTx implements care.Members.
func (p *People) StandingTx(ctx context.Context, _ *store.Tx, member string) (care.Standing, error) {
	return p.Standing(ctx, member)
}

// Unlock implements care.Members.
func (p *People) Unlock(context.Context, string) (func(*store.Tx) error, error) {
	return func(*store.Tx) error { return p.Fail }, nil
}

// GivePassword implements care.Members.
func (p *People) GivePassword(_ context.Context, member, password string) (func(*store.Tx) error, error) {
	return func(*store.Tx) error {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.Fail == nil {
			p.Passwords[member] = password
			p.Stands.Password++
		}
		return p.Fail
	}, nil
}

// UnsettledTransfers implements gamecase.Transfers.
func (p *People) UnsettledTransfers(_ context.Context, provider string, limit int) (list []gamecase.Unsettled, err error) {
	for _, c := range p.Cases {
		if provider == "" || c.Provider == provider {
			list = append(list, c)
		}
	}
	return list[:min(len(list), limit)], nil
}

// UnsettledTransfer implements gamecase.Transfers.
func (p *People) UnsettledTransfer(_ context.Context, reference string) (gamecase.Unsettled, error) {
	for _, c := range p.Cases {
		if c.Reference == reference {
			return c, nil
		}
	}
	return gamecase.Unsettled{}, fault.New(fault.NO_DATA, "no such case is open")
}

// OpenTx implements gamecase.Transfers.
func (p *People) OpenTx(_ context.Context, _ *store.Tx, id ledger.ID) (bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.Cases, func(c gamecase.Unsettled) bool { return c.ID == id }), nil
}

// DecideTx implements gamecase.Transfers.
func (p *People) DecideTx(_ context.Context, _ *store.Tx, id ledger.ID, applied bool, _ string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Decided, p.Settled = append(p.Decided, applied), append(p.Settled, id)
	return nil
}

// Known implements adjustment.Members.
func (*People) Known(context.Context, string) error { return nil }

// RemainingTx implements adjustment.Conditions.
func (p *People) RemainingTx(_ context.Context, _ *store.Tx, member string) error {
	if p.Conditions[member] {
		return fault.New(fault.BONUS_REMAINING, "a condition is active")
	}
	return nil
}

// HasCondition implements adjustment.Conditions.
func (p *People) HasCondition(_ context.Context, member string) (bool, error) {
	return p.Conditions[member], nil
}
