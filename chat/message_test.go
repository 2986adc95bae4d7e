package chat

import (
	"encoding/json"
	"strings"
	"testing"
)

// No field of a message may hold characters that a terminal obeys. Everything that people write is allowed.
func TestFieldsOfAMessage(t *testing.T) {
	t.Parallel()
	file := func(text, name string) mediaPayload {
		return mediaPayload{FileType: "image", FilePath: MediaPath + strings.Repeat("0", mediaIDLength), Message: text, Name: name}
	}
	button := func(title, payload string) buttonsPayload {
		return buttonsPayload{"what?", []Button{{Kind: "text", Title: title, Payload: payload}}}
	}
	for name, tc := range map[string]struct {
		kind    Type
		payload any
		good    bool
	}{
		"a file":                     {MediaFile, file("the slip\nof today 👩‍👩‍👧", "สลิป.png"), true},
		"a file without a text":      {MediaFile, file("", ""), true},
		"its text rings":             {MediaFile, file("\a", ""), false},
		"its name clears the screen": {MediaFile, file("", "\x1b[2J.png"), false},
		"its name turns around":      {MediaFile, file("", "slip\u202egnp.exe"), false},
		"its name can't be seen":     {MediaFile, file("", "\u200b"), false},
		"buttons":                    {Buttons, button("เมนู", "menu"), true},
		"an invisible title":         {Buttons, button("\u2060", "x"), false},
		"an invisible payload":       {Buttons, button("x", "\u3164"), false},
		"a payload that rings":       {Buttons, button("x", "x\a"), false},
		"a card":                     {Generic, genericPayload{[]card{{Title: "x", Subtitle: "y\nz"}}}, true},
		"a card's subtitle":          {Generic, genericPayload{[]card{{Title: "x", Subtitle: "\x1b"}}}, false},
	} {
		raw, err := json.Marshal(tc.payload)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := FromHouse(tc.kind, raw); (err == nil) != tc.good {
			t.Errorf("%s: %v", name, err)
		}
	}
}
