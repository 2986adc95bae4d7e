package doubt

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet/internal/walletdb"
)

// Evidence is what was known when a case was found.
type Evidence struct {
	// Ours is our transfer.
	Ours *OwnSide `json:"ours,omitempty"`
	// Theirs are the provider's rows, in its credits.
	Theirs []TheirSide `json:"theirs"`
	// Doubt is the history of our transfer, if its outcome was ever unknown.
	Doubt *Doubted `json:"doubt,omitempty"`
	// Play is what was found and what was played, if that is the difference.
	Play *PlaySide `json:"play,omitempty"`
	// Entries are the ledger's entries of our transfer.
	Entries []EntryAt `json:"entries,omitempty"`
}

// OwnSide is our transfer in a case.
type OwnSide struct {
	Kind      ledger.Kind  `json:"kind"`
	State     ledger.State `json:"state"`
	Username  string       `json:"username"`
	Amount    money.Amount `json:"amountSatang"`
	Moved     money.Amount `json:"movedSatang"`
	Reason    fault.Code   `json:"reason,omitempty"`
	Note      string       `json:"note,omitempty"` // a text of clue, or a person's
	Outside   string       `json:"outside,omitempty"`
	CreatedAt time.Time    `json:"createdAt"`
	SettledAt time.Time    `json:"settledAt"`
}

// TheirSide is a row of the provider.
type TheirSide struct {
	Reference string    `json:"reference,omitempty"`
	Outside   string    `json:"outside,omitempty"`
	Username  string    `json:"username"`
	Credits   string    `json:"credits"`
	At        time.Time `json:"at"`
}

// TheirSideOf returns a provider's row as evidence.
func TheirSideOf(row game.Listed) TheirSide {
	return TheirSide{
		Reference: row.Reference, Outside: row.Outside, Username: row.Username,
		Credits: row.Credits.String(), At: row.At.UTC(),
	}
}

// Doubted is the history of a doubt.
type Doubted struct {
	State string `json:"state"`
	// Reason is what was found last, as a text of clue.
	Reason string `json:"reason"`
	// Asked is how often the outcome was asked for before the transfer was settled. NotFound is how often in a row the
	// provider did not know the reference, Checks how often it was asked again after the money was given back.
	Asked    int64 `json:"asked"`
	NotFound int64 `json:"notFound"`
	Checks   int64 `json:"checks"`
	// SentAgainAt is the last moment at which the same reference may have been sent again; zero: it was sent once.
	SentAgainAt time.Time `json:"sentAgainAt,omitzero"`
	// Reading is the balance in credits that decides the transfer. It has been the same since ReadingSince, with Rounds
	// settled since the transfer. Empty where no balance decides it.
	Reading      string    `json:"reading,omitempty"`
	ReadingSince time.Time `json:"readingSince,omitzero"`
	Rounds       int64     `json:"rounds,omitempty"`
	Since        time.Time `json:"since"`
	// EndedAt is when the doubt ended, or when an open one was last asked about.
	EndedAt time.Time `json:"endedAt"`
}

// EntryAt is an entry of the ledger: on which account, in which batch.
type EntryAt struct {
	Account string `json:"account"`
	Version int64  `json:"version"`
	Batch   int64  `json:"batch"`
	Step    string `json:"step"`
}

// PlaySide has both sides of a case of kind Unexplained, as of the account's reading. Amounts are in credits.
type PlaySide struct {
	// Found is what readings found beyond our transfers, Outstanding what was in open rounds, Rounds the sum of the
	// rounds.
	Found       string `json:"found"`
	Outstanding string `json:"outstanding"`
	Rounds      string `json:"rounds"`
	// Corrected is the part of Found that linked transfers have booked since: the provider did it, and our transfers
	// don't say so.
	Corrected string    `json:"corrected,omitempty"`
	ReadAt    time.Time `json:"readAt"`
	PlayedAt  time.Time `json:"playedAt"`
}

// Gap returns what readings found beyond what corrections and rounds explain.
func (p PlaySide) Gap() (money.Credits, error) {
	found, err1 := money.ParseCredits(p.Found)
	outstanding, err2 := money.ParseCredits(p.Outstanding)
	rounds, err3 := money.ParseCredits(p.Rounds)
	corrected, err4 := money.Credits(0), error(nil)
	if p.Corrected != "" {
		corrected, err4 = money.ParseCredits(p.Corrected)
	}
	return found + outstanding - corrected - rounds, errors.Join(err1, err2, err3, err4)
}

// text returns evidence as it is stored.
func (e Evidence) text() (string, error) {
	text, err := json.Marshal(e)
	if err != nil {
		return "", fmt.Errorf("wallet: read or write a case: %w", err)
	}
	return string(text), nil
}

// Side is our side of a case: a transfer and its history.
type Side struct {
	Transfer ledger.Transfer
	Username string
	// Moved is what the provider moved according to the books, positive in the ordered direction.
	Moved money.Amount
	// Doubt is nil where the outcome was never unknown.
	Doubt *Record
}

// Evidence describes our side of a case, as it is now.
func (s *Cases) Evidence(ctx context.Context, x Side) (Evidence, error) {
	o := x.Transfer
	e := Evidence{Theirs: []TheirSide{}, Ours: &OwnSide{
		Kind: o.Kind, State: o.State, Username: x.Username, Amount: o.Amount, Moved: x.Moved,
		Reason: o.Detail.Reason, Note: o.Detail.Note, Outside: o.Detail.Outside, CreatedAt: o.CreatedAt, SettledAt: o.SettledAt,
	}}
	if x.Doubt != nil {
		e.Doubt = doubtEvidence(o, x.Doubt)
	}
	rows, err := walletdb.New(s.store.DB()).EntriesOf(ctx, int64(o.ID))
	if err != nil {
		return e, fmt.Errorf("wallet: read the entries of a transfer: %w", err)
	}
	for _, row := range rows {
		e.Entries = append(e.Entries, EntryAt{Account: row.Name, Version: row.Version, Batch: row.Batch, Step: row.Step})
	}
	return e, nil
}

// doubtEvidence returns what was asked about a transfer, and the answers. A doubt that has ended no longer holds the
// reading that decided it.
func doubtEvidence(o ledger.Transfer, d *Record) *Doubted {
	h := Doubted{
		State: d.State, Reason: d.Reason, Asked: int64(o.Attempts), NotFound: d.NotFound, Checks: d.Checks,
		SentAgainAt: d.SentAt.Time(), Since: d.CreatedAt.Time(), EndedAt: d.UpdatedAt.Time(),
	}
	if o.State == ledger.Pending && d.ReadingSince != 0 {
		h.Reading, h.ReadingSince, h.Rounds = money.Credits(d.Reading).String(), d.ReadingSince.Time(), d.Rounds
	}
	return &h
}
