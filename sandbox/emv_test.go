package sandbox

import (
	"fmt"
	"testing"
)

// The payloads of research/domain.md section 1.2 and 2, with their checksums.
func TestCRC16(t *testing.T) {
	t.Parallel()
	for _, payload := range []string{
		"12345678929B1",
		"00020101021129370016A000000677010111011300668012345675802TH530376463046197",
		"00020101021229370016A0000006770101110113006681222333353037645802TH540530.0063043CAD",
		"00020101021230650016A00000067701011201150994000165501000212123456789012030667042953037645802TH54073649.2263044534",
		"004100060000010103014022000111222233344ABCD125102TH910417DF",
	} {
		text, want := payload[:len(payload)-4], payload[len(payload)-4:]
		if got := fmt.Sprintf("%04X", crc16(text)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestBillPayment(t *testing.T) {
	t.Parallel()
	got := billPayment("099400016550100", "abc123", 364922)
	const want = "000201010212" + "3049" + "0016A000000677010112" + "0115099400016550100" + "0206ABC123" +
		"5303764" + "54073649.22" + "5802TH" + "6304"
	if got[:len(got)-4] != want || got[len(got)-4:] != fmt.Sprintf("%04X", crc16(want)) {
		t.Errorf("billPayment = %s, want %s", got, want)
	}
}

func TestDecimals(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text   string
		places int
		want   int64
		ok     bool
	}{
		{"0", 2, 0, true},
		{"100", 2, 10000, true},
		{"100.5", 2, 10050, true},
		{"1.100", 2, 110, true},
		{"-0.01", 2, -1, true},
		{"1.005", 2, 0, false},
		{"0.0001", 4, 1, true},
		{"9999999999999.9999", 4, 99999999999999999, true},
		{"10000000000000", 4, 100000000000000000, false},
		{"1e3", 2, 0, false},
		{"+1", 2, 0, false},
		{".5", 2, 0, false},
		{"1.", 2, 0, false},
		{"", 2, 0, false},
		{"\"1\"", 2, 0, false},
		{"NaN", 2, 0, false},
	} {
		got, err := parseDecimal(tc.text, tc.places)
		if (err == nil) != tc.ok || tc.ok && got != tc.want {
			t.Errorf("parseDecimal(%q, %d) = %d, %v", tc.text, tc.places, got, err)
		}
	}
	for _, tc := range []struct {
		units         int64
		places, shown int
		want          string
	}{
		{0, 2, 0, "0"},
		{1, 2, 0, "0.01"},
		{-1, 2, 2, "-0.01"},
		{10050, 2, 0, "100.5"},
		{10050, 2, 2, "100.50"},
		{10000, 2, 2, "100.00"},
		{-125000, 4, 0, "-12.5"},
		{99999999999999999, 4, 0, "9999999999999.9999"},
	} {
		if got := formatDecimal(tc.units, tc.places, tc.shown); got != tc.want {
			t.Errorf("formatDecimal(%d, %d, %d) = %s, want %s", tc.units, tc.places, tc.shown, got, tc.want)
		}
	}
}
