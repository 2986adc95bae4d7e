package deposit

import (
	"log/slog"

	"krapao/internal/secret"
	"krapao/internal/store"
)

// Deps are the dependencies of the service.
type Deps struct {
	Store   *store.Store
	Books   Books
	Members Members
	Box     *secret.Box
	// Holders links members by their registered accounts. nil links nobody.
	Holders Holders
	// Play and Coins may be nil: then nothing unplayed is kept, and no coins are earned.
	Play  Play
	Coins Coins
	// Exclusions knows which members are shut out of play. nil: none.
	Exclusions Exclusions
	// Connected reports whether the gateway of a QR panel is connected. Members see no other panels. nil: none is
	// connected.
	Connected func(account string) bool
	// Changed hints that the member's list of slips and transfers changed. nil: nobody is notified.
	Changed func(member string)
	Log     *slog.Logger
}

// Service books arrivals, and knows the accounts that members pay into.
type Service struct {
	Directory
	References
	store      *store.Store
	books      Books
	members    Members
	box        *secret.Box
	holders    Holders
	limits     Limits
	exclusions Exclusions
	play       Play
	coins      Coins
	changed    func(member string)
	log        *slog.Logger
	ways       Ways
}

// New returns the service. Wire must name the ways in before anything is booked.
func New(d Deps) *Service {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	if d.Changed == nil {
		d.Changed = func(string) {}
	}
	if d.Connected == nil {
		d.Connected = func(string) bool { return false }
	}
	return &Service{
		Directory: Directory{store: d.Store, members: d.Members, connected: d.Connected}, References: References{d.Books, d.Box},
		store: d.Store, books: d.Books, members: d.Members, box: d.Box, holders: d.Holders, exclusions: d.Exclusions,
		play: d.Play, coins: d.Coins, changed: d.Changed, log: d.Log,
	}
}

// Wire sets the ways in, once, when the program is put together. It panics if one is missing.
func (s *Service) Wire(w Ways) {
	if w.Codes == nil || w.Declarations == nil || len(w.Lists) == 0 {
		panic("deposit: a way in is not wired")
	}
	s.ways = w
}

// SetLimits sets the limits on deposits, once, when the program is built, before the first deposit. Without it there are none.
func (s *Service) SetLimits(l Limits) { s.limits = l }

// Unwired names the setters that were not called.
func (s *Service) Unwired() (setters []string) {
	if s.ways.Codes == nil {
		setters = append(setters, "deposit.Wire")
	}
	if s.limits == nil {
		setters = append(setters, "deposit.SetLimits")
	}
	return setters
}

// Changed hints that the member's list of slips and transfers changed.
func (s *Service) Changed(member string) { s.changed(member) }

// ChangedTx gives the hint after the commit, for changes in which no money of the members moved.
func (s *Service) ChangedTx(tx *store.Tx, members ...string) {
	if len(members) > 0 {
		tx.AfterCommit(func() {
			for _, member := range members {
				s.changed(member)
			}
		})
	}
}
