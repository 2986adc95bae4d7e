package app

import (
	"context"

	"krapao/internal/store"
	"krapao/ledger"
	"krapao/member"
	"krapao/member/holder"
	"krapao/member/login"
	"krapao/operator"
	"krapao/session"
	"krapao/wallet/doubt"
)

// What operators ask of other areas.

// credentials are the members', as far as operators may change them.
type credentials struct {
	members  *member.Service
	logins   *login.Service
	sessions *session.Service
}

// ByUsername implements operator.Members.
func (c credentials) ByUsername(ctx context.Context, username string) (string, error) {
	m, err := c.members.ByUsername(ctx, username)
	return m.ID, err
}

// Unlock implements operator.Members: the member may log in again from every address of its sessions.
func (c credentials) Unlock(ctx context.Context, memberID string) error {
	m, err := c.members.ByID(ctx, memberID)
	if err != nil {
		return err
	}
	seen, err := c.sessions.List(ctx, session.Member, memberID)
	if err != nil {
		return err
	}
	var addresses []string
	for _, s := range seen {
		addresses = append(addresses, s.Address)
	}
	return c.logins.Unlock(ctx, m.Phone, addresses...)
}

// SetPassword implements operator.Members.
func (c credentials) SetPassword(ctx context.Context, memberID, password string) error {
	return c.logins.SetPassword(ctx, memberID, password)
}

// holders are members by the names of their accounts' holders, as operators see them.
type holders struct {
	cases   *holder.Cases
	names   *holder.Index
	members *member.Service
}

// ByHolder implements operator.Holders.
func (h holders) ByHolder(ctx context.Context, name string, most int) ([]operator.Holder, error) {
	found, err := h.names.Find(ctx, name, most)
	if err != nil {
		return nil, err
	}
	list := make([]operator.Holder, len(found))
	for i, memberID := range found {
		m, err := h.members.ByID(ctx, memberID)
		if err != nil {
			return nil, err
		}
		list[i] = operator.Holder{Member: m.ID, Phone: m.Phone, Name: m.Name, Holder: m.Bank.AccountName, Active: m.Active}
	}
	return list, nil
}

// HolderCases implements operator.Holders.
func (h holders) HolderCases(ctx context.Context, all bool, most int) ([]operator.HolderCase, error) {
	found, err := h.cases.List(ctx, all, most)
	if err != nil {
		return nil, err
	}
	list := make([]operator.HolderCase, len(found))
	for i, c := range found {
		list[i] = holderCase(c)
	}
	return list, nil
}

// HolderCase implements operator.Holders.
func (h holders) HolderCase(ctx context.Context, id string) (operator.HolderCase, error) {
	c, err := h.cases.ByID(ctx, id)
	return holderCase(c), err
}

// CloseHolderCaseTx implements operator.Holders.
func (h holders) CloseHolderCaseTx(ctx context.Context, tx *store.Tx, id, by, note string) error {
	return h.cases.CloseTx(ctx, tx, id, by, note)
}

func holderCase(c holder.Case) operator.HolderCase {
	return operator.HolderCase{ID: c.ID, Member: c.Member, Other: c.Other, Note: c.Note, Open: c.Open, FoundAt: c.FoundAt}
}

// cases are the transfers whose outcome is unknown, as operators see them.
type cases struct{ doubts *doubt.Service }

// UnsettledTransfers implements operator.Cases.
func (c cases) UnsettledTransfers(ctx context.Context, provider string, limit int) ([]operator.Unsettled, error) {
	found, err := c.doubts.UnsettledTransfers(ctx, provider, limit)
	if err != nil {
		return nil, err
	}
	list := make([]operator.Unsettled, len(found))
	for i, one := range found {
		list[i] = unsettledOf(one)
	}
	return list, nil
}

// UnsettledTransfer implements operator.Cases.
func (c cases) UnsettledTransfer(ctx context.Context, reference string) (operator.Unsettled, error) {
	found, err := c.doubts.UnsettledTransfer(ctx, reference)
	return unsettledOf(found), err
}

// DecideTx implements operator.Cases.
func (c cases) DecideTx(ctx context.Context, tx *store.Tx, id ledger.ID, applied bool, note string) error {
	_, err := c.doubts.DecideTx(ctx, tx, id, applied, note)
	return err
}

func unsettledOf(c doubt.Unsettled) operator.Unsettled {
	t := c.Transfer
	return operator.Unsettled{
		ID: t.ID, Reference: c.Reference, Member: t.Member, Amount: t.Amount, From: t.Detail.From, To: t.Detail.To,
		Provider: c.Provider, Username: c.Username, Reason: c.Reason, Since: c.Since, Evidence: c.Evidence,
	}
}
