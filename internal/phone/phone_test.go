package phone_test

import (
	"testing"

	"krapao/internal/phone"
)

func TestNormalise(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		plan  phone.Plan
		typed string
		want  string
	}{
		{phone.Thailand, "0812345678", "+66812345678"},
		{phone.Thailand, "081234567", ""},
		{phone.Thailand, "08123456789", ""},
		{phone.Thailand, "", ""},
		{phone.Thailand, "1812345678", ""},
		{phone.Thailand, "081-234567", ""},
		{phone.Thailand, "+668123456", ""},
		{phone.Thailand, "๐๘๑๒๓๔๕๖๗๘", ""},
		{phone.Thailand, "08123456\x00", ""},
		{phone.Laos, "02055512345", "+8562055512345"},
		{phone.Laos, "2055512345", "+8562055512345"},
		{phone.Laos, "8562055512345", "+8562055512345"},
		{phone.Laos, "205551234512", "+856205551234512"}, // fifteen digits with the country: no number has more
		{phone.Laos, "0205551234512", "+856205551234512"},
		{phone.Laos, "856205551234512", "+856205551234512"},
		{phone.Laos, "2055512345123", ""},
		{phone.Laos, "02055512345123", ""},
		{phone.Laos, "205551234512345", ""},
		{phone.Laos, "12345", ""},
		{phone.Laos, "1234567890123456", ""},
	} {
		got, ok := c.plan.Normalise(c.typed)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%q: %q, %v; want %q", c.typed, got, ok, c.want)
		}
	}
}

func TestRecogniseIsLenient(t *testing.T) {
	t.Parallel()
	for _, typed := range []string{"0812345678", "081-234-5678", " 081 234 5678 ", "+66812345678", "+66 81 234 5678"} {
		if got, ok := phone.Thailand.Recognise(typed); !ok || got != "+66812345678" {
			t.Errorf("%q: %q, %v", typed, got, ok)
		}
	}
	if got, ok := phone.Thailand.Recognise("somebody"); ok {
		t.Errorf("somebody became %q", got)
	}
}
