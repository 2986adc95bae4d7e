package bus

import (
	"encoding/json"
	"strings"

	"krapao/internal/store"
)

// Change says what changed on the pages of operators (OPERATOR-API.md, Live). It has no sum of money, and nothing of a member but
// the IDs of what waits.
type Change struct {
	// Event is the event's name: what changed.
	Event string `json:"e"`
	// Kind is the item's of the queue.
	Kind string `json:"k,omitempty"`
	// ID is of what changed: an item, a proposal, a conversation, an alarm, a section, a system.
	ID string `json:"i,omitempty"`
	// Is is what it is now, or what happened to it.
	Is string `json:"s,omitempty"`
	// By is the operator who did it; empty: nobody of the house.
	By string `json:"b,omitempty"`
}

// Tell hints at a change to the operators' pages on all nodes. A name that is too long is left out.
func (b *Bus) Tell(c Change) {
	text := c.text()
	if len(text) > MaxPayload {
		c.By = ""
		text = c.text()
	}
	b.Publish(Desk, text)
}

// Teller tells of changes, as Bus.Tell does. Nil tells nobody.
type Teller func(Change)

// AfterTx tells of a change once its transaction is committed.
func (t Teller) AfterTx(tx *store.Tx, c Change) {
	if t != nil {
		tx.AfterCommit(func() { t(c) })
	}
}

func (c Change) text() string {
	text, _ := json.Marshal(c) //nolint:errchkjson // a struct of texts always has a JSON form
	return string(text)
}

// OnChange calls f with each change until cancel is called. F must not block.
func (b *Bus) OnChange(f func(Change)) (cancel func()) {
	return b.Subscribe(Desk, func(text string) {
		var c Change
		if json.NewDecoder(strings.NewReader(text)).Decode(&c) == nil { // a node of another version may say what this one can't read
			f(c)
		}
	})
}
