package app

import (
	"bytes"
	"context"
	"time"

	"krapao/internal/content"
	"krapao/internal/settle"
	"krapao/internal/store"
	"krapao/internal/witness"
	"krapao/ledger"
	"krapao/ledger/budget"
	"krapao/member"
	"krapao/operator"
	"krapao/reconcile"
	"krapao/session"
	"krapao/wallet/doubt"
)

// Operators is what the house's own people may do.
func (a *App) Operators() *operator.Service {
	return operator.New(operator.Deps{
		Store: a.Store, Withdrawals: a.Withdrawals, Deposits: a.Deposits,
		Slip: a.Slips, Link: a.Links, Feed: a.Feeds, Declared: a.Declared,
		Members: credentials{a.Members, a.Sessions}, Cases: cases{a.Wallet.Doubts()}, Books: a.Ledger, Budgets: budget.New(a.Store), Offers: offers{a},
		Chats: a.operatorChats(), Tokens: a.Sessions, Protection: protected{a}, Holders: holders{a.Members},
		Reconciliation: a.reconciliation(), Differences: a.Wallet.Doubts().Cases(), Reports: a.Games.ReportStates, Health: a.Metrics.ProviderHealth,
		Content: a.applyContent, Sign: witness.Signer(a.box, witness.Audit), Whole: a.whole, TurnKeys: a.turnKeys,
	})
}

// applyContent puts a document into force beside this node's work, which sees it at once.
func (a *App) applyContent(ctx context.Context, document []byte, dryRun bool) ([]string, error) {
	doc := content.Document{}
	if err := doc.Read("the document", bytes.NewReader(document)); err != nil {
		return nil, err
	}
	return content.Apply(ctx, a.Store, a.Sections(), doc, dryRun)
}

// reconciliation compares days with providers. In the demo nobody waits for a provider's patience.
func (a *App) reconciliation() *reconcile.Service {
	s := reconcile.Settings{Log: a.Log}
	if a.Demo {
		s.Pause = 20 * time.Millisecond
	}
	return reconcile.New(a.Store, a.Ledger, a.Games, a.Wallet.Doubts(), s)
}

// reconcileTasks compare days and take back what decided cases say that members have twice. In the demo a day that an
// operator wants compared is compared at once.
func (a *App) reconcileTasks() []settle.Task {
	interval := 10 * time.Minute
	if a.Demo {
		interval = 2 * time.Second
	}
	return []settle.Task{
		{Name: "reconcile", Interval: interval, Timeout: 10 * time.Minute, Run: first(a.reconciliation().Run)},
		{Name: "corrections", Interval: 5 * time.Second, Timeout: time.Minute, Run: first(a.Wallet.Doubts().Cases().Correct)},
	}
}

// credentials are members' as operators may touch them.
type credentials struct {
	members  *member.Service
	sessions *session.Service
}

// ByUsername implements operator.Members.
func (c credentials) ByUsername(ctx context.Context, username string) (string, error) {
	m, err := c.members.ByUsername(ctx, username)
	return m.ID, err
}

// Unlock implements operator.Members: the member may log in again from wherever it was seen lately.
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
	return c.members.Unlock(ctx, m, addresses...)
}

// SetPassword implements operator.Members.
func (c credentials) SetPassword(ctx context.Context, memberID, password string) error {
	return c.members.SetPassword(ctx, memberID, password)
}

// holders are members by the names of their accounts' holders, as operators see them.
type holders struct{ *member.Service }

// ByHolder implements operator.Holders.
func (h holders) ByHolder(ctx context.Context, name string, most int) ([]operator.Holder, error) {
	found, err := h.Service.ByHolder(ctx, name, most)
	if err != nil {
		return nil, err
	}
	list := make([]operator.Holder, len(found))
	for i, m := range found {
		list[i] = operator.Holder{Member: m.ID, Phone: m.Phone, Name: m.Name, Holder: m.Bank.AccountName, Active: m.Active}
	}
	return list, nil
}

// HolderCases implements operator.Holders.
func (h holders) HolderCases(ctx context.Context, all bool, most int) ([]operator.HolderCase, error) {
	found, err := h.Service.HolderCases(ctx, all, most)
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
	c, err := h.Service.HolderCase(ctx, id)
	return holderCase(c), err
}

func holderCase(c member.HolderCase) operator.HolderCase {
	return operator.HolderCase{ID: c.ID, Member: c.Member, Other: c.Other, Note: c.Note, Open: c.Open, FoundAt: c.FoundAt}
}

// cases are transfers whose outcome nobody knows, as operators see them.
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
