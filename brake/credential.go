package brake

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"krapao/brake/internal/brakedb"
	"krapao/internal/clock"
	"krapao/internal/store"
)

// Credentials hold what the file of outside systems says of each system to what two persons approved (RULES.md section 13).
//
// Promises:
//   - A digest is in force when it is approved. A node that has another one keeps the system stopped, from its start on, whatever
//     its other nodes have.
//   - A stop for this cause never ends by itself: a file that is put back ends no more than the cause.
//   - What nobody could approve is accepted as it is found: at the first start, without operators, and a new system while the
//     house has fewer than two chiefs.
type Credentials struct {
	store  *store.Store
	brakes *Service
	// own are the digests of this node's file, by the system. Nil: the file is the program's own, and nothing is compared.
	own map[string]string
	// count counts the house's operators, and its chiefs.
	count func(ctx context.Context, tx *store.Tx) (operators, chiefs int64, err error)
}

// NewCredentials makes them.
func NewCredentials(
	s *store.Store, brakes *Service, own map[string]string,
	count func(ctx context.Context, tx *store.Tx) (operators, chiefs int64, err error),
) *Credentials {
	return &Credentials{s, brakes, own, count}
}

// Changed is what two persons have not approved of a system.
type Changed struct {
	System string
	// Approved and Found are the digests. Approved is empty for a system that is new.
	Approved, Found string
	Since           time.Time
}

// enoughChiefs is how many a house needs so that two can approve.
const enoughChiefs = 2

// Start compares this node's file with what is approved, and stops what is not. The file of the latest start is what two approve.
func (c *Credentials) Start(ctx context.Context) error { return c.compare(ctx, true) }

// Keep compares again while the node runs: what two approve meanwhile may be the file of another node. It never replaces what
// they have before them, so nodes with different files do not take turns. It returns how many systems differ.
func (c *Credentials) Keep(ctx context.Context) (int, error) {
	if err := c.compare(ctx, false); err != nil {
		return 0, err
	}
	all, err := c.All(ctx)
	return len(all), err
}

// All returns what waits for two persons, by the system. What this node has that is not approved is among it.
func (c *Credentials) All(ctx context.Context) (map[string]Changed, error) {
	if c == nil {
		return nil, nil
	}
	rows, err := brakedb.New(c.store.DB()).Marks(ctx)
	if err != nil {
		return nil, fmt.Errorf("brake: credentials: %w", err)
	}
	all := map[string]Changed{}
	for _, r := range rows {
		if r.Found == "" {
			r.Found = c.differs(r)
		}
		if r.Found != "" {
			all[r.System] = changedOf(r)
		}
	}
	return all, nil
}

// differs is what this node has of a system; empty: what is approved, or nothing.
func (c *Credentials) differs(r brakedb.CredentialMark) string {
	if own := c.own[r.System]; own != r.Digest {
		return own
	}
	return ""
}

func changedOf(r brakedb.CredentialMark) Changed {
	return Changed{System: r.System, Approved: r.Digest, Found: r.Found, Since: r.Since.Time()}
}

// ChangedTx is what waits of a system, with the lock by which a start and an approval run one after the other.
func (c *Credentials) ChangedTx(ctx context.Context, tx *store.Tx, system string) (Changed, error) {
	if _, err := c.brakes.StoppedTx(ctx, tx, system); err != nil { // locks
		return Changed{}, err
	}
	r, err := brakedb.New(tx).Mark(ctx, system)
	if store.NotFound(err) {
		return Changed{}, nil
	}
	if err != nil {
		return Changed{}, fmt.Errorf("brake: credentials: %w", err)
	}
	if r.Found == "" {
		r.Found = c.differs(r)
	}
	return changedOf(r), nil
}

// ApproveTx makes a digest the one in force. goesOn: nothing else is known against the system, so a stop for this cause ends;
// one for another cause stays.
func (c *Credentials) ApproveTx(ctx context.Context, tx *store.Tx, what Changed, proposal string, goesOn bool) error {
	err := brakedb.New(tx).SetMark(ctx, brakedb.SetMarkParams{
		System: what.System, Digest: what.Found, Since: clock.MicrosOf(tx.Now), Proposal: proposal,
	})
	if err != nil {
		return fmt.Errorf("brake: credentials: %w", err)
	}
	if !goesOn {
		return nil
	}
	return c.brakes.resumeForTx(ctx, tx, what.System, Credential)
}

// compare marks what this node has, in one transaction with the stops. Where all is as it was, it only reads.
func (c *Credentials) compare(ctx context.Context, starts bool) error {
	if len(c.own) == 0 {
		return nil
	}
	marks, err := c.marks(ctx, brakedb.New(c.store.DB()))
	if err != nil || !slices.ContainsFunc(slices.Collect(maps.Keys(c.own)), func(system string) bool {
		m, known := marks[system]
		return !known || m.Digest != c.own[system] && (starts || m.Found == "") || starts && m.Found != ""
	}) {
		return err
	}
	return c.store.Write(ctx, func(tx *store.Tx) error {
		for _, system := range []string{Payouts, Slips} { // the locks of all stops, in their order
			if _, err := c.brakes.StoppedTx(ctx, tx, system); err != nil {
				return err
			}
		}
		marks, err := c.marks(ctx, brakedb.New(tx))
		if err != nil {
			return err
		}
		operators, chiefs, err := c.count(ctx, tx)
		if err != nil {
			return err
		}
		for _, system := range slices.Sorted(maps.Keys(c.own)) {
			m, known := marks[system]
			m.System = system
			accepts := operators == 0 || !known && (len(marks) == 0 || chiefs < enoughChiefs)
			if err := c.markTx(ctx, tx, m, known, starts, accepts); err != nil {
				return err
			}
		}
		return nil
	})
}

// markTx marks what this node has of one system, and stops it where that is not approved.
func (c *Credentials) markTx(ctx context.Context, tx *store.Tx, m brakedb.CredentialMark, known, starts, accepts bool) error {
	own, before := c.own[m.System], m
	switch {
	case accepts:
		m.Digest, m.Found = own, ""
	case known && m.Digest == own && starts:
		m.Found = "" // the file was put back. The stop stays, for two to look
	case m.Digest != own && (starts || m.Found == ""):
		m.Found = own
		if err := c.brakes.StopForTx(ctx, tx, m.System, Against{Kind: Unapproved}, ""); err != nil {
			return err
		}
	}
	if known && m == before {
		return nil
	}
	if m.Digest != before.Digest {
		m.Proposal = ""
	}
	m.Since = clock.MicrosOf(tx.Now)
	if err := brakedb.New(tx).SetMark(ctx, brakedb.SetMarkParams(m)); err != nil {
		return fmt.Errorf("brake: credentials: %w", err)
	}
	return nil
}

// marks are all rows, by the system.
func (c *Credentials) marks(ctx context.Context, q *brakedb.Queries) (map[string]brakedb.CredentialMark, error) {
	rows, err := q.Marks(ctx)
	if err != nil {
		return nil, fmt.Errorf("brake: credentials: %w", err)
	}
	marks := map[string]brakedb.CredentialMark{}
	for _, r := range rows {
		marks[r.System] = r
	}
	return marks, nil
}
