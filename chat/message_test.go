package chat

import (
	"encoding/json"
	"strings"
	"testing"
)

// No field of a message holds what a terminal obeys; what people write stays allowed.
func TestFieldsOfAMessage(t *testing.T) {
	t.Parallel()
	file := mediaPayload{FileType: "image", FilePath: MediaPath + strings.Repeat("0", mediaIDLength), Message: "the slip\nof today 👩‍👩‍👧", Name: "สลิป.png"}
	tap := Button{Kind: "text", Title: "เมนู", Payload: "menu"}
	for name, tc := range map[string]struct {
		kind    Type
		payload any
		good    bool
	}{
		"a file":                     {MediaFile, file, true},
		"a file without a text":      {MediaFile, mediaPayload{FileType: file.FileType, FilePath: file.FilePath}, true},
		"its text rings":             {MediaFile, mediaPayload{FileType: file.FileType, FilePath: file.FilePath, Message: "\a"}, false},
		"its name clears the screen": {MediaFile, mediaPayload{FileType: file.FileType, FilePath: file.FilePath, Name: "\x1b[2J.png"}, false},
		"its name turns around":      {MediaFile, mediaPayload{FileType: file.FileType, FilePath: file.FilePath, Name: "slip\u202egnp.exe"}, false},
		"its name can't be seen":     {MediaFile, mediaPayload{FileType: file.FileType, FilePath: file.FilePath, Name: "\u200b"}, false},
		"buttons":                    {Buttons, buttonsPayload{"what?", []Button{tap}}, true},
		"an invisible title":         {Buttons, buttonsPayload{"what?", []Button{{Kind: "text", Title: "\u2060", Payload: "x"}}}, false},
		"an invisible payload":       {Buttons, buttonsPayload{"what?", []Button{{Kind: "text", Title: "x", Payload: "\u3164"}}}, false},
		"a payload that rings":       {Buttons, buttonsPayload{"what?", []Button{{Kind: "text", Title: "x", Payload: "x\a"}}}, false},
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
