package backoffice

import (
	"context"
	"slices"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/member"
	"krapao/member/access"
	"krapao/member/holder"
	"krapao/member/login"
	"krapao/member/state"
	"krapao/operator/care"
	"krapao/operator/gamecase"
	"krapao/session"
	"krapao/wallet/doubt"
)

// What operators ask of other areas.

// Links finds who is strongly linked to a member.
type Links interface {
	// Linked returns the others. It stops looking once there are more than most.
	Linked(ctx context.Context, member string, most int) (others []string, err error)
}

// Devices knows which members logged in with the same browser.
type Devices interface {
	SharesDevice(ctx context.Context, member, other string) (bool, error)
}

// kin are the members that are linked to an operator's own account.
type kin struct {
	links   Links
	devices Devices
}

// mostKin is how many others an operator's own account may be linked to; with more it counts as linked to everybody.
const mostKin = 100

// Linked implements operator.Links: by the same holder or payer, or by a device.
func (k kin) Linked(ctx context.Context, member, other string) (bool, error) {
	linked, err := k.links.Linked(ctx, member, mostKin)
	if fault.Is(err, fault.NO_USER) { // a mistyped --member is nobody's account
		return false, nil
	}
	if err != nil || slices.Contains(linked, other) || len(linked) > mostKin {
		return true, err
	}
	return k.devices.SharesDevice(ctx, member, other)
}

// credentials are the members', as far as operators may change them.
type credentials struct {
	members  *member.Service
	logins   *login.Service
	sessions *session.Service
	access   *access.Service
	states   *state.Service
}

// ByUsername implements care.Members.
func (c credentials) ByUsername(ctx context.Context, username string) (string, error) {
	m, err := c.members.ByUsername(ctx, username)
	return m.ID, err
}

// Standing implements care.Members.
func (c credentials) Standing(ctx context.Context, memberID string) (care.Standing, error) {
	account, err := c.access.Standing(ctx, memberID)
	if err != nil {
		return care.Standing{}, err
	}
	shut, err := c.states.Read(ctx, memberID)
	return standingOf(account, shut), err
}

// StandingTx implements care.Members.
func (c credentials) StandingTx(ctx context.Context, tx *store.Tx, memberID string) (care.Standing, error) {
	account, err := c.access.StandingTx(ctx, tx, memberID)
	if err != nil {
		return care.Standing{}, err
	}
	shut, err := state.ReadTx(ctx, tx, memberID)
	return standingOf(account, shut), err
}

func standingOf(account session.Standing, shut state.State) care.Standing {
	return care.Standing{
		Active: account.Active, Password: account.Stamp, BreakUntil: shut.BreakUntil, ExcludedUntil: shut.ExcludedUntil,
	}
}

// Unlock implements care.Members: the member may log in again from every address of its sessions.
func (c credentials) Unlock(ctx context.Context, memberID string) (func(*store.Tx) error, error) {
	m, err := c.members.ByID(ctx, memberID)
	if err != nil {
		return nil, err
	}
	seen, err := c.sessions.List(ctx, session.Member, memberID)
	if err != nil {
		return nil, err
	}
	var addresses []string
	for _, s := range seen {
		addresses = append(addresses, s.Address)
	}
	return func(tx *store.Tx) error { return c.logins.UnlockTx(ctx, tx, m.Phone, addresses...) }, nil
}

// GivePassword implements care.Members.
func (c credentials) GivePassword(ctx context.Context, memberID, password string) (func(*store.Tx) error, error) {
	return c.logins.GivePassword(ctx, memberID, password)
}

// holders are pairs of members of one holder's name, as operators see them.
type holders struct{ cases *holder.Cases }

// HolderCases implements care.Holders.
func (h holders) HolderCases(ctx context.Context, all bool, most int) ([]care.HolderCase, error) {
	found, err := h.cases.List(ctx, all, most)
	if err != nil {
		return nil, err
	}
	list := make([]care.HolderCase, len(found))
	for i, c := range found {
		list[i] = holderCase(c)
	}
	return list, nil
}

// HolderCase implements care.Holders.
func (h holders) HolderCase(ctx context.Context, id string) (care.HolderCase, error) {
	c, err := h.cases.ByID(ctx, id)
	return holderCase(c), err
}

// CloseHolderCaseTx implements care.Holders.
func (h holders) CloseHolderCaseTx(ctx context.Context, tx *store.Tx, id, by, note string) error {
	return h.cases.CloseTx(ctx, tx, id, by, note)
}

func holderCase(c holder.Case) care.HolderCase {
	return care.HolderCase{ID: c.ID, Member: c.Member, Other: c.Other, Note: c.Note, Open: c.Open, FoundAt: c.FoundAt}
}

// cases are the transfers whose outcome is unknown, as operators see them.
type cases struct{ doubts *doubt.Service }

// UnsettledTransfers implements gamecase.Transfers.
func (c cases) UnsettledTransfers(ctx context.Context, provider string, limit int) ([]gamecase.Unsettled, error) {
	found, err := c.doubts.UnsettledTransfers(ctx, provider, limit)
	if err != nil {
		return nil, err
	}
	list := make([]gamecase.Unsettled, len(found))
	for i, one := range found {
		list[i] = unsettledOf(one)
	}
	return list, nil
}

// UnsettledTransfer implements gamecase.Transfers.
func (c cases) UnsettledTransfer(ctx context.Context, reference string) (gamecase.Unsettled, error) {
	found, err := c.doubts.UnsettledTransfer(ctx, reference)
	return unsettledOf(found), err
}

// OpenTx implements gamecase.Transfers.
func (c cases) OpenTx(ctx context.Context, tx *store.Tx, id ledger.ID) (bool, error) {
	return c.doubts.OpenTx(ctx, tx, id)
}

// DecideTx implements gamecase.Transfers.
func (c cases) DecideTx(ctx context.Context, tx *store.Tx, id ledger.ID, applied bool, note string) error {
	_, err := c.doubts.DecideTx(ctx, tx, id, applied, note)
	return err
}

func unsettledOf(c doubt.Unsettled) gamecase.Unsettled {
	t := c.Transfer
	return gamecase.Unsettled{
		ID: t.ID, Reference: c.Reference, Member: t.Member, Amount: t.Amount, From: t.Detail.From, To: t.Detail.To,
		Provider: c.Provider, Username: c.Username, Reason: c.Reason, Since: c.Since, Evidence: c.Evidence,
	}
}

// Known implements adjustment.Members.
func (d Deps) Known(ctx context.Context, member string) error {
	_, err := d.Members.ByID(ctx, member)
	return err
}

// RemainingTx implements adjustment.Conditions.
func (d Deps) RemainingTx(ctx context.Context, tx *store.Tx, member string) error {
	if _, err := state.LockTx(ctx, tx, member); err != nil {
		return err
	}
	return d.Bonuses.RemainingTx(ctx, tx, member)
}

// HasCondition implements adjustment.Conditions.
func (d Deps) HasCondition(ctx context.Context, member string) (bool, error) {
	_, has, err := d.Bonuses.Condition(ctx, member)
	return has, err
}
