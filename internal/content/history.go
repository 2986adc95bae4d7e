package content

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/content/internal/contentdb"
	"krapao/internal/store"
)

// Version is one state of a section that was in force, or is.
type Version struct {
	Section string
	// Number counts a section's versions from 1 on.
	Number int64
	Body   json.RawMessage
	// At is since when it is in force. For one that was found in force it is when it was found: By is zero then.
	At time.Time
	By Author
}

// versionOf converts a row.
func versionOf(row contentdb.ContentChange) Version {
	return Version{
		Section: row.Section, Number: row.Version, Body: json.RawMessage(row.Body), At: row.At.Time(),
		By: Author{ProposedBy: row.ProposedBy, ApprovedBy: row.ApprovedBy, Reason: row.Reason, Proposal: row.Proposal},
	}
}

// keepTx adds what is in force from now on to the section's history. What was in force before is added, too, where it is not
// known: of the time before there was a history, or by a node of the version before.
func keepTx(ctx context.Context, tx *store.Tx, o Outlook, by Author) error {
	if err := ChangedTx(ctx, tx); err != nil { // locks
		return err
	}
	q := contentdb.New(tx)
	last, err := q.LastChange(ctx, o.Section)
	if err != nil && !store.NotFound(err) {
		return fmt.Errorf("content: history of %s: %w", o.Section, err)
	}
	add := func(body json.RawMessage, by Author) error {
		last.Version++
		err := q.AddChange(ctx, contentdb.AddChangeParams{
			Section: o.Section, Version: last.Version, Body: string(body), At: clock.MicrosOf(tx.Now),
			ProposedBy: by.ProposedBy, ApprovedBy: by.ApprovedBy, Reason: by.Reason, Proposal: by.Proposal,
		})
		if err != nil {
			return fmt.Errorf("content: history of %s: %w", o.Section, err)
		}
		return nil
	}
	if o.Before != nil && last.Body != string(o.Before) {
		if err := add(o.Before, Author{}); err != nil {
			return err
		}
	}
	if string(o.After) == string(o.Before) {
		return nil
	}
	return add(o.After, by)
}

// Latest returns the last known version of each section that has one, by name.
func Latest(ctx context.Context, db DB) (map[string]Version, error) {
	rows, err := contentdb.New(db).LatestChanges(ctx)
	if err != nil {
		return nil, fmt.Errorf("content: versions: %w", err)
	}
	latest := make(map[string]Version, len(rows))
	for _, row := range rows {
		latest[row.Section] = versionOf(row)
	}
	return latest, nil
}

// History lists the versions of a section before a number, newest first, at most so many. 0: from the newest on.
func History(ctx context.Context, db DB, section string, before int64, most int) ([]Version, error) {
	rows, err := contentdb.New(db).ChangesBefore(ctx, section, before, int32(most))
	if err != nil {
		return nil, fmt.Errorf("content: history of %s: %w", section, err)
	}
	versions := make([]Version, len(rows))
	for i, row := range rows {
		versions[i] = versionOf(row)
	}
	return versions, nil
}

// Find returns a version of a section; false: there is none.
func Find(ctx context.Context, db DB, section string, number int64) (Version, bool, error) {
	row, err := contentdb.New(db).Change(ctx, section, number)
	if store.NotFound(err) {
		return Version{}, false, nil
	}
	if err != nil {
		return Version{}, false, fmt.Errorf("content: version %d of %s: %w", number, section, err)
	}
	return versionOf(row), true, nil
}

// FindAt returns the version of a section that was in force at a moment, as far as it is known; false: nothing is. What was there
// before anybody recorded a version (By is zero) was in force until then.
func FindAt(ctx context.Context, db DB, section string, at time.Time) (Version, bool, error) {
	row, err := contentdb.New(db).ChangeAt(ctx, section, clock.MicrosOf(at))
	if err == nil {
		return versionOf(row), true, nil
	}
	if !store.NotFound(err) {
		return Version{}, false, fmt.Errorf("content: %s at %s: %w", section, at, err)
	}
	first, there, err := Find(ctx, db, section, 1)
	return first, there && first.By == (Author{}), err
}
