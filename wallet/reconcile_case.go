package wallet

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet/internal/walletdb"
)

// Difference is a case of reconciliation: the provider's word against ours. Amounts are positive into the game.
type Difference struct {
	ID       string
	Provider string
	// Day is the day in Bangkok that was compared.
	Day  string
	Kind DifferenceKind
	// Reference is ours, or what the provider calls what we don't know.
	Reference string
	// Transfer is ours; 0 where we have none.
	Transfer ledger.ID
	// Username is the account that the provider names, Member whose it is; '' where it is nobody's here.
	Username, Member string
	Ours, Theirs     money.Amount
	Evidence         Evidence
	State            CaseState
	Outcome          CaseOutcome
	// Note says who decided it and why.
	Note      string
	FoundAt   time.Time
	DecidedBy string
	DecidedAt time.Time
}

// CaseState is how far a case is.
type CaseState string

// The states of a case.
const (
	CaseOpen CaseState = "open"
	// CaseBooking: it is decided, and what the member has twice is being taken back.
	CaseBooking CaseState = "booking"
	CaseClosed  CaseState = "closed"
)

// CaseOutcome is how a case ended.
type CaseOutcome string

// The outcomes.
const (
	// ItMoved: the provider did what its side of the case says.
	ItMoved CaseOutcome = "moved"
	// ItDidNotMove: the provider moved nothing under the reference.
	ItDidNotMove CaseOutcome = "not_moved"
	// Dismissed: nothing is booked.
	Dismissed CaseOutcome = "closed"
	// Agreeing: a later comparison found nothing any more.
	Agreeing CaseOutcome = "agrees"
)

