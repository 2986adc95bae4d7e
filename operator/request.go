package operator

import (
	"encoding/json"
	"fmt"
)

// Request is what a decision asks for besides its subject, as its proposal keeps it.
func Request(request any) json.RawMessage {
	text, err := json.Marshal(request)
	if err != nil {
		panic(err) // the kinds' own values, which all marshal
	}
	return text
}

// ReadRequest reads what Request wrote. A proposal of the version before has none, so nothing can be done about it any more
// (ErrChanged): it is proposed again.
func ReadRequest(from json.RawMessage, request any) error {
	if err := json.Unmarshal(from, request); err != nil {
		return fmt.Errorf("%w: its request can't be read: %w", ErrChanged, err)
	}
	return nil
}
