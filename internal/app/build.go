package app

import (
	"context"
	"errors"
	"log/slog"

	"krapao/chat"
	"krapao/internal/settle"
	"krapao/invite"
	"krapao/notice"
	"krapao/protection"
	"krapao/reconcile"
	"krapao/refund"
	"krapao/statement"
)

// Build builds the product in the order of dependencies: the base, the areas on it, the wires between the areas, and the
// face. Its error names the wires that are missing. Run starts the background work.
func Build(ctx context.Context, c Config) (*App, error) { return build(ctx, c, "") }

// build is Build without the wire of the name leftOut, by which a test sees that a missing wire fails.
func build(ctx context.Context, c Config, leftOut string) (_ *App, err error) {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	var opened closers
	defer func() {
		if err != nil {
			opened.close()
		}
	}()
	b, err := openBase(ctx, c, &opened)
	if err != nil {
		return nil, err
	}
	s, err := openAreas(ctx, b, &opened)
	if err != nil {
		return nil, err
	}
	for _, w := range wires(b, s) {
		if w.name != leftOut {
			w.set()
		}
	}
	if err := wired(b, s); err != nil {
		return nil, err
	}
	if err := agree(ctx, s.Games.Catalogue, c.Demo); err != nil {
		return nil, err
	}
	if err := errors.Join(s.Quarantine.Name(ctx, s.quarantined), s.Credentials.Start(ctx)); err != nil {
		return nil, err
	}
	f, err := openFace(ctx, b, s, &opened)
	if err != nil {
		return nil, err
	}
	a := &App{base: b, areas: s, face: f, opened: opened}
	a.figures()
	return a, nil
}

// areas are the product's areas, each built from those above it.
type areas struct {
	people
	gaming
	arrivals
	credits
	withdrawals
	stops
	Protection  *protection.Service
	Refunds     *refund.Service
	Invitations *invite.Service
	Statements  *statement.Service
	Chats       *chat.Service
	Notices     *notice.Outbox

	reconciliation *reconcile.Service
	// worker settles the transfers with the outside whose outcome is unknown.
	worker *settle.Worker
}

// openAreas builds the areas. An area that needs one of those below it gets it by a wire.
func openAreas(ctx context.Context, b base, opened *closers) (s areas, err error) {
	if s.people, err = openPeople(ctx, b, opened); err != nil {
		return s, err
	}
	if s.gaming, err = openGaming(b, s.people); err != nil {
		return s, err
	}
	s.stops = openStops(b)
	if s.arrivals, err = openArrivals(b, s.people, s.gaming, s.Quarantine); err != nil {
		return s, err
	}
	if s.Notices, err = openNotices(b); err != nil {
		return s, err
	}
	if s.worker, err = openWorker(b); err != nil {
		return s, err
	}
	s.credits = openCredits(b, s.people, s.gaming, s.arrivals)
	s.withdrawals = openWithdrawals(b, s.stops, s.people, s.gaming, s.arrivals, s.Bonuses, s.worker)
	s.Protection = openProtection(b, s.people, s.gaming, s.arrivals, s.Bonuses, s.Withdrawals)
	s.Refunds, s.Invitations = openLosses(b, s.people, s.gaming, s.arrivals, s.Bonuses, s.Withdrawals)
	s.Statements = statement.New(b.Store, b.Ledger)
	s.Chats = openChats(b)
	s.reconciliation = openReconciliation(b, s.gaming, s.differs)
	settleLanes(s.worker, s.Wallet, s.settler(b), s.Quarantine)
	return s, nil
}
