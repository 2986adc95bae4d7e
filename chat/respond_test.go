package chat

import (
	"encoding/json"
	"slices"
	"testing"
)

func TestWordsInTexts(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text, word string
		want       bool
	}{
		{"how do i withdraw?", "withdraw", true},
		{"withdrawal", "withdraw", false},
		{"rewithdraw", "withdraw", false},
		{"rewithdraw withdraw", "withdraw", true},
		{"(withdraw)", "withdraw", true},
		{"withdraw2", "withdraw", false},
		{"อยากถอนเงิน", "ถอน", true},
		{"อยากwithdrawเงิน", "withdraw", true},
		{"ຢາກຖອນເງິນ", "ຖອນ", true},
		{"top  up", "top up", false},
		{"please top up", "top up", true},
		{"", "x", false},
		{"pro", "โปร", false},
	} {
		if got := containsWord(tc.text, tc.word); got != tc.want {
			t.Errorf("%q holds %q: %v", tc.text, tc.word, got)
		}
	}
}

func saying(t *testing.T, typ Type, v any) Content {
	t.Helper()
	c, err := encoded(typ, v)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The first rule that matches answers. A greeting comes before it. The fallback answers only if nothing else does.
func TestWhichRuleAnswers(t *testing.T) {
	t.Parallel()
	say := func(text string) []line { return []line{{Type: Text, Text: &translations{text, text, text}}} }
	b := &rulebook{settingsContent: settingsContent{
		Greeting: say("greeting"), Fallback: say("fallback"),
		Rules: []rule{
			{Code: "a", Words: []string{"One", "สอง"}, Say: say("a")},
			{Code: "b", Words: []string{"two", "one"}, Postbacks: []string{"b"}, Say: say("b"), Handover: true},
			{Code: "c", Media: true, Say: say("c")},
		},
	}}
	for name, tc := range map[string]struct {
		said     Content
		begins   bool
		want     []string
		handover bool
	}{
		"First wins":    {saying(t, Text, "ONE two"), false, []string{"a"}, false},
		"Thai":          {saying(t, Text, "หนึ่งสองสาม"), false, []string{"a"}, false},
		"Handover":      {saying(t, Text, "two!"), false, []string{"b"}, true},
		"Greeted":       {saying(t, Text, "two!"), true, []string{"greeting", "b"}, true},
		"Unknown":       {saying(t, Text, "three"), false, []string{"fallback"}, false},
		"Unknown first": {saying(t, Text, "three"), true, []string{"greeting"}, false},
		"Postback":      {saying(t, Postback, postbackPayload{"one", "b"}), false, []string{"b"}, true},
		"Not by title":  {saying(t, Postback, postbackPayload{"one", "x"}), false, []string{"fallback"}, false},
		"Media":         {saying(t, MediaFile, mediaPayload{Message: "one"}), false, []string{"c"}, false},
	} {
		lines, handover := b.reply(tc.said, tc.begins)
		var got []string
		for _, l := range lines {
			got = append(got, l.Text.EN)
		}
		if !slices.Equal(got, tc.want) || handover != tc.handover {
			t.Errorf("%s: %q, handover %v", name, got, handover)
		}
	}
	if len(b.Greeting) != 1 {
		t.Error("the greeting was changed")
	}
}

func TestContentIsChecked(t *testing.T) {
	t.Parallel()
	three := func(s string) string { return `{"th":"` + s + `","lo":"` + s + `","en":"` + s + `"}` }
	button := func(kind, payload string) string {
		return `{"greeting":[{"type":"buttons","text":` + three("x") + `,"buttons":[
			{"type":"` + kind + `","title":` + three("y") + `,"payload":"` + payload + `"}]}]}`
	}
	card := func(image string) string {
		return `{"greeting":[{"type":"generic","cards":[{"title":` + three("x") + `,"image_url":"` + image + `"}]}]}`
	}
	for name, tc := range map[string]struct {
		body string
		good bool
	}{
		"Nothing":         {`{}`, true},
		"Text":            {`{"greeting":[{"type":"text","text":` + three("x") + `}]}`, true},
		"No Lao":          {`{"greeting":[{"type":"text","text":{"th":"x","en":"x","lo":""}}]}`, false},
		"No text":         {`{"greeting":[{"type":"text"}]}`, false},
		"Postback line":   {`{"greeting":[{"type":"postback","text":` + three("x") + `}]}`, false},
		"Web":             {button("web", "https://example.com/x"), true},
		"Mail":            {button("web", "mailto:help@example.com"), true},
		"Script":          {button("web", "javascript:alert(1)"), false},
		"Plain":           {button("web", "http://example.com"), false},
		"Data":            {button("web", "data:text/html,x"), false},
		"User":            {button("web", "https://krapao.example@evil.example/"), false},
		"Telephone":       {button("call", "+6620000000"), true},
		"No telephone":    {button("call", "tel:1"), false},
		"Unknown button":  {button("phone", "+662"), false},
		"Empty postback":  {button("postback", ""), false},
		"Text by title":   {button("text", ""), true},
		"Card":            {card("/x.webp"), true},
		"Card elsewhere":  {card("//evil.example/x"), false},
		"Rule":            {`{"rules":[{"code":"a","words":["x"],"say":[{"type":"text","text":` + three("x") + `}]}]}`, true},
		"Rule of nothing": {`{"rules":[{"code":"a","say":[{"type":"text","text":` + three("x") + `}]}]}`, false},
		"Silent rule":     {`{"rules":[{"code":"a","words":["x"],"say":[]}]}`, false},
		"Blank word":      {`{"rules":[{"code":"a","words":[" "],"say":[{"type":"text","text":` + three("x") + `}]}]}`, false},
		"Hours":           {`{"sessionHours":721}`, false},
	} {
		var c settingsContent
		if err := json.Unmarshal([]byte(tc.body), &c); err != nil {
			t.Fatal(name, err)
		}
		if err := c.check(); (err == nil) != tc.good {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFilmsByTheirFirstBox(t *testing.T) {
	t.Parallel()
	for head, want := range map[string]string{
		"\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp41":         "video/mp4",
		"\x00\x00\x00\x14ftypXXXX\x00\x00\x02\x00mp42zzzz":         "video/mp4",
		"\x00\x00\x00\x14ftypqt  \x00\x00\x02\x00qt  zzzz":         "video/quicktime",
		"\x00\x00\x00\x08wide\x00\x00\x01\x00mdatzzzzzzzz":         "video/quicktime",
		"\x00\x00\x00\x14ftypheic\x00\x00\x02\x00mp41zzzz":         "",
		"\x00\x00\x00\x14ftypM4A \x00\x00\x02\x00mp42zzzz":         "",
		"\x00\x00\x10\x00ftypisom\x00\x00\x02\x00isommp41":         "",
		"\x00\x00\x00\x00ftypisom\x00\x00\x02\x00isommp41":         "",
		"\x00\x00\x00\x18ftyp":                                     "",
		"\x1aE\xdf\xa3webm............................ftypisommp4": "",
		"<html>ftypisom\x00\x00\x02\x00isommp41":                   "",
	} {
		if got := film([]byte(head)); got != want {
			t.Errorf("%q is %q; want %q", head, got, want)
		}
	}
}
