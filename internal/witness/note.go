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

// Head is the end of a chain.
type Head struct {
	Chain  string `json:"chain"`
	Number int64  `json:"number"`
	Hash   string `json:"hash"`
}

// Note is sent to another place: the ends of the chains at a moment, signed.
type Note struct {
	// House identifies the database; it is derived from its keys.
	House string    `json:"house"`
	At    time.Time `json:"at"`
	Heads []Head    `json:"heads"`
	// Reason is set in a note that an operator ordered after a backup was restored. The note counts, and no note before it does.
	Reason    string `json:"reason,omitempty"`
	Signature string `json:"signature"`
}

// text returns the signed text.
func (n Note) text() string {
	n.Signature = ""
	text, err := json.Marshal(n)
	if err != nil {
		panic(err) // texts and numbers always marshal
	}
	return string(text)
}

func houseOf(box *secret.Box) string { return box.Index("house", "witness")[:16] }

// Now makes a note of the ends of the chains. With a reason, the notes before it count no more.
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

// Place keeps notes where nobody who can write the database can change them.
type Place interface {
	// Put adds a note; Notes returns all notes in their order, none if there are none yet.
	Put(ctx context.Context, n Note) error
	Notes(ctx context.Context) ([]Note, error)
	// String names it for people.
	String() string
}

// Compare lists how the chains differ from the notes of a place. known is false if it has no note of this database.
func Compare(ctx context.Context, s *store.Store, box *secret.Box, p Place) (wrong []string, known bool, err error) {
	notes, err := p.Notes(ctx)
	if err != nil {
		return nil, false, fmt.Errorf("witness: %s: %w", p, err)
	}
	heads, ours, wrong := read(box, p, notes)
	differs, err := differ(ctx, s, p, heads)
	return append(wrong, differs...), ours > 0, err
}

// Known returns the furthest row of a chain that a place knows, and the time of its first note; 0 if it has no note of this
// database.
func Known(ctx context.Context, box *secret.Box, p Place, name string) (number int64, at time.Time, err error) {
	notes, err := p.Notes(ctx)
	if err != nil {
		return 0, time.Time{}, fmt.Errorf("witness: %s: %w", p, err)
	}
	heads, _, _ := read(box, p, notes)
	return heads[name].Number, heads[name].at, nil
}

// differ lists the heads that the chains don't have.
func differ(ctx context.Context, s *store.Store, p Place, heads map[string]noted) (wrong []string, err error) {
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
			wrong = append(wrong, fmt.Sprintf(
				"%s ends at row %d, and %s knows row %d since %s: rows were cut off, or a backup was restored",
				c.says, end.number, p, head.Number, head.at.UTC().Format(time.DateTime)))
		case rows[0].number != head.Number || rows[0].hash != head.Hash:
			wrong = append(wrong, fmt.Sprintf("%s: row %d is not the one that %s knows since %s: history was written anew",
				c.says, head.Number, p, head.at.UTC().Format(time.DateTime)))
		}
	}
	return wrong, nil
}

// noted is a head and the time of its first note.
type noted struct {
	Head
	at time.Time
}

// read returns the furthest head of each chain in a place's notes of this database, from the last note with a reason on, and
// how many notes there are. Notes of another database mean nothing here: it was thrown away, or two databases share the place.
func read(box *secret.Box, p Place, notes []Note) (heads map[string]noted, ours int, wrong []string) {
	heads = map[string]noted{}
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
				heads[h.Chain] = noted{h, n.At}
			}
		}
	}
	if unsigned > 0 {
		wrong = append(wrong, fmt.Sprintf("%s holds %d notes that are not signed with this database's key", p, unsigned))
	}
	return heads, ours, wrong
}
