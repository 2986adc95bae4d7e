package phone_test

import (
	"strings"
	"testing"

	"krapao/internal/phone"
)

// However a number is written, it becomes one number.
func TestOneNumberHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]struct {
		plan  phone.Plan
		typed []string
	}{
		"+66812345678": {phone.Thailand, []string{
			"0812345678", "081-234-5678", " 081 234 5678 ", "081.234.5678", "(081) 234-5678", "[081]2345678", "081\t2345678\n",
			"+66812345678", "+66 81 234 5678", "+66-81-234-5678", "+66 (0) 81 234 5678", "+66(0)812345678", "+660812345678",
			"0066812345678", "00 66 81 234 5678", "0066 (0)81 234 5678", "66812345678", "66 81 234 5678", "660812345678",
			"081\u00a0234\u00a05678", "081\u2009234\u202f5678", "081\u3000234\u20005678", "\u200b081\u200b2345678\u200b",
			"\ufeff0812345678",
			"081\u2060234\u200d5678", "\u202a+66 81 234 5678\u202c", "\u2066081-2345678\u2069", "\u200e0812345678\u200f",
			"081\u00ad2345678",
			"081‐234‑5678", "081–234—5678", "081−234－5678", "081﹣234⁃5678", "081・234·5678", "081。234．5678",
			"๐๘๑๒๓๔๕๖๗๘", "๐๘๑-๒๓๔-๕๖๗๘", "+๖๖๘๑๒๓๔๕๖๗๘", "໐໘໑໒໓໔໕໖໗໘", "０８１２３４５６７８", "＋６６（０）８１２３４５６７８", "๐8໑２345678",
			"081\u034f2345678", "081\ufe0f2345678", "081\u31642345678",
		}},
		"+66612345678": {phone.Thailand, []string{"0612345678", "+66612345678", "66612345678", "0066 61 234 5678"}},
		"+66661234567": {phone.Thailand, []string{"0661234567", "+66661234567", "66661234567", "660661234567"}},
		"+66998765432": {phone.Thailand, []string{"0998765432", "+66 99 876 5432"}},
		"+8562055512345": {phone.Laos, []string{
			"02055512345", "2055512345", "020 5551 2345", "020-55512345", "+8562055512345", "+856 20 5551 2345", "+856 (0)20 55512345",
			"+85602055512345", "008562055512345", "8562055512345", "໐໒໐ ໕໕໕໑໒໓໔໕", "(020)\u00a05551\u20092345",
			"\u202a020‑5551‑2345\u202c",
		}},
		"+856305512345":  {phone.Laos, []string{"0305512345", "030 551 2345", "+856 30 551 2345", "305512345"}},
		"+66891234567":   {phone.Laos, []string{"0891234567", "+66 89 123 4567", "0066891234567"}}, // a Thai SIM in Laos
		"+8562085612345": {phone.Laos, []string{"02085612345", "+856 20 85612345"}},
	} {
		for _, typed := range c.typed {
			if got, ok := c.plan.Normalise(typed); !ok || got != want {
				t.Errorf("%q: %q, %v; want %q", typed, got, ok, want)
			}
			if got, ok := c.plan.Recognise(typed); !ok || got != want {
				t.Errorf("recognise %q: %q, %v; want %q", typed, got, ok, want)
			}
		}
	}
}

// A text that can't be a mobile number is refused; nothing is cut off or guessed.
func TestWhatIsNoMobileNumber(t *testing.T) {
	t.Parallel()
	for plan, typed := range map[*phone.Plan][]string{
		&phone.Thailand: {
			"", " ", "+", "-", "081234567", "08123456789", "081234567890", "812345678", "1812345678", "0212345678", "021234567",
			"+6621234567",
			"0012345678", "0000000000", "0512345678", "0712345678", "0312345678", "+66712345678", "+668123456789", "+6681234567",
			"0066081234567",
			"00812345678", "000812345678", "+00812345678", "++66812345678", "66+812345678", "0812345678+", "+66 (0)(0)812345678",
			"+66 00812345678",
			"+1 212 555 1234", "+8562055512345", "0881234567x", "o812345678", "08123456\x0078", "0812345678\xff", "tel:0812345678",
			"0812345678,1",
			"08123/45678", "0812345678#1", "somebody", "٠٨١٢٣٤٥٦٧٨", "0812345678" + strings.Repeat(" ", 100),
		},
		&phone.Laos: {
			"", "12345", "123456", "0205551234", "020555123456", "205551234512", "2055512345123", "021212345", "0212345678",
			"+85621212345",
			"+856205551234", "+856 20 5551 23456", "03055123456", "030551234", "0712345678", "+66212345678", "+1 212 555 1234", "abc",
		},
	} {
		for _, typed := range typed {
			if got, ok := plan.Normalise(typed); ok {
				t.Errorf("%q became %q", typed, got)
			}
		}
	}
}

// A member who registered under an older rule can log in with its number. That does not make it a number that gets codes.
func TestOlderNumbersAreRecognised(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		plan        phone.Plan
		typed, want string
	}{
		{phone.Thailand, "0212345678", "+66212345678"},
		{phone.Thailand, "02-1234-5678", "+66212345678"},
		{phone.Laos, "123456", "+856123456"},
		{phone.Laos, "8561234567", "+8561234567"},
		{phone.Laos, "205551234512", "+856205551234512"},
		{phone.Thailand, "somebody", ""},
		{phone.Thailand, "021234567", ""},
	} {
		if got, ok := c.plan.Recognise(c.typed); got != c.want || ok != (c.want != "") {
			t.Errorf("%q: %q, %v; want %q", c.typed, got, ok, c.want)
		}
	}
}

func TestShownAsAtHome(t *testing.T) {
	t.Parallel()
	for number, want := range map[string]string{
		"+66812345678": "0812345678", "+8562055512345": "02055512345", "+1234": "+1234",
	} {
		if got := phone.Laos.Shown(number); got != want {
			t.Errorf("%s: %s, want %s", number, got, want)
		}
	}
}
