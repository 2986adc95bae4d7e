package wire

import (
	"encoding/json"
	"time"
)

// Time is a moment in an answer. One that is written without an offset from UTC is in Zone.
type Time struct{ time.Time }

const withoutOffset = "2006-01-02T15:04:05"

// UnmarshalJSON implements json.Unmarshaler.
func (t *Time) UnmarshalJSON(data []byte) error {
	var text string
	err := json.Unmarshal(data, &text)
	if err != nil {
		return err
	}
	if t.Time, err = time.Parse(time.RFC3339, text); err != nil {
		t.Time, err = time.ParseInLocation(withoutOffset, text, Zone)
	}
	return err
}
