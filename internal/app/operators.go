package app

import (
	"bytes"
	"context"

	"krapao/internal/blob"
	"krapao/internal/content"
	"krapao/internal/witness"
	"krapao/ledger/budget"
	"krapao/ledger/tally"
	"krapao/operator"
	"krapao/operator/arrival"
	"krapao/operator/audit"
	"krapao/operator/care"
	"krapao/operator/cli"
	"krapao/operator/conversation"
	"krapao/operator/gamecase"
	"krapao/operator/offer"
	"krapao/operator/receivable"
	"krapao/operator/withdrawal"
)

// openOperators opens the use cases of operators.
func openOperators(b base, s areas) *cli.Services {
	log := audit.New(b.Store, witness.Signer(b.box, witness.Audit))
	approvals := operator.NewApprovals(operator.Deps{
		Store: b.Store, Audit: log, Links: kin{links{s.Lookup, s.Holders, s.Deposits}}, Log: b.Log,
	})
	doubts, people := s.Wallet.Doubts(), credentials{s.Members, s.Logins, s.Sessions}
	var chats conversation.Chats
	if b.Node.Chat {
		chats = s.Chats
	}
	return &cli.Services{
		Staff: operator.NewStaff(approvals, s.Sessions), Approvals: approvals, Audit: log,
		Withdrawals: withdrawal.New(withdrawal.Deps{
			Approvals: approvals, Requests: s.Withdrawals, Review: s.Approvals, Payouts: s.Payouts, Brake: s.Brake,
		}),
		Arrivals: arrival.New(arrival.Deps{
			Approvals: approvals, Deposits: s.Deposits, Slip: s.Slips, Link: s.Links, Feed: s.Feeds, Declared: s.Declared,
		}),
		Cases: gamecase.New(gamecase.Deps{
			Approvals: approvals, Now: b.Store.Now, Transfers: cases{doubts}, Reconciliation: s.reconciliation,
			Differences: doubts.Cases(), Reports: s.Games.Reports.States, Health: b.Metrics.ProviderHealth,
		}),
		Receivables: receivable.New(approvals, b.Ledger),
		Offers: offer.New(offer.Deps{
			Approvals: approvals, Members: people, Offers: offers{s.Bonuses, s.Campaigns, s.Coins}, Budgets: budget.New(b.Store),
		}),
		Care: care.New(care.Deps{
			Approvals: approvals, Members: people, Protection: protected{s.Members, s.States, s.Access, s.Protection},
			Holders: holders{s.HolderCases, s.Holders, s.Members},
		}),
		Conversations: conversation.New(approvals, chats), Lists: cli.NewStandby(b.Store), Tallies: tally.New(b.Store),
		Whole: chains{b}.whole, Content: applyContent(b, s.sections()), TurnKeys: (&rotation{keys: b.keys}).turn,
		MoveFiles: (&blob.Mover{Blobs: b.blobs}).Turn,
	}
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