// Evidence is what was known when a case was found.
type Evidence struct {
	// Ours is our transfer.
	Ours *OwnSide `json:"ours,omitempty"`
	// Theirs are the provider's rows, in its credits.
	Theirs []TheirSide `json:"theirs"`
	// Doubt is what was ever unknown about our transfer.
	Doubt *Doubted `json:"doubt,omitempty"`
	// Play is what was found and what was played, where that is what differs.
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
	Note      string       `json:"note,omitempty"`
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

func theirSide(row game.Listed) TheirSide {
	return TheirSide{Reference: row.Reference, Outside: row.Outside, Username: row.Username, Credits: row.Credits.String(), At: row.At.UTC()}
}

// Doubted is the history of a doubt.
type Doubted struct {
	State  string `json:"state"`
	Reason string `json:"reason"`
	// Asked is how often the outcome was asked for before anything was settled, NotFound how often in a row the provider did not
	// know the reference, Checks how often it was asked again after the money was given back.
	Asked    int64 `json:"asked"`
	NotFound int64 `json:"notFound"`
	Checks   int64 `json:"checks"`
	// SentAgainAt is until when the same reference may have left once more; zero: it was sent once.
	SentAgainAt time.Time `json:"sentAgainAt,omitzero"`
	// Reading is the balance in credits that judges the transfer, the same since ReadingSince, with Rounds settled since the
	// transfer. Empty where no balance judges it.
	Reading      string    `json:"reading,omitempty"`
	ReadingSince time.Time `json:"readingSince,omitzero"`
	Rounds       int64     `json:"rounds,omitempty"`
	Since        time.Time `json:"since"`
	// EndedAt is when it ended; of one that is open, when it was last asked about.
	EndedAt time.Time `json:"endedAt"`
}

// EntryAt is where an entry of the ledger stands.
type EntryAt struct {
	Account string `json:"account"`
	Version int64  `json:"version"`
	Batch   int64  `json:"batch"`
	Step    string `json:"step"`
}

// addCase makes a case of a difference, once for ever: one that a person decided is not opened again.
func (r *Reconciliation) addCase(ctx context.Context, d *day, x difference) error {
	c := walletdb.AddCaseParams{
		ID: id.Text(10), Provider: d.row.Provider, Day: d.row.Day, Kind: string(x.kind), Reference: x.reference, Username: x.username,
	}
	listed, err := r.account(ctx, d, x.username)
	if err != nil {
		return err
	}
	c.Member = listed.member
	factor := listed.factor
	evidence := Evidence{Theirs: []TheirSide{}}
	if x.own != nil {
		if other, err := r.caseOfTransfer(ctx, d, x); err != nil || other {
			return err
		}
		c.Transfer, c.Member, c.Ours, factor = int64(x.own.ID), x.own.Member, int64(x.own.moved), x.own.factor
		if evidence, err = r.wallet.evidence(ctx, *x.own); err != nil {
			return err
		}
	}
	if factor, err = r.factorOf(ctx, d, factor); err != nil {
		return err
	}
	for _, row := range x.rows {
		c.Theirs += int64(satang(row.Credits, factor))
		evidence.Theirs = append(evidence.Theirs, theirSide(row))
	}
	if c.Detail, err = evidence.text(); err != nil {
		return err
	}
	return r.wallet.writeCase(ctx, c)
}

// text is how evidence is kept.
func (e Evidence) text() (string, error) {
	text, err := json.Marshal(e)
	if err != nil {
		return "", fmt.Errorf("wallet: case: %w", err)
	}
	return string(text), nil
}

// writeCase writes a case that is not known yet, and tells.
func (s *Service) writeCase(ctx context.Context, c walletdb.AddCaseParams) error {
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		c.FoundAt = tx.Now.UnixMicro()
		id, err := walletdb.New(tx).AddCase(ctx, c)
		if store.NotFound(err) {
			return nil
		}
		tx.AfterCommit(func() {
			s.settings.Log.Error("wallet: a provider's transfers differ from ours", "case", id, "provider", c.Provider,
				"day", c.Day, "kind", c.Kind, "reference", c.Reference)
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("wallet: case: %w", err)
	}
	return nil
}

// caseOfTransfer tells that the difference is known already under another kind: a transfer that stands under another
// account lacks under its own. The closer kind stays.
func (r *Reconciliation) caseOfTransfer(ctx context.Context, d *day, x difference) (bool, error) {
	cases, err := walletdb.New(r.wallet.store.DB()).CasesOfTransfer(ctx, d.row.Provider, int64(x.own.ID))
	if err != nil {
		return false, fmt.Errorf("wallet: cases of a transfer: %w", err)
	}
	for _, c := range cases {
		vague := c.Kind == string(MissingThere) || c.Kind == string(Unclear)
		switch {
		case c.Kind == string(x.kind):
		case vague:
			if err := r.close(ctx, c.ID, "it is "+string(x.kind)+" in truth"); err != nil {
				return false, err
			}
		case x.kind == MissingThere || x.kind == Unclear:
			return true, nil
		}
	}
	return false, nil
}

// factorOf is the account's factor, or where the account is nobody's here the one of the provider's games.
func (r *Reconciliation) factorOf(ctx context.Context, d *day, known money.Factor) (money.Factor, error) {
	if known != (money.Factor{}) {
		return known, nil
	}
	games, err := r.wallet.games.Games(ctx)
	if err != nil {
		return money.Factor{}, err
	}
	for _, g := range games {
		if g.Provider == d.row.Provider {
			return g.Factor, nil
		}
	}
	return money.MustFactor("1"), nil
}

// evidence is our side of a case.
func (s *Service) evidence(ctx context.Context, o own) (Evidence, error) {
	e := Evidence{Theirs: []TheirSide{}, Ours: &OwnSide{
		Kind: o.Kind, State: o.State, Username: o.username, Amount: o.Amount, Moved: o.sign() * o.moved,
		Reason: o.Detail.Reason, Note: o.Detail.Note, Outside: o.Detail.Outside, CreatedAt: o.CreatedAt, SettledAt: o.SettledAt,
	}}
	if o.doubt != nil {
		e.Doubt = doubtEvidence(o)
	}
	rows, err := walletdb.New(s.store.DB()).EntriesOf(ctx, int64(o.ID))
	if err != nil {
		return e, fmt.Errorf("wallet: entries: %w", err)
	}
	for _, row := range rows {
		e.Entries = append(e.Entries, EntryAt{Account: row.Name, Version: row.Version, Batch: row.Batch, Step: row.Step})
	}
	return e, nil
}

// doubtEvidence is what was asked about a transfer, and what came of it. A doubt that ended keeps another reading than the one that
// judged it.
func doubtEvidence(o own) *Doubted {
	d := o.doubt
	h := Doubted{
		State: d.State, Reason: d.Reason, Asked: int64(o.Attempts), NotFound: d.NotFound, Checks: d.Checks,
		Since: time.UnixMicro(d.CreatedAt).UTC(), EndedAt: time.UnixMicro(d.UpdatedAt).UTC(),
	}
	if d.SentAt != 0 {
		h.SentAgainAt = time.UnixMicro(d.SentAt).UTC()
	}
	if o.State == ledger.Pending && d.ReadingSince != 0 {
		h.Reading, h.ReadingSince, h.Rounds = money.Credits(d.Reading).String(), time.UnixMicro(d.ReadingSince).UTC(), d.Rounds
	}
	return &h
}

// closeAgreeing ends the cases of transfers that both sides tell alike now.
func (r *Reconciliation) closeAgreeing(ctx context.Context, d *day, agreed []own) error {
	if len(agreed) == 0 {
		return nil
	}
	cases, err := walletdb.New(r.wallet.store.DB()).OpenTransferCases(ctx, d.row.Provider)
	if err != nil {
		return fmt.Errorf("wallet: cases of transfers: %w", err)
	}
	alike := make(map[int64]bool, len(agreed))
	for _, o := range agreed {
		alike[int64(o.ID)] = true
	}
	for _, c := range cases {
		if !alike[c.Transfer] {
			continue
		}
		if err := r.close(ctx, c.ID, "a later comparison found both sides alike"); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reconciliation) close(ctx context.Context, id, note string) error {
	err := r.wallet.store.Write(ctx, func(tx *store.Tx) error {
		_, err := walletdb.New(tx).DecideCase(ctx, walletdb.DecideCaseParams{
			State: string(CaseClosed), Outcome: string(Agreeing), Note: note, DecidedAt: tx.Now.UnixMicro(), ID: id,
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("wallet: close a case: %w", err)
	}
	return nil
}

// applied books a transfer that went back and that the provider has applied, as its re-check would.
func (r *Reconciliation) applied(ctx context.Context, o appliedOwn) error {
	s := r.wallet
	mine, err := s.takeCheck(ctx, o.doubt)
	if err != nil {
		return err
	}
	if !mine {
		return errOvertaken
	}
	a, err := s.account(ctx, o.Transfer)
	if err != nil {
		return err
	}
	if err := s.noteProof(ctx, o.Transfer, o.doubt); err != nil {
		return err
	}
	return s.finishLate(ctx, a, o.Transfer, o.doubt)
}

// Filter chooses cases; an empty field does not restrict.
type Filter struct {
	Provider string
	Kind     DifferenceKind
	// All lists the closed ones too.
	All   bool
	Limit int
}

// Differences lists cases, oldest first.
func (r *Reconciliation) Differences(ctx context.Context, f Filter) ([]Difference, error) {
	p := walletdb.CasesFoundParams{LeftOut: string(CaseClosed), Provider: f.Provider, Kind: string(f.Kind), Most: int32(f.Limit)}
	if f.All {
		p.LeftOut = ""
	}
	rows, err := walletdb.New(r.wallet.store.DB()).CasesFound(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("wallet: cases: %w", err)
	}
	list := make([]Difference, len(rows))
	for i, row := range rows {
		if list[i], err = differenceFrom(row); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Difference finds a case; NO_DATA where there is none.
func (r *Reconciliation) Difference(ctx context.Context, id string) (Difference, error) {
	return findDifference(ctx, walletdb.New(r.wallet.store.DB()), id)
}

func findDifference(ctx context.Context, q *walletdb.Queries, id string) (Difference, error) {
	row, err := q.CaseByID(ctx, id)
	if store.NotFound(err) {
		return Difference{}, fault.New(fault.NO_DATA, "no case %q", id)
	}
	if err != nil {
		return Difference{}, fmt.Errorf("wallet: case: %w", err)
	}
	return differenceFrom(row)
}

func differenceFrom(row walletdb.ReconcileCase) (Difference, error) {
	d := Difference{
		ID: row.ID, Provider: row.Provider, Day: row.Day, Kind: DifferenceKind(row.Kind), Reference: row.Reference,
		Transfer: ledger.ID(row.Transfer), Username: row.Username, Member: row.Member, Ours: money.Amount(row.Ours),
		Theirs: money.Amount(row.Theirs), State: CaseState(row.State), Outcome: CaseOutcome(row.Outcome), Note: row.Note,
		FoundAt: time.UnixMicro(row.FoundAt).UTC(), DecidedBy: row.DecidedBy,
	}
	if row.DecidedAt != 0 {
		d.DecidedAt = time.UnixMicro(row.DecidedAt).UTC()
	}
	if err := json.Unmarshal([]byte(row.Detail), &d.Evidence); err != nil {
		return d, fmt.Errorf("wallet: case %s: %w", row.ID, err)
	}
	return d, nil
}
