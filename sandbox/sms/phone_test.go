package sms

import "testing"

func TestLocalPhoneHasOneForm(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"0812345678": "0812345678", "+66812345678": "0812345678", "66812345678": "0812345678",
		"2055123456": "02055123456", "02055123456": "02055123456", "+8562055123456": "02055123456", "": "",
	} {
		if got := localPhone(typed); got != want {
			t.Errorf("localPhone(%q) = %q, want %q", typed, got, want)
		}
	}
}
