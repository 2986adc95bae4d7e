package chat

import (
	"bytes"
	"encoding/json"

	"krapao/fault"
)

// again refuses another content under a message's ClientID: whoever sent it would believe that it was said.
func (m Message) again(c Content, err error) error {
	if err == nil && !m.says(c) {
		err = fault.New(fault.IDEMPOTENCY_MISMATCH, "this clientId was sent with another message")
	}
	return err
}

// says reports whether a message has a content. A file that was uploaded anew for the same reply is the same one: an
// operator's command uploads it each time it is run.
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
