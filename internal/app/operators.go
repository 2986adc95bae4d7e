package app

import (
	"bytes"
	"context"

	"krapao/internal/content"
	"krapao/internal/witness"
	"krapao/ledger/budget"
	"krapao/operator"
)

// openOperators opens the use cases of operators.
func openOperators(b base, s areas) *operator.Service {
	doubts := s.Wallet.Doubts()
	d := operator.Deps{
		Store: b.Store, Withdrawals: s.Withdrawals, Approvals: s.Approvals, Payouts: s.Payouts, Brake: s.Brake, Deposits: s.Deposits,
		Slip: s.Slips, Link: s.Links, Feed: s.Feeds, Declared: s.Declared,
		Members: credentials{s.Members, s.Logins, s.Sessions}, Cases: cases{doubts}, Books: b.Ledger, Budgets: budget.New(b.Store),
		Offers: offers{s.Bonuses, s.Campaigns, s.Coins}, Tokens: s.Sessions,
		Protection: protected{s.Members, s.States, s.Access, s.Protection},
		Holders:    holders{s.HolderCases, s.Holders, s.Members}, Reconciliation: s.reconciliation, Differences: doubts.Cases(),
		Reports: s.Games.Reports.States, Health: b.Metrics.ProviderHealth,
		Content: applyContent(b, s.sections()), Sign: witness.Signer(b.box, witness.Audit), Whole: chains{b}.whole,
		TurnKeys: (&rotation{keys: b.keys}).turn,
	}
	if b.Node.Chat {
		d.Chats = s.Chats
	}
	return operator.New(d)
}

// applyContent puts a document into force while the node runs. The node's own caches know at once.
func applyContent(b base, all []content.Section) func(ctx context.Context, document []byte, dryRun bool) ([]string, error) {
	return func(ctx context.Context, document []byte, dryRun bool) ([]string, error) {
		doc := content.Document{}
		if err := doc.Read("the document", bytes.NewReader(document)); err != nil {
			return nil, err
		}
		return content.Apply(ctx, b.Store, all, doc, dryRun)
	}
}
