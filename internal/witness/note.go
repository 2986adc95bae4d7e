package witness

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/witness/internal/witnessdb"
)

// Head is where a chain ended.
type Head struct {
	Chain  string `json:"chain"`
	Number int64  `json:"number"`
	Hash   string `json:"hash"`
}

// Note is what another place is told: where the chains ended at a moment, signed.
type Note struct {
	// House names the database, as nobody else can.
	House string    `json:"house"`
	At    time.Time `json:"at"`
	Heads []Head    `json:"heads"`
	// Reason stands in a note that a person had written: what it says counts, and no note before it does, since a backup was
	// restored.
	Reason    string `json:"reason,omitempty"`
	Signature string `json:"signature"`
}

// text is what is signed.
func (n Note) text() string {
	n.Signature = ""
	text, err := json.Marshal(n)
	if err != nil {
		panic(err) // texts and numbers always marshal
	}
	return string(text)
}

func houseOf(box *secret.Box) string { return box.Index("house", "witness")[:16] }

// Now notes where the chains end. A reason makes the notes before it count no more.
func Now(ctx context.Context, s *store.Store, box *secret.Box, reason string) (Note, error) {
	n := Note{House: houseOf(box), At: s.Now().UTC(), Heads: []Head{}, Reason: reason}
	q := witnessdb.New(s.DB())
	for _, c := range chains {
		last, err := c.end(ctx, q)
		if err != nil {
			return Note{}, err
		}
		n.Heads = append(n.Heads, Head{c.name, last.number, last.hash})
	}
	n.Signature = box.Sign("note", n.text())
	return n, nil
}

// Place is where notes are kept, out of the reach of who has the database.
type Place interface {
	// Put adds a note; Notes are those that it has, in their order. A place without any has none yet.
	Put(ctx context.Context, n Note) error
	Notes(ctx context.Context) ([]Note, error)
	// String names it for people.
	String() string
}

// Compare names in what the chains differ from what a place was told of them. known is false where it was told nothing that counts.
func Compare(ctx context.Context, s *store.Store, box *secret.Box, p Place) (wrong []string, known bool, err error) {
	notes, err := p.Notes(ctx)
	if err != nil {
		return nil, false, fmt.Errorf("witness: %s: %w", p, err)
	}
	heads, ours, wrong := read(box, p, notes)
	differs, err := differ(ctx, s, p, heads)
	return append(wrong, differs...), ours > 0, err
}

// differ names the heads that the chains don't have.
func differ(ctx context.Context, s *store.Store, p Place, heads map[string]told) (wrong []string, err error) {
	q := witnessdb.New(s.DB())
	for _, c := range chains {
		head := heads[c.name]
		if head.Number == 0 {
			continue
		}
		rows, err := c.rows(ctx, q, head.Number-1, 1)
		if err != nil {
			return nil, fmt.Errorf("witness: %w", store.MapError(err))
		}
		switch {
		case len(rows) == 0:
			end, err := c.end(ctx, q)
			if err != nil {
				return nil, err
			}
			wrong = append(wrong, fmt.Sprintf("%s ends at row %d, and %s knows row %d since %s: rows were cut off, or a backup was restored",
				c.says, end.number, p, head.Number, head.at.UTC().Format(time.DateTime)))
		case rows[0].number != head.Number || rows[0].hash != head.Hash:
			wrong = append(wrong, fmt.Sprintf("%s: row %d is not the one that %s knows since %s: history was written anew",
				c.says, head.Number, p, head.at.UTC().Format(time.DateTime)))
		}
	}
	return wrong, nil
}

// told is a head and when it was noted first.
type told struct {
	Head
	at time.Time
}

// read is the furthest head of each chain in a place's notes of this house, from the last one with a reason on, and how many notes
// there are. Another house's say nothing about this one: a database was thrown away, or two have one place.
func read(box *secret.Box, p Place, notes []Note) (heads map[string]told, ours int, wrong []string) {
	heads = map[string]told{}
	unsigned := 0
	for _, n := range notes {
		if n.House != houseOf(box) {
			continue
		}
		ours++
		if box.Signed("note", n.text(), n.Signature) == 0 {
			unsigned++
			continue
		}
		if n.Reason != "" {
			clear(heads)
		}
		for _, h := range n.Heads {
			if h.Number > heads[h.Chain].Number {
				heads[h.Chain] = told{h, n.At}
			}
		}
	}
	if unsigned > 0 {
		wrong = append(wrong, fmt.Sprintf("%s holds %d notes that are not signed with this database's key", p, unsigned))
	}
	return heads, ours, wrong
}
