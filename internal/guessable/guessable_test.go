package guessable_test

import (
	"os"
	"strings"
	"testing"

	"krapao/internal/guessable"
)

// person is what is known about the member who chooses.
var person = []string{"+66812345679", "0812345679", "สมชาย ใจดี", "Somchai Jaidee"}

func TestWhyAPasswordIsGuessed(t *testing.T) {
	t.Parallel()
	for why, passwords := range map[guessable.Reason][]string{
		guessable.Common: {
			"password", "Password", "PASSWORD", "password1", "Password1!", "P@ssw0rd", "p@$$w0rd1", "password2026", "!!password!!",
			"iloveyou",
			"1qaz2wsx", "1Q2W3E4R", "zaq12wsx", "football99", "drowssap", "Dragon2024", "dragondragon", "monkey!!", "sunshine ",
			"thailand1", "๑qaz๒wsx",
		},
		guessable.Pattern: {
			"12345678", "87654321", "aaaaaaaa", "        ", "11111111", "abcdefgh", "ABCDEFGH", "qwertyui", "asdfghjkl", "zxcvbnm,",
			"poiuytrewq",
			"12121212", "11223344", "abcabcabc", "aaaabbbb", "1234abcd", "qwer1234", "aaa111!!!", "๑๒๓๔๕๖๗๘", "１２３４５６７８", "กกกกกกกก",
			"ฟหกดเ้่า", "xyxyxyxyx",
			strings.Repeat("a", 100) + "b", "00000000a", "812345679", "12345679", "123412341234",
		},
		guessable.Personal: {
			"0812345679", "66812345679", "+66812345679", "a0812345679", "9765432180", "๐๘๑๒๓๔๕๖๗๙",
			"Somchai1234", "somchaijaidee", "SOMCHAI JAIDEE", "jaideesomchai", "สมชายใจดี", "สมชาย1234", "iahcmos123",
			"Jaidee0812345679", "somchai12", "somchai2540", "2001Jaidee!", "สมชาย๒๕๓๗", "+66 81-234-5679", "081 234 5679!",
		},
		guessable.None: {
			"correct horse", "battery staple", "another good one", "evening-2026", "กระต่ายน้อยกินแครอท", "tXk29.mQ", "my cat 7 ate it",
			"Somchai likes rivers",
			"0812345680 no", "marmalade on toast", "ngx-4471-oq", "ແມວດຳກິນປາ", "horse 81 staple",
		},
	} {
		for _, password := range passwords {
			if got := guessable.Why(password, person...); got != why {
				t.Errorf("%q: %q, want %q", password, got, why)
			}
		}
	}
}

// None of the 3,000 most common passwords of an allowed length is accepted, in whatever case.
func TestTheCommonestAreRefused(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("common.txt")
	if err != nil {
		t.Fatal(err)
	}
	long := 0
	for _, password := range strings.Fields(string(raw)) {
		if len(password) < 8 {
			continue
		}
		long++
		forms := []string{password, strings.ToUpper(password)}
		if strings.Trim(password, "!") == password {
			forms = append(forms, password+"!")
		}
		for _, form := range forms {
			if guessable.Why(form) == guessable.None {
				t.Errorf("%q gets through", form)
			}
		}
	}
	if long < 3000 {
		t.Errorf("%d passwords", long)
	}
}
