package deposit

import (
	"testing"
)

// Any sign that is neither a digit nor a separator hides a digit, so that the digits beside it keep their place.
func TestDigitsOfAShownNumber(t *testing.T) {
	t.Parallel()
	for shown, want := range map[string]string{
		"123-4-56789-0": "1234567890", "123 4 56789 0": "1234567890", "123.4.56789.0": "1234567890", "123/4/56789/0": "1234567890",
		"xxx-x-x6789-0": "xxxxx67890", "XXX-X-X6789-X": "xxxxx6789x", "***-*-*6789-*": "xxxxx6789x", "###-#-#6789-#": "xxxxx6789x",
		"•••-•-•6789-•": "xxxxx6789x", "●●●●●67890": "xxxxx67890", "■■■■■67890": "xxxxx67890", "____67890": "xxxx67890",
		".....67890": "xxxxx67890", "?????67890": "xxxxx67890", "○○○○○67890": "xxxxx67890", "∗∗∗∗∗67890": "xxxxx67890",
		"nnnnn67890": "xxxxx67890", "ททท-ท-ท6789-0": "xxxxx67890", "＊＊＊＊＊67890": "xxxxx67890", "~~~~~67890": "xxxxx67890",
		"๑๒๓-๔-๕๖๗๘๙-๐": "1234567890", "１２３４５６７８９０": "1234567890", "໑໒໓໔໕໖໗໘໙໐": "1234567890",
		"123\u20114\u201356789\u22120": "1234567890", "\u200b123\u00a0456\ufeff7890": "1234567890", "": "", "-": "",
	} {
		if got := Digits(shown); got != want {
			t.Errorf("%q is %q, want %q", shown, got, want)
		}
	}
}

// A mask of another length than the account decides nothing. A full number of another length is another account.
func TestAMaskOfAnotherLength(t *testing.T) {
	t.Parallel()
	const own = "1234567890"
	for shown, want := range map[string][2]bool{ // agree, enough
		"1234567890": {true, true}, "xxxxxx7890": {true, true}, "xxxxxxx890": {true, false}, "xxxxxx7891": {false, true},
		"xxxxxxxx7890": {true, false}, "xxxxxxxx7891": {true, false}, "x567890": {true, true}, "x567891": {true, false},
		"7890": {true, true}, "7891": {false, true}, "123456789012": {false, true}, "001234567890": {true, false}, "": {true, false},
	} {
		agree, enough := DigitsAgree(own, shown)
		if agree != want[0] || enough != want[1] {
			t.Errorf("%s: agree %v, enough %v", shown, agree, enough)
		}
	}
}
