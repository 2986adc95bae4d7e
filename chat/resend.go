package chat

import (
	"bytes"
	"encoding/json"

	"krapao/fault"
)

// resent refuses different content under the ClientID of m, because its sender would believe that it was stored. It returns err
// if there is one.
func (m Message) resent(c Content, err error) error {
	if err == nil && !m.says(c) {
		err = fault.New(fault.IDEMPOTENCY_MISMATCH, "this clientId was used for another message")
	}
	return err
}

// says reports whether a message has a content. A file that was uploaded again for the same reply counts as the same, because an
// operator's command uploads it each time it runs.
func (m Message) says(c Content) bool {
	if m.Type != c.Type {
		return false
	}
	if m.Type != MediaFile || m.Sender == Customer {
		return bytes.Equal(m.Payload, c.Payload)
	}
	var said, given mediaPayload
	if json.Unmarshal(m.Payload, &said) != nil || json.Unmarshal(c.Payload, &given) != nil {
		return false
	}
	given.FilePath = said.FilePath
	return said == given
}
